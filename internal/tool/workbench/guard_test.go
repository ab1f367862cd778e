package workbench_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/workbench"
)

// routes are all of the API.
func routes() []struct{ method, path, body string } {
	return []struct{ method, path, body string }{
		{http.MethodGet, "/api/session", ""},
		{http.MethodGet, "/api/events", ""},
		{http.MethodPost, "/api/list", `{"server":"s","profile":"vscode","list":"tools","caller":"host"}`},
		{http.MethodPost, "/api/call", `{"server":"s","profile":"vscode","tool":"t","caller":"host"}`},
		{http.MethodPost, "/api/resource", `{"server":"s","profile":"vscode","uri":"ui://s/v"}`},
		{http.MethodPost, "/api/view", `{"server":"s","profile":"vscode","tool":"t"}`},
		{http.MethodPost, "/api/prompt", `{"server":"s","profile":"vscode","name":"p"}`},
		{http.MethodPost, "/api/restart", `{"server":"s"}`},
		{http.MethodPost, "/api/keep", `{"page":"0123456789012345678901","run":1,"part":"run","value":1}`},
		{http.MethodPost, "/api/kept", `{"page":"0123456789012345678901"}`},
		{http.MethodPost, "/api/release", `{"document":"http://x.localhost/view/1"}`},
	}
}

func newFake() *fake {
	return &fake{
		tools:     `{"name":"t","inputSchema":{"type":"object"},"_meta":{"ui":{"resourceUri":"ui://s/v"}}}`,
		resources: map[string]string{"ui://s/v": `{"contents":[{"uri":"ui://s/v","mimeType":"text/html;profile=mcp-app","text":"<!doctype html><p>view</p>"}]}`},
	}
}

func TestAPIAnswersOnlyItsPage(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(host string) func(*http.Request) {
		return func(r *http.Request) { r.Host = host }
	}
	port := b.address[strings.LastIndex(b.address, ":"):]
	for _, tt := range []struct {
		name   string
		change func(*http.Request)
		status int
	}{
		{"as it should be", nil, 200},
		{"Sec-Fetch-Site: same-origin", set("Sec-Fetch-Site", "same-origin"), 200},
		{"without an Origin", func(r *http.Request) { r.Header.Del("Origin") }, 200},

		{"no token", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"a wrong token", set("Authorization", "Bearer "+strings.Repeat("A", 43)), 401},
		{"a cut token", set("Authorization", "Bearer "+b.token[:42]), 401},
		{"a longer token", set("Authorization", "Bearer "+b.token+"A"), 401},
		{"an empty token", set("Authorization", "Bearer "), 401},
		{"the token as Basic", set("Authorization", "Basic "+b.token), 401},
		{"the token alone", set("Authorization", b.token), 401},
		{"two tokens", func(r *http.Request) { r.Header.Add("Authorization", "Bearer x") }, 401},
		{"the token in the query", func(r *http.Request) {
			r.Header.Del("Authorization")
			r.URL.RawQuery = url.Values{"token": {b.token}}.Encode()
		}, 401},
		{"the token in a cookie", func(r *http.Request) {
			r.Header.Del("Authorization")
			r.AddCookie(&http.Cookie{Name: "token", Value: b.token})
		}, 401},

		{"a foreign Origin", set("Origin", "https://evil.example"), 403},
		{"no Origin at all, in its way", set("Origin", "null"), 403},
		{"the page by another name", set("Origin", "http://localhost"+port), 403},
		{"the page over TLS", set("Origin", "https://"+b.address), 403},
		{"another port", set("Origin", "http://127.0.0.1:1"), 403},
		{"a view", set("Origin", "http://"+strings.Repeat("a", 32)+".localhost"+port), 403},
		{"two Origins", func(r *http.Request) { r.Header["Origin"] = []string{b.origin, "https://evil.example"} }, 403},
		{"Sec-Fetch-Site: cross-site", set("Sec-Fetch-Site", "cross-site"), 403},
		{"Sec-Fetch-Site: same-site", set("Sec-Fetch-Site", "same-site"), 403},
		{"Sec-Fetch-Site: none", set("Sec-Fetch-Site", "none"), 403},
		{"Sec-Fetch-Site: something new", set("Sec-Fetch-Site", "kindred"), 403},

		{"a rebound name", host("evil.example"), 403},
		{"a rebound name with our port", host("evil.example" + port), 403},
		{"localhost", host("localhost" + port), 403},
		{"without the port", host("127.0.0.1"), 403},
		{"another loopback address", host("127.0.0.2" + port), 403},
		{"0.0.0.0", host("0.0.0.0" + port), 403},
		{"IPv6", host("[::1]" + port), 403},
		{"a name that ends like ours", host("127.0.0.1.evil.example" + port), 403},
		{"a view's host", host(strings.Repeat("a", 32) + ".localhost" + port), 404},
	} {
		for _, route := range routes() {
			response := b.open(t, route.method, route.path, route.body, tt.change)
			_ = response.Body.Close()
			want := tt.status
			if want == 404 && route.method == http.MethodPost {
				want = 405 // the sandbox takes no POST at all
			}
			if response.StatusCode != want {
				t.Errorf("%s: %s %s gave %d, want %d", tt.name, route.method, route.path, response.StatusCode, want)
			}
			for name := range response.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s: %s lets other origins in: %s", tt.name, route.path, name)
				}
			}
		}
	}
}

func TestAPIPreflight(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	got := b.send(t, http.MethodOptions, "/api/call", "", func(r *http.Request) {
		r.Header.Del("Authorization")
		r.Header.Set("Origin", "https://evil.example")
		r.Header.Set("Access-Control-Request-Method", "POST")
		r.Header.Set("Access-Control-Request-Headers", "authorization,content-type")
	})
	if got.status < 400 || got.header.Get("Access-Control-Allow-Origin") != "" || got.header.Get("Access-Control-Allow-Headers") != "" {
		t.Errorf("%d %v", got.status, got.header)
	}
}

// apiBody is what a page may send, and what it gets for that.
type apiBody struct {
	name, path, body string
	change           func(*http.Request)
	status           int
	code             string
}

// refuses has a page send bodies, most of which it is refused for.
func (b *bench) refuses(t *testing.T, bodies []apiBody) {
	t.Helper()
	for _, tt := range bodies {
		got := b.send(t, http.MethodPost, tt.path, tt.body, tt.change)
		if got.status != tt.status || !strings.Contains(got.body, `"code":"`+tt.code) && tt.code != "" {
			t.Errorf("%s: %d %.200s, want %d %s", tt.name, got.status, got.body, tt.status, tt.code)
		}
	}
}

func TestAPIBodies(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := startWith(t, f)
	tools := `{"server":"s","profile":"vscode","list":"tools","caller":"host"}`
	kind := func(kind string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Content-Type", kind) }
	}
	b.refuses(t, []apiBody{
		{"JSON with a charset", "/api/list", tools, kind("application/json; charset=utf-8"), 200, ""},
		{"a form", "/api/list", tools, kind("application/x-www-form-urlencoded"), 415, "json_required"},
		{"plain text", "/api/list", tools, kind("text/plain"), 415, "json_required"},
		{"text that claims JSON", "/api/list", tools, kind("text/plain; application/json"), 415, "json_required"},
		{"no type", "/api/list", tools, func(r *http.Request) { r.Header.Del("Content-Type") }, 415, "json_required"},
		{"nothing", "/api/list", "", nil, 400, "body_invalid"},
		{"half an object", "/api/list", `{"server":`, nil, 400, "body_invalid"},
		{"two objects", "/api/list", tools + tools, nil, 400, "body_invalid"},
		{"a list", "/api/list", `[]`, nil, 400, "body_invalid"},
		{"a wrong member", "/api/list", `{"server":7}`, nil, 400, "body_invalid"},
		{"over 1 MiB", "/api/list", tools + strings.Repeat(" ", 1<<20), nil, 413, "body_too_large"},
		{"no such server", "/api/list", `{"server":"x","profile":"vscode","list":"tools","caller":"host"}`, nil, 404, "unknown_server"},
		{"no such profile", "/api/list", `{"server":"s","profile":"x","list":"tools","caller":"host"}`, nil, 404, "unknown_profile"},
		{"no such route", "/api/nothing", `{}`, nil, 404, "unknown_route"},
		{"a call without a tool", "/api/call", `{"server":"s","profile":"vscode","caller":"host"}`, nil, 400, "body_invalid"},
		{"a call by nobody", "/api/call", `{"server":"s","profile":"vscode","tool":"t"}`, nil, 400, "body_invalid"},
		{"a call by somebody else", "/api/call", `{"server":"s","profile":"vscode","tool":"t","caller":"model"}`, nil, 400, "body_invalid"},
		{"arguments that are a list", "/api/call", `{"server":"s","profile":"vscode","tool":"t","caller":"host","arguments":[]}`, nil, 400, "arguments_invalid"},
		{"arguments that are a text", "/api/view", `{"server":"s","profile":"vscode","tool":"t","arguments":"x"}`, nil, 400, "arguments_invalid"},
		{"a resource without a URI", "/api/resource", `{"server":"s","profile":"vscode"}`, nil, 400, "body_invalid"},
		{"a list of something else", "/api/list", `{"server":"s","profile":"vscode","list":"tasks","caller":"host"}`, nil, 400, "body_invalid"},
		{"a list of nothing", "/api/list", `{"server":"s","profile":"vscode","caller":"host"}`, nil, 400, "body_invalid"},
		{"a list for nobody", "/api/list", `{"server":"s","profile":"vscode","list":"tools"}`, nil, 400, "body_invalid"},
		{"a prompt without a name", "/api/prompt", `{"server":"s","profile":"vscode"}`, nil, 400, "body_invalid"},
		{"a prompt's number", "/api/prompt", `{"server":"s","profile":"vscode","name":"p","arguments":{"n":1}}`, nil, 400, "arguments_invalid"},
		{"a prompt's list", "/api/prompt", `{"server":"s","profile":"vscode","name":"p","arguments":[]}`, nil, 400, "arguments_invalid"},
		{"a stream that is no yes or no", "/api/call", `{"server":"s","profile":"vscode","tool":"t","caller":"host","stream":1}`, nil, 400, "body_invalid"},
		{"a stream of a call without a tool", "/api/call", `{"server":"s","profile":"vscode","caller":"host","stream":true}`, nil, 400, "body_invalid"},
		{"a stream from no such server", "/api/call", `{"server":"x","profile":"vscode","tool":"t","caller":"host","stream":true}`, nil, 404, "unknown_server"},
		{"a restart of no such server", "/api/restart", `{"server":"x"}`, nil, 404, "unknown_server"},
		{"a restart of nothing", "/api/restart", `{}`, nil, 404, "unknown_server"},
		{"a release of nothing", "/api/release", `{}`, nil, 400, "body_invalid"},
	})
	if got := b.send(t, http.MethodGet, "/api/list", "", nil); got.status != 404 && got.status != 405 {
		t.Errorf("GET of a route that acts: %d", got.status)
	}
	if calls := f.calls(); len(calls) != 0 {
		t.Errorf("tools were called: %v", calls)
	}
}

func TestLargeAPIBodies(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	pad := func(n int) string { return strings.Repeat(" ", n) }
	b.refuses(t, []apiBody{
		{"a call over 32 MiB", "/api/call", "{}" + pad(32<<20), nil, 413, "body_too_large"},
		{"a view over 72 MiB", "/api/view", "{}" + pad(72<<20), nil, 413, "body_too_large"},
	})
}

func TestPage(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	plain := func(r *http.Request) { r.Header.Del("Authorization") }
	with := func(pairs ...string) func(*http.Request) {
		return func(r *http.Request) {
			plain(r)
			for i := 0; i < len(pairs); i += 2 {
				r.Header.Set(pairs[i], pairs[i+1])
			}
		}
	}
	// The page's files are below a path that names its version.
	below := "/" + regexp.MustCompile(`v/\w+/`).FindString(b.send(t, http.MethodGet, "/", "", plain).body)
	for _, tt := range []struct {
		name, method, path string
		change             func(*http.Request)
		status             int
		kind               string
	}{
		{"the page", http.MethodGet, "/", plain, 200, "text/html; charset=utf-8"},
		{"the page with its query", http.MethodGet, "/?token=x&run=1", plain, 200, "text/html; charset=utf-8"},
		{"its script", http.MethodGet, below + "main.js", plain, 200, "text/javascript; charset=utf-8"},
		{"its style", http.MethodGet, below + "main.css", plain, 200, "text/css; charset=utf-8"},
		{"HEAD", http.MethodHead, "/", plain, 200, "text/html; charset=utf-8"},
		{"its script, without a version", http.MethodGet, "/main.js", plain, 404, ""},
		{"something else", http.MethodGet, "/other", plain, 404, ""},
		{"out of its folder", http.MethodGet, "/../go.mod", plain, 404, ""},
		{"POST", http.MethodPost, "/", plain, 405, ""},
		{"by a link from elsewhere", http.MethodGet, "/", with("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"), 200, "text/html; charset=utf-8"},
		{"by hand", http.MethodGet, "/", with("Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"), 200, "text/html; charset=utf-8"},
		{"in a foreign frame", http.MethodGet, "/", with("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"), 403, ""},
		{"its script on a foreign page", http.MethodGet, below + "main.js", with("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"), 403, ""},
		{"fetched by a view", http.MethodGet, "/", with("Origin", "http://a.localhost:1", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors"), 403, ""},
		{"by a rebound name", http.MethodGet, "/", func(r *http.Request) { plain(r); r.Host = "evil.example" }, 403, ""},
	} {
		got := b.send(t, tt.method, tt.path, "", tt.change)
		if got.status != tt.status || tt.kind != "" && got.header.Get("Content-Type") != tt.kind {
			t.Errorf("%s: %d %s, want %d %s", tt.name, got.status, got.header.Get("Content-Type"), tt.status, tt.kind)
		}
		if strings.Contains(got.body, b.token) {
			t.Errorf("%s: the token is in the answer", tt.name)
		}
	}
	got := b.send(t, http.MethodGet, "/", "", plain)
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; " +
			"frame-src http://*.localhost:* http://127.0.0.1:*; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options":       "nosniff",
		"Cache-Control":                "no-store",
		"Set-Cookie":                   "",
	} {
		if got := got.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := b.send(t, http.MethodGet, "/api/session", "", nil); got.header.Get("X-Content-Type-Options") != "nosniff" ||
		got.header.Get("Cache-Control") != "no-store" || got.header.Get("Content-Type") != "application/json" {
		t.Errorf("the API's headers: %v", got.header)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	one, two := startWith(t, newFake()), startWith(t, newFake())
	if len(one.token) != 43 || one.token == two.token {
		t.Errorf("the tokens %q and %q are not 256 bits each of their own", one.token, two.token)
	}
	if !strings.HasPrefix(one.URL(), "http://127.0.0.1:") {
		t.Errorf("the URL is %s", one.URL())
	}
}

// The command line of a browser, which all users of a machine can see, has a code that is
// exchanged for the token once.
func TestOpeningURL(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	b := start(t, workbench.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	// visit returns where a request for an address leads.
	visit := func(method, address string, headers ...string) (status int, location string) {
		path, found := strings.CutPrefix(address, b.origin)
		if !found || strings.Contains(path, b.token) {
			t.Fatalf("the address is %s", address)
		}
		r, err := http.NewRequestWithContext(t.Context(), method, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r) // follows no redirects
		if err != nil {
			t.Fatal(err)
		}
		if err = response.Body.Close(); err != nil {
			t.Error(err)
		}
		return response.StatusCode, response.Header.Get("Location")
	}
	old := b.OpeningURL()
	address := b.OpeningURL()
	for name, test := range map[string]struct {
		method, address string
		headers         []string
		status          int
		location        string
	}{
		"an older code":                  {http.MethodGet, old, nil, 303, "/"},
		"another code":                   {http.MethodGet, address + "x", nil, 303, "/"},
		"no code":                        {http.MethodGet, b.origin + "/?open=", nil, 303, "/"},
		"HEAD":                           {http.MethodHead, address, nil, 200, ""},
		"a page of elsewhere":            {http.MethodGet, address, []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403, ""},
		"a fetch of a page of elsewhere": {http.MethodGet, address, []string{"Origin", "http://evil.example"}, 403, ""},
	} {
		if status, location := visit(test.method, test.address, test.headers...); status != test.status || location != test.location {
			t.Errorf("%s: %d %s", name, status, location)
		}
	}
	if status, location := visit(http.MethodGet, address); status != http.StatusSeeOther || location != b.URL() {
		t.Errorf("the first visit: %d %s", status, location)
	}
	if log.Len() > 0 {
		t.Errorf("before it is used twice, the log says %s", &log)
	}
	if status, location := visit(http.MethodGet, address); status != http.StatusSeeOther || location != "/" {
		t.Errorf("the second visit: %d %s", status, location)
	}
	if !strings.Contains(log.String(), "used twice") {
		t.Errorf("the log says %s", &log)
	}
}
