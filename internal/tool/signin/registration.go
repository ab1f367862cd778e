package signin

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// Client is who the workbench is at the provider. The zero value registers itself.
type Client struct {
	// ID is that of a client that was registered by hand, or the https address of a metadata
	// document (CIMD). Empty registers a client (DCR).
	ID string
	// Secret is that of a client that was registered by hand.
	Secret string
	// Redirect is where the user returns to, if the registration names it: http on 127.0.0.1 or
	// localhost, with a path. It is sent as it is, but without a port, the port is free. Empty is
	// a random path.
	Redirect string
	// Scopes are asked for, with offline_access where the provider has it; nil is what the server
	// asks for and what the user has granted before.
	Scopes []string
}

// credentials are those of a client that was registered by hand.
type credentials struct{ id, secret string }

// registered is a client that the provider knows.
type registered struct {
	id, secret string
	// inHeader is whether the secret goes into the header, and not into the form.
	inHeader bool
	how      string
	issuer   string
	redirect string
	// expires is when the secret ends; zero is never.
	expires time.Time
	// given is how the user has named it; without an ID, it was registered dynamically.
	given Client
}

// again returns a client that a sign-in at an issuer may use again if the user names none. How
// the user has named it before is put into c instead. It is nil if there is none.
func (r *registered) again(c *Client, issuer string, now time.Time) *registered {
	switch {
	case r == nil, c.ID != "", r.issuer != issuer, !r.expires.IsZero() && !now.Before(r.expires):
		return nil
	case r.given.ID != "" && c.Redirect == "":
		c.ID, c.Secret, c.Redirect = r.given.ID, r.given.Secret, r.given.Redirect
		return nil
	case r.given.ID != "":
		return nil
	}
	return r
}

// forget makes the next sign-in register anew. What the user has named can't be.
func (s *Session) forget(c *registered) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == c {
		s.known = nil
	}
}

// bind remembers to which provider a secret goes that the user has given, before it is sent.
func (a *attempt) bind(c *registered) {
	if c.given.Secret == "" {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.bound[credentials{c.id, c.secret}] = c.issuer
}

// checkBound returns a failure if a client belongs to another provider: a server may name
// any, and each would get the secret.
func (a *attempt) checkBound(s *Step, c *registered) error {
	a.mu.Lock()
	issuer := a.bound[credentials{c.id, c.secret}]
	a.mu.Unlock()
	if issuer == "" || issuer == c.issuer {
		return nil
	}
	problem := fmt.Sprintf("The client is that of %s, and the server names %s now, which does not get its secret.", plain(issuer), plain(c.issuer))
	return s.failed(TheUser, problem, "Sign in again with a client that is registered at this provider.")
}

// isDocument reports whether an id is the address of a metadata document.
func isDocument(id string) bool {
	at, err := url.Parse(id)
	return err == nil && at.Scheme == "https" && at.Host != "" && strings.Trim(at.Path, "/") != ""
}

// identify returns the client, in the order of the specification: one that was registered by
// hand, a metadata document, dynamic registration.
func (a *attempt) identify(ctx context.Context, p *provider, c Client, redirect string, before *registered) (*registered, error) {
	const section = "MCP, Authorization, \"Client registration approaches\""
	made := &registered{id: c.ID, secret: c.Secret, issuer: p.Issuer, redirect: redirect, given: c}
	switch {
	case c.ID != "" && isDocument(c.ID) && c.Secret == "":
		s := a.step("Name the client by its metadata document", "client_id_metadata_document_supported is true", section)
		s.Request = plain(c.ID)
		made.how = "by its metadata document"
		if !p.ClientIDMetadataDocumentSupported {
			return nil, a.end(s, s.failed(TheProvider, "The provider reads no metadata documents of clients.",
				"Leave out the client ID to register dynamically, or give one that was registered by hand."))
		}
		return made, a.end(s, nil)
	case c.ID != "":
		s := a.step("Use the client that was registered by hand", "The provider knows the client ID", section)
		s.Request = plain(c.ID)
		made.how = "registered by hand"
		if err := a.checkBound(s, made); err != nil {
			return nil, a.end(s, err)
		}
		return made, a.end(s, a.chooseMethod(s, p, made))
	case before != nil && before.redirect == redirect:
		s := a.step("Use the client that was registered before", "Clients register once", section)
		s.Request = plain(before.id)
		return before, a.end(s, nil)
	}
	s := a.step("Register a client", "201 with a client_id; from 2026-07-28 on, dynamic registration is deprecated", "RFC 7591, section 3.2.1")
	return a.register(ctx, s, p, made)
}

// chooseMethod chooses how a secret is sent.
func (a *attempt) chooseMethod(s *Step, p *provider, c *registered) error {
	methods := p.TokenEndpointAuthMethodsSupported
	switch {
	case c.secret == "":
	case len(methods) == 0 || slices.Contains(methods, "client_secret_basic"):
		c.inHeader = true // the default of RFC 8414, section 2
	case !slices.Contains(methods, "client_secret_post"):
		return s.failed(TheProvider, "The provider takes no secret of a client, neither in the header nor in the form.", "Leave out the client's secret.")
	}
	return nil
}

// register registers a client (RFC 7591).
func (a *attempt) register(ctx context.Context, s *Step, p *provider, made *registered) (*registered, error) {
	if p.register == nil {
		s.Request = "no registration_endpoint"
		fix := "Register a client for the workbench by hand, with the redirect address that you choose, and give its ID here."
		if p.ClientIDMetadataDocumentSupported {
			fix = "Give the address of a metadata document of a client as the client ID, or register one by hand."
		}
		return nil, a.end(s, s.failed(TheUser, "The provider has no dynamic registration.", fix))
	}
	body, err := json.Marshal(oauthex.ClientRegistrationMetadata{
		RedirectURIs: []string{made.redirect}, TokenEndpointAuthMethod: p.registrableMethod(), GrantTypes: []string{"authorization_code", "refresh_token"},
		ResponseTypes: []string{"code"}, ClientName: "Oriel workbench", ApplicationType: "native",
	})
	if err != nil {
		return nil, fmt.Errorf("writing the registration: %w", err)
	}
	answer, err := a.http.post(ctx, s, p.register, "application/json", string(body), nil)
	if err != nil {
		return nil, a.end(s, s.failed(TheProvider, "The client can't be registered: "+err.Error()+".", "See whether the provider works."))
	}
	if answer.status != http.StatusCreated && answer.status != http.StatusOK {
		return nil, a.end(s, s.failed(TheProvider, fmt.Sprintf("It refuses to register a client, with HTTP status %d%s.", answer.status, a.saying(answer)),
			"Allow dynamic registration, with redirect addresses on 127.0.0.1, or register a client by hand and give its ID here."))
	}
	var response oauthex.ClientRegistrationResponse
	err = json.Unmarshal(answer.body, &response)
	if err != nil || response.ClientID == "" || max(len(response.ClientID), len(response.ClientSecret)) > maxAddress {
		return nil, a.end(s, s.failed(TheProvider, "The answer has no client_id that can be used.", "Correct the provider."))
	}
	made.id, made.secret, made.how = response.ClientID, response.ClientSecret, "registered dynamically"
	if response.TokenEndpointAuthMethod == "none" {
		made.secret = ""
	}
	if made.secret != "" {
		made.expires = response.ClientSecretExpiresAt
	}
	a.learn(made.secret)
	made.inHeader = made.secret != "" && response.TokenEndpointAuthMethod != "client_secret_post"
	return made, a.end(s, nil)
}

// registrableMethod is how a client that registers itself will authenticate: without a secret,
// unless the provider has only clients with one.
func (p *provider) registrableMethod() string {
	methods := p.TokenEndpointAuthMethodsSupported
	for _, one := range []string{"none", "client_secret_basic", "client_secret_post"} {
		if slices.Contains(methods, one) {
			return one
		}
	}
	return "none"
}

// saying is what a provider says of an error, for the end of a sentence.
func (a *attempt) saying(answer *answer) string {
	var said struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if !answer.isJSON() || json.Unmarshal(answer.body, &said) != nil {
		return ""
	}
	text := plain(said.Error)
	if description := plain(said.Description); description != "" {
		text = strings.TrimPrefix(text+": “"+strings.TrimRight(description, ".")+"”", ": ")
	}
	if text == "" {
		return ""
	}
	return ", " + a.mask(text)
}
