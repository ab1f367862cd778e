package otherhosts_test

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/test/browsertest"
)

//go:embed testdata/sandbox.html
var sandboxPage string

// defaultPolicy is what MCP Apps gives a view that asks for nothing (2026-01-26,
// "Content Security Policy").
const defaultPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

// A page is a host in a page: an MCP client that declares nothing, and a class of others
// that shows views.
type page struct {
	name     string
	script   string // in testdata
	versions []string
	// link is where the page takes the view's URI from: the _meta of the "tool", or of the
	// "result" if that has any.
	link string
}

var pages = []page{
	// Its client is of the SDK's first generation.
	{"AppRenderer", "apprenderer.ts", []string{initialized}, "tool"},
	{"AppBridge", "appbridge.ts", []string{initialized, stateless}, "tool"},
	{"AppBridge by the result", "appbridge.ts", []string{initialized, stateless}, "result"},
}

func showInPages(t *testing.T, browser *browsertest.Browser, shown []app) {
	t.Helper()
	host := serveScripts(t, "apprenderer.ts", "appbridge.ts")
	sandbox := servePage(t, defaultPolicy, sandboxPage)
	for _, p := range pages {
		for _, version := range p.versions {
			for _, a := range shown {
				t.Run(p.name+" "+version+" "+a.name, func(t *testing.T) {
					t.Parallel()
					p.show(t, browser, host, sandbox, version, a)
				})
			}
		}
	}
}

// show opens an app in the page and uses its view.
func (p page) show(t *testing.T, browser *browsertest.Browser, host, sandbox, version string, a app) {
	t.Helper()
	arguments, err := json.Marshal(a.arguments)
	if err != nil {
		t.Fatal(err)
	}
	query := url.Values{
		"script": {p.script}, "server": {a.serve(t)}, "sandbox": {sandbox}, "version": {version}, "link": {p.link},
		"tool": {a.tool}, "arguments": {string(arguments)},
	}
	opened := browser.Open(t, host+"?"+query.Encode())
	if err = opened.Main().WaitFor(t.Context(), `document.body.dataset.state`); err != nil {
		t.Fatal(err)
	}
	got, err := browsertest.Eval[map[string]string](t.Context(), opened.Main(), "({ ...document.body.dataset })")
	if err != nil {
		t.Fatal(err)
	}
	if got["state"] != "shown" || got["version"] != version {
		t.Fatalf("the page says %v", got)
	}
	if err := a.use(t.Context(), opened.Frame("iframe").Frame("iframe")); err != nil {
		t.Error(err)
	}
	for _, m := range opened.Messages() {
		if slices.Contains([]string{"error", "exception"}, m.Type) {
			t.Errorf("the console says %s", m)
		}
	}
	for _, v := range opened.Violations() {
		t.Errorf("a policy is in the way: %s", v)
	}
}

// serveScripts serves a page that runs the script that its address names.
func serveScripts(t *testing.T, names ...string) string {
	t.Helper()
	bundled := make(map[string]string, len(names))
	for _, name := range names {
		bundled[name] = bundle(t, name)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><title>host</title><link rel=icon href=data:,><style>iframe { width: 900px; height: 700px }</style>` +
			`<body><script type=module src="/` + url.PathEscape(r.FormValue("script")) + `"></script>`))
	})
	mux.HandleFunc("GET /{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write([]byte(bundled[r.PathValue("name")]))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func servePage(t *testing.T, policy, html string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_, _ = w.Write([]byte(html))
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// bundle builds a script below testdata into one module.
func bundle(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: dir,
		EntryPoints:   []string{"test/otherhosts/testdata/" + name},
		Bundle:        true,
		Format:        api.FormatESModule,
		Target:        api.ES2022,
		Platform:      api.PlatformBrowser,
		TsconfigRaw:   "{}",
		Define:        map[string]string{"process.env.NODE_ENV": `"production"`},
	})
	if len(result.Errors) > 0 {
		t.Fatalf("bundling %s: %s\n\"make test\" installs what it needs, or \"npm ci\"", name,
			strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}), "\n"))
	}
	return string(result.OutputFiles[0].Contents)
}
