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

// provider is what is used of the metadata of an authorization server. Its addresses are
// checked.
type provider struct {
	oauthex.AuthServerMeta

	authorize, token, register *url.URL
}

// providerPlaces are where the metadata of an issuer may be, in the order in which the
// specification wants them to be tried.
func providerPlaces(issuer *url.URL) (places []place) {
	add := func(path, what string) {
		at := url.URL{Scheme: issuer.Scheme, Host: issuer.Host, Path: path}
		places = append(places, place{at: &at, what: "Read the provider's metadata, as " + what})
	}
	path := strings.Trim(issuer.Path, "/")
	if path == "" {
		add("/.well-known/oauth-authorization-server", "OAuth 2.0")
		add("/.well-known/openid-configuration", "OpenID Connect")
		return places
	}
	add("/.well-known/oauth-authorization-server/"+path, "OAuth 2.0, for its path")
	add("/.well-known/openid-configuration/"+path, "OpenID Connect, for its path")
	add("/"+path+"/.well-known/openid-configuration", "OpenID Connect, below its path")
	return places
}

// findProvider reads the metadata of an issuer (RFC 8414, OpenID Connect Discovery 1.0).
func (a *attempt) findProvider(ctx context.Context, issuer string) (*provider, error) {
	at, err := url.Parse(issuer) // it was checked where it was found
	if err != nil {
		return nil, fmt.Errorf("reading the issuer: %w", err)
	}
	for _, one := range providerPlaces(at) {
		s := a.step(one.what, "200 with JSON, whose issuer is exactly the one that was named, with PKCE S256", "RFC 8414, section 3.3; MCP, Authorization")
		found, err := a.readProvider(ctx, s, one, issuer)
		if err = a.end(s, err); err != nil || found != nil {
			return found, err
		}
	}
	s := a.step("Find the provider's metadata", "A provider has metadata of OAuth 2.0 or OpenID Connect", "RFC 8414; OpenID Connect Discovery 1.0")
	s.Request = "none of the places above"
	return nil, a.end(s, s.failed(TheProvider, "The provider has no metadata at "+shownText(issuer)+".",
		"See whether the issuer is right, to the letter, and whether the provider runs."))
}

// readProvider returns nil if there is nothing at a place.
func (a *attempt) readProvider(ctx context.Context, s *Step, one place, issuer string) (*provider, error) {
	answer, err := a.http.get(ctx, s, one.at)
	if err != nil {
		return nil, s.failed(TheProvider, "The metadata can't be read: "+err.Error()+".", "See whether the provider runs, and whether the issuer is right.")
	}
	if answer.status != http.StatusOK || !answer.isJSON() {
		if answer.status == http.StatusOK || answer.status >= http.StatusBadRequest && answer.status < http.StatusInternalServerError {
			s.Verdict, s.Problem = Absent, "There is none."
			return nil, nil //nolint:nilnil // documented above
		}
		return nil, s.failed(TheProvider, fmt.Sprintf("It answers with HTTP status %d.", answer.status), "See whether the provider works.")
	}
	found := &provider{}
	if err := json.Unmarshal(answer.body, &found.AuthServerMeta); err != nil {
		return nil, s.failed(TheProvider, "The metadata can't be read as JSON.", "Correct it.")
	}
	switch {
	case found.Issuer != issuer:
		return nil, s.failed(TheServer, fmt.Sprintf("The provider calls itself %q, and the server calls it %q.", plain(found.Issuer), plain(issuer)),
			"Let the server name the issuer exactly as the provider does, with or without a slash at its end.")
	case !slices.Contains(found.CodeChallengeMethodsSupported, "S256"):
		return nil, s.failed(TheProvider, "The metadata does not say that there is PKCE with S256, so clients have to refuse.",
			`Set code_challenge_methods_supported to ["S256"].`)
	case len(found.ResponseTypesSupported) > 0 && !slices.Contains(found.ResponseTypesSupported, "code"):
		return nil, s.failed(TheProvider, "The provider gives no codes.", `Turn on the response type "code".`)
	}
	for _, endpoint := range []struct {
		name, address string
		to            **url.URL
		optional      bool
	}{
		{"authorization_endpoint", found.AuthorizationEndpoint, &found.authorize, false},
		{"token_endpoint", found.TokenEndpoint, &found.token, false},
		{"registration_endpoint", found.RegistrationEndpoint, &found.register, true},
	} {
		if endpoint.address == "" && endpoint.optional {
			continue
		}
		at, why := checkAddress(endpoint.address, a.nearest)
		if at == nil {
			return nil, s.failed(TheProvider, fmt.Sprintf("The address of %s %s.", endpoint.name, why), "Correct the provider's public address.")
		}
		*endpoint.to = at
	}
	return found, nil
}
