package auth_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/ui"
)

type nothing struct{}

type whoami struct {
	User string `json:"user,omitempty"`
}

// trips is an app with tools, resources and prompts that need a sign-in. If it is mixed it
// also has some for everybody.
func trips(a oriel.Auth, mixed bool) *oriel.App {
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{
		Auth: a, URL: endpoint, Title: "Trips", Logger: slog.New(slog.DiscardHandler), AllowedHosts: []string{"example.com"},
	})
	read := []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"trips.read"}}}
	write := []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"trips.read", "trips.write", "offline_access"}}}
	tool := func(name string, ways []ui.SecurityScheme) {
		oriel.AddTool(app, oriel.Tool{Name: name, Security: ways}, func(ctx context.Context, _ nothing) (oriel.Result[whoami], error) {
			user := oriel.RequestFrom(ctx).User
			return oriel.Result[whoami]{Data: whoami{user.ID}, Text: "You are " + user.ID + "."}, nil
		})
	}
	text := func(context.Context) (oriel.Contents, error) { return oriel.Contents{Text: "text"}, nil }
	tool("anyone_signed_in", nil)
	tool("read", read)
	tool("write", write)
	oriel.AddResource(app, oriel.Resource{URI: "trips://all", Name: "all", Security: read}, text)
	oriel.AddTemplate(app, oriel.Template{URITemplate: "trips://trip/{id}", Name: "trip", Security: read}, func(context.Context, map[string]string) (oriel.Contents, error) {
		return oriel.Contents{Text: "trip"}, nil
	})
	prompt := func(name string, ways []ui.SecurityScheme) {
		oriel.AddPrompt(app, oriel.Prompt{Name: name, Security: ways}, func(context.Context, nothing) ([]oriel.Message, error) {
			return []oriel.Message{{Role: ui.RoleUser, Content: ui.TextBlock{Text: "text"}}}, nil
		})
	}
	prompt("plan", read)
	if mixed {
		open := []ui.SecurityScheme{{Type: ui.NoAuth}}
		tool("anyone", open)
		tool("anyone_or_more", append(open, write...))
		prompt("hello", open)
		oriel.AddResource(app, oriel.Resource{URI: "trips://public", Name: "public", Security: open}, text)
	}
	return app
}

// modern and legacy are the lifecycles.
const modern, legacy = "2026-07-28", "2025-11-25"

// client sends requests to an app.
type client struct {
	t         *testing.T
	handler   http.Handler
	lifecycle string
	token     string // empty means none
	session   string
}

// connect begins a session where there are some; as must be able to.
func connect(t *testing.T, app *oriel.App, lifecycle, as string) *client {
	t.Helper()
	c := &client{t: t, handler: app.Handler(), lifecycle: lifecycle, token: as}
	if lifecycle == legacy {
		begun := c.send("initialize", `{"protocolVersion":"`+legacy+`","capabilities":{},"clientInfo":{"name":"c","version":"1"}}`)
		if c.session = begun.Header().Get("Mcp-Session-Id"); c.session == "" {
			t.Fatalf("initialize: %d %s", begun.Code, begun.Body)
		}
	}
	return c
}

func (c *client) as(token string) *client {
	other := *c
	other.token = token
	return &other
}

// request is a message of the lifecycle.
func (c *client) request(ctx context.Context, method, params string) *http.Request {
	var named struct {
		Name string `json:"name"`
		URI  string `json:"uri"`
	}
	_ = json.Unmarshal([]byte(params), &named)
	if c.lifecycle == modern {
		params = strings.TrimSuffix(params, "}")
		if params != "{" {
			params += ","
		}
		params += `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + modern + `","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},` +
			`"io.modelcontextprotocol/clientCapabilities":{}}}`
	}
	r := c.post(ctx, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`)
	if c.lifecycle == modern {
		r.Header.Set("Mcp-Method", method)
		if name := named.Name + named.URI; name != "" {
			r.Header.Set("Mcp-Name", name)
		}
	}
	return r
}

func (c *client) post(ctx context.Context, body string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	c.headers(r)
	return r
}

func (c *client) headers(r *http.Request) {
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.session != "" || c.lifecycle == modern {
		r.Header.Set("Mcp-Protocol-Version", c.lifecycle)
	}
	if c.session != "" {
		r.Header.Set("Mcp-Session-Id", c.session)
	}
}

func (c *client) send(method, params string) *httptest.ResponseRecorder {
	return c.do(c.request(c.t.Context(), method, params))
}

func (c *client) do(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	return w
}

const metadataAt = `resource_metadata="https://trips.example.com/.well-known/oauth-protected-resource/mcp"`

// good is a token with scopes.
func good(scopes string) string { return token(nil, claims(map[string]any{"scope": scopes})) }

func TestApp(t *testing.T) {
	t.Parallel()
	bad := token(nil, claims(map[string]any{"aud": "https://other.example/mcp"}))
	expired := token(nil, claims(map[string]any{"exp": time.Now().Unix() - 60}))
	const none, invalid, old = `Bearer ` + metadataAt, `error="invalid_token"`, `The access token has expired.`
	const tooSmall = `error="insufficient_scope"`
	type step struct {
		name, token, method, params string
		status                      int
		challenge                   string // part of it
		// openStatus and openChallenge are those of the mixed app, if they differ.
		openStatus    int
		openChallenge string
	}
	steps := []step{
		{"list, nobody", "", "tools/list", `{}`, 401, none, 200, ""},
		{"list, signed in", good(""), "tools/list", `{}`, 200, "", 0, ""},
		{"list, another's token", bad, "tools/list", `{}`, 401, invalid, 401, invalid},
		{"list, expired", expired, "tools/list", `{}`, 401, old, 401, old},
		{"list, no token", "x", "tools/list", `{}`, 401, invalid, 401, invalid},
		{"call, nobody", "", "tools/call", `{"name":"anyone_signed_in"}`, 401, none, 401, metadataAt},
		{"call, signed in", good(""), "tools/call", `{"name":"anyone_signed_in"}`, 200, "", 0, ""},
		{"call with a scope, nobody", "", "tools/call", `{"name":"write"}`, 401, none, 401, `scope="trips.read trips.write offline_access"`},
		{"call with a scope, too small", good("trips.read"), "tools/call", `{"name":"write"}`, 403, tooSmall, 0, ""},
		{"call with a scope, all", good("trips.read trips.write offline_access"), "tools/call", `{"name":"write"}`, 200, "", 0, ""},
		{"call with a scope, included", good("admin"), "tools/call", `{"name":"write"}`, 200, "", 0, ""},
		{"read, nobody", "", "resources/read", `{"uri":"trips://all"}`, 401, none, 401, `scope="trips.read"`},
		{"read, too small", good("other"), "resources/read", `{"uri":"trips://all"}`, 403, `scope="trips.read"`, 0, ""},
		{"read, all", good("trips.read"), "resources/read", `{"uri":"trips://all"}`, 200, "", 0, ""},
		{"read of a template, too small", good(""), "resources/read", `{"uri":"trips://trip/7"}`, 403, tooSmall, 0, ""},
		{"read of a template, all", good("trips.read"), "resources/read", `{"uri":"trips://trip/7"}`, 200, "", 0, ""},
		{"prompt, nobody", "", "prompts/get", `{"name":"plan"}`, 401, none, 401, `scope="trips.read"`},
		{"prompt, too small", good(""), "prompts/get", `{"name":"plan"}`, 403, tooSmall, 0, ""},
		{"prompt, all", good("trips.read"), "prompts/get", `{"name":"plan"}`, 200, "", 0, ""},
	}
	for _, lifecycle := range []string{modern, legacy} {
		for name, mixed := range map[string]bool{"closed": false, "mixed": true} {
			t.Run(lifecycle+" "+name, func(t *testing.T) {
				t.Parallel()
				keys := fixed()
				keys.Audience = "" // that of the app's address
				keys.Includes = map[string][]string{"admin": {"trips.write", "offline_access"}, "trips.write": {"trips.read"}}
				c := connect(t, trips(keys, mixed), lifecycle, good(""))
				for _, s := range steps {
					status, challenge := s.status, s.challenge
					if mixed && s.openStatus != 0 {
						status, challenge = s.openStatus, s.openChallenge
					}
					w := c.as(s.token).send(s.method, s.params)
					got := w.Header().Get("WWW-Authenticate")
					if w.Code != status || !strings.Contains(got, challenge) || (got == "") != (challenge == "") {
						t.Errorf("%s: %d %q, want %d %q; %s", s.name, w.Code, got, status, challenge, w.Body)
					}
					if s.token != "" && len(s.token) > 5 && strings.Contains(got+w.Body.String(), s.token) {
						t.Errorf("%s: the answer has the token", s.name)
					}
				}
				if w := c.send("tools/call", `{"name":"anyone_signed_in"}`); !strings.Contains(w.Body.String(), "You are ada.") {
					t.Errorf("the tool does not know who asks: %s", w.Body)
				}
				if !mixed {
					return
				}
				for method, params := range map[string]string{
					"tools/call": `{"name":"anyone"}`, "resources/read": `{"uri":"trips://public"}`, "prompts/get": `{"name":"hello"}`,
				} {
					if w := c.as("").send(method, params); w.Code != 200 {
						t.Errorf("nobody's %s: %d %s", method, w.Code, w.Body)
					}
				}
				for _, tool := range []string{"anyone", "anyone_or_more"} {
					if w := c.as("").send("tools/call", `{"name":"`+tool+`"}`); !strings.Contains(w.Body.String(), "You are .") {
						t.Errorf("nobody's call: %s", w.Body)
					}
					if w := c.send("tools/call", `{"name":"`+tool+`"}`); !strings.Contains(w.Body.String(), "You are ada.") {
						t.Errorf("Ada's call: %s", w.Body)
					}
					if w := c.as(bad).send("tools/call", `{"name":"`+tool+`"}`); w.Code != 401 {
						t.Errorf("a bad token's call: %d %s", w.Code, w.Body)
					}
				}
			})
		}
	}
}

// Whatever way a token is not sent as it has to be, it is not accepted.
func TestHeaders(t *testing.T) {
	t.Parallel()
	right := good("")
	for _, lifecycle := range []string{modern, legacy} {
		for name, mixed := range map[string]bool{"closed": false, "mixed": true} {
			c := connect(t, trips(fixed(), mixed), lifecycle, right)
			for _, test := range []struct {
				name   string
				change func(r *http.Request)
				want   int
			}{
				{"right", func(*http.Request) {}, 200},
				{"in small letters", func(r *http.Request) { r.Header.Set("Authorization", "bearer "+right) }, 200},
				{"Basic", func(r *http.Request) { r.SetBasicAuth("ada", right) }, 401},
				{"DPoP", func(r *http.Request) { r.Header.Set("Authorization", "DPoP "+right) }, 401},
				{"no scheme", func(r *http.Request) { r.Header.Set("Authorization", right) }, 401},
				{"empty", func(r *http.Request) { r.Header.Set("Authorization", "") }, 401},
				{"no token", func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") }, 401},
				{"two tokens", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+right+", Bearer "+right) }, 401},
				{"a tab", func(r *http.Request) { r.Header.Set("Authorization", "Bearer\t"+right) }, 401},
				{"two headers", func(r *http.Request) { r.Header.Add("Authorization", "Bearer "+right) }, 401},
				{"in the URL, too", func(r *http.Request) { r.URL.RawQuery = "access_token=" + right }, 401},
				{"in the URL", func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "access_token=" + right }, 401},
				{"in a cookie", func(r *http.Request) {
					r.Header.Del("Authorization")
					r.AddCookie(&http.Cookie{Name: "access_token", Value: right})
				}, map[bool]int{false: 401, true: 200}[mixed]},
				{"huge", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+padded(16<<10+4)) }, 401},
			} {
				r := c.request(t.Context(), "tools/list", `{}`)
				test.change(r)
				if w := c.do(r); w.Code != test.want {
					t.Errorf("%s %s, %s: %d, want %d; %s", lifecycle, name, test.name, w.Code, test.want, w.Body)
				}
			}
			for _, method := range []string{http.MethodPost, http.MethodGet} { // whatever else is wrong
				r := httptest.NewRequestWithContext(t.Context(), method, endpoint, strings.NewReader("{"))
				want := 401
				if mixed {
					want = map[string]int{http.MethodPost: 415, http.MethodGet: 400}[method]
				}
				if w := c.do(r); w.Code != want {
					t.Errorf("%s %s, nobody's %s: %d, want %d", lifecycle, name, method, w.Code, want)
				}
			}
			options := httptest.NewRequestWithContext(t.Context(), http.MethodOptions, endpoint, http.NoBody)
			if w := c.do(options); w.Code >= 400 {
				t.Errorf("%s %s, a preflight: %d", lifecycle, name, w.Code)
			}
		}
	}
}

// A sign-in that can't be checked is the server's problem.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	var log logged
	a := auth.Func{Verify: func(context.Context, string, string) (oriel.User, error) {
		return oriel.User{}, errors.New("db-1 is down")
	}}
	for _, lifecycle := range []string{modern, legacy} {
		for _, mixed := range []bool{false, true} {
			app := trips(a, mixed)
			c := &client{t: t, handler: app.Handler(), lifecycle: lifecycle, token: "opaque-token"}
			for _, method := range []string{"tools/list", "initialize", "server/discover"} {
				w := c.send(method, `{}`)
				if w.Code != 503 || w.Header().Get("WWW-Authenticate") != "" || w.Header().Get("Retry-After") == "" || strings.Contains(w.Body.String(), "db-1") {
					t.Errorf("%s %s: %d %v %s", lifecycle, method, w.Code, w.Header(), w.Body)
				}
			}
		}
	}
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{Auth: a, Logger: log.logger()})
	(&client{t: t, handler: app.Handler(), lifecycle: modern, token: "opaque-token"}).send("tools/list", `{}`)
	if text := log.String(); !strings.Contains(text, "db-1 is down") || strings.Contains(text, "opaque-token") {
		t.Errorf("the log is %s", text)
	}
}

// A provider that is down, through the app, in both lifecycles.
func TestAppWithProvider(t *testing.T) {
	t.Parallel()
	for _, lifecycle := range []string{modern, legacy} {
		synctest.Test(t, func(t *testing.T) {
			n, p := newNetwork(), newProvider(jwk(&p256Key().PublicKey, map[string]any{"kid": "a"}))
			var v oriel.TokenVerifier
			app := trips(made(func() (oriel.TokenVerifier, error) {
				v = verifier(t, auth.OIDC{Issuer: issuer})
				n.attach(v)
				return v, nil
			}), false)
			stop := n.serve(t, "93.184.216.34:443", p)
			c := connect(t, app, lifecycle, named("a", nil))
			defer app.Close()
			if w := c.send("tools/list", `{}`); w.Code != 200 {
				t.Errorf("while it is up: %d %s", w.Code, w.Body)
			}
			stop()
			time.Sleep(time.Minute)
			if w := c.as(named("a", map[string]any{"sub": "bob"})).send("tools/list", `{}`); w.Code != 200 {
				t.Errorf("a known key while it is down: %d %s", w.Code, w.Body)
			}
			if w := c.as(named("b", nil)).send("tools/list", `{}`); w.Code != 503 || w.Header().Get("WWW-Authenticate") != "" {
				t.Errorf("an unknown key while it is down: %d %s", w.Code, w.Body)
			}
			time.Sleep(time.Hour)
			if w := c.send("tools/list", `{}`); w.Code != 401 {
				t.Errorf("after the token's end: %d %s", w.Code, w.Body)
			}
		})
	}
}

// made is a declaration whose verifier a test makes.
type made func() (oriel.TokenVerifier, error)

func (m made) TokenVerifier() (oriel.TokenVerifier, error) { return m() }

// Each message of a batch needs what it would need alone.
func TestBatch(t *testing.T) {
	t.Parallel()
	const batch = `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"anyone"}},
		{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"write"}},
		{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"trips://all"}},
		{"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"plan"}}]`
	send := func(app *oriel.App, token string) *httptest.ResponseRecorder {
		c := &client{t: t, handler: app.Handler(), token: token}
		r := c.post(t.Context(), batch)
		r.Header.Set("Mcp-Protocol-Version", "2025-03-26")
		return c.do(r)
	}
	for _, token := range []string{"", "x"} {
		if w := send(trips(fixed(), false), token); w.Code != 401 || strings.Contains(w.Body.String(), "You are") {
			t.Errorf("closed, with %q: %d %s", token, w.Code, w.Body)
		}
	}
	for token, want := range map[string][4]bool{
		"": {true, false, false, false}, good("trips.read"): {true, false, true, true}, good("trips.read trips.write offline_access"): {true, true, true, true},
	} {
		w := send(trips(fixed(), true), token)
		var answers []struct {
			ID     int              `json:"id"`
			Error  *json.RawMessage `json:"error"`
			Result struct {
				IsError bool `json:"isError"`
			} `json:"result"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answers); err != nil || len(answers) != 4 {
			t.Fatalf("%d %s: %v", w.Code, w.Body, err)
		}
		for i, answer := range answers {
			if done := answer.Error == nil && !answer.Result.IsError; done != want[i] {
				t.Errorf("message %d with %.20q is done: %t, want %t; %s", answer.ID, token, done, want[i], w.Body)
			}
		}
	}
}

// Streams of notifications end with the sign-in.
func TestStreamsEnd(t *testing.T) {
	t.Parallel()
	for _, lifecycle := range []string{modern, legacy} {
		synctest.Test(t, func(t *testing.T) {
			app := trips(fixed(), false)
			defer app.Close()
			minute := token(nil, claims(map[string]any{"exp": time.Now().Unix() + 60, "scope": "trips.read"}))
			c := connect(t, app, lifecycle, minute)
			open := func(as, uri string) (*http.Request, context.CancelFunc) {
				ctx, leave := context.WithCancel(t.Context())
				if lifecycle == modern {
					return c.as(as).request(ctx, "subscriptions/listen", `{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["`+uri+`"]}}`), leave
				}
				r := httptest.NewRequestWithContext(ctx, http.MethodGet, endpoint, http.NoBody)
				r.Header.Set("Accept", "text/event-stream")
				c.as(as).headers(r)
				return r, leave
			}
			r, leave := open("", "trips://all")
			if w := c.do(r); w.Code != 401 {
				t.Errorf("%s: nobody's stream: %d %s", lifecycle, w.Code, w.Body)
			}
			leave()
			if lifecycle == modern {
				r, leave = open(good(""), "trips://all")
				if w := c.do(r); w.Code != 403 || !strings.Contains(w.Header().Get("WWW-Authenticate"), `scope="trips.read"`) {
					t.Errorf("a subscription without its scope: %d %v %s", w.Code, w.Header(), w.Body)
				}
				leave()
			} else if w := c.as(good("")).send("resources/subscribe", `{"uri":"trips://all"}`); w.Code != 403 {
				t.Errorf("a subscription without its scope: %d %s", w.Code, w.Body)
			}
			r, leave = open(minute, "trips://all")
			defer leave()
			began := time.Now()
			if w := c.do(r); w.Code != 200 || time.Since(began) != time.Minute+30*time.Second { // as long as the token is accepted
				t.Errorf("%s: Ada's stream: %d %s after %s", lifecycle, w.Code, w.Body, time.Since(began))
			}
		})
	}
}

// Over standard input there is no sign-in.
func TestWithoutSignIn(t *testing.T) {
	t.Parallel()
	app := trips(fixed(), false)
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- app.Stdio(t.Context(), toServer, fromServer) }()
	lines := bufio.NewScanner(toClient)
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"write"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"trips://all"}}`,
	} {
		_, _ = fmt.Fprintln(fromClient, message)
		if !lines.Scan() || strings.Contains(lines.Text(), `"error"`) || strings.Contains(lines.Text(), "isError") {
			t.Errorf("%s\ngets %s", message, lines.Text())
		}
	}
	_ = fromClient.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}

	c := &client{t: t, handler: app.Handler(), lifecycle: modern}
	r := c.request(oriel.WithoutSignIn(t.Context()), "tools/call", `{"name":"write"}`)
	if w := c.do(r); w.Code != 200 {
		t.Errorf("with a context of a local transport: %d %s", w.Code, w.Body)
	}
}

func TestResourceMetadata(t *testing.T) {
	t.Parallel()
	const path = "/.well-known/oauth-protected-resource"
	serve := func(app *oriel.App, method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		app.Routes().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "https://trips.example.com"+path, http.NoBody))
		return w
	}
	own, url := fixed(), fixed()
	own.Audience, url.Audience = "api://trips", "https://trips.example.com"
	for name, test := range map[string]struct {
		app  *oriel.App
		want map[string]any
	}{
		"OIDC": {trips(auth.OIDC{Issuer: issuer}, true), map[string]any{
			"resource": endpoint, "authorization_servers": []any{issuer}, "scopes_supported": []any{"trips.read", "trips.write"},
			"bearer_methods_supported": []any{"header"}, "resource_name": "Trips",
		}},
		"an audience": {trips(url, false), map[string]any{
			"resource": "https://trips.example.com", "authorization_servers": []any{issuer}, "scopes_supported": []any{"trips.read", "trips.write"},
			"bearer_methods_supported": []any{"header"}, "resource_name": "Trips",
		}},
		"an audience that is no URL": {trips(own, false), map[string]any{
			"resource": endpoint, "authorization_servers": []any{issuer}, "scopes_supported": []any{"trips.read", "trips.write"},
			"bearer_methods_supported": []any{"header"}, "resource_name": "Trips",
		}},
	} {
		for _, at := range []string{path, path + "/mcp"} {
			w := serve(test.app, http.MethodGet, at)
			var got map[string]any
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 || w.Header().Get("Content-Type") != "application/json" {
				t.Errorf("%s, %s: %d %v %s", name, at, w.Code, w.Header(), w.Body)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s, %s: %s", name, at, diff)
			}
			if head := serve(test.app, http.MethodHead, at); head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") != w.Header().Get("Content-Length") {
				t.Errorf("HEAD %s: %d %v", at, head.Code, head.Header())
			}
			preflight := serve(test.app, http.MethodOptions, at)
			if preflight.Code != 204 || preflight.Header().Get("Access-Control-Allow-Methods") != "GET, HEAD, OPTIONS" {
				t.Errorf("OPTIONS %s: %d %v", at, preflight.Code, preflight.Header())
			}
			for _, w := range []*httptest.ResponseRecorder{w, preflight, serve(test.app, http.MethodPost, at)} {
				if w.Header().Get("Access-Control-Allow-Origin") != "*" {
					t.Errorf("%s can't be read by a page: %v", at, w.Header())
				}
			}
			for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
				if w := serve(test.app, method, at); w.Code != 405 || w.Header().Get("Allow") == "" {
					t.Errorf("%s %s: %d %v", method, at, w.Code, w.Header())
				}
			}
		}
		if w := serve(test.app, http.MethodGet, path+"/other"); w.Code != 404 {
			t.Errorf("%s: another path: %d", name, w.Code)
		}
	}
	if w := serve(oriel.New("open", "1.0.0"), http.MethodGet, path); w.Code != 404 {
		t.Errorf("an app without a sign-in: %d %s", w.Code, w.Body)
	}
}
