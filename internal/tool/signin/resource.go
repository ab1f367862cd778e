package signin

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

const resourceWellKnown = "/.well-known/oauth-protected-resource"

// resource is what is used of the metadata of a server.
type resource struct {
	id     string
	issuer string
	scopes []string
}

// place is where the metadata may be, and how its address came about.
type place struct {
	at   *url.URL
	what string
	// named is whether the server itself has named it, so that there is no other.
	named bool
}

// resourcePlaces are where the metadata of a server may be, in the order in which the
// specification wants them to be tried.
func resourcePlaces(endpoint *url.URL, named *url.URL) (places []place) {
	if named != nil {
		return []place{{at: named, what: "Read the server's metadata, where its challenge says", named: true}}
	}
	if path := strings.Trim(endpoint.EscapedPath(), "/"); path != "" {
		inserted := *endpoint
		inserted.Path, inserted.RawPath = resourceWellKnown+"/"+strings.TrimLeft(endpoint.Path, "/"), ""
		places = append(places, place{at: &inserted, what: "Read the server's metadata, for its path"})
	}
	root := url.URL{Scheme: endpoint.Scheme, Host: endpoint.Host, Path: resourceWellKnown}
	return append(places, place{at: &root, what: "Read the server's metadata, at its root"})
}

// findResource reads the metadata of a server (RFC 9728).
func (a *attempt) findResource(ctx context.Context, c Challenge) (*resource, error) {
	var named *url.URL
	if c.Metadata != "" {
		s := a.step("Read the server's metadata, where its challenge says", "An address with https, or http on this machine", "RFC 9728, section 5.1")
		at, why := checkAddress(c.Metadata, a.nearest)
		if at == nil {
			s.Request = shownText(c.Metadata)
			return nil, a.end(s, s.failed(TheServer, fmt.Sprintf("The address of resource_metadata %s.", why),
				"Name the address at which clients reach the metadata."))
		}
		named = at
	}
	for _, one := range resourcePlaces(a.endpoint, named) {
		s := a.step(one.what, "200 with JSON, whose resource is the address of the server", "RFC 9728, sections 3.1 and 3.3")
		found, err := a.readResource(ctx, s, one)
		if err = a.end(s, err); err != nil || found != nil {
			return found, err
		}
	}
	s := a.step("Find the server's metadata", "A server with a sign-in has metadata", "MCP, Authorization; RFC 9728")
	s.Request = "none of the places above"
	return nil, a.end(s, s.failed(TheServer, "The server has no metadata of a protected resource.",
		"Serve "+resourceWellKnown+" with resource and authorization_servers, and name it in the challenge."))
}

// readResource returns nil if there is nothing at a place, and there are others.
func (a *attempt) readResource(ctx context.Context, s *Step, one place) (*resource, error) {
	if _, why := checkAddress(one.at.String(), a.nearest); why != "" {
		s.Request = "GET " + shown(one.at)
		return nil, s.failed(TheServer, "The address "+why+".", "Serve the app with https.")
	}
	answer, err := a.http.get(ctx, s, one.at)
	if err != nil {
		return nil, s.failed(TheServer, "The metadata can't be read: "+err.Error()+".", "See what the server answers there.")
	}
	if answer.status != http.StatusOK || !answer.isJSON() {
		if !one.named && (answer.status == http.StatusOK || answer.status >= http.StatusBadRequest && answer.status < http.StatusInternalServerError) {
			s.Verdict, s.Problem = Absent, "There is none."
			return nil, nil //nolint:nilnil // documented above
		}
		return nil, s.failed(TheServer, fmt.Sprintf("It answers with HTTP status %d and %s.", answer.status, kindOf(answer)),
			"Answer with 200 and application/json.")
	}
	var meta oauthex.ProtectedResourceMetadata
	if json.Unmarshal(answer.body, &meta) != nil {
		return nil, s.failed(TheServer, "The metadata can't be read as JSON.", "Correct it.")
	}
	id, why := checkAddress(meta.Resource, a.nearest)
	origin := &url.URL{Scheme: a.endpoint.Scheme, Host: a.endpoint.Host}
	isRoot := one.at.EscapedPath() == resourceWellKnown && !one.named
	switch {
	case meta.Resource == "":
		return nil, s.failed(TheServer, "The metadata names no resource.", "Set resource to the address of the MCP endpoint.")
	case id == nil:
		return nil, s.failed(TheServer, "The resource of the metadata "+why+".", "Set resource to the address of the MCP endpoint.")
	case !sameResource(id, a.endpoint) && (!isRoot || !sameResource(id, origin)):
		problem := fmt.Sprintf("The metadata is that of another resource, %s; the server is %s.", shown(id), shown(a.endpoint))
		return nil, s.failed(TheServer, problem, "Set resource to the address that clients use, such as the public one behind a proxy. "+
			"Hosts stop here, because the tokens would be for somebody else.")
	case len(meta.AuthorizationServers) == 0:
		return nil, s.failed(TheServer, "The metadata names no authorization server.", "Set authorization_servers to the issuer of the provider.")
	}
	issuer := meta.AuthorizationServers[0]
	if at, why := checkAddress(issuer, a.nearest); at == nil || at.RawQuery != "" {
		if why == "" {
			why = "has a query"
		}
		return nil, s.failed(TheServer, fmt.Sprintf("The authorization server %s %s.", shownText(issuer), why), "Name the issuer of the provider.")
	}
	s.Problem = "The provider is " + shownText(issuer) + "."
	return &resource{id: meta.Resource, issuer: issuer, scopes: validScopes(meta.ScopesSupported)}, nil
}

func kindOf(a *answer) string {
	if a.kind == "" {
		return "no content type"
	}
	return plain(a.kind)
}
