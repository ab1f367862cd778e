package issuer

import (
	"net/http"
	"strings"
)

// introspection says what a token is (RFC 7662, section 2.2).
type introspection struct {
	Active   bool   `json:"active"`
	Scope    string `json:"scope,omitempty"`
	Client   string `json:"client_id,omitempty"`
	Username string `json:"username,omitempty"`
	Type     string `json:"token_type,omitempty"`
	Expires  int64  `json:"exp,omitempty"`
	IssuedAt int64  `json:"iat,omitempty"`
	Subject  string `json:"sub,omitempty"`
	Audience string `json:"aud,omitempty"`
	Issuer   string `json:"iss,omitempty"`
	ID       string `json:"jti,omitempty"`
}

// serveIntrospect answers apps that have a secret: those register like any client. Only access
// tokens are active, because apps get no others.
func (i *Issuer) serveIntrospect(w http.ResponseWriter, r *http.Request) {
	form, failed := readForm(r)
	var asks *client
	if failed == nil {
		asks, failed = i.authenticate(r, form)
	}
	if failed == nil && asks.method == authNone {
		failed = &fault{http.StatusUnauthorized, invalidClient, "Only a client with a secret may introspect tokens."}
	}
	if failed == nil && form.Get("token") == "" {
		failed = newFault(invalidRequest, "token is missing.")
	}
	if failed != nil {
		failed.challenge(w, r)
		return
	}
	i.mu.Lock()
	found, ok := i.valid(form.Get("token"))
	i.mu.Unlock()
	if !ok {
		writeJSON(w, r, http.StatusOK, introspection{})
		return
	}
	writeJSON(w, r, http.StatusOK, introspection{
		Active: true, Scope: strings.Join(found.scopes, " "), Client: found.client, Username: found.user, Type: "Bearer",
		Expires: found.expires.Unix(), IssuedAt: found.issued.Unix(), Subject: found.user, Audience: i.audience(found.grant), Issuer: i.origin, ID: found.id,
	})
}
