package issuer

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxRedirects  = 20
	maxClientName = 200 // characters
)

// client is a program that asks for tokens.
type client struct {
	id, name  string
	redirects []string
	method    string   // how it authenticates at the token endpoint
	secret    [32]byte // the hash of its secret; zero if method is authNone
	refreshes bool     // it has declared that it uses refresh tokens
}

// clientMetadata is what a client says about itself (RFC 7591, section 2). What the issuer
// does not use is not read.
type clientMetadata struct {
	ID              string   `json:"client_id,omitempty"`
	Name            string   `json:"client_name,omitempty"`
	Redirects       []string `json:"redirect_uris"`
	AuthMethod      string   `json:"token_endpoint_auth_method,omitempty"`
	GrantTypes      []string `json:"grant_types,omitempty"`
	ResponseTypes   []string `json:"response_types,omitempty"`
	ApplicationType string   `json:"application_type,omitempty"`
	Scope           string   `json:"scope,omitempty"`
}

type registered struct {
	clientMetadata

	Secret        string `json:"client_secret,omitempty"`
	IssuedAt      int64  `json:"client_id_issued_at"`
	SecretExpires *int64 `json:"client_secret_expires_at,omitempty"`
}

// newClient returns the client that metadata describes, and the metadata with all defaults.
func newClient(m clientMetadata, defaultMethod string) (*client, clientMetadata, *fault) {
	switch {
	case len(m.Redirects) == 0:
		return nil, m, newFault(invalidRedirect, "redirect_uris is missing or empty.")
	case len(m.Redirects) > maxRedirects:
		return nil, m, newFault(invalidRedirect, "redirect_uris has more than 20 addresses.")
	case utf8.RuneCountInString(m.Name) > maxClientName || strings.ContainsFunc(m.Name, unicode.IsControl):
		return nil, m, newFault(invalidMetadata, "client_name is too long, or has control characters.")
	case !slices.Contains([]string{"", "native", "web"}, m.ApplicationType):
		return nil, m, newFault(invalidMetadata, "application_type is neither native nor web.")
	}
	for _, address := range m.Redirects {
		if why := redirectFault(address); why != "" {
			return nil, m, newFault(invalidRedirect, "An address of redirect_uris can't be used. "+why)
		}
	}
	if m.AuthMethod == "" {
		m.AuthMethod = defaultMethod
	}
	if !slices.Contains([]string{authNone, authBasic, authPost}, m.AuthMethod) {
		return nil, m, newFault(invalidMetadata, "token_endpoint_auth_method is none of none, client_secret_basic and client_secret_post.")
	}
	if m.GrantTypes == nil {
		m.GrantTypes = []string{grantCode}
	}
	if !slices.Contains(m.GrantTypes, grantCode) {
		return nil, m, newFault(invalidMetadata, "grant_types lacks authorization_code.")
	}
	m.GrantTypes = slices.DeleteFunc(slices.Clone(m.GrantTypes), func(kind string) bool { return kind != grantCode && kind != grantRefresh })
	if m.ResponseTypes != nil && !slices.Contains(m.ResponseTypes, "code") {
		return nil, m, newFault(invalidMetadata, "response_types lacks code.")
	}
	m.ResponseTypes = []string{"code"}
	if _, ok := parseScopes(m.Scope); !ok {
		return nil, m, newFault(invalidMetadata, "scope is not a list of scopes.")
	}
	return &client{
		id: m.ID, name: m.Name, redirects: slices.Clone(m.Redirects), method: m.AuthMethod, refreshes: slices.Contains(m.GrantTypes, grantRefresh),
	}, m, nil
}

// serveRegister registers a client (RFC 7591, section 3). When there are too many, the one
// that has done nothing for the longest time is forgotten.
func (i *Issuer) serveRegister(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		newFault(invalidMetadata, "The request is not declared as JSON.").write(w, r)
		return
	}
	var m clientMetadata
	if failed := decodeJSON(r.Body, &m); failed != nil {
		failed.write(w, r)
		return
	}
	m.ID = rand.Text()
	added, m, failed := newClient(m, authBasic)
	if failed != nil {
		failed.write(w, r)
		return
	}
	answer := registered{clientMetadata: m, IssuedAt: i.now().Unix()}
	if added.method != authNone {
		answer.Secret, answer.SecretExpires = rand.Text()+rand.Text(), new(int64)
		added.secret = sha256.Sum256([]byte(answer.Secret))
	}
	i.mu.Lock()
	i.clients.put(added.id, added, i.now())
	i.mu.Unlock()
	writeJSON(w, r, http.StatusCreated, answer)
}

// decodeJSON reads one JSON object.
func decodeJSON(body io.Reader, value any) *fault {
	text, err := io.ReadAll(body)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return &fault{http.StatusRequestEntityTooLarge, invalidRequest, "The request has more than 64 KiB."}
	}
	if err != nil || json.Unmarshal(text, value) != nil || !strings.HasPrefix(strings.TrimLeft(string(text), " \t\r\n"), "{") {
		return newFault(invalidMetadata, "The request is not a JSON object of client metadata.")
	}
	return nil
}
