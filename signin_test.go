package oriel_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

// tokens are the access tokens of a test, with their users.
type tokens map[string]oriel.User

func (t tokens) TokenVerifier() (oriel.TokenVerifier, error) { return t, nil }
func (tokens) Issuers() []string                             { return []string{"https://id.example.com"} }
func (tokens) Audience() string                              { return "" }

var errProviderDown = errors.New("the provider does not answer: secret detail")

func (t tokens) VerifyToken(_ context.Context, token, resource string) (oriel.User, error) {
	user, known := t[token]
	switch {
	case resource != tripsURL:
		return user, errors.New("verified for " + resource)
	case token == "down":
		return user, errProviderDown
	case !known:
		return user, &oriel.Error{Code: "token_invalid", Message: "The access token is not accepted."}
	}
	return user, nil
}

const (
	tripsURL      = "https://trips.example.com/mcp"
	tripsMetadata = "https://trips.example.com/.well-known/oauth-protected-resource/mcp"
)

// trips is an app in which most needs a sign-in. If it is open, the tool search does not.
func trips(open bool) *oriel.App {
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{
		Logger: slog.New(slog.DiscardHandler), URL: tripsURL,
		Auth: tokens{
			"ada": {ID: "ada", Scopes: []string{"trips.read"}, Claims: map[string]any{"org": "x"}},
			"bob": {ID: "bob", Scopes: []string{"trips.read", "trips.write", "trips.plan"}},
		},
	})
	who := func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		user := oriel.RequestFrom(ctx).User
		org, _ := user.Claims["org"].(string)
		return oriel.Result[struct{}]{Text: "user=" + user.ID + " " + org}, nil
	}
	page := oriel.AddView(app, "page", ui.HTML("<p>"))
	write := []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"trips.plan", "trips.write"}}}
	oriel.AddTool(app, oriel.Tool{Name: "save", Security: write}, who)
	oriel.AddTool(app, oriel.Tool{Name: "list", View: page}, who)
	if open {
		oriel.AddTool(app, oriel.Tool{Name: "search", Security: []ui.SecurityScheme{{Type: ui.NoAuth}, {Type: ui.OAuth2}}}, who)
	}
	oriel.AddResource(app, oriel.Resource{URI: "trip://plans", Name: "plans", Security: write}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "plans"}, nil
	})
	oriel.AddTemplate(app, oriel.Template{
		URITemplate: "trip://plan/{id}", Name: "plan", Security: write,
		Complete: func(context.Context, string, string, map[string]string) ([]string, error) { return []string{"7"}, nil },
	}, func(context.Context, map[string]string) (oriel.Contents, error) {
		return oriel.Contents{Text: "plan"}, nil
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "plan", Security: write}, func(context.Context, struct{}) ([]oriel.Message, error) {
		return []oriel.Message{oriel.UserText("Plan!")}, nil
	})
	return app
}

// asked is a request of a lifecycle to a handler, with headers of its own.
func asked(t *testing.T, handler http.Handler, lifecycle orieltest.Lifecycle, method, params string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "https://trips.example.com/mcp", http.NoBody)
	if lifecycle == orieltest.Legacy {
		meta = `"_meta":{}`
	} else {
		r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
		r.Header.Set("Mcp-Method", method)
		var named struct {
			Name string `json:"name"`
			URI  string `json:"uri"`
		}
		if err := json.Unmarshal([]byte("{"+params+"}"), &named); err != nil {
			t.Fatal(err)
		}
		if name := named.Name + named.URI; name != "" {
			r.Header.Set("Mcp-Name", name)
		}
	}
	if params != "" {
		meta = params + "," + meta
	}
	r.Body = io.NopCloser(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + meta + `}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

func bearer(token string) http.Header {
	if token == "" {
		return nil
	}
	return http.Header{"Authorization": {"Bearer " + token}}
}

// What a tool, a resource or a prompt declares is what the app enforces.
func TestSignInIsEnforced(t *testing.T) {
	t.Parallel()
	const (
		noToken  = `Bearer resource_metadata="` + tripsMetadata + `"`
		invalid  = noToken + `, error="invalid_token", error_description=`
		tooSmall = noToken + `, error="insufficient_scope"`
		wants    = `scope="trips.plan trips.write"`
	)
	save, list, search := `"name":"save","arguments":{}`, `"name":"list","arguments":{}`, `"name":"search","arguments":{}`
	for name, test := range map[string]struct {
		open           bool
		method, params string
		token          string
		status         int
		challenge      []string // parts of it
		body           string   // a part of it
	}{
		"nobody":                      {false, "tools/call", list, "", 401, []string{noToken}, "sign_in_required"},
		"nobody lists":                {false, "tools/list", "", "", 401, []string{noToken}, "sign_in_required"},
		"unknown token":               {false, "tools/call", list, "eve", 401, []string{invalid}, "token_invalid"},
		"provider down":               {false, "tools/call", list, "down", 503, nil, "sign_in_unavailable"},
		"signed in":                   {false, "tools/call", list, "ada", 200, nil, "user=ada x"},
		"too few scopes":              {false, "tools/call", save, "ada", 403, []string{tooSmall, wants}, "insufficient_scope"},
		"all scopes":                  {false, "tools/call", save, "bob", 200, nil, "user=bob"},
		"resource":                    {false, "resources/read", `"uri":"trip://plans"`, "ada", 403, []string{tooSmall, wants}, "insufficient_scope"},
		"resource with scopes":        {false, "resources/read", `"uri":"trip://plans"`, "bob", 200, nil, `"plans"`},
		"template":                    {false, "resources/read", `"uri":"trip://plan/7"`, "ada", 403, []string{tooSmall, wants}, "insufficient_scope"},
		"template with scopes":        {false, "resources/read", `"uri":"trip://plan/7"`, "bob", 200, nil, `"plan"`},
		"prompt":                      {false, "prompts/get", `"name":"plan"`, "ada", 403, []string{tooSmall, wants}, "insufficient_scope"},
		"prompt with scopes":          {false, "prompts/get", `"name":"plan"`, "bob", 200, nil, "Plan!"},
		"completion":                  {false, "completion/complete", `"ref":{"type":"ref/resource","uri":"trip://plan/{id}"},"argument":{"name":"id","value":""}`, "ada", 403, []string{wants}, "insufficient_scope"},
		"completion with scopes":      {false, "completion/complete", `"ref":{"type":"ref/resource","uri":"trip://plan/{id}"},"argument":{"name":"id","value":""}`, "bob", 200, nil, `"7"`},
		"open: nobody searches":       {true, "tools/call", search, "", 200, nil, "user= "},
		"open: nobody lists":          {true, "tools/list", "", "", 200, nil, `"search"`},
		"open: known who searches":    {true, "tools/call", search, "ada", 200, nil, "user=ada"},
		"open: unknown token":         {true, "tools/call", search, "eve", 401, []string{invalid}, "token_invalid"},
		"open: nobody reads a plan":   {true, "resources/read", `"uri":"trip://plans"`, "", 401, []string{noToken, wants}, "sign_in_required"},
		"open: nobody gets a prompt":  {true, "prompts/get", `"name":"plan"`, "", 401, []string{noToken, wants}, "sign_in_required"},
		"open: nobody calls the rest": {true, "tools/call", list, "", 401, []string{invalid}, "sign_in_required"},
		"open: nobody saves":          {true, "tools/call", save, "", 401, []string{invalid, wants}, "sign_in_required"},
	} {
		for _, lifecycle := range lifecycles {
			t.Run(name+"/"+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				got := asked(t, trips(test.open).Handler(), lifecycle, test.method, test.params, bearer(test.token))
				if got.Code != test.status || !strings.Contains(got.Body.String(), test.body) {
					t.Errorf("status %d: %s", got.Code, got.Body)
				}
				challenge := strings.Join(got.Header()["Www-Authenticate"], "|")
				if test.challenge == nil && challenge != "" {
					t.Errorf("the challenge %s", challenge)
				}
				for _, part := range test.challenge {
					if !strings.Contains(challenge, part) {
						t.Errorf("the challenge %s lacks %s", challenge, part)
					}
				}
				if strings.Contains(got.Body.String(), "secret detail") {
					t.Error("the cause is not masked")
				}
				if test.status == 503 && got.Header().Get("Retry-After") == "" {
					t.Error("no Retry-After")
				}
			})
		}
	}
}

// Other forms of a token than one header with one token are refused, and never repeated.
func TestMalformedTokens(t *testing.T) {
	t.Parallel()
	handler := trips(true).Handler()
	for name, values := range map[string][]string{
		"twice":         {"Bearer ada", "Bearer ada"},
		"basic":         {"Basic YWRhOmFkYQ=="},
		"two in one":    {"Bearer ada, Bearer ada"},
		"nothing":       {"Bearer "},
		"no scheme":     {"ada"},
		"spaces":        {"Bearer ada bob"},
		"a tab":         {"Bearer\tada"},
		"not ASCII":     {"Bearer ad\u00e4"},
		"too long":      {"Bearer " + strings.Repeat("a", 16<<10+1)},
		"empty":         {""},
		"digest":        {"Digest secretvalue"},
		"control":       {"Bearer a\x00a"},
		"lower case":    {"bearer eve"},
		"spaced enough": {"Bearer    eve"},
	} {
		for _, lifecycle := range lifecycles {
			got := asked(t, handler, lifecycle, "tools/call", `"name":"search","arguments":{}`, http.Header{"Authorization": values})
			if got.Code != http.StatusUnauthorized || !strings.Contains(got.Body.String(), "token_invalid") || strings.Contains(got.Body.String(), "secretvalue") {
				t.Errorf("%s: status %d: %s", name, got.Code, got.Body)
			}
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp?access_token=ada", strings.NewReader(`{}`))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), "ada") {
		t.Errorf("a token in the URL: status %d: %s", w.Code, w.Body)
	}
}

// ChatGPT shows its sign-in for a challenge in the result.
func TestChallengeForChatGPT(t *testing.T) {
	t.Parallel()
	for _, lifecycle := range lifecycles {
		host := orieltest.ConnectWith(t, trips(true), "chatgpt", orieltest.Options{Lifecycle: lifecycle})
		got := host.Call("save", nil)
		if !got.IsError || !strings.Contains(got.Challenge(), `error="invalid_token"`) || !strings.Contains(got.Challenge(), "trips.plan trips.write") {
			t.Errorf("%s: %+v", lifecycle, got)
		}
		got = host.As("ada", "trips.read").Call("save", nil)
		if got.ErrorCode() != "insufficient_scope" || !strings.Contains(got.Challenge(), `error="insufficient_scope"`) {
			t.Errorf("%s: with too few scopes: %+v", lifecycle, got)
		}
	}
}

// In a test of an app, users need no provider.
func TestUsersOfATest(t *testing.T) {
	t.Parallel()
	for _, lifecycle := range lifecycles {
		host := orieltest.ConnectWith(t, trips(false), "claude", orieltest.Options{Lifecycle: lifecycle})
		if got := host.Call("save", nil); got.ErrorCode() != "sign_in_required" || !strings.HasPrefix(got.Challenge(), "Bearer resource_metadata=") {
			t.Errorf("%s: nobody gets %+v", lifecycle, got)
		}
		if got := host.As("ada", "trips.write", "trips.plan").Call("save", nil); got.IsError || got.Text() != "user=ada " {
			t.Errorf("%s: ada gets %+v", lifecycle, got)
		}
		if got := host.As("ada").Call("save", nil).ErrorCode(); got != "insufficient_scope" {
			t.Errorf("%s: ada without scopes gets %q", lifecycle, got)
		}
	}
}

// Subscriptions tell when a resource changes, so they need what reading it needs.
func TestSubscriptionsNeedTheScopes(t *testing.T) {
	t.Parallel()
	handler := trips(true).Handler()
	listen := `"notifications":{"resourceSubscriptions":["trip://plans"]}`
	for _, test := range []struct {
		lifecycle      orieltest.Lifecycle
		method, params string
		token          string
		status         int
	}{
		{orieltest.Modern, "subscriptions/listen", listen, "", 401},
		{orieltest.Modern, "subscriptions/listen", listen, "ada", 403},
		{orieltest.Legacy, "resources/subscribe", `"uri":"trip://plans"`, "", 401},
		{orieltest.Legacy, "resources/subscribe", `"uri":"trip://plan/7"`, "ada", 403},
		{orieltest.Legacy, "resources/subscribe", `"uri":"trip://plans"`, "bob", 200},
	} {
		got := asked(t, handler, test.lifecycle, test.method, test.params, bearer(test.token))
		if got.Code != test.status {
			t.Errorf("%s of %q: status %d: %s", test.method, test.token, got.Code, got.Body)
		}
		if (test.status != 200) != (got.Header().Get("WWW-Authenticate") != "") {
			t.Errorf("%s of %q: the challenge is %q", test.method, test.token, got.Header().Get("WWW-Authenticate"))
		}
	}
}

// Over pipes there is no sign-in: only who starts the program can send requests.
func TestNoSignInOverPipes(t *testing.T) {
	t.Parallel()
	in, out := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save","arguments":{}}}`+"\n"), &strings.Builder{}
	if err := trips(false).Stdio(t.Context(), io.NopCloser(in), unclosed{out}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "user= ") {
		t.Errorf("the answer: %s", out)
	}
}

// Clients learn from the metadata where to sign in.
func TestResourceMetadata(t *testing.T) {
	t.Parallel()
	routes := trips(false).Routes()
	want := `{"resource":"https://trips.example.com/mcp","authorization_servers":["https://id.example.com"],` +
		`"scopes_supported":["trips.plan","trips.write"],"bearer_methods_supported":["header"],"resource_name":"trips"}`
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		for method, status := range map[string]int{
			http.MethodGet: 200, http.MethodHead: 200, http.MethodOptions: 204, http.MethodPost: 405, http.MethodDelete: 405,
		} {
			w := httptest.NewRecorder()
			routes.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody))
			if w.Code != status || w.Header().Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s %s: status %d, header %v", method, path, w.Code, w.Header())
			}
			if body := w.Body.String(); method == http.MethodGet && body != want || method != http.MethodGet && body != "" {
				t.Errorf("%s %s: %s", method, path, body)
			}
		}
	}
	w := httptest.NewRecorder()
	oriel.New("none", "1").Routes().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/.well-known/oauth-protected-resource", http.NoBody))
	if w.Code != http.StatusNotFound {
		t.Errorf("without a sign-in: status %d", w.Code)
	}
}

// The metadata is where challenges say, also behind a proxy that changes the path.
func TestMetadataOfAnotherPath(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("trips", "1", oriel.Options{URL: "https://example.com/trips/mcp", Auth: tokens{}})
	w := httptest.NewRecorder()
	app.Routes().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/.well-known/oauth-protected-resource/trips/mcp", http.NoBody))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"resource":"https://example.com/trips/mcp"`) {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// aimed is a verifier with an audience of its own.
type aimed struct {
	tokens

	at string
}

func (a aimed) TokenVerifier() (oriel.TokenVerifier, error) { return a, nil }
func (a aimed) Audience() string                            { return a.at }

// The resource of the metadata is at the endpoint's origin, because clients refuse any other.
func TestResourceOfTheMetadata(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ url, audience, want string }{
		{tripsURL, "", tripsURL},
		{tripsURL, "https://trips.example.com", "https://trips.example.com"},
		{tripsURL, "https://api.example.com/", tripsURL},
		{tripsURL, "trips-api", tripsURL},
		{"", tripsURL, tripsURL},
		{"", "trips-api", ""},
	} {
		app := oriel.NewWith("trips", "1", oriel.Options{URL: test.url, Auth: aimed{at: test.audience}})
		w := httptest.NewRecorder()
		app.ResourceMetadataHandler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody))
		var got struct {
			Resource string `json:"resource"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Resource != test.want {
			t.Errorf("%+v: %q, %v", test, got.Resource, err)
		}
	}
}

// A stream of notifications ends with the sign-in of its user.
func TestStreamsEndWithTheSignIn(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("brief", "1", oriel.Options{
		Logger: slog.New(slog.DiscardHandler), URL: tripsURL, Auth: tokens{"ada": {ID: "ada", Expires: time.Now().Add(50 * time.Millisecond)}},
	})
	got := asked(t, app.Handler(), orieltest.Modern, "subscriptions/listen", `"notifications":{"toolsListChanged":true}`, bearer("ada"))
	if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "notifications/subscriptions/acknowledged") {
		t.Errorf("status %d: %s", got.Code, got.Body)
	}
}

// In front of another server, App.SignIn refuses what the app's own handler would refuse.
func TestSignInInFrontOfAnotherServer(t *testing.T) {
	t.Parallel()
	app := trips(true)
	var bodies []string
	handler := app.SignIn(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		bodies = append(bodies, oriel.RequestFrom(r.Context()).User.ID+" "+string(body))
	}))
	for name, test := range map[string]struct {
		body, token, agent string
		status             int
		code               string
	}{
		"nobody saves":             {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"save"}}`, "", "", 401, "sign_in_required"},
		"ada saves":                {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"save"}}`, "ada", "", 403, "insufficient_scope"},
		"bob saves":                {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"save"}}`, "bob", "", 200, ""},
		"eve searches":             {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search"}}`, "eve", "", 401, "token_invalid"},
		"nobody searches":          {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search"}}`, "", "", 200, ""},
		"in a batch":               {`[{"jsonrpc":"2.0","id":6,"method":"ping"},{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"save"}}]`, "ada", "", 403, "insufficient_scope"},
		"a name twice":             {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","name":"save"}}`, "ada", "", 403, "insufficient_scope"},
		"a subscription":           {`{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["trip://plans"]}}}`, "ada", "", 403, "insufficient_scope"},
		"ChatGPT reads the rest":   {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"save"}}`, "", "openai-mcp/1.0.0", 200, ""},
		"ChatGPT's token is wrong": {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"save"}}`, "eve", "openai-mcp/1.0.0", 401, "token_invalid"},
		"not JSON":                 {`{`, "ada", "", 400, "request_not_json"},
		"a fraction as id":         {`{"jsonrpc":"2.0","id":2.5,"method":"tools/call","params":{"name":"save"}}`, "bob", "", 400, "request_invalid"},
		"another case":             {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search","Name":"save"}}`, "bob", "", 400, "request_invalid"},
		"another method":           {`{"jsonrpc":"2.0","id":7,"method":"ping","Method":"tools/call","params":{"name":"save"}}`, "bob", "", 400, "request_invalid"},
		"another case in a batch":  {`[{"jsonrpc":"2.0","id":7,"method":"ping","METHOD":"x"}]`, "bob", "", 400, "request_invalid"},
		"a tool of the server":     {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"own"}}`, "", "", 401, "sign_in_required"},
		"ChatGPT's own":            {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"own"}}`, "", "openai-mcp/1.0.0", 401, "sign_in_required"},
		"ChatGPT subscribes":       {`{"jsonrpc":"2.0","id":7,"method":"resources/subscribe","params":{"uri":"trip://plans"}}`, "", "openai-mcp/1.0.0", 401, "sign_in_required"},
		"a method of the server":   {`{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{}}`, "", "", 401, "sign_in_required"},
		"its tool, signed in":      {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"own"}}`, "ada", "", 200, ""},
		"nobody lists":             {`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`, "", "", 200, ""},
		"nobody is notified":       {`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "", "", 200, ""},
		"nobody completes":         {`{"jsonrpc":"2.0","id":7,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"trip://plan/{id}"},"argument":{"name":"id","value":""}}}`, "", "", 401, "sign_in_required"},
		"a prompt of the server":   {`{"jsonrpc":"2.0","id":7,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"own"}}}`, "", "", 401, "sign_in_required"},
		"too large":                {`{"a":"` + strings.Repeat("x", 4<<20) + `"}`, "ada", "", 413, ""},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(test.body))
		r.Header.Set("User-Agent", test.agent)
		if test.token != "" {
			r.Header.Set("Authorization", "Bearer "+test.token)
		}
		bodies = nil
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.code) {
			t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
		}
		if want := []string{test.token + " " + test.body}; test.status == 200 && !slices.Equal(bodies, want) || test.status != 200 && bodies != nil {
			t.Errorf("%s: the server got %.200q", name, bodies)
		}
	}
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// homeless is a sign-in whose issuer the environment has not named.
type homeless struct{ code string }

func (h homeless) TokenVerifier() (oriel.TokenVerifier, error) {
	return nil, &oriel.Error{Code: h.code, Message: "No issuer is configured.", Fix: "Set ORIEL_ISSUER."}
}

// Without an issuer, an app can be tested, but lets nobody in. Any other fault of the sign-in is one of the app.
func TestMissingIssuer(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("trips", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler), URL: tripsURL, Auth: homeless{"issuer_missing"}})
	oriel.AddTool(app, oriel.Tool{Name: "save", Security: []ui.SecurityScheme{{Type: ui.OAuth2}}}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "saved"}, nil
	})
	if got := orieltest.Connect(t, app, "claude").As("ada").Call("save", nil); got.IsError {
		t.Errorf("ada gets %+v", got)
	}
	for token, status := range map[string]int{"": http.StatusUnauthorized, "ada": http.StatusServiceUnavailable} {
		got := asked(t, app.Handler(), orieltest.Modern, "tools/call", `"name":"save","arguments":{}`, bearer(token))
		if got.Code != status || strings.Contains(got.Body.String(), "ORIEL_ISSUER") {
			t.Errorf("the token %q gets %d: %s", token, got.Code, got.Body)
		}
	}
	if err := oriel.NewWith("trips", "1", oriel.Options{Auth: homeless{"issuer_invalid"}}).Err(); err == nil {
		t.Error("a faulty sign-in is no fault of the app")
	}
}
