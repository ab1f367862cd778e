package signin

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// Client is who the workbench is at the provider. The zero value registers itself.
type Client struct {
	// ID is that of a client that was registered by hand, or the https address of a metadata
	// document (CIMD). Empty registers a client (DCR).
	ID string
	// Secret is that of a client that was registered by hand.
	Secret string
	// Redirect is where the user returns to, if the registration names it: http on 127.0.0.1.
	// Empty is a random path; without a port, the port is free.
	Redirect string
	// Scopes are asked for; nil is what the server asks for.
	Scopes []string
}

// registered is a client that the provider knows.
type registered struct {
	id, secret string
	// inHeader is whether the secret goes into the header, and not into the form.
	inHeader bool
	how      string
	issuer   string
	redirect string
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
	made := &registered{id: c.ID, secret: c.Secret, issuer: p.Issuer, redirect: redirect}
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
		return made, a.end(s, a.chooseMethod(s, p, made))
	case before != nil && before.issuer == p.Issuer && before.redirect == redirect:
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
