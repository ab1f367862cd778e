package foreign_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/devloop/foreign"
	"github.com/orielapps/oriel/ui"
)

// listen stands in for a development server that a test has written.
func listen(t *testing.T, handler http.HandlerFunc, page string) *foreign.Server {
	t.Helper()
	dev := httptest.NewServer(handler)
	t.Cleanup(dev.Close)
	server, err := foreign.Listen(t.Context(), "v", dev.URL+page)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() }) // some tests have closed it
	return server
}

// get asks a stand-in for a path, under a host name that only browsers resolve.
func get(t *testing.T, server *foreign.Server, method, path, host string, header http.Header) (*http.Response, string) {
	t.Helper()
	at, err := url.Parse(server.Origin())
	if err != nil {
		t.Fatal(err)
	}
	if host == "" {
		host = at.Host
	}
	request, err := http.NewRequestWithContext(t.Context(), method, "http://127.0.0.1:"+at.Port()+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		request.Header = header
	}
	request.Host = host
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err = errors.Join(err, answer.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if fault, ok := errors.AsType[*ui.Error](err); !ok || fault.Code != code || fault.Fix == "" {
		t.Errorf("got %v, want the code %s and a fix", err, code)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "5173", "localhost:5173", "ftp://localhost", "http://", "http://example.com", "http://10.0.0.1:5173", "http://localhost.example.com",
		"http://user:secret@localhost:5173", "http://[fe80::1]", "http://0.0.0.0:5173", "://", "http://localhost:99999999999999%zz",
	} {
		server, err := foreign.Listen(t.Context(), "v", address)
		if err == nil {
			t.Errorf("%q was accepted", address)
			_ = server.Close()
			continue
		}
		wantCode(t, err, "dev_server_url_invalid")
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error tells the password", address)
		}
	}
	for _, address := range []string{"http://localhost:5173", "http://127.0.0.1:1/a/b.html?c", "http://[::1]:5173/", "http://x.localhost:1", "https://LOCALHOST:1"} {
		server, err := foreign.Listen(t.Context(), "v", address)
		if err != nil {
			t.Errorf("%q: %v", address, err)
			continue
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDocument(t *testing.T) {
	t.Parallel()
	server := listen(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/app" {
			http.Redirect(w, r, "/app/", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, `<!doctype html><html><head><base href="sub/"><script type="importmap">{"imports":{"a":"./a.js","b":"https://cdn.example/b.js"}}</script>
			<script type=module src=main.js></script><link rel=stylesheet href="/x.css"><script src="https://cdn.example/c.js"></script></head><body>`+
			`<img src="http://`+r.Host+`/i.png"><a href="/elsewhere">x</a></body></html>`)
	}, "/app")
	html, csp, err := server.Document(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	origin := server.Origin()
	for _, want := range []string{
		`<head><base href="` + origin + `/app/sub/"><script type="importmap">`,
		`"/":"` + origin + `/"`, `"a":"` + origin + `/app/sub/a.js"`, `"b":"https://cdn.example/b.js"`,
		`src="` + origin + `/app/sub/main.js"`, `href="` + origin + `/x.css"`, `src="https://cdn.example/c.js"`, `src="` + origin + `/i.png"`, `<a href="/elsewhere">`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is missing in\n%s", want, html)
		}
	}
	if strings.Count(html, "importmap") != 1 || strings.Count(html, "<base") != 1 {
		t.Errorf("what was taken over is there still:\n%s", html)
	}
	if err := csp.Validate(); err != nil || len(csp.ConnectDomains) != 2 || csp.ResourceDomains[0] != origin || csp.BaseURIDomains[0] != origin {
		t.Errorf("the policy is %+v: %v", csp, err)
	}
}

func TestDocumentThatIsNone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		code    string
	}{
		"missing":   {http.NotFound, "dev_server_failed"},
		"no page":   {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "application/json") }, "dev_server_failed"},
		"too large": {huge, "dev_server_page_too_large"},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://example.com/", http.StatusFound)
		}, "dev_server_failed"},
		"in circles": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "x", http.StatusFound) }, "dev_server_failed"},
		"broken off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "<!doctype")
		}, "dev_server_unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := listen(t, test.handler, "/")
			_, _, err := server.Document(t.Context())
			wantCode(t, err, test.code)
		})
	}
	t.Run("nobody", func(t *testing.T) {
		t.Parallel()
		server, err := foreign.Listen(t.Context(), "v", "http://"+programtest.FreeAddress(t))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = server.Close() }()
		_, _, err = server.Document(t.Context())
		wantCode(t, err, "dev_server_unreachable")
		if answer, body := get(t, server, http.MethodGet, "/a.js", "", nil); answer.StatusCode != http.StatusBadGateway || !strings.Contains(body, "npm run dev") {
			t.Errorf("a request gets %s: %s", answer.Status, body)
		}
	})
}

func huge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	chunk := strings.Repeat("x", 1<<20)
	for range 6 {
		if _, err := io.WriteString(w, chunk); err != nil {
			return
		}
	}
}

func TestOnlyTheViewIsServed(t *testing.T) {
	t.Parallel()
	server := listen(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "a=b")
		w.Header().Set("Access-Control-Allow-Credentials", "true")
		if r.URL.Path == "/moved" {
			w.Header().Set("Location", "http://"+r.Host+"/there")
			w.WriteHeader(http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, r.Host+" "+r.Header.Get("Origin")+" "+r.Header.Get("Cookie"))
	}, "/")
	at, err := url.Parse(server.Origin())
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1:" + at.Port(), "localhost:" + at.Port(), "evil.example", at.Hostname(), "x" + at.Host} {
		if answer, _ := get(t, server, http.MethodGet, "/", host, nil); answer.StatusCode != http.StatusForbidden {
			t.Errorf("as %s: %s", host, answer.Status)
		}
	}
	answer, body := get(t, server, http.MethodGet, "/", "", http.Header{"Origin": {"null"}, "Cookie": {"secret=1"}})
	asked := strings.Fields(body)
	if len(asked) != 2 || asked[1] != "http://"+asked[0] {
		t.Errorf("the development server is asked as %q", body)
	}
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Credentials": "", "Set-Cookie": "",
	} {
		if got := answer.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if answer, _ = get(t, server, http.MethodGet, "/moved", "", nil); answer.Header.Get("Location") != server.Origin()+"/there" {
		t.Errorf("a redirect leads to %s", answer.Header.Get("Location"))
	}
	answer, _ = get(t, server, http.MethodOptions, "/", "", http.Header{
		"Origin": {"null"}, "Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Headers": {"x-a"},
	})
	if answer.StatusCode != http.StatusNoContent || answer.Header.Get("Access-Control-Allow-Headers") != "x-a" {
		t.Errorf("a preflight gets %s %v", answer.Status, answer.Header)
	}
}

// Vite's modules for images and style sheets have paths in them that pages would look
// for on their own origin.
func TestScripts(t *testing.T) {
	t.Parallel()
	scripts := map[string]string{
		"/a.svg":    `export default "/src/a.svg"`,
		"/b.svg":    "export default \"/src/b.svg?x\"\n//# sourceMappingURL=data:application/json;base64,AA==\n",
		"/c.svg":    `export default "//cdn.example/c.svg"`,
		"/d.ts":     "const x = \"/src/a.svg\"; export default x",
		"/e.css":    "const __vite__css = \"a{b:url(/src/e.svg)}\\n.c::after{content:\\\"\\\\f101\\\"}\"\nf(__vite__css)",
		"/f.css":    "const __vite__css = \"a{b:url(data:,)}\"",
		"/large.js": strings.Repeat("x", 5<<20),
	}
	server := listen(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, scripts[r.URL.Path])
	}, "/")
	want := map[string]string{
		"/a.svg": `export default "` + server.Origin() + `/src/a.svg"`,
		"/b.svg": "export default \"" + server.Origin() + "/src/b.svg?x\"\n//# sourceMappingURL=data:application/json;base64,AA==\n",
		"/e.css": "const __vite__css = \"a{b:url(\\\"" + server.Origin() + "/src/e.svg\\\")}\\n.c::after{content:\\\"\\\\f101\\\"}\"\nf(__vite__css)",
	}
	for path, script := range scripts {
		if changed, ok := want[path]; ok {
			script = changed
		}
		if _, got := get(t, server, http.MethodGet, path, "", nil); got != script {
			t.Errorf("%s: got %.300s\nwant %.300s", path, got, script)
		}
	}
}
