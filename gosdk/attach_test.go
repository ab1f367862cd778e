package gosdk_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/ui"
)

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
			app := attachtest.WithoutForecast(t)
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
		if err := gosdk.Attach(server, attachtest.WithoutForecast(t)); err != nil {
			t.Fatal(err)
		}
	}
	late.AddReceivingMiddleware(guard)
	for when, server := range map[string]*mcp.Server{"before": early, "after": late} {
		for name, ask := range library.Lines(t, server, "claude") {
			for _, request := range []string{
				`"tools/call","params":{"name":"blocks","arguments":{}}`, `"resources/read","params":{"uri":"ui://sample/page/1"}`,
				`"prompts/get","params":{"name":"greet","arguments":{"mood":"bad"}}`,
			} {
				attachtest.Contains(t, when+" "+name, string(ask(request)), []string{"not for you"}, "")
			}
		}
	}
}

// Whoever connects right after is told of no change that was before.
func TestAttachTellsNobody(t *testing.T) {
	t.Parallel()
	server := existing()
	if err := errors.Join(gosdk.Attach(server, attachtest.WithoutForecast(t)), gosdk.AddView(server, "forecast", ui.HTML("<p>The weather"))); err != nil {
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

// Middleware that refuses to list for some clients is reported as an error.
func TestStrictMiddleware(t *testing.T) {
	t.Parallel()
	for name, strict := range map[string]mcp.Middleware{
		"refuses": func(mcp.MethodHandler) mcp.MethodHandler {
			return func(context.Context, string, mcp.Request) (mcp.Result, error) { return nil, errors.New("who are you?") }
		},
		"panics": func(mcp.MethodHandler) mcp.MethodHandler {
			return func(_ context.Context, _ string, req mcp.Request) (mcp.Result, error) {
				panic(req.GetExtra().TokenInfo.UserID)
			}
		},
		"answers nonsense": func(mcp.MethodHandler) mcp.MethodHandler {
			return func(context.Context, string, mcp.Request) (mcp.Result, error) { return &mcp.CallToolResult{}, nil }
		},
	} {
		server := existing()
		server.AddReceivingMiddleware(strict)
		if err := gosdk.AddView(server, "forecast", ui.HTML("<p>The weather")); attachtest.CodeOf(err) != "server_unreadable" {
			t.Errorf("%s: %v", name, err)
		}
		if err := gosdk.Attach(server, attachtest.Sample(t)); attachtest.CodeOf(err) != "server_unreadable" {
			t.Errorf("%s: %v", name, err)
		}
		before := existing()
		if err := gosdk.AddView(before, "forecast", ui.HTML("<p>The weather")); err != nil {
			t.Error(err)
		}
		before.AddReceivingMiddleware(strict)
	}
}
