package oriel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

type greeting struct {
	Greeting string `json:"greeting"`
}

type person struct {
	Name string `json:"name" doc:"Whom to greet" example:"Ada"`
}

// sample is an app with one of everything that a call can come to.
func sample(log io.Writer) *oriel.App {
	app := oriel.NewWith("sample", "1.2.3", oriel.Options{
		Title: "A sample", Instructions: "Greet people.", Logger: slog.New(slog.NewTextHandler(log, nil)),
	})
	page := oriel.AddViewWith(app, "greeting", ui.HTML("<p>hello</p>"), ui.Metadata{
		Description: "A greeting",
		InitialData: map[string]string{"evil": "</script><script>alert(1)</script>\u2028"},
		CSP:         &ui.CSP{ConnectDomains: []string{"https://api.example.com"}, RedirectDomains: []string{"https://example.com"}},
		Border:      ui.BorderWanted,
	})
	oriel.AddTool(app, oriel.Tool{Name: "greet", Title: "Greet", View: page, ReadOnly: true, Invoking: "Greeting…"},
		func(_ context.Context, p person) (oriel.Result[greeting], error) {
			return oriel.Result[greeting]{
				Data: greeting{"Hello, " + p.Name + "!"}, Text: "Hello, " + p.Name + "!", ViewOnly: []int{1, 2},
			}, nil
		})
	oriel.AddTool(app, oriel.Tool{Name: "untold"}, func(context.Context, struct{}) (oriel.Result[greeting], error) {
		return oriel.Result[greeting]{Data: greeting{"Good day"}}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "panic"}, func(context.Context, struct{}) (oriel.Result[greeting], error) {
		panic("postgres://user:secret@db")
	})
	oriel.AddTool(app, oriel.Tool{Name: "leak"}, func(context.Context, struct{}) (oriel.Result[greeting], error) {
		return oriel.Result[greeting]{}, errors.New("dial postgres://user:secret@db")
	})
	oriel.AddTool(app, oriel.Tool{Name: "refuse"}, func(context.Context, struct{}) (oriel.Result[greeting], error) {
		return oriel.Result[greeting]{}, &oriel.Error{Code: "no_such_city", Message: "There is no such city.", Fix: "Try Lisbon."}
	})
	oriel.AddTool(app, oriel.Tool{Name: "page", Visibility: ui.AppOnly}, func(context.Context, struct{}) (oriel.Result[greeting], error) {
		return oriel.Result[greeting]{}, nil
	})
	oriel.AddRawTool(app, oriel.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`)},
		func(_ context.Context, arguments json.RawMessage) (oriel.Result[json.RawMessage], error) {
			return oriel.Result[json.RawMessage]{Data: arguments}, nil
		})
	return app
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return buffer.String()
}

func TestOneDeclarationManyHosts(t *testing.T) {
	t.Parallel()
	uri := "ui://sample/greeting/"
	for name, test := range map[string]struct {
		host                  string
		lifecycle             orieltest.Lifecycle
		tools, notTools       []string
		mime, result          string
		document, notDocument []string
	}{
		"Claude": {
			host:     "claude",
			tools:    []string{`"resourceUri":"` + uri, `"ui/resourceUri":"` + uri, `"visibility":["app"]`, `"readOnlyHint":true`, `"destructiveHint":false`},
			notTools: []string{"openai/"}, mime: "text/html;profile=mcp-app", result: `"oriel/viewData":[1,2]`,
			document: []string{`"connectDomains":["https://api.example.com"]`, `"prefersBorder":true`}, notDocument: []string{"redirect", "openai/", "orielTransport="},
		},
		"Claude, legacy lifecycle": {
			host: "claude", lifecycle: orieltest.Legacy,
			tools: []string{`"resourceUri":"` + uri}, notTools: []string{"openai/"},
			mime: "text/html;profile=mcp-app", result: `"oriel/viewData":[1,2]`,
		},
		"ChatGPT": {
			host:     "chatgpt",
			tools:    []string{`"resourceUri":"` + uri, `"openai/outputTemplate":"` + uri, `"openai/visibility":"private"`, `"openai/widgetAccessible":true`, `"openai/toolInvocation/invoking":"Greeting…"`},
			notTools: nil, mime: "text/html;profile=mcp-app", result: `"oriel/viewData":[1,2]`,
			document: []string{`"redirect_domains":["https://example.com"]`, `"openai/widgetDescription":"A greeting"`, `"connectDomains"`},
		},
		"MCP-UI": {
			host:  "mcp-ui",
			tools: []string{`"ui/resourceUri":"` + uri}, notTools: []string{`"resourceUri":"`, "openai/", `"name":"page"`},
			mime: "text/html", result: `"toolOutput":{"greeting":"Hello, Ada!"}`,
			document: []string{"orielTransport"},
		},
		"text only": {
			host: "text", tools: []string{`"name":"greet"`}, notTools: []string{"ui://", "openai/", `"name":"page"`}, result: `"text":"Hello, Ada!"`,
		},
		"generic": {
			host: "generic", tools: []string{`"resourceUri":"` + uri, `"openai/outputTemplate":"` + uri}, mime: "text/html;profile=mcp-app", result: `"oriel/viewData":[1,2]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := orieltest.ConnectWith(t, sample(io.Discard), test.host, orieltest.Options{Lifecycle: test.lifecycle})
			expect(t, string(host.Request("tools/list", nil)), test.tools, test.notTools)
			expect(t, string(host.Call("greet", map[string]any{"name": "Ada"}).Answer), []string{test.result, `"Hello, Ada!"`}, nil)
			resources := host.Resources()
			if test.mime == "" {
				if len(resources) != 0 {
					t.Errorf("a host without UI gets views: %+v", resources)
				}
				return
			}
			if len(resources) != 1 || resources[0].MIMEType != test.mime {
				t.Fatalf("resources/list: %+v", resources)
			}
			expect(t, string(host.Request("resources/read", map[string]any{"uri": resources[0].URI})), test.document, test.notDocument)
			text := host.Read(resources[0].URI).Text
			if !strings.HasPrefix(text, "<!doctype html>") {
				t.Errorf("the document is not one: %.60s", text)
			}
			expect(t, text, []string{`\u003c/script\u003e`, `\u2028`}, []string{"</script><script>alert", "\u2028"})
		})
	}
}

func expect(t *testing.T, text string, want, unwanted []string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in %.3000s", w, text)
		}
	}
	for _, u := range unwanted {
		if strings.Contains(text, u) {
			t.Errorf("%q should not be in %.3000s", u, text)
		}
	}
}

func TestBadCalls(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	host := orieltest.Connect(t, sample(&log), "claude")
	for name, test := range map[string]struct {
		tool      string
		arguments any
		want      []string
	}{
		"unknown tool":         {"greeet", nil, []string{`"error"`, `no tool "greeet"`, `Did you mean "greet"?`}},
		"far unknown tool":     {"rm -rf", nil, []string{`"error"`, "tools/list"}},
		"missing argument":     {"greet", map[string]any{}, []string{`"isError":true`, "name: is required", "Whom to greet"}},
		"wrong type":           {"greet", map[string]any{"name": 7}, []string{`"isError":true`, "name: must be a string, not an integer"}},
		"unknown argument":     {"greet", map[string]any{"name": "x", "nam": "y"}, []string{`"isError":true`, `nam: is not known; did you mean "name"?`}},
		"panic is masked":      {"panic", nil, []string{`"isError":true`, "Something went wrong", "err-"}},
		"error is masked":      {"leak", nil, []string{`"isError":true`, "Something went wrong", "err-"}},
		"own error is told":    {"refuse", nil, []string{`"isError":true`, "There is no such city. Try Lisbon.", "no_such_city"}},
		"foreign schema":       {"raw", map[string]any{"n": "x"}, []string{`"isError":true`, "n: must be"}},
		"text is made if none": {"untold", nil, []string{`"result"`, "Greeting: Good day"}},
	} {
		text := string(host.Request("tools/call", map[string]any{"name": test.tool, "arguments": test.arguments}))
		expect(t, strings.ReplaceAll(text, `\"`, `"`), test.want, []string{"secret", "goroutine"})
		if test.tool == "untold" && strings.Contains(text, "isError") {
			t.Errorf("%s: got %s", name, text)
		}
	}
	if got := log.String(); strings.Count(got, "secret@db") < 2 || !strings.Contains(got, "stack") {
		t.Errorf("what was masked is not in the log: %s", got)
	}
}

// vicious panics while it is written.
type vicious struct{}

func (vicious) MarshalJSON() ([]byte, error) { panic("postgres://user:secret@db") }

// noError gives a nil *oriel.Error, which in an error is not nil.
func noError() *oriel.Error { return nil }

func TestHandlersThatGiveOddThings(t *testing.T) {
	t.Parallel()
	app := oriel.NewWith("odd", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	type number struct {
		N float64 `json:"n"`
	}
	extra := func(value any) func(context.Context, struct{}) (oriel.Result[number], error) {
		return func(context.Context, struct{}) (oriel.Result[number], error) {
			return oriel.Result[number]{Extra: map[string]any{"x": value}}, nil
		}
	}
	type level struct {
		Level string `json:"level" enum:"low,high"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "channel"}, extra(make(chan int)))
	oriel.AddTool(app, oriel.Tool{Name: "vicious"}, extra(vicious{}))
	oriel.AddTool(app, oriel.Tool{Name: "nan"}, func(context.Context, struct{}) (oriel.Result[number], error) {
		return oriel.Result[number]{Data: number{math.NaN()}}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "misfit"}, func(context.Context, struct{}) (oriel.Result[level], error) {
		return oriel.Result[level]{}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "fine"}, func(context.Context, struct{}) (oriel.Result[number], error) {
		return oriel.Result[number]{Text: "fine"}, noError()
	})
	for _, lifecycle := range lifecycles {
		host := orieltest.ConnectWith(t, app, "claude", orieltest.Options{Lifecycle: lifecycle})
		for name, want := range map[string]string{"channel": "internal", "vicious": "internal", "nan": "internal", "misfit": "internal", "fine": ""} {
			if got := host.Call(name, nil); got.ErrorCode() != want || strings.Contains(string(got.Answer), "secret") {
				t.Errorf("%s on %s: got %s", name, lifecycle, got.Answer)
			}
		}
		if got := host.Call("fine", nil).Text(); got != "fine" {
			t.Errorf("on %s: got %q", lifecycle, got)
		}
	}
}

// A call that was given up is no fault of the app, and not logged as one.
func TestCancelledCall(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	app := oriel.NewWith("slow", "1.0.0", oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	oriel.AddTool(app, oriel.Tool{Name: "wait"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		<-ctx.Done()
		return oriel.Result[struct{}]{}, ctx.Err()
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	result, err := app.Methods().CallTool(ctx, hosts.Peer{}, "wait", nil)
	if err != nil || !result.IsError || !strings.Contains(asJSON(t, result), "The call was cancelled.") || log.Len() > 0 {
		t.Errorf("got %s, %v and the log %q", asJSON(t, result), err, log.String())
	}
}

// Clients of 2026-07-28 throw away results that don't say they are complete.
func TestModernResultsAreComplete(t *testing.T) {
	t.Parallel()
	host := orieltest.ConnectWith(t, sample(io.Discard), "claude", orieltest.Options{Lifecycle: orieltest.Modern})
	for method, params := range map[string]any{
		"tools/call":               map[string]any{"name": "greet", "arguments": person{Name: "Ada"}},
		"resources/read":           map[string]any{"uri": "ui://sample/greeting/0"},
		"tools/list":               nil,
		"resources/list":           nil,
		"resources/templates/list": nil,
	} {
		want := []string{`"resultType":"complete"`}
		if method != "tools/call" {
			want = append(want, `"cacheScope":"private"`) // what is for one host is for no other
		}
		expect(t, string(host.Request(method, params)), want, []string{"{+path}"})
	}
}

func TestViewURIs(t *testing.T) {
	t.Parallel()
	host := orieltest.Connect(t, sample(io.Discard), "claude")
	for uri, want := range map[string]string{
		"ui://sample/greeting/000000000000":        `"uri":"ui://sample/greeting/000000000000"`, // of an older build
		"ui://sample/greeting":                     `"uri":"ui://sample/greeting"`,
		"ui://sample/greting/000000000000":         "view_not_found",
		"ui://sample/greeting/../../etc":           "view_not_found",
		"ui://other/greeting/000000000000":         "view_not_found",
		"file:///etc/passwd":                       "resource_not_found",
		"ui://":                                    "view_not_found",
		"ui://sample/{+path}":                      "view_not_found",
		"ui://sample/\u202egreeting\n":             "view_not_found",
		"ui://sample/" + strings.Repeat("x", 8000): "view_not_found",
		"ui://sample/" + strings.Repeat("x", 9000): "uri_too_long",
	} {
		answer := string(host.Request("resources/read", map[string]any{"uri": uri}))
		expect(t, answer, []string{want}, nil)
		if want == "view_not_found" && len(answer) > 1000 {
			t.Errorf("%.60s: the error repeats everything", uri)
		}
	}
}

// A tool that declares a sign-in which nothing checks would answer anybody.
func TestSignInThatNothingChecks(t *testing.T) {
	t.Parallel()
	run := func(context.Context, person) (oriel.Result[person], error) { return oriel.Result[person]{}, nil }
	oauth, none := ui.SecurityScheme{Type: ui.OAuth2}, ui.SecurityScheme{Type: ui.NoAuth}
	for name, test := range map[string]struct {
		security []ui.SecurityScheme
		checked  bool
		want     string
	}{
		"unchecked":         {[]ui.SecurityScheme{oauth}, false, "security_unenforced"},
		"checked":           {[]ui.SecurityScheme{oauth}, true, ""},
		"also without":      {[]ui.SecurityScheme{none, oauth}, false, ""},
		"without a sign-in": {[]ui.SecurityScheme{none}, false, ""},
		"nothing declared":  {nil, false, ""},
	} {
		app := oriel.NewWith("bank", "1.0.0", oriel.Options{SignInChecked: test.checked})
		oriel.AddTool(app, oriel.Tool{Name: "pay", Security: test.security}, run)
		err := app.Err()
		var fault *oriel.Error
		if errors.As(err, &fault); (err != nil) != (test.want != "") || err != nil && (fault == nil || fault.Code != test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func TestFaultyDeclarations(t *testing.T) {
	t.Parallel()
	app := oriel.New("", "")
	oriel.AddView(app, "Bad Name", ui.HTML("x"))
	oriel.AddView(app, "none", nil)
	oriel.AddView(app, "empty", ui.HTML(" "))
	oriel.AddViewWith(app, "csp", ui.HTML("x"), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://a.example; script-src *"}}})
	oriel.AddViewWith(app, "homoglyph", ui.HTML("x"), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://аpi.example.com"}}})
	oriel.AddView(app, "twice", ui.HTML("x"))
	oriel.AddView(app, "twice", ui.HTML("y"))
	oriel.AddTool(app, oriel.Tool{Name: "list"}, func(context.Context, struct{}) (oriel.Result[[]int], error) {
		return oriel.Result[[]int]{}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "with space"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "long", Invoking: strings.Repeat("…", 65)}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, nil
	})
	type mistaken struct {
		N int `default:"many"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "tag"}, func(context.Context, mistaken) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, nil
	})
	oriel.AddRawTool(app, oriel.Tool{Name: "raw"}, func(context.Context, json.RawMessage) (oriel.Result[json.RawMessage], error) {
		return oriel.Result[json.RawMessage]{}, nil
	})
	oriel.AddRawTool(app, oriel.Tool{Name: "idle", InputSchema: json.RawMessage(`{"type":"object"}`)}, nil)
	oriel.AddTool[struct{}, struct{}](app, oriel.Tool{Name: "idler"}, nil)
	nothing := func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil }
	oriel.AddTool(app, oriel.Tool{Name: "stranger", View: &ui.View{Name: "q"}}, nothing)
	oriel.AddTool(app, oriel.Tool{Name: "channel", Extra: map[string]any{"x": make(chan int)}}, nothing)
	oriel.AddViewWith(app, "channel", ui.HTML("x"), ui.Metadata{Extra: map[string]any{"y": map[string]any{"z": make(chan int)}}})
	pointed := ui.HTML("x")
	oriel.AddView(app, "pointed", &pointed)
	oriel.AddView(app, "framed", ui.URL("https://a.example;script-src/x"))
	text := app.Err().Error()
	for _, want := range []string{
		"app_test.go:", `"" can't name an app`, "no version", `"Bad Name" can't name a view`, `"none" has no content`, "HTML is empty",
		`';', which could break out of the policy`, "imitate another host", `two views named "twice"`,
		"its JSON form is not an object", "Put the value into a struct", `"with space" can't name a tool`, "the limit of ChatGPT is 64",
		`field N: the tag default:"many"`, `input schema of the tool "raw"`, `tool "idle" has no handler`, `tool "idler" has no handler`,
		`view of the tool "stranger" does not belong to this app`, `Extra of the tool "channel"`, `Extra of the view "channel"`,
		"content of the type *ui.HTML", "a.example;script-src/x",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	defer func() {
		if reason, ok := recover().(string); !ok || !strings.Contains(reason, "no version") {
			t.Errorf("Handler served a faulty app, or panicked with %v", reason)
		}
	}()
	app.Handler()
}

func TestRequestsThatAreRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(sample(io.Discard).Handler())
	t.Cleanup(server.Close)
	const ping = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	huge := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{"name":"` + strings.Repeat("x", 10<<20) + `"}}}`
	for name, test := range map[string]struct {
		host, origin, body, protocol string
		chunked                      bool
		status                       int
		want                         string
	}{
		"plain":                   {body: ping, status: 200, want: "protocolVersion"},
		"page of this machine":    {body: ping, origin: "http://localhost:6274", status: 200, want: "protocolVersion"},
		"DNS rebinding":           {body: ping, host: "evil.example", status: 403, want: "host_not_allowed"},
		"DNS rebinding with port": {body: ping, host: "evil.example:8080", status: 403, want: "host_not_allowed"},
		"a name below localhost":  {body: ping, host: "view.localhost", status: 403, want: "host_not_allowed"},
		"foreign page":            {body: ping, origin: "https://evil.example", status: 403, want: "origin_not_allowed"},
		"page of a view":          {body: ping, origin: "http://abc.localhost:4747", status: 403, want: "origin_not_allowed"},
		"opaque page":             {body: ping, origin: "null", status: 403, want: "origin_not_allowed"},
		"10 MB":                   {body: huge, status: 413, want: "request_too_large"},
		"10 MB, length not told":  {body: huge, chunked: true, status: 413, want: "request_too_large"},
		"10 MB on 2026-07-28":     {body: huge, protocol: "2026-07-28", status: 413, want: "request_too_large"},
		"not JSON":                {body: `{`, status: 400, want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var body io.Reader = strings.NewReader(test.body)
			if test.chunked {
				body = io.MultiReader(body)
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, body)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			if test.protocol != "" {
				r.Header.Set("Mcp-Protocol-Version", test.protocol)
			}
			if test.host != "" {
				r.Host = test.host
			}
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = response.Body.Close() }()
			answer, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			if response.StatusCode != test.status || !strings.Contains(string(answer), test.want) {
				t.Errorf("got %d %.300s, want %d with %q", response.StatusCode, answer, test.status, test.want)
			}
		})
	}
}
