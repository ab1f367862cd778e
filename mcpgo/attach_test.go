package mcpgo_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/ui"
)

// Servers that share hooks don't share apps.
func TestSharedHooks(t *testing.T) {
	t.Parallel()
	hooks := &server.Hooks{}
	with, bare := server.NewMCPServer("a", "1", server.WithHooks(hooks)), server.NewMCPServer("b", "1", server.WithHooks(hooks))
	for _, s := range []*server.MCPServer{with, bare} {
		s.AddTool(mcp.NewTool("forecast"), nil)
	}
	if err := mcpgo.AddView(with, "forecast", ui.HTML("<p>The weather")); err != nil {
		t.Fatal(err)
	}
	for s, views := range map[*server.MCPServer]bool{with: true, bare: false} {
		tool := attachtest.Listed(t, library.Lines(t, s, "claude")["newer lifecycle, HTTP"], "tools/list")["forecast"]
		if strings.Contains(string(tool), "ui://") != views {
			t.Errorf("has a view: %v, but is %s", views, tool)
		}
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
			app := attachtest.WithoutForecast(t)
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

// A URI of some megabytes is not matched with templates, which takes mcp-go seconds.
func TestLongURI(t *testing.T) {
	t.Parallel()
	app := oriel.New("long", "1")
	read := 0
	oriel.AddTemplate(app, oriel.Template{Name: "note", URITemplate: "note://{+path}"}, func(context.Context, map[string]string) (oriel.Contents, error) {
		read++
		return oriel.Contents{Text: "the note"}, nil
	})
	c := inProcess(t, mcpgo.New(app))
	initialize(t, c)
	for length, found := range map[int]bool{100: true, ui.MaxURI: true, ui.MaxURI + 1: false, 1 << 20: false} {
		uri := "note://" + strings.Repeat("x", length-len("note://"))
		before := read
		_, err := c.ReadResource(t.Context(), mcp.ReadResourceRequest{Params: mcp.ReadResourceParams{URI: uri}})
		if (err == nil) != found || (read > before) != found || err != nil && !strings.Contains(err.Error(), "uri_too_long") {
			t.Errorf("of %d bytes: %.200v, and the app reads it %d times", length, err, read-before)
		}
	}
}
