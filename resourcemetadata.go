package oriel

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// metadataPath is where clients look for protected-resource metadata (RFC 9728, section 3).
// The path of the resource follows it.
const metadataPath = "/.well-known/oauth-protected-resource"

// resourceMetadata tells clients where to sign in (RFC 9728, section 2).
type resourceMetadata struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers,omitempty"`
	ScopesSupported      []string `json:"scopes_supported,omitempty"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	ResourceName         string   `json:"resource_name,omitempty"`
}

// ResourceMetadataHandler serves the app's protected-resource metadata, which tells
// clients where to sign in (RFC 9728). [App.Routes] serves it; a program that mounts
// [App.Handler] itself serves it, too, at "/.well-known/oauth-protected-resource" followed by
// the path of the endpoint, and at "/.well-known/oauth-protected-resource" alone. It is 404 if
// [Options.Auth] is nil.
func (a *App) ResourceMetadataHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*") // clients in browsers read it, and it is public
		header.Set("X-Content-Type-Options", "nosniff")
		switch {
		case a.verifier == nil:
			http.NotFound(w, r)
		case r.Method == http.MethodOptions:
			header.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
			header.Set("Access-Control-Allow-Headers", "Mcp-Protocol-Version, Content-Type")
			header.Set("Access-Control-Max-Age", "7200")
			w.WriteHeader(http.StatusNoContent)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			header.Set("Allow", "GET, HEAD, OPTIONS")
			w.WriteHeader(http.StatusMethodNotAllowed)
		default:
			a.writeResourceMetadata(w, r)
		}
	})
}

// resourceMetadataOfPath serves the metadata below the path of the endpoint, here and at the public
// address, which may be another behind a proxy.
func (a *App) resourceMetadataOfPath(w http.ResponseWriter, r *http.Request) {
	public, err := url.Parse(a.metadataURL())
	if r.URL.Path != metadataPath+Endpoint && (err != nil || r.URL.Path != public.Path) {
		http.NotFound(w, r)
		return
	}
	a.ResourceMetadataHandler().ServeHTTP(w, r)
}

func (a *App) writeResourceMetadata(w http.ResponseWriter, r *http.Request) {
	body, err := json.Marshal(resourceMetadata{
		Resource: a.resource(), AuthorizationServers: a.issuers, ScopesSupported: a.declared().scopes(),
		BearerMethods: []string{"header"}, ResourceName: a.options.Title,
	})
	if err != nil {
		a.logger().Error("the protected-resource metadata could not be encoded", "error", err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "max-age=60")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // it fails if the client is gone
	}
}

// scopes returns the scopes of all declarations, sorted. offline_access is left out: whether
// a client may refresh its token is between it and the authorization server.
func (c *catalogue) scopes() []string {
	var all []string
	add := func(ways []ui.SecurityScheme) {
		for _, way := range ways {
			all = append(all, way.Scopes...)
		}
	}
	for _, t := range c.tools {
		add(t.Security)
	}
	for _, r := range c.resources {
		add(r.Security)
	}
	for _, t := range c.templates {
		add(t.Security)
	}
	for _, p := range c.prompts {
		add(p.Security)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(scope string) bool { return scope == "offline_access" })
}

// resource returns the URL that clients name when they ask for a token: the audience of tokens,
// if it is at the origin of the endpoint. Clients refuse any other (RFC 9728, section 3.3).
func (a *App) resource() string {
	endpoint, audience := a.resourceURL(), a.verifier.Audience()
	at, err := url.Parse(endpoint)
	named, fault := url.Parse(audience)
	if err == nil && fault == nil && named.Host != "" && (endpoint == "" || named.Scheme == at.Scheme && named.Host == at.Host) {
		return audience
	}
	return endpoint
}

// resourceURL returns the address of the endpoint; empty if it is not known.
func (a *App) resourceURL() string {
	return *a.endpointURL.Load()
}

// publishURL makes the address of the endpoint known to requests. The caller holds a.mu, unless
// the app is not shared yet.
func (a *App) publishURL() {
	address := cmp.Or(a.options.URL, a.dev.endpoint(), a.local)
	a.endpointURL.Store(&address)
}

// metadataURL returns where the metadata is; empty if the address of the endpoint is not known.
// Then clients look where the endpoint is.
func (a *App) metadataURL() string {
	u, err := url.Parse(a.resourceURL())
	if err != nil || u.Host == "" {
		return ""
	}
	u.Path = metadataPath + strings.TrimSuffix(u.Path, "/")
	u.RawPath = ""
	return u.String()
}

// knowsAudience returns an error if the app can't know for whom tokens have to be.
func (a *App) knowsAudience() error {
	if a.verifier == nil || a.verifier.Audience() != "" || a.resourceURL() != "" {
		return nil
	}
	return &Error{
		Code: "public_url_missing", Message: "The app checks access tokens, and does not know the address for which they are issued.",
		Fix: "Set -public-url or ORIEL_PUBLIC_URL to the address of the endpoint, or an audience in Options.Auth.",
	}
}
