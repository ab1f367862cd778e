package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/ui"
)

// What the server has answers as before, byte for byte, and the app is there beside it.
func TestAttachLeavesTheServerAsItWas(t *testing.T) {
	t.Parallel()
	lists := []struct{ method, member, key string }{
		{"tools/list", "tools", "name"},
		{"resources/list", "resources", "uri"},
		{"resources/templates/list", "resourceTemplates", "uriTemplate"},
		{"prompts/list", "prompts", "name"},
	}
	// Hosts that would show app-only tools to their model have one less.
	for host, wantTools := range map[string]int{"claude": 5, "chatgpt": 5, "mcp-ui": 4, "text": 4} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			app, with := withoutForecast(attachtest.Sample(t)), existing()
			if err := gosdk.Attach(with, app); err != nil {
				t.Fatal(err)
			}
			before, after := lines(t, existing(), host), lines(t, with, host)
			for name, ask := range before {
				for _, request := range append(slices.Clone(own), called) {
					if strings.Contains(request, "/list") {
						continue
					}
					if want, got := ask(request), after[name](request); string(want) != string(got) {
						t.Errorf("%s: %s\nbefore %s\nafter  %s", name, request, want, got)
					}
				}
				for _, list := range lists {
					want, got := listed(t, ask, list.method, list.member, list.key), listed(t, after[name], list.method, list.member, list.key)
					for entry, raw := range want {
						if string(raw) != string(got[entry]) {
							t.Errorf("%s: %s of %s\nbefore %s\nafter  %s", name, list.method, entry, raw, got[entry])
						}
						delete(got, entry)
					}
					// A host without UI is told of no views.
					number := map[string]int{"tools": wantTools, "resources": 4, "resourceTemplates": 1, "prompts": 1}[list.member]
					if host == "text" && list.member == "resources" {
						number = 2
					}
					if len(got) != number {
						t.Errorf("%s: %s has of the app %d entries", name, list.method, len(got))
					}
				}
				contains(t, name, string(after[name](`"prompts/get","params":{"name":"greet","arguments":{"mood":"bad"}}`)), []string{"Be bad", "image/gif"}, "")
				contains(t, name, string(after[name](`"resources/read","params":{"uri":"sample://day/monday"}`)), []string{"It is monday"}, "")
				contains(t, name, string(after[name](`"tools/call","params":{"name":"fails","arguments":{}}`)), []string{"No luck today", `"code":"no_luck"`, `"isError":true`}, "")
				contains(t, name, string(after[name](`"tools/call","params":{"name":"panics","arguments":{}}`)), []string{`"code":"internal"`, `"isError":true`}, "boom")
				contains(t, name, string(after[name](`"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":"b"}}`)), []string{`"values":["bad"]`}, "")
			}
		})
	}
}

// withoutForecast is the app without its forecast: the server has one.
func withoutForecast(app *oriel.App) *oriel.App {
	app.RemoveTools("forecast")
	return app
}

func TestAttachDeclaresTheExtension(t *testing.T) {
	t.Parallel()
	server := existing()
	if err := gosdk.Attach(server, withoutForecast(attachtest.Sample(t))); err != nil {
		t.Fatal(err)
	}
	if err := gosdk.AddView(server, "forecast", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	for name, session := range map[string]*mcp.ClientSession{
		"initialize": dial(t, server, "claude", "2025-11-25"), "server/discover": dial(t, server, "claude", ""),
	} {
		told := session.InitializeResult().Capabilities
		for _, extension := range []string{"io.modelcontextprotocol/ui", "example.com/own"} {
			if _, ok := told.Extensions[extension]; !ok {
				t.Errorf("%s: there is no %s in %v", name, extension, told.Extensions)
			}
		}
		if told.Completions == nil || told.Prompts == nil || !told.Resources.Subscribe {
			t.Errorf("%s: %+v", name, told)
		}
	}
	bare := dial(t, existing(), "claude", "2025-11-25").InitializeResult().Capabilities
	if _, ok := bare.Extensions["io.modelcontextprotocol/ui"]; ok {
		t.Error("a server that nothing was attached to has the extension")
	}
}

func TestAttachFaults(t *testing.T) {
	t.Parallel()
	nothing := func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil }
	read := func(context.Context) (oriel.Contents, error) { return oriel.Contents{}, nil }
	for name, test := range map[string]struct {
		declare func(app *oriel.App)
		code    string
	}{
		"tool":     {func(app *oriel.App) { oriel.AddTool(app, oriel.Tool{Name: "raw"}, nothing) }, "tool_name_taken"},
		"resource": {func(app *oriel.App) { oriel.AddResource(app, oriel.Resource{URI: "file:///d", Name: "x"}, read) }, "resource_uri_taken"},
		"prompt": {func(app *oriel.App) {
			oriel.AddPrompt(app, oriel.Prompt{Name: "plan"}, func(context.Context, struct{}) ([]oriel.Message, error) { return nil, nil })
		}, "prompt_name_taken"},
		"template": {func(app *oriel.App) {
			oriel.AddTemplate(app, oriel.Template{URITemplate: "file:///logs/{day}", Name: "x"}, func(context.Context, map[string]string) (oriel.Contents, error) { return oriel.Contents{}, nil })
		}, "template_taken"},
		"address": {func(app *oriel.App) { oriel.AddResource(app, oriel.Resource{URI: "late://%zz", Name: "x"}, read) }, "entry_refused"},
		"fault":   {func(app *oriel.App) { oriel.AddTool(app, oriel.Tool{Name: "bad name"}, nothing) }, "tool_name_invalid"},
	} {
		app := oriel.NewWith("late", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
		oriel.AddView(app, "page", ui.HTML(page))
		oriel.AddTool(app, oriel.Tool{Name: "fine"}, nothing)
		test.declare(app)
		server := existing()
		if err := gosdk.Attach(server, app); codeOf(err) != test.code {
			t.Errorf("%s: %v", name, err)
		}
		// Nothing of it is left.
		before, after := lines(t, existing(), "claude"), lines(t, server, "claude")
		for _, list := range []struct{ method, member, key string }{{"tools/list", "tools", "name"}, {"resources/list", "resources", "uri"}, {"prompts/list", "prompts", "name"}} {
			for way, ask := range before {
				if want, got := listed(t, ask, list.method, list.member, list.key), listed(t, after[way], list.method, list.member, list.key); len(want) != len(got) {
					t.Errorf("%s leaves something behind in %s: %v", name, list.method, got)
				}
			}
		}
	}
	if err := gosdk.Attach(nil, attachtest.Sample(t)); codeOf(err) != "server_missing" {
		t.Error(err)
	}
	if err := gosdk.Attach(existing(), nil); codeOf(err) != "app_missing" {
		t.Error(err)
	}
	refusing := existing()
	refusing.AddReceivingMiddleware(func(mcp.MethodHandler) mcp.MethodHandler {
		return func(context.Context, string, mcp.Request) (mcp.Result, error) { return nil, errors.New("no") }
	})
	if err := gosdk.Attach(refusing, attachtest.Sample(t)); codeOf(err) != "server_unreadable" {
		t.Error(err)
	}
}

func TestNewFaults(t *testing.T) {
	t.Parallel()
	faulty := oriel.New("", "")
	for name, app := range map[string]*oriel.App{"nil": nil, "faulty": faulty} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is taken", name)
				}
			}()
			gosdk.New(app)
		}()
	}
}

// Options of the server's own stay.
func TestNewWithOptions(t *testing.T) {
	t.Parallel()
	server := gosdk.NewWith(attachtest.Sample(t), &mcp.ServerOptions{Instructions: "Mine.", PageSize: 2})
	session := dial(t, server, "claude", "2025-11-25")
	if got := session.InitializeResult().Instructions; got != "Mine." {
		t.Errorf("the instructions are %q", got)
	}
	first, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		all++
	}
	if len(first.Tools) != 2 || all != 6 {
		t.Errorf("the first page has %d tools, all have %d", len(first.Tools), all)
	}
	if got := dial(t, gosdk.NewWith(attachtest.Sample(t), nil), "claude", "").InitializeResult().Instructions; got != "Try everything." {
		t.Errorf("the instructions are %q", got)
	}
}

// Changes of the app reach the clients of the server.
func TestChangesReachClients(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]func(app *oriel.App) *mcp.Server{
		"attached": func(app *oriel.App) *mcp.Server {
			server := existing()
			if err := gosdk.Attach(server, app); err != nil {
				t.Fatal(err)
			}
			return server
		},
		"new": gosdk.New,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := withoutForecast(attachtest.Sample(t))
			tools, prompts, resources, heard := bell(), bell(), bell(), bell()
			updated := map[string]bool{}
			var mu sync.Mutex
			serverSide, clientSide := mcp.NewInMemoryTransports()
			server := serve(app)
			if _, err := server.Connect(t.Context(), serverSide, nil); err != nil {
				t.Fatal(err)
			}
			session := connect(t, clientSide, "claude", "2025-11-25", &mcp.ClientOptions{
				ToolListChangedHandler:     func(context.Context, *mcp.ToolListChangedRequest) { ring(tools) },
				PromptListChangedHandler:   func(context.Context, *mcp.PromptListChangedRequest) { ring(prompts) },
				ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { ring(resources) },
				ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) {
					mu.Lock()
					defer mu.Unlock()
					updated[r.Params.URI] = true
					ring(heard)
				},
			})
			oriel.AddTool(app, oriel.Tool{Name: "later"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{Text: "now"}, nil
			})
			<-tools
			if result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "later"}); err != nil || result.IsError {
				t.Errorf("calling what came later: %v, %v", result, err)
			}
			app.RemoveTools("later", "fails")
			<-tools
			if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "later"}); err == nil {
				t.Error("what was removed can still be called")
			}
			app.RemovePrompts("greet")
			<-prompts
			app.RemoveResources("sample://bytes")
			<-resources
			if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "sample://notes"}); err != nil {
				t.Fatal(err)
			}
			app.ResourceUpdated("sample://notes")
			<-heard
			mu.Lock()
			defer mu.Unlock()
			if !updated["sample://notes"] {
				t.Errorf("updated: %v", updated)
			}
		})
	}
}

func bell() chan struct{} { return make(chan struct{}, 1) }

func ring(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// A name that the server takes first stays the server's; one that it takes over, too.
func TestLaterNames(t *testing.T) {
	t.Parallel()
	app, server := withoutForecast(attachtest.Sample(t)), existing()
	if err := gosdk.Attach(server, app); err != nil {
		t.Fatal(err)
	}
	oriel.AddTool(app, oriel.Tool{Name: "raw", Description: "the app's"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "the app's"}, nil
	})
	ask := lines(t, server, "claude")["newer lifecycle, HTTP"]
	contains(t, "a name of the server", string(ask(`"tools/call","params":{"name":"raw","arguments":{"a":1}}`)), []string{`"structuredContent":[1,2,3]`}, "the app's")
	server.AddTool(&mcp.Tool{Name: "blocks", Description: "the server's", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "the server's"}}}, nil
		})
	contains(t, "a name taken over", string(listed(t, ask, "tools/list", "tools", "name")["blocks"]), []string{"the server's"}, "")
	contains(t, "a name taken over", string(ask(`"tools/call","params":{"name":"blocks","arguments":{}}`)), []string{"the server's"}, "")
}

// Middleware of the server applies to the app's tools, whenever it was added.
func TestMiddlewareAppliesToTheApp(t *testing.T) {
	t.Parallel()
	guard := func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/call" || method == "resources/read" || method == "prompts/get" {
				return nil, errors.New("not for you")
			}
			return next(ctx, method, req)
		}
	}
	early, late := existing(), existing()
	early.AddReceivingMiddleware(guard)
	for _, server := range []*mcp.Server{early, late} {
		if err := gosdk.Attach(server, withoutForecast(attachtest.Sample(t))); err != nil {
			t.Fatal(err)
		}
	}
	late.AddReceivingMiddleware(guard)
	for when, server := range map[string]*mcp.Server{"before": early, "after": late} {
		for name, ask := range lines(t, server, "claude") {
			for _, request := range []string{
				`"tools/call","params":{"name":"blocks","arguments":{}}`, `"resources/read","params":{"uri":"ui://sample/page/1"}`,
				`"prompts/get","params":{"name":"greet","arguments":{"mood":"bad"}}`,
			} {
				contains(t, when+" "+name, string(ask(request)), []string{"not for you"}, "")
			}
		}
	}
}

// Many servers of one app, as where there is one for each request, can be forgotten.
func TestServersAreForgotten(t *testing.T) {
	t.Parallel()
	app := withoutForecast(attachtest.Sample(t))
	var servers []weak.Pointer[mcp.Server]
	for range 20 {
		server := existing()
		if err := gosdk.Attach(server, app); err != nil {
			t.Fatal(err)
		}
		servers = append(servers, weak.Make(server), weak.Make(gosdk.New(app)))
	}
	for range 100 {
		runtime.GC()
		if !slices.ContainsFunc(servers, func(s weak.Pointer[mcp.Server]) bool { return s.Value() != nil }) {
			return
		}
	}
	t.Error("the app keeps its servers")
}

// Calls, lists and changes at once.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	app, server := withoutForecast(attachtest.Sample(t)), existing()
	if err := gosdk.Attach(server, app); err != nil {
		t.Fatal(err)
	}
	if err := gosdk.AddView(server, "forecast", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	session := dial(t, server, "mcp-ui", "2025-11-25")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			name := "extra" + strconv.Itoa(i)
			for range 10 {
				oriel.AddTool(app, oriel.Tool{Name: name}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
					return oriel.Result[struct{}]{}, nil
				})
				if _, err := session.ListTools(t.Context(), nil); err != nil {
					t.Error(err)
				}
				if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "forecast", Arguments: map[string]any{"city": "Lisbon"}}); err != nil {
					t.Error(err)
				}
				app.RemoveTools(name)
			}
		})
	}
	all.Wait()
	if err := app.Err(); err != nil {
		t.Error(err)
	}
}

// Whoever connects right after is told of no change that was before.
func TestAttachTellsNobody(t *testing.T) {
	t.Parallel()
	server := existing()
	if err := errors.Join(gosdk.Attach(server, withoutForecast(attachtest.Sample(t))), gosdk.AddView(server, "forecast", ui.HTML(page))); err != nil {
		t.Fatal(err)
	}
	for range server.Sessions() {
		t.Error("a session is left")
	}
	told, prompts := bell(), bell()
	serverSide, clientSide := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), serverSide, nil); err != nil {
		t.Fatal(err)
	}
	session := connect(t, clientSide, "claude", "2025-11-25", &mcp.ClientOptions{
		ToolListChangedHandler:     func(context.Context, *mcp.ToolListChangedRequest) { ring(told) },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { ring(told) },
		PromptListChangedHandler:   func(context.Context, *mcp.PromptListChangedRequest) { ring(prompts) },
	})
	// What is pending is told before what changes now.
	server.RemovePrompts("plan")
	<-prompts
	if err := session.Ping(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-told:
		t.Error("the client is told of a change")
	default:
	}
}
