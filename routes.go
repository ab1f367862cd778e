package oriel

import (
	"cmp"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// Endpoint is the path at which [App.Routes] and [App.Main] serve MCP.
const Endpoint = "/mcp"

// Routes returns everything that [App.Main] serves: the MCP endpoint at [Endpoint], the
// files of views below /oriel/ (see [App.AssetsHandler]), a health check at /healthz,
// where users sign in if [Options.Auth] is set ([App.ResourceMetadataHandler]), the token
// of [Options.OpenAIChallenge], and the handlers of [App.Mount]. Unless one of
// them does, a line of text answers GET / with the address of the endpoint.
//
// To serve the endpoint at another path, or on a mux of your own, use [App.Handler].
func (a *App) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle(Endpoint, a.Handler())
	mux.HandleFunc("GET /healthz", a.health)
	if a.verifier != nil {
		mux.Handle(metadataPath, a.ResourceMetadataHandler())
		mux.HandleFunc(metadataPath+"/", a.resourceMetadataOfPath)
	}
	for _, pattern := range assetsPatterns() {
		mux.Handle(pattern, a.AssetsHandler())
	}
	if token := cmp.Or(a.options.OpenAIChallenge, os.Getenv(challengeVariable)); token != "" {
		mux.HandleFunc("GET /.well-known/openai-apps-challenge", func(w http.ResponseWriter, _ *http.Request) { plain(w, token) })
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, m := range a.mounts {
		mux.Handle(m.pattern, m.handler)
	}
	if _, pattern := mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/"}}); pattern == "" {
		mux.HandleFunc("GET /{$}", a.welcome)
	}
	return mux
}

// welcome tells people who open the server in a browser where MCP clients find it. The request's Host is not
// repeated: anybody can have written it.
func (a *App) welcome(w http.ResponseWriter, _ *http.Request) {
	a.mu.Lock()
	address := cmp.Or(a.options.URL, Endpoint+" on this server")
	a.mu.Unlock()
	plain(w, "This is an MCP server, for AI assistants. Its address for them is "+address+".\n")
}

// assetsPatterns are the patterns of the files of views. They are specific and have a
// method, so that they don't conflict with an app's own patterns, such as "/" or
// "/{tenant}/x".
func assetsPatterns() []string {
	return []string{"GET /" + assetsFolder + "assets/{file}", "GET /" + assetsFolder + "views/{view}/{hash}/{file...}"}
}

// challengeVariable is the environment variable for the token; [Options.OpenAIChallenge]
// overrides it.
const challengeVariable = "ORIEL_OPENAI_CHALLENGE"

type mount struct {
	pattern string
	handler http.Handler
}

// Mount adds a handler to those that [App.Routes] and [App.Main] serve, such as static
// files beside the endpoint:
//
//	app.Mount("GET /assets/", http.FileServerFS(assets))
//
// The pattern is one of http.ServeMux. A faulty one is collected in [App.Err].
func (a *App) Mount(pattern string, handler http.Handler) {
	if err := tryPattern(pattern, handler); err != nil {
		a.fault(err)
		return
	}
	a.mu.Lock()
	mounts := append(a.mounts, mount{pattern, handler}) //nolint:gocritic // it is taken over below
	a.mu.Unlock()
	if err := tryAll(mounts); err != nil {
		a.fault(err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.mounts = mounts
}

// tryPattern returns the error with which http.ServeMux would panic.
func tryPattern(pattern string, handler http.Handler) error {
	return tryAll([]mount{{pattern, handler}})
}

func tryAll(mounts []mount) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = &Error{Code: "mount_invalid", Message: fmt.Sprintf("The pattern can't be mounted: %v.", reason), Fix: "See the patterns of http.ServeMux."}
		}
	}()
	mux := http.NewServeMux()
	for _, taken := range append(assetsPatterns(), Endpoint, metadataPath, metadataPath+"/", "GET /healthz", "GET /.well-known/openai-apps-challenge") {
		mux.HandleFunc(taken, http.NotFound)
	}
	for _, m := range mounts {
		mux.Handle(m.pattern, m.handler)
	}
	return nil
}

// health answers health checks of load balancers: whether to send requests here.
func (a *App) health(w http.ResponseWriter, _ *http.Request) {
	if a.ending.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	plain(w, "ok\n")
}

func plain(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = io.WriteString(w, text) // it fails if the client is gone, and there is nothing to do then
}

// setURL replaces the public address, including that of views declared before.
func (a *App) setURL(address string) {
	if address == "" {
		return
	}
	if err := checkURL(address); err != nil {
		a.fault(err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.options.URL = address
	for _, v := range a.draft.views {
		v.Endpoint = address
	}
	a.readdress()
}

// readdress makes all documents again, with the current addresses. The caller holds
// a.mu.
func (a *App) readdress() {
	a.publishURL()
	for _, v := range a.draft.views {
		v.AssetOptions = a.viewAssets()
	}
	a.published.Store(nil)
	a.making.Lock()
	defer a.making.Unlock()
	a.documents = nil
}

// checkURL returns an error if the public address is invalid.
func checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.Fragment != "" {
		return &Error{
			Code: "public_url_invalid", Message: fmt.Sprintf("%q can't be the public address of the endpoint.", address),
			Fix: "Give the whole URL, as people give it to hosts: https://weather.example.com/mcp",
		}
	}
	return nil
}

// checkHost returns an error if a name of [Options.AllowedHosts] is no host name or address.
func checkHost(host string) error {
	u, err := url.Parse("http://" + host)
	name := err == nil && host != "" && u.Host == host && u.Hostname() == host && !strings.Contains(host, "*")
	if name || net.ParseIP(host) != nil {
		return nil
	}
	return &Error{
		Code: "allowed_host_invalid", Message: fmt.Sprintf("%q can't be a host in Options.AllowedHosts.", host),
		Fix: "Give a name or an address, without scheme and port: mcp.internal",
	}
}
