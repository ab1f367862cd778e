package issuer

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

const (
	maxState = 4 << 10 // bytes
	// challengeLength is the length of a SHA-256 hash in base64url.
	challengeLength = 43
)

// transaction is an authorization request that waits for its user.
type transaction struct {
	client                            *client
	redirect, state, challenge, nonce string
	resource                          string
	scopes                            []string
	hint                              string // whom the client expects
	browser                           string // the cookie of the browser that has the page
}

// session remembers what a user has allowed in a browser, for requests that must not show a
// page.
type session struct {
	user     string
	consents map[consent][]string // the scopes
}

type consent struct{ client, redirect, resource string }

// maxConsents is how many a session remembers.
const maxConsents = 100

// serveAuthorize shows the page, or answers a request that must not show one (OAuth 2.1,
// section 4.1.1). Until the client and its address are known to be right, errors are shown
// here: an address that nobody has registered gets nothing.
func (i *Issuer) serveAuthorize(w http.ResponseWriter, r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		i.showFault(w, newFault(invalidRequest, "The parameters of the request can't be read."))
		return
	}
	asks, failed := i.returnAddress(r, query)
	if failed != nil {
		i.showFault(w, failed)
		return
	}
	t, failed := authorizationRequest(query)
	t.client, t.redirect, t.state = asks, query.Get("redirect_uri"), query.Get("state")
	if failed != nil {
		i.sendBack(w, &t, url.Values{"error": {failed.Code}, "error_description": {failed.Text}})
		return
	}
	if slices.Contains(strings.Fields(query.Get("prompt")), "none") {
		i.answerSilently(w, r, &t)
		return
	}
	t.browser = i.browserOf(r)
	if t.browser == "" {
		t.browser = rand.Text()
	}
	i.ask(w, &t, choice{scopes: t.scopes})
}

// returnAddress returns the client of a request, once it has registered the address to which
// the request returns.
func (i *Issuer) returnAddress(r *http.Request, query url.Values) (*client, *fault) {
	if len(query["client_id"]) != 1 || len(query["redirect_uri"]) != 1 || query.Get("client_id") == "" || query.Get("redirect_uri") == "" {
		return nil, newFault(invalidRequest, "The request needs one client_id and one redirect_uri.")
	}
	asks, failed := i.describedClient(r, query.Get("client_id"))
	if failed == nil && !asks.allowsRedirect(query.Get("redirect_uri")) {
		failed = newFault(invalidRequest, "The client has not registered this redirect_uri.")
	}
	return asks, failed
}

// authorizationRequest reads what a client whose address is right asks for.
func authorizationRequest(query url.Values) (t transaction, failed *fault) {
	challenge := query.Get("code_challenge")
	switch {
	case repeated(query) != "":
		return t, newFault(invalidRequest, "A parameter occurs more than once.")
	case query.Has("request"):
		return t, newFault("request_not_supported", "Request objects are not supported.")
	case query.Has("request_uri"):
		return t, newFault("request_uri_not_supported", "Request objects are not supported.")
	case query.Get("response_type") != "code":
		return t, newFault("unsupported_response_type", "response_type must be code.")
	case query.Has("response_mode") && query.Get("response_mode") != "query":
		return t, newFault(invalidRequest, "response_mode must be query.")
	case challenge == "":
		return t, newFault(invalidRequest, "code_challenge is missing: PKCE is required.")
	case query.Get("code_challenge_method") != "S256":
		return t, newFault(invalidRequest, "code_challenge_method must be S256.")
	case len(challenge) != challengeLength || strings.ContainsFunc(challenge, isNoBase64URL):
		return t, newFault(invalidRequest, "code_challenge is not a SHA-256 hash in base64url.")
	case len(query.Get("state")) > maxState || len(query.Get("nonce")) > maxState:
		return t, newFault(invalidRequest, "state or nonce has more than 4 KiB.")
	}
	t.challenge, t.nonce = challenge, query.Get("nonce")
	if t.resource, failed = resourceOf(query); failed != nil {
		return t, failed
	}
	var valid bool
	if t.scopes, valid = parseScopes(query.Get("scope")); !valid {
		return t, newFault(invalidScope, "scope is not a list of scopes, or has more than 100.")
	}
	if prompt := strings.Fields(query.Get("prompt")); slices.Contains(prompt, "none") && len(prompt) > 1 {
		return t, newFault(invalidRequest, "prompt has none and something else.")
	}
	if hint := query.Get("login_hint"); isUserID(hint) {
		t.hint = hint
	}
	return t, nil
}

func isNoBase64URL(c rune) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_'
}

// answerSilently answers a request with prompt=none: with a code if the user of this browser
// has allowed the same before.
func (i *Issuer) answerSilently(w http.ResponseWriter, r *http.Request, t *transaction) {
	i.mu.Lock()
	known, ok := i.sessions.get(i.browserOf(r), i.now())
	allowed, same := []string(nil), false
	user := ""
	if ok {
		user = known.user
		allowed, same = known.consents[t.consent()]
	}
	i.mu.Unlock()
	switch {
	case !ok || t.hint != "" && t.hint != user:
		i.sendBack(w, t, url.Values{"error": {"login_required"}, "error_description": {"The page would have to be shown, to choose a user."}})
	case !same || !isSubset(t.scopes, allowed):
		i.sendBack(w, t, url.Values{"error": {"consent_required"}, "error_description": {"The page would have to be shown, to allow this."}})
	default:
		i.sendBack(w, t, url.Values{"code": {i.newCode(t, user, t.scopes)}})
	}
}

func (t *transaction) consent() consent { return consent{t.client.id, t.redirect, t.resource} }

// newCode returns a code for what a user has allowed.
func (i *Issuer) newCode(t *transaction, user string, scopes []string) string {
	made, now := rand.Text()+rand.Text(), i.now()
	i.mu.Lock()
	defer i.mu.Unlock()
	i.codes.put(hashed(made), &code{
		grant:    &grant{client: t.client.id, user: user, nonce: t.nonce, resource: t.resource, scopes: scopes, at: now},
		redirect: t.redirect, challenge: t.challenge, until: now.Add(codeLife),
	}, now)
	return made
}

// sendBack sends the browser to the client's registered address, with the issuer's name (RFC
// 9207).
func (i *Issuer) sendBack(w http.ResponseWriter, t *transaction, answer url.Values) {
	if t.state != "" && len(t.state) <= maxState {
		answer.Set("state", t.state)
	}
	answer.Set("iss", i.origin)
	w.Header().Set("Location", withParameters(t.redirect, answer))
	w.WriteHeader(http.StatusSeeOther)
}

// cookieName has the port, because the programs of one machine share their cookies.
func (i *Issuer) cookieName() string { return "oriel_issuer_" + i.port() }

func (i *Issuer) port() string { return i.origin[strings.LastIndexByte(i.origin, ':')+1:] }

// browserOf returns the cookie of a browser; empty without one.
func (i *Issuer) browserOf(r *http.Request) string {
	const longest = 64
	cookie, err := r.Cookie(i.cookieName())
	if err != nil || len(cookie.Value) > longest {
		return ""
	}
	return cookie.Value
}

func (i *Issuer) setCookie(w http.ResponseWriter, value string) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // there is no encryption on loopback
		Name: i.cookieName(), Value: value, Path: "/authorize", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}
