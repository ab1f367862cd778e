package mcpgo_test

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

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/mcpgo"
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
			if err := mcpgo.Attach(with, app); err != nil {
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
	s, bare := existing(), existing()
	if err := errors.Join(mcpgo.Attach(s, withoutForecast(attachtest.Sample(t))), mcpgo.AddView(s, "forecast", ui.HTML(page))); err != nil {
		t.Fatal(err)
	}
	info, capabilities := introduction(t, "claude")
	initialize := func(s *server.MCPServer) string {
		answer := s.HandleMessage(t.Context(), json.RawMessage(
			`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":`+capabilities+`,"clientInfo":`+info+`}}`))
		raw, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	discover := string(lines(t, s, "claude")["newer lifecycle, HTTP"](`"server/discover"`))
	for name, told := range map[string]string{"initialize": initialize(s), "server/discover": discover} {
		contains(t, name, told, []string{`"io.modelcontextprotocol/ui":{}`, `"example.com/own":{"a":1}`, `"completions":{}`}, "")
	}
	contains(t, "a server that nothing was attached to", initialize(bare), []string{`"example.com/own"`}, "io.modelcontextprotocol/ui")
}

// Servers that share hooks don't share apps.
func TestSharedHooks(t *testing.T) {
	t.Parallel()
	hooks := &server.Hooks{}
	with, bare := server.NewMCPServer("a", "1", server.WithHooks(hooks)), server.NewMCPServer("b", "1", server.WithHooks(hooks))
	for _, s := range []*server.MCPServer{with, bare} {
		s.AddTool(mcp.NewTool("forecast"), nil)
	}
	if err := mcpgo.AddView(with, "forecast", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	for s, views := range map[*server.MCPServer]bool{with: true, bare: false} {
		tool := listed(t, lines(t, s, "claude")["newer lifecycle, HTTP"], "tools/list", "tools", "name")["forecast"]
		if strings.Contains(string(tool), "ui://") != views {
			t.Errorf("has a view: %v, but is %s", views, tool)
		}
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
		"tool":      {func(app *oriel.App) { oriel.AddTool(app, oriel.Tool{Name: "raw"}, nothing) }, "tool_name_taken"},
		"task tool": {func(app *oriel.App) { oriel.AddTool(app, oriel.Tool{Name: "task"}, nothing) }, "entry_refused"},
		"resource":  {func(app *oriel.App) { oriel.AddResource(app, oriel.Resource{URI: "file:///d", Name: "x"}, read) }, "resource_uri_taken"},
		"prompt": {func(app *oriel.App) {
			oriel.AddPrompt(app, oriel.Prompt{Name: "plan"}, func(context.Context, struct{}) ([]oriel.Message, error) { return nil, nil })
		}, "prompt_name_taken"},
		"fault": {func(app *oriel.App) { oriel.AddTool(app, oriel.Tool{Name: "bad name"}, nothing) }, "tool_name_invalid"},
	} {
		app := oriel.NewWith("late", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
		oriel.AddView(app, "page", ui.HTML(page))
		oriel.AddTool(app, oriel.Tool{Name: "fine"}, nothing)
		test.declare(app)
		s := existing()
		s.AddTaskTool(mcp.NewTool("task"), nil)
		tools, prompts, resources := len(s.ListTools()), len(s.ListPrompts()), len(s.ListResources())
		if err := mcpgo.Attach(s, app); codeOf(err) != test.code {
			t.Errorf("%s: %v", name, err)
		}
		if tools != len(s.ListTools()) || prompts != len(s.ListPrompts()) || resources != len(s.ListResources()) {
			t.Errorf("%s leaves something behind", name)
		}
	}
	if err := mcpgo.Attach(nil, attachtest.Sample(t)); codeOf(err) != "server_missing" {
		t.Error(err)
	}
	if err := mcpgo.Attach(existing(), nil); codeOf(err) != "app_missing" {
		t.Error(err)
	}
}

func TestNewFaults(t *testing.T) {
	t.Parallel()
	for name, app := range map[string]*oriel.App{"nil": nil, "faulty": oriel.New("", "")} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is taken", name)
				}
			}()
			mcpgo.New(app)
		}()
	}
}

// inProcess is mcp-go's own client, connected to a server.
func inProcess(t *testing.T, s *server.MCPServer, options ...client.ClientOption) *client.Client {
	t.Helper()
	c, err := client.NewInProcessClientWithOptions(s, options...)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func initialize(t *testing.T, c *client.Client) {
	t.Helper()
	r := mcp.InitializeRequest{Params: mcp.InitializeParams{ProtocolVersion: "2025-11-25", ClientInfo: mcp.Implementation{Name: "test", Version: "1"}}}
	if _, err := c.Initialize(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

// Changes of the app reach the clients of the server.
//
//nolint:staticcheck // subscriptions of the older lifecycle are what is tested
func TestChangesReachClients(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]func(app *oriel.App) *server.MCPServer{
		"attached": func(app *oriel.App) *server.MCPServer {
			s := existing()
			if err := mcpgo.Attach(s, app); err != nil {
				t.Fatal(err)
			}
			return s
		},
		"new": func(app *oriel.App) *server.MCPServer { return mcpgo.New(app) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := withoutForecast(attachtest.Sample(t))
			c := inProcess(t, serve(app))
			heard := make(chan string, 100)
			c.OnNotification(func(n mcp.JSONRPCNotification) {
				uri, _ := n.Params.AdditionalFields["uri"].(string)
				heard <- n.Method + " " + uri
			})
			initialize(t, c)
			await := func(want string) {
				t.Helper()
				for got := range heard {
					if got == want {
						return
					}
				}
			}
			oriel.AddTool(app, oriel.Tool{Name: "later"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{Text: "now"}, nil
			})
			await("notifications/tools/list_changed ")
			call := mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "later"}}
			if result, err := c.CallTool(t.Context(), call); err != nil || result.IsError {
				t.Errorf("calling what came later: %v, %v", result, err)
			}
			app.RemoveTools("later", "fails")
			await("notifications/tools/list_changed ")
			if _, err := c.CallTool(t.Context(), call); err == nil {
				t.Error("what was removed can still be called")
			}
			app.RemovePrompts("greet")
			await("notifications/prompts/list_changed ")
			app.RemoveResources("sample://bytes")
			await("notifications/resources/list_changed ")
			app.RemoveResources("sample://day/{day}")
			await("notifications/resources/list_changed ")
			templates, err := c.ListResourceTemplates(t.Context(), mcp.ListResourceTemplatesRequest{})
			if err != nil || slices.ContainsFunc(templates.ResourceTemplates, func(r mcp.ResourceTemplate) bool { return r.Name == "day" }) {
				t.Errorf("the templates are %v, %v", templates, err)
			}
			subscribe := mcp.SubscribeRequest{Params: mcp.SubscribeParams{URI: "sample://notes"}}
			if err := c.Subscribe(t.Context(), subscribe); err != nil {
				t.Fatal(err)
			}
			app.ResourceUpdated("sample://none")
			app.ResourceUpdated("sample://notes")
			await("notifications/resources/updated sample://notes")
			if err := c.Unsubscribe(t.Context(), mcp.UnsubscribeRequest{Params: mcp.UnsubscribeParams{URI: "sample://notes"}}); err != nil {
				t.Fatal(err)
			}
			app.ResourceUpdated("sample://notes")
			app.RemoveTools("blocks")
			for got := range heard {
				if strings.Contains(got, "updated") {
					t.Errorf("whoever has unsubscribed is told %s", got)
				}
				if got == "notifications/tools/list_changed " {
					break
				}
			}
		})
	}
}

// A name that the server takes first stays the server's; one that it takes over, too.
func TestLaterNames(t *testing.T) {
	t.Parallel()
	app, s := withoutForecast(attachtest.Sample(t)), existing()
	if err := mcpgo.Attach(s, app); err != nil {
		t.Fatal(err)
	}
	oriel.AddTool(app, oriel.Tool{Name: "raw", Description: "the app's"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "the app's"}, nil
	})
	ask := lines(t, s, "claude")["newer lifecycle, HTTP"]
	contains(t, "a name of the server", string(ask(`"tools/call","params":{"name":"raw","arguments":{"a":1}}`)), []string{`"structuredContent":[1,2,3]`}, "the app's")
	s.AddTool(mcp.NewTool("blocks", mcp.WithDescription("the server's")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("the server's"), nil
	})
	contains(t, "a name taken over", string(listed(t, ask, "tools/list", "tools", "name")["blocks"]), []string{"the server's"}, "")
	contains(t, "a name taken over", string(ask(`"tools/call","params":{"name":"blocks","arguments":{}}`)), []string{"the server's"}, "")
}

// Many servers of one app can be forgotten.
func TestServersAreForgotten(t *testing.T) {
	t.Parallel()
	app := withoutForecast(attachtest.Sample(t))
	var servers []weak.Pointer[server.MCPServer]
	for range 20 {
		s := existing()
		if err := mcpgo.Attach(s, app); err != nil {
			t.Fatal(err)
		}
		servers = append(servers, weak.Make(s), weak.Make(mcpgo.New(app)))
	}
	for range 100 {
		runtime.GC()
		if !slices.ContainsFunc(servers, func(s weak.Pointer[server.MCPServer]) bool { return s.Value() != nil }) {
			return
		}
	}
	t.Error("the app keeps its servers")
}

// Calls, lists and changes at once.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	app, s := withoutForecast(attachtest.Sample(t)), existing()
	if err := errors.Join(mcpgo.Attach(s, app), mcpgo.AddView(s, "forecast", ui.HTML(page))); err != nil {
		t.Fatal(err)
	}
	ask := lines(t, s, "mcp-ui")["newer lifecycle, HTTP"]
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			name := "extra" + strconv.Itoa(i)
			for range 10 {
				oriel.AddTool(app, oriel.Tool{Name: name}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
					return oriel.Result[struct{}]{}, nil
				})
				if got := string(ask(`"tools/list"`)); !strings.Contains(got, `"tools":[`) {
					t.Errorf("the list is %.300s", got)
				}
				if got := string(ask(called)); !strings.Contains(got, "Warm in Lisbon") {
					t.Errorf("the call gives %.300s", got)
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
