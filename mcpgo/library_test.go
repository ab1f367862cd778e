package mcpgo_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/orieltest"
)

var library = attachtest.Library[server.MCPServer]{
	Existing: existing,
	Bare:     func() *server.MCPServer { return server.NewMCPServer("own", "1") },

	New:    func(app *oriel.App) *server.MCPServer { return mcpgo.New(app) },
	Attach: mcpgo.Attach, AddView: mcpgo.AddView, AddViewWith: mcpgo.AddViewWith,

	SignIn: (*oriel.App).SignIn,
	AddTool: func(s *server.MCPServer, name, text string, meta map[string]any) {
		tool := mcp.NewTool(name, mcp.WithDescription(text))
		tool.Meta = mcp.NewMetaFromMap(meta)
		s.AddTool(tool, func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText(text), nil
		})
	},
	RemoveTool: func(s *server.MCPServer, name string) { s.DeleteTools(name) },
	AddOddTool: addOddTool,

	Legacy: stateful,
	Modern: func(s *server.MCPServer) http.Handler { return server.NewStreamableHTTPServer(s) },
	Stateless: func(s *server.MCPServer) http.Handler {
		return server.NewStreamableHTTPServer(s, server.WithStateLess(true))
	},
	Usual:  func(s *server.MCPServer, _ orieltest.Lifecycle) http.Handler { return stateful(s) },
	Direct: inMemory,

	Views:         "ui://server/",
	UnknownTool:   "not found",
	NoLegacyHints: true,
	ForgedState:   []string{"request state is invalid"},
	Unable:        []string{"this client has not declared that"},
	Faults: map[string]attachtest.AttachFault{
		"task tool": {Declare: func(app *oriel.App) {
			oriel.AddTool(app, oriel.Tool{Name: "task"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil })
		}, Code: "entry_refused"},
	},

	Level: level,
	// That the client lacks a capability is a JSON-RPC error of an app's own handler from
	// 2026-07-28 on, and mcp-go makes a tool's result of it.
	Otherwise: map[string][]string{`{"name":"asks","arguments":{}}`: {`"isError":true`, `(capability \"roots\")`}},
}

func TestLibrary(t *testing.T) {
	t.Parallel()
	library.Run(t)
}

func level(answer map[string]any) {
	result, _ := answer["result"].(map[string]any)
	// mcp-go lists by name, an app in the order of its declarations.
	attachtest.SortLists(result)
	// mcp-go has hints for caches of its own, and none in the older lifecycle.
	attachtest.DropCacheHints(result)
	// mcp-go has no place for security schemes beside _meta.
	tools, _ := result["tools"].([]any)
	for _, entry := range tools {
		if tool, ok := entry.(map[string]any); ok {
			delete(tool, "securitySchemes")
		}
	}
	// mcp-go gives an error neither code nor data, and has its own words for what it does not find.
	if answer["error"] != nil {
		answer["error"] = "an error"
	}
}

// stateful is mcp-go's handler that remembers its clients.
func stateful(s *server.MCPServer) http.Handler {
	return server.NewStreamableHTTPServer(s, server.WithStateful(true))
}

// inMemory is a session as mcp-go's in-process client has one.
func inMemory(t *testing.T, s *server.MCPServer, client attachtest.Client) attachtest.Line {
	t.Helper()
	session := server.NewInProcessSession(s.GenerateInProcessSessionID(), nil)
	if err := s.RegisterSession(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	send := func(message string) []byte {
		raw, err := json.Marshal(s.HandleMessage(s.WithContext(t.Context(), session), json.RawMessage(message)))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	send(client.Initialize())
	return func(request string) []byte { return send(`{"jsonrpc":"2.0","id":1,"method":` + request + `}`) }
}

func addOddTool(s *server.MCPServer) {
	priority := 1.0
	results := map[string]*mcp.CallToolResult{
		"error":     {IsError: true, Content: []mcp.Content{mcp.NewTextContent("no")}},
		"empty":     {},
		"picture":   {Content: []mcp.Content{mcp.NewImageContent("AQ==", "image/png")}},
		"list":      {StructuredContent: []int{1}},
		"annotated": {Content: []mcp.Content{mcp.TextContent{Type: "text", Text: "t", Annotated: mcp.Annotated{Annotations: &mcp.Annotations{Priority: &priority}}}}},
		"huge":      {Content: []mcp.Content{mcp.NewTextContent(strings.Repeat("x", 5<<20))}},
	}
	s.AddTool(mcp.NewTool("odd"), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return results[r.GetString("kind", "")], nil
	})
}
