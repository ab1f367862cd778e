package issuer

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// The lengths of a PKCE verifier (RFC 7636, section 4.1).
const (
	minVerifier = 43
	maxVerifier = 128
)

// serveToken gives tokens for a code or a refresh token (OAuth 2.1, section 3.2).
func (i *Issuer) serveToken(w http.ResponseWriter, r *http.Request) {
	form, failed := readForm(r)
	var asks *client
	if failed == nil {
		asks, failed = i.authenticate(r, form)
	}
	var answer *tokens
	if failed == nil {
		switch form.Get("grant_type") {
		case grantCode:
			answer, failed = i.redeem(asks, form)
		case grantRefresh:
			answer, failed = i.refresh(asks, form)
		case "":
			failed = newFault(invalidRequest, "grant_type is missing.")
		default:
			failed = newFault("unsupported_grant_type", "grant_type is neither authorization_code nor refresh_token.")
		}
	}
	if failed != nil {
		failed.challenge(w, r)
		return
	}
	w.Header().Set("Pragma", "no-cache")
	writeJSON(w, r, http.StatusOK, answer)
}

// challenge writes the fault of a request with a client's credentials.
func (f *fault) challenge(w http.ResponseWriter, r *http.Request) {
	if f.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="oriel dev"`)
	}
	f.write(w, r)
}

// readForm reads the form of a request. Parameters in the URL do not count.
func readForm(r *http.Request) (url.Values, *fault) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, newFault(invalidRequest, "The request is not declared as application/x-www-form-urlencoded.")
	}
	body, err := io.ReadAll(r.Body)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, &fault{http.StatusRequestEntityTooLarge, invalidRequest, "The request has more than 64 KiB."}
	}
	form, wrong := url.ParseQuery(string(body))
	if err != nil || wrong != nil {
		return nil, newFault(invalidRequest, "The form can't be read.")
	}
	return form, nil
}

// authenticate returns the client of a request (OAuth 2.1, section 2.4).
func (i *Issuer) authenticate(r *http.Request, form url.Values) (*client, *fault) {
	if name := repeated(form); name != "" {
		return nil, newFault(invalidRequest, "A parameter occurs more than once.")
	}
	id, secret, method := form.Get("client_id"), form.Get("client_secret"), authNone
	if secret != "" {
		method = authPost
	}
	if name, password, ok := r.BasicAuth(); ok {
		var err, other error
		name, err = url.QueryUnescape(name)
		password, other = url.QueryUnescape(password)
		if err != nil || other != nil || method != authNone || id != "" && id != name {
			return nil, newFault(invalidRequest, "The client authenticates in two ways, or in a broken one.")
		}
		id, secret, method = name, password, authBasic
	}
	if id == "" {
		return nil, &fault{http.StatusUnauthorized, invalidClient, "client_id is missing."}
	}
	known, failed := i.client(id)
	if failed != nil {
		failed.status = http.StatusUnauthorized
		return nil, failed
	}
	hash := sha256.Sum256([]byte(secret))
	if known.method != method || method != authNone && subtle.ConstantTimeCompare(hash[:], known.secret[:]) != 1 {
		return nil, &fault{http.StatusUnauthorized, invalidClient, "The client's secret is wrong, or is sent in another way than registered."}
	}
	return known, nil
}

// redeem gives tokens for a code. A code that comes again is stolen, so what it gave is
// revoked (OAuth 2.1, section 4.1.3).
func (i *Issuer) redeem(asks *client, form url.Values) (*tokens, *fault) {
	i.mu.Lock()
	defer i.mu.Unlock()
	found, ok := i.codes.get(hashed(form.Get("code")), i.now())
	if !ok || found.client != asks.id {
		return nil, newFault(invalidGrant, "The code is not one of this client's, or is over.")
	}
	if found.used {
		found.revoked = true
		return nil, newFault(invalidGrant, "The code was used before. Its tokens are revoked.")
	}
	found.used = true
	if !i.now().Before(found.until) {
		return nil, newFault(invalidGrant, "The code is over: it is valid for a minute.")
	}
	if given, present := form["redirect_uri"]; present && given[0] != found.redirect {
		return nil, newFault(invalidGrant, "redirect_uri is another one than that of the authorization request.")
	}
	if !verifies(form.Get("code_verifier"), found.challenge) {
		return nil, newFault(invalidGrant, "code_verifier does not belong to the code_challenge of the authorization request.")
	}
	if failed := found.sameResource(form); failed != nil {
		return nil, failed
	}
	return i.answer(found.grant, asks, found.scopes)
}

// refresh gives new tokens for a refresh token, which is replaced. One that comes again is
// stolen, so all that came of its grant is revoked (OAuth 2.1, section 4.3.1).
func (i *Issuer) refresh(asks *client, form url.Values) (*tokens, *fault) {
	i.mu.Lock()
	defer i.mu.Unlock()
	hash := hashed(form.Get("refresh_token"))
	found, ok := i.refreshes.get(hash, i.now())
	switch {
	case !ok || found.client != asks.id:
		return nil, newFault(invalidGrant, "The refresh token is not one of this client's, or is over.")
	case found.refresh != hash:
		found.revoked = true
		return nil, newFault(invalidGrant, "The refresh token was used before. All tokens of its grant are revoked.")
	case found.revoked:
		return nil, newFault(invalidGrant, "The refresh token is revoked.")
	}
	if failed := found.sameResource(form); failed != nil {
		return nil, failed
	}
	scopes := found.scopes
	if form.Has("scope") {
		asked, valid := parseScopes(form.Get("scope"))
		if !valid || !isSubset(asked, found.scopes) {
			return nil, newFault(invalidScope, "The user has not granted all of these scopes.")
		}
		if len(asked) > 0 {
			scopes = asked
		}
	}
	return i.answer(found, asks, scopes)
}

func (i *Issuer) answer(g *grant, asks *client, scopes []string) (*tokens, *fault) {
	answer, err := i.issue(g, asks, slices.Clone(scopes))
	if err != nil {
		return nil, &fault{http.StatusInternalServerError, "server_error", "The tokens can't be signed."}
	}
	return answer, nil
}

// sameResource returns a fault if a request is for another resource than the grant.
func (g *grant) sameResource(form url.Values) *fault {
	resource, failed := resourceOf(form)
	if failed == nil && resource != "" && resource != g.resource {
		failed = newFault(invalidTarget, "The user has granted access to another resource.")
	}
	return failed
}

// verifies reports whether a verifier belongs to a challenge, by the method S256 (RFC 7636,
// section 4.6).
func verifies(verifier, challenge string) bool {
	if len(verifier) < minVerifier || len(verifier) > maxVerifier || strings.ContainsFunc(verifier, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return false
	}
	hash := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(encoded(hash[:])), []byte(challenge)) == 1
}
