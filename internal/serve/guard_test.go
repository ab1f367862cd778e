package serve_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/serve"
)

// at sends a ping to a host, as if the listener had an address.
func at(t *testing.T, h http.Handler, method, listener, host string, headers ...string) answer {
	t.Helper()
	r := newRequest(t, method, "http://app.example/", message("1", "ping", "{}"), headers...)
	r.Host = host
	if listener != "" {
		address, err := net.ResolveTCPAddr("tcp", listener)
		if err != nil {
			t.Fatal(err)
		}
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(address)))
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.String()}
}

// Who listens on this machine only answers to its names only: a page that makes
// its own name point here gets nothing.
func TestHostsOnLoopback(t *testing.T) {
	t.Parallel()
	options := quiet()
	options.URL = "https://Weather.example.com/mcp"
	h := everything(options).Handler()
	for host, allowed := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:8080": true, "localhost": true, "LOCALHOST:1": true, "[::1]": true, "[::1]:8080": true, "127.9.9.9": true,
		"[::ffff:127.0.0.1]:80": true, "weather.example.com": true, "WEATHER.example.com:443": true,
		"": false, "evil.example": false, "localhost.": false, "localhost.evil.example": false, "x.localhost": false, "127.0.0.1.evil.example": false,
		"127.0.0.1.": false, "2130706433": false, "0x7f000001": false, "0x7f.1": false, "127.1": false, "0177.0.0.1": false, "0.0.0.0": false, "[::]": false,
		"localhost@evil.example": false, "evil.example#localhost": false, "weather.example.com.evil.example": false, "weather.example.com.": false,
		"127.0.0.1:80:80": false, "[::1%25lo]": false, "example.com": false, "evil\u202e": false, strings.Repeat("x", 10_000): false,
	} {
		for _, listener := range []string{"127.0.0.1:8080", "[::1]:8080"} {
			a := at(t, h, http.MethodPost, listener, host)
			if (a.status == http.StatusOK) != allowed || !allowed && (a.status != http.StatusForbidden || a.code() != "host_not_allowed" || len(a.body) > 2000) {
				t.Errorf("%.50q on %s: %d %.500s", host, listener, a.status, a.body)
			}
		}
		// Who listens for others is called whatever they call it.
		if a := at(t, h, http.MethodPost, "192.0.2.1:80", host); a.status != http.StatusOK {
			t.Errorf("%.50q from elsewhere: %d %.500s", host, a.status, a.body)
		}
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	options := quiet()
	options.URL = "https://Weather.example.com/mcp"
	options.AllowedOrigins = []string{"https://inspector.example.com"}
	h := everything(options).Handler()
	const anywhere, loopback, both = "192.0.2.1:80", "127.0.0.1:80", ""
	for _, test := range []struct {
		listener, host, origin string
		allowed                bool
	}{
		{both, "localhost", "", true},
		{both, "localhost", "https://inspector.example.com", true},
		{both, "localhost", "https://weather.example.com", true},
		{both, "localhost", "https://weather.example.com:443", true},
		{both, "localhost", "http://weather.example.com", false},
		{both, "localhost", "https://weather.example.com:8443", false},
		{both, "localhost", "https://weather.example.com.evil.example", false},
		{both, "localhost", "https://x.weather.example.com", false},
		{both, "localhost", "null", false},
		{both, "localhost", "https://evil.example", false},
		{both, "localhost", "https://inspector.example.com.evil.example", false},
		{both, "localhost", "https://inspector.example.com:444", false},
		{both, "localhost", "http://inspector.example.com", false},
		{both, "localhost", "https://Inspector.example.com", false}, // no browser writes it so
		{both, "localhost", "https://inspector.example.com/", false},
		{both, "localhost", "https://x@inspector.example.com", false},
		{both, "localhost", "inspector.example.com", false},
		{both, "localhost", "https://inspector.example.com https://evil.example", false},
		{both, "localhost", "file://", false},
		{both, "localhost", "file://localhost", false},
		{both, "localhost", "chrome-extension://localhost", false},
		{both, "localhost", "http://evil.example@localhost", false},
		{both, "localhost", "http://localhost@evil.example", false},
		{both, "localhost", "http://localhost/evil", false},
		{both, "localhost", "http://localhost?evil", false},
		{both, "localhost", "http://localhost#evil", false},
		{both, "localhost", "//localhost", false},
		{both, "localhost", "http://x.localhost", false},
		{both, "localhost", "http://localhost.evil.example", false},
		{both, "localhost", "%", false},
		{both, "localhost", strings.Repeat("x", 10_000), false},
		{both, "app.example:81", "http://app.example:82", false},
		{anywhere, "app.example:81", "http://app.example:81", false},
		{anywhere, "weather.example.com", "https://weather.example.com", true},
		{anywhere, "weather.example.com", "http://weather.example.com", false},
		{anywhere, "app.example", "http://localhost", false},
		{anywhere, "app.example", "http://127.0.0.1:3000", false},
		{loopback, "localhost:80", "http://localhost:3000", true},
		{loopback, "localhost:80", "http://127.0.0.1:3000", true},
		{loopback, "localhost:80", "http://[::1]:3000", true},
		{loopback, "localhost:80", "http://2130706433", false},
	} {
		listeners := []string{anywhere, loopback}
		if test.listener != both {
			listeners = []string{test.listener}
		}
		for _, listener := range listeners {
			if listener == loopback && test.host == "app.example:81" {
				continue // its name is refused already
			}
			for _, method := range []string{http.MethodPost, http.MethodOptions, http.MethodGet, http.MethodDelete} {
				a := at(t, h, method, listener, test.host, "Origin", test.origin)
				refused := a.status == http.StatusForbidden
				if refused == test.allowed || refused && a.code() != "origin_not_allowed" || (a.header.Get("Access-Control-Allow-Origin") != "") != (test.allowed && test.origin != "") {
					t.Errorf("%s of %.50q to %s at %s: %d %v %.300s", method, test.origin, test.host, listener, a.status, a.header, a.body)
				}
			}
		}
	}
	all := quiet()
	all.AllowedOrigins = []string{"*"}
	a := at(t, everything(all).Handler(), http.MethodPost, "", "app.example", "Origin", "https://evil.example")
	if a.status != http.StatusOK || a.header.Get("Access-Control-Allow-Origin") != "https://evil.example" || a.header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("with all allowed: %d %v", a.status, a.header)
	}
}

// A page that has pointed its own name at the server (DNS rebinding) sends that name as
// Host and Origin. It is refused on every listener, where the server's names are known.
func TestRebinding(t *testing.T) {
	t.Parallel()
	const anywhere, loopback = "192.0.2.1:8080", "127.0.0.1:8080"
	nothing, public, named, both := quiet(), quiet(), quiet(), quiet()
	public.URL, both.URL = "https://weather.example.com/mcp", "https://weather.example.com/mcp"
	named.AllowedHosts, both.AllowedHosts = []string{"mcp.internal", "192.0.2.1", "2001:db8::1"}, []string{"mcp.internal"}
	handlers := map[string]http.Handler{
		"nothing": everything(nothing).Handler(), "public": everything(public).Handler(),
		"named": everything(named).Handler(), "both": everything(both).Handler(),
	}
	for _, test := range []struct{ knows, listener, host, origin, code string }{
		{"nothing", anywhere, "evil.example:8080", "http://evil.example:8080", ""}, // the log warns of it
		{"public", anywhere, "evil.example:8080", "http://evil.example:8080", "origin_not_allowed"},
		{"public", anywhere, "10.1.2.3:8080", "", ""}, // a program behind a proxy, or a health check
		{"public", anywhere, "weather.example.com", "https://weather.example.com", ""},
		{"public", anywhere, "10.1.2.3:8080", "https://weather.example.com", ""},
		{"named", anywhere, "evil.example:8080", "http://evil.example:8080", "host_not_allowed"},
		{"named", anywhere, "evil.example:8080", "", "host_not_allowed"},
		{"named", anywhere, "weather.example.com", "", "host_not_allowed"},
		{"named", anywhere, "localhost:8080", "", "host_not_allowed"},
		{"named", anywhere, "MCP.internal:8080", "", ""},
		{"named", anywhere, "mcp.internal:8080", "http://mcp.internal:8080", ""},
		{"named", anywhere, "mcp.internal:8080", "http://mcp.internal:9090", "origin_not_allowed"},
		{"named", anywhere, "192.0.2.1:8080", "http://192.0.2.1:8080", ""},
		{"named", anywhere, "[2001:db8::1]:8080", "http://[2001:db8::1]:8080", ""},
		{"named", anywhere, "[2001:DB8:0:0:0:0:0:1]:8080", "", ""},
		{"named", anywhere, "[::ffff:192.0.2.1]:8080", "", ""},
		{"named", anywhere, "[2001:db8::2]:8080", "", "host_not_allowed"},
		{"named", loopback, "localhost:8080", "http://localhost:3000", ""},
		{"named", loopback, "mcp.internal", "https://mcp.internal", ""},
		{"named", loopback, "evil.example", "", "host_not_allowed"},
		{"both", anywhere, "weather.example.com", "https://weather.example.com", ""},
		{"both", anywhere, "mcp.internal", "http://mcp.internal", ""},
		{"both", anywhere, "mcp.internal", "https://weather.example.com", ""},
		{"both", anywhere, "evil.example", "http://evil.example", "host_not_allowed"},
	} {
		var headers []string
		if test.origin != "" {
			headers = []string{"Origin", test.origin}
		}
		a := at(t, handlers[test.knows], http.MethodPost, test.listener, test.host, headers...)
		if test.code == "" && a.status != http.StatusOK || test.code != "" && (a.status != http.StatusForbidden || a.code() != test.code || a.header.Get("Access-Control-Allow-Origin") != "") {
			t.Errorf("a server that knows %s, on %s: %q to %q gets %d %v %.300s", test.knows, test.listener, test.origin, test.host, a.status, a.header, a.body)
		}
	}
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for wanted, allowed := range map[string]bool{
		"content-type, mcp-session-id, mcp-param-x": true,
		"":                        false,
		"a\r\nset-cookie: b":      false,
		"a;b":                     false,
		`a"b`:                     false,
		"é":                       false,
		strings.Repeat("a", 3000): false,
	} {
		a := at(t, h, http.MethodOptions, "", "app.example", "Origin", "https://app.example", "Access-Control-Request-Headers", wanted, "Access-Control-Request-Method", "POST")
		if a.status != http.StatusNoContent || a.body != "" || (a.header.Get("Access-Control-Allow-Headers") == wanted) != (allowed || wanted == "") ||
			a.header.Get("Access-Control-Allow-Methods") != "GET, POST, OPTIONS" || !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Origin") {
			t.Errorf("%.50q: %d %v %s", wanted, a.status, a.header, a.body)
		}
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	session := begin(t, h)
	for _, method := range []string{"PUT", "PATCH", "HEAD", "TRACE", "DELETE", "CONNECT", "get", "X-" + strings.Repeat("Y", 5000)} {
		a := send(t, h, method, "", "Mcp-Session-Id", session)
		if a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") != "GET, POST, OPTIONS" || len(a.body) > 1000 || a.code() != "method_not_allowed" {
			t.Errorf("%.20s: %d %v %s", method, a.status, a.header, a.body)
		}
	}
}

// Somebody who is refused is told nothing of the app.
func TestRefusalsSayNothing(t *testing.T) {
	t.Parallel()
	a := at(t, everything(quiet()).Handler(), http.MethodPost, "127.0.0.1:80", "evil.example", "Origin", "http://evil.example")
	if a.status != http.StatusForbidden || a.header.Get("Access-Control-Allow-Origin") != "" || a.header.Get("Mcp-Session-Id") != "" {
		t.Errorf("%d %v", a.status, a.header)
	}
}

// A program that mounts the handler is warned once that pages can call it under any name.
func TestExposureIsLogged(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		listener, host string
		options        serve.Options
		warnings       int
	}{
		"other machines":            {"192.0.2.1:80", "app.example", serve.Options{Mounted: true}, 1},
		"this machine":              {"127.0.0.1:80", "localhost", serve.Options{Mounted: true}, 0},
		"an unknown address":        {"", "app.example", serve.Options{Mounted: true}, 0},
		"Main has warned":           {"192.0.2.1:80", "app.example", serve.Options{}, 0},
		"a public URL":              {"192.0.2.1:80", "app.example", serve.Options{Mounted: true, PublicURL: "https://app.example/mcp"}, 0},
		"allowed hosts":             {"192.0.2.1:80", "app.example", serve.Options{Mounted: true, AllowedHosts: []string{"app.example"}}, 0},
		"pages of any other origin": {"192.0.2.1:80", "app.example", serve.Options{Mounted: true, AllowedOrigins: []string{"*"}}, 0},
	} {
		var log buffer
		test.options.Logger = slog.New(slog.NewTextHandler(&log, nil))
		h := newServer(t, everything(quiet()), test.options).Handler()
		for range 2 {
			if a := at(t, h, http.MethodPost, test.listener, test.host); a.status != http.StatusOK {
				t.Fatalf("%s: %d %s", name, a.status, a.body)
			}
		}
		if warnings := strings.Count(log.String(), "Options.AllowedHosts"); warnings != test.warnings {
			t.Errorf("%s: %d warnings: %s", name, warnings, log.String())
		}
	}
}
