package issuer

import (
	"net/http"
	"slices"
	"strings"
)

// serveUserInfo says who the user of an access token is (OpenID Connect Core 1.0, section 5.3).
func (i *Issuer) serveUserInfo(w http.ResponseWriter, r *http.Request) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	i.mu.Lock()
	found, ok := i.valid(token)
	i.mu.Unlock()
	switch {
	case !ok:
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		(&fault{http.StatusUnauthorized, invalidToken, "The access token is not one of the issuer's, or is over or revoked."}).write(w, r)
	case !slices.Contains(found.scopes, scopeOpenID):
		w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="openid"`)
		(&fault{http.StatusForbidden, "insufficient_scope", "The access token lacks the scope openid."}).write(w, r)
	default:
		writeJSON(w, r, http.StatusOK, claimsOf(found.user, found.scopes))
	}
}
