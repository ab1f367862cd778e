package oriel_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

var read2 = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "mounted") })

// raw declares a tool with a schema from elsewhere.
func raw(a *oriel.App, schema string) {
	oriel.AddRawTool(a, oriel.Tool{Name: "raw", InputSchema: json.RawMessage(schema)}, func(context.Context, json.RawMessage) (oriel.Result[json.RawMessage], error) {
		return oriel.Result[json.RawMessage]{Text: "ok"}, nil
	})
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("routes", "1", oriel.Options{OpenAIChallenge: "token-7", Logger: slog.New(slog.DiscardHandler)})
	app.Mount("GET /assets/", read2)
	routes := app.Routes()
	for path, want := range map[string]string{
		"/healthz": "200 ok\n", "/.well-known/openai-apps-challenge": "200 token-7", "/assets/a.css": "200 mounted",
		"/mcp": "405", "/": "200 This is an MCP server, for AI assistants. Its address for them is /mcp on this server.\n", "/mcp/": "404", "/x": "404",
	} {
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if got := strings.TrimPrefix(w.Result().Status, "")[:3] + " " + w.Body.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
	if w := get(oriel.New("bare", "1").Routes(), "/.well-known/openai-apps-challenge"); w.Code != http.StatusNotFound {
		t.Errorf("without a token: %d", w.Code)
	}
}

// Somebody who opens the server in a browser reads where MCP is, unless the app has a page of its own there.
func TestRootAnswers(t *testing.T) {
	t.Parallel()
	public := oriel.NewWith("public", "1", oriel.Options{URL: "https://weather.example.com/mcp"})
	w := get(public.Routes(), "/")
	if !strings.Contains(w.Body.String(), "is https://weather.example.com/mcp.\n") || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("with an address: %s %v", w.Body, w.Header())
	}
	for _, pattern := range []string{"/", "GET /{$}", "/{$}", "/{path...}"} {
		app := oriel.New("mounted", "1")
		app.Mount(pattern, read2)
		if w := get(app.Routes(), "/"); w.Body.String() != "mounted" {
			t.Errorf("with a handler for %s: %s", pattern, w.Body)
		}
	}
	for _, pattern := range []string{"POST /{$}", "example.org/", "GET /other", "/{tenant}/x/{y}"} {
		app := oriel.New("beside", "1")
		app.Mount(pattern, read2)
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://weather.example/", nil)
		w := httptest.NewRecorder()
		if app.Routes().ServeHTTP(w, request); !strings.Contains(w.Body.String(), "/mcp on this server") || strings.Contains(w.Body.String(), "weather.example") {
			t.Errorf("beside a handler for %s: %d %s", pattern, w.Code, w.Body)
		}
	}
}

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil))
	return w
}

// Who may call: by the host that is asked for, and the page that asks.
func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	options := oriel.Options{
		URL: "https://tunnel.example/mcp", AllowedOrigins: []string{"https://inspector.example"}, Logger: slog.New(slog.DiscardHandler),
	}
	for name, test := range map[string]struct {
		listener, host, origin string
		want                   int
	}{
		"program":                     {"127.0.0.1", "127.0.0.1:80", "", 200},
		"name":                        {"127.0.0.1", "localhost:80", "", 200},
		"own page":                    {"127.0.0.1", "localhost:80", "http://localhost:5173", 200},
		"public host":                 {"127.0.0.1", "tunnel.example", "", 200},
		"public host, other case":     {"127.0.0.1", "Tunnel.Example:443", "", 200},
		"public page":                 {"127.0.0.1", "tunnel.example", "https://tunnel.example", 200},
		"public page, not encrypted":  {"127.0.0.1", "127.0.0.1", "http://tunnel.example", 403},
		"listed page":                 {"127.0.0.1", "localhost", "https://inspector.example", 200},
		"listed page, another port":   {"127.0.0.1", "localhost", "https://inspector.example:8443", 403},
		"subdomain of a listed one":   {"127.0.0.1", "localhost", "https://a.inspector.example", 403},
		"rebinding":                   {"127.0.0.1", "evil.example", "", 403},
		"foreign page":                {"127.0.0.1", "localhost", "https://evil.example", 403},
		"sandboxed page":              {"127.0.0.1", "localhost", "null", 403},
		"view in the workbench":       {"127.0.0.1", "localhost", "http://view.localhost", 403},
		"elsewhere, any name":         {"10.0.0.7", "app.example", "", 200},
		"elsewhere, public page":      {"10.0.0.7", "tunnel.example", "https://tunnel.example", 200},
		"elsewhere, rebinding":        {"10.0.0.7", "evil.example:8080", "http://evil.example:8080", 403},
		"elsewhere, page of loopback": {"10.0.0.7", "app.example", "http://localhost", 403},
	} {
		app := oriel.NewWith("guarded", "1", options)
		oriel.AddTool(app, oriel.Tool{Name: "x"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
			return oriel.Result[struct{}]{Text: "x"}, nil
		})
		for _, method := range []string{http.MethodPost, http.MethodOptions} {
			ctx := context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.ParseIP(test.listener), Port: 80})
			r := httptest.NewRequestWithContext(ctx, method, "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
			r.Host = test.host
			r.Header.Set("Content-Type", "application/json")
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			r.Header.Set("Access-Control-Request-Headers", "authorization, mcp-protocol-version")
			w := httptest.NewRecorder()
			app.Handler().ServeHTTP(w, r)
			want, allowed := test.want, test.origin
			if method == http.MethodOptions && want == http.StatusOK {
				want = http.StatusNoContent
			}
			if test.want != http.StatusOK {
				allowed = ""
			}
			if w.Code != want || w.Header().Get("Access-Control-Allow-Origin") != allowed {
				t.Errorf("%s, %s: %d, for %q: %s", name, method, w.Code, w.Header().Get("Access-Control-Allow-Origin"), w.Body)
			}
			if method == http.MethodOptions && want == http.StatusNoContent && w.Header().Get("Access-Control-Allow-Headers") != "authorization, mcp-protocol-version" {
				t.Errorf("%s: the headers are %v", name, w.Header())
			}
		}
	}
}

// A result that asks for a sign-in is a 401 for clients of MCP, and a result for
// ChatGPT, which signs in at that.
func TestSignInOverHTTP(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		profile string
		error   string
		want    int
	}{
		"Claude": {"claude", "", 401}, "Claude, too little": {"claude", "insufficient_scope", 403}, "ChatGPT": {"chatgpt", "", 200}, "no UI": {"text", "", 401},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := oriel.NewWith("closed", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
			challenge := &oriel.Error{Code: "sign_in", Message: "Sign in.", Challenge: &ui.Challenge{ResourceMetadata: "https://x.example/m", Error: test.error}}
			oriel.AddTool(app, oriel.Tool{Name: "open"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{}, challenge
			})
			oriel.AddResource(app, oriel.Resource{URI: "closed://x", Name: "x"}, func(context.Context) (oriel.Contents, error) { return oriel.Contents{}, challenge })
			status := &statuses{next: app.Handler()}
			host := orieltest.ConnectWith(t, app, test.profile, orieltest.Options{Handler: status})
			result := host.Call("open", nil)
			if result.ErrorCode() != "sign_in" || result.Challenge() == "" {
				t.Errorf("the result is %s", result.Answer)
			}
			if status.last != test.want || test.want != 200 && !strings.Contains(status.authenticate, `resource_metadata="https://x.example/m"`) {
				t.Errorf("the status is %d, with %q", status.last, status.authenticate)
			}
			host.Request("resources/read", map[string]any{"uri": "closed://x"})
			if want := max(test.want, 401); status.last != want {
				t.Errorf("the status of a read is %d, want %d", status.last, want)
			}
		})
	}
}

// statuses notes how requests are answered.
type statuses struct {
	next         http.Handler
	last         int
	authenticate string
}

func (s *statuses) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	inner := httptest.NewRecorder()
	s.next.ServeHTTP(inner, r)
	s.last, s.authenticate = inner.Code, inner.Header().Get("WWW-Authenticate")
	maps.Copy(w.Header(), inner.Header())
	w.WriteHeader(inner.Code)
	_, _ = w.Write(inner.Body.Bytes())
}

// What is logged for the client reaches it from the level on that it wants.
func TestClientLog(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		app := oriel.NewWith("talkative", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
		oriel.AddTool(app, oriel.Tool{Name: "talk"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
			log := oriel.RequestFrom(ctx).ClientLog
			log.Debug("too quiet")
			log.Info("plain")
			log.With("n", 1).WithGroup("g").Warn("more", "x", 9007199254740993)
			log.Log(ctx, slog.LevelError+4, "very loud")
			return oriel.Result[struct{}]{Text: "ok"}, nil
		})
		meta := map[string]any{"io.modelcontextprotocol/logLevel": "info"}
		host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: lifecycle, Meta: meta})
		want := []hosts.LogMessage{
			{Level: hosts.LevelInfo, Logger: "talkative", Data: "plain"},
			{Level: hosts.LevelWarning, Logger: "talkative", Data: map[string]any{"message": "more", "n": float64(1), "g": map[string]any{"x": float64(9007199254740992)}}},
			{Level: hosts.LevelCritical, Logger: "talkative", Data: "very loud"},
		}
		if diff := cmp.Diff(want, host.Call("talk", nil).Logs); diff != "" {
			t.Error(diff)
		}
		silent := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: orieltest.Modern})
		if logs := silent.Call("talk", nil).Logs; len(logs) != 0 {
			t.Errorf("who wants no logs gets %v", logs)
		}
	})
}

// Hooks see each request, and their context reaches the handler.
func TestObserve(t *testing.T) {
	t.Parallel()
	type key struct{}
	var mu sync.Mutex
	var seen []string
	app := oriel.NewWith("observed", "1", oriel.Options{
		Logger: slog.New(slog.DiscardHandler),
		Observe: func(ctx context.Context, o oriel.Observation) (context.Context, func(oriel.Outcome)) {
			return context.WithValue(ctx, key{}, "span"), func(out oriel.Outcome) {
				mu.Lock()
				defer mu.Unlock()
				seen = append(seen, strings.Join([]string{o.Method, o.Name, o.Client.Name, out.Code}, " "))
				if out.Took <= 0 {
					t.Errorf("%s took %v", o.Method, out.Took)
				}
			}
		},
	})
	type text struct {
		Text string `json:"text"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "x"}, func(ctx context.Context, in text) (oriel.Result[text], error) {
		if in.Text == "fail" {
			return oriel.Result[text]{}, &oriel.Error{Code: "failed", Message: "no"}
		}
		span, _ := ctx.Value(key{}).(string)
		return oriel.Result[text]{Data: text{span}}, nil
	})
	host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: orieltest.Modern})
	var got text
	host.Call("x", text{"a"}).Data(&got)
	if got.Text != "span" {
		t.Errorf("the handler's context has %q", got.Text)
	}
	host.Call("x", text{"fail"})
	host.Request("tools/call", map[string]any{"name": "y"})
	mu.Lock()
	defer mu.Unlock()
	client := host.Profile().ClientInfo.Value.Name
	want := []string{"server/discover  " + client + " ", "tools/call x " + client + " ", "tools/call x " + client + " tool_error", "tools/call y " + client + " unknown_tool"}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
}

// An argument that clients repeat in a header is compared with it.
func TestHeaderParams(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("regions", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	raw(app, `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}}`)
	each(t, func(t *testing.T, lifecycle orieltest.Lifecycle) {
		t.Helper()
		host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: lifecycle})
		for _, arguments := range []map[string]any{
			{"region": "eu"}, {"region": "Zürich\n", "deep": map[string]any{"n": 7}}, {"region": nil}, {},
		} {
			if answer := string(host.Request("tools/call", map[string]any{"name": "raw", "arguments": arguments})); !strings.Contains(answer, `"text":"ok"`) && arguments["region"] != nil {
				t.Errorf("%v: %s", arguments, answer)
			}
		}
	})
	forged := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: orieltest.Modern, Header: http.Header{"Mcp-Param-Region": {"us"}}})
	expect(t, string(forged.Request("tools/call", map[string]any{"name": "raw", "arguments": map[string]any{}})), []string{`"code":-32020`}, nil)
}
