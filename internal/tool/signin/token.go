package signin

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// tokens are what a provider gives.
type tokens struct {
	access, refresh string
	scopes          []string
	// expires is zero where the provider doesn't say; from renew on, the token is refreshed before
	// it is sent.
	expires, renew time.Time
	// refused says that the server does not take the token, and failed when it could not be
	// refreshed last.
	refused bool
	failed  time.Time
	subject string // unverified, for people; empty where it is not known
}

// tokenAnswer is the answer of a token endpoint (OAuth 2.1, section 3.2.3).
type tokenAnswer struct {
	Access  string          `json:"access_token"`
	Type    string          `json:"token_type"`
	Expires json.RawMessage `json:"expires_in"`
	Refresh string          `json:"refresh_token"`
	Scope   *string         `json:"scope"`
	ID      string          `json:"id_token"`
	Error   string          `json:"error"`
}

// life is how long the token is good for; zero if that is not known. Some providers write the
// number as a string.
func (t *tokenAnswer) life() time.Duration {
	const longest = 10 * 365 * 24 * time.Hour
	seconds, err := strconv.ParseFloat(strings.Trim(string(t.Expires), `"`), 64)
	if err == nil && seconds > 0 && seconds < longest.Seconds() {
		return time.Duration(seconds * float64(time.Second))
	}
	return 0
}

// refusedGrantError is a token endpoint's refusal of a code or a refresh token for good.
type refusedGrantError struct {
	error

	isOfClient bool // the provider does not know the client
}

func (e refusedGrantError) Unwrap() error { return e.error }

// requestTokens asks the token endpoint. before are the tokens that are refreshed, or what was
// asked for: an answer that leaves something out has not changed it.
func (a *attempt) requestTokens(ctx context.Context, s *Step, at *url.URL, c *registered, form url.Values, before tokens) (*tokens, error) {
	form.Set("client_id", c.id)
	prepare := func(r *http.Request) {
		if c.inHeader {
			r.SetBasicAuth(url.QueryEscape(c.id), url.QueryEscape(c.secret))
		}
	}
	if c.inHeader {
		form.Del("client_id") // a client authenticates in one way
	} else if c.secret != "" {
		form.Set("client_secret", c.secret)
	}
	answer, err := a.http.post(ctx, s, at, "application/x-www-form-urlencoded", form.Encode(), prepare)
	s.Request += " (" + shownQuery(form.Encode()) + ")"
	if err != nil {
		return nil, s.failed(TheProvider, "The token endpoint can't be used: "+err.Error()+".", "See whether the provider works.")
	}
	var got tokenAnswer
	decoded := json.Unmarshal(answer.body, &got)
	a.learn(got.Access, got.Refresh, got.ID)
	switch {
	case answer.status != http.StatusOK || got.Error != "": // GitHub refuses with 200
		return nil, a.refusedTokens(s, answer, got.Error)
	case decoded != nil || !answer.isJSON():
		return nil, s.failed(TheProvider, "The answer of the token endpoint can't be read as JSON.", "Correct the provider.")
	case got.Access == "" || strings.ContainsFunc(got.Access, func(r rune) bool { return r <= ' ' || r > '~' }):
		return nil, s.failed(TheProvider, "The answer has no access_token that can be sent.", "Correct the provider.")
	case !strings.EqualFold(got.Type, "Bearer"):
		return nil, s.failed(TheProvider, fmt.Sprintf("The token is of the type %q, and MCP has Bearer tokens only.", plain(got.Type)),
			"Let the provider give Bearer tokens.")
	}
	made := &tokens{access: got.Access, refresh: got.Refresh, scopes: before.scopes, subject: before.subject}
	if made.refresh == "" {
		made.refresh = before.refresh
	}
	if got.Scope != nil {
		made.scopes = scopesOf(*got.Scope)
	}
	if life := got.life(); life > 0 {
		const early, share = 10 * time.Second, 4 // a token of a short life is used for most of it
		made.expires = a.now().Add(life)
		made.renew = made.expires.Add(-min(early, life/share))
	}
	for _, token := range []string{got.ID, got.Access} {
		if subject := subjectOf(token); subject != "" {
			made.subject = subject
			break
		}
	}
	return made, nil
}

// refusedTokens is the failure of a refusal by the token endpoint.
func (a *attempt) refusedTokens(s *Step, answer *answer, code string) error {
	said := fmt.Sprintf("The token endpoint answers with HTTP status %d%s.", answer.status, a.saying(answer))
	switch code {
	case "invalid_grant":
		return refusedGrantError{error: s.failed(TheProvider, said,
			"Sign in again. If it happens again, see whether the provider compares PKCE and the redirect address rightly.")}
	case "invalid_client", "unauthorized_client":
		return refusedGrantError{error: s.failed(TheUser, said, "See whether the client's ID and secret are right."), isOfClient: true}
	case "invalid_target":
		return s.failed(TheProvider, said, "Let the provider know the server as a resource (RFC 8707).")
	default:
		return s.failed(TheProvider, said, "See what the provider's log says.")
	}
}

// subjectOf returns who a JWT is for. Nobody has verified it: it is for a person to read.
func subjectOf(token string) string {
	parts := strings.Split(token, ".")
	const jwt = 3
	if len(parts) != jwt {
		return ""
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct {
		Subject string `json:"sub"`
	}
	if err != nil || json.Unmarshal(raw, &claims) != nil {
		return ""
	}
	return plain(claims.Subject)
}
