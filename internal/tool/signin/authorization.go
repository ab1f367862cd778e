package signin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// authorization is a request to the provider that its user answers.
type authorization struct {
	address         string
	state, verifier string
}

const offlineAccess = "offline_access"

// newAuthorization writes the request (OAuth 2.1, section 4.1.1; RFC 8707).
func newAuthorization(p *provider, c *registered, resource string, scopes []string) authorization {
	a := authorization{state: rand.Text(), verifier: rand.Text() + rand.Text()}
	hash := sha256.Sum256([]byte(a.verifier))
	query := p.authorize.Query() // what the provider has put there stays (RFC 6749, section 3.1)
	for name, value := range map[string]string{
		"response_type": "code", "client_id": c.id, "redirect_uri": c.redirect, "state": a.state, "resource": resource,
		"code_challenge": base64.RawURLEncoding.EncodeToString(hash[:]), "code_challenge_method": "S256",
	} {
		query.Set(name, value)
	}
	if len(scopes) > 0 {
		query.Set("scope", strings.Join(scopes, " "))
	}
	if slices.Contains(scopes, offlineAccess) {
		query.Set("prompt", "consent") // without it, providers drop the scope (OpenID Connect Core 1.0, section 11)
	}
	to := *p.authorize
	to.RawQuery = query.Encode()
	a.address = to.String()
	return a
}

// wanted are the scopes to ask for: those of the challenge, or else all of the server; and what
// the user has granted before, so that nothing of it is lost.
func wanted(c Challenge, r *resource, p *provider, chosen, granted []string) []string {
	scopes := chosen
	if scopes == nil {
		if scopes = c.Scopes; len(scopes) == 0 {
			scopes = r.scopes
		}
		scopes = append(slices.Clone(granted), scopes...)
	}
	if slices.Contains(p.ScopesSupported, offlineAccess) {
		scopes = append(slices.Clone(scopes), offlineAccess)
	}
	return validScopes(scopes)
}

// checkReturn returns the code of a return with the right state (OAuth 2.1, section 4.1.2; RFC 9207).
func (a *attempt) checkReturn(s *Step, p *provider, redirect string, query url.Values) (string, error) {
	s.Request = "GET " + shownText(redirect[:strings.LastIndexByte(redirect, '/')+1]) + hidden
	if len(query) > 0 {
		s.Request += "?" + shownQuery(query.Encode())
	}
	for name, values := range query {
		if len(values) > 1 {
			return "", s.failed(TheProvider, fmt.Sprintf("The parameter %q comes more than once.", plain(name)), "Correct the provider.")
		}
	}
	iss, given := query["iss"]
	switch {
	case !given && p.AuthorizationResponseIssParameterSupported:
		return "", s.failed(TheProvider, "iss is missing, although the provider's metadata says that it is sent.",
			"Let the provider send iss, also with errors.")
	case given && iss[0] != p.Issuer:
		problem := fmt.Sprintf("iss is %q, and the issuer is %q: the answer may come from another provider.", plain(iss[0]), plain(p.Issuer))
		return "", s.failed(TheProvider, problem, "Let iss be exactly the issuer of the metadata.")
	}
	if code := plain(query.Get("error")); code != "" {
		said := code
		if text := plain(query.Get("error_description")); text != "" {
			said += ": “" + strings.TrimRight(text, ".") + "”"
		}
		if code == "access_denied" {
			return "", s.failed(TheUser, "The user, or a rule of the provider, has refused ("+a.mask(said)+").", "Sign in again and allow it.")
		}
		by, fix := TheProvider, "See what the provider's log says."
		switch code {
		case "invalid_scope":
			by, fix = TheServer, "Let the server ask only for scopes that the provider knows."
		case "invalid_target":
			by, fix = TheProvider, "Let the provider know the server as a resource (RFC 8707)."
		}
		return "", s.failed(by, "The provider refuses, "+a.mask(said)+".", fix)
	}
	code := query.Get("code")
	if code == "" {
		return "", s.failed(TheProvider, "There is neither a code nor an error.", "Correct the provider.")
	}
	if !given {
		s.Problem = "The provider sends no iss, which newer specifications want."
	}
	return code, nil
}

// askUser waits for the user to answer at the provider and returns the code.
func (a *attempt) askUser(ctx context.Context, p *provider, asked authorization, r *returning) (string, func(error), error) {
	s := a.step("Send the user to the provider", "PKCE S256, resource, state, the exact redirect address",
		"MCP, Authorization; OAuth 2.1, section 4.1.1; RFC 8707")
	s.Request, s.Verdict = "GET "+shownText(asked.address), Waiting
	r.leadTo(asked.address, asked.state)
	a.waiting(s, r.startAddress())
	const stranger = "Something has come back whose state is not the one that was sent: it may be of somebody else's sign-in. If it was yours, " +
		"the provider does not return the state unchanged."
	for {
		select {
		case <-r.foreign:
			s.Problem = stranger
			a.show(s)
		case <-ctx.Done():
			problem := strings.TrimSpace("The user has not come back in time, or the sign-in was ended. " + s.Problem)
			return "", nil, a.end(s, s.failed(TheUser, problem, "Sign in again."))
		case came := <-r.came:
			_ = a.end(s, nil) // the user is back
			back := a.step("Take the user back", "The same state, and iss exactly the issuer", "OAuth 2.1, section 4.1.2; RFC 9207, section 2.4")
			a.learn(came.query.Get("code"))
			code, err := a.checkReturn(back, p, r.address, came.query)
			return code, func(err error) { came.outcome <- err }, a.end(back, err)
		}
	}
}
