package mcpgo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// existing is a server as somebody may have one: with tools of every make, hooks,
// middleware, filters, and all else that mcp-go has.
func existing() *server.MCPServer {
	hooks := &server.Hooks{}
	hooks.AddAfterListTools(func(_ context.Context, _ any, _ *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
		for i := range result.Tools {
			if result.Tools[i].Name == "raw" {
				result.Tools[i].Description = "seen by a hook"
			}
		}
	})
	s := server.NewMCPServer("Weather Station", "7",
		server.WithInstructions("Ask me about the weather."), server.WithPaginationLimit(3), server.WithHooks(hooks), server.WithCompletions(),
		server.WithResourceCapabilities(true, true), server.WithPromptCapabilities(true), server.WithLogging(),
		server.WithExtensions(map[string]any{"example.com/own": map[string]any{"a": 1}}),
		server.WithPromptCompletionProvider(completer{}),
		server.WithToolFilter(func(_ context.Context, tools []mcp.Tool) []mcp.Tool {
			return slices.DeleteFunc(slices.Clone(tools), func(t mcp.Tool) bool { return t.Name == "secret" })
		}),
		server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
			return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				result, err := next(ctx, r)
				if result != nil {
					meta := map[string]any{"seen": r.Params.Name}
					if result.Meta != nil {
						maps.Copy(meta, result.Meta.AdditionalFields)
					}
					copied := *result
					copied.Meta = mcp.NewMetaFromMap(meta)
					result = &copied
				}
				return result, err
			}
		}),
	)
	s.AddTool(mcp.NewTool("forecast", mcp.WithDescription("Tells the weather"), mcp.WithString("city", mcp.Required())), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		city := r.GetString("city", "")
		if city == "Atlantis" {
			return mcp.NewToolResultError("no such city <" + city + ">"), nil
		}
		return &mcp.CallToolResult{
			Result:            mcp.Result{Meta: mcp.NewMetaFromMap(map[string]any{"oriel/viewData": []int{1, 2}, "own": "kept"})},
			Content:           []mcp.Content{mcp.NewTextContent("Warm in " + city), mcp.NewImageContent("AQ==", "image/png")},
			StructuredContent: map[string]any{"degrees": 21.5},
		}, nil
	})
	s.AddTool(mcp.NewTool("add", mcp.WithReadOnlyHintAnnotation(true), mcp.WithNumber("a"), mcp.WithNumber("b")), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprint(r.GetFloat("a", 0) + r.GetFloat("b", 0))), nil
	})
	raw := mcp.NewToolWithRawSchema("raw", "", json.RawMessage(`{"type":"object","b":1,"a":2}`))
	raw.Meta = mcp.NewMetaFromMap(map[string]any{"own": map[string]any{"k": "v"}})
	s.AddTool(raw, func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(string(r.Params.RawArguments))}, StructuredContent: []int{1, 2, 3}}, nil
	})
	settings := mcp.NewToolWithRawSchema("settings", "", json.RawMessage(`{"type":"object"}`))
	settings.Meta = mcp.NewMetaFromMap(map[string]any{"ui": map[string]any{"visibility": []string{"app"}}})
	answer := func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("set"), nil
	}
	s.AddTool(settings, answer)
	s.AddTool(mcp.NewTool("secret"), answer)
	s.AddTaskTool(mcp.NewTool("task"), nil)
	s.AddPrompt(mcp.NewPrompt("plan", mcp.WithArgument("city", mcp.RequiredArgument())), func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return mcp.NewGetPromptResult("", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent("Plan "+r.Params.Arguments["city"]))}), nil
	})
	read := func(_ context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, Text: "<read>"}}, nil
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		s.AddResource(mcp.NewResource("file:///"+name, name, mcp.WithMIMEType("text/plain")), read)
	}
	s.AddResourceTemplate(mcp.NewResourceTemplate("file:///logs/{day}", "logs"), read)
	return s
}

type completer struct{}

func (completer) CompletePromptArgument(_ context.Context, _ string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	return &mcp.Completion{Values: []string{argument.Value + "!"}}, nil
}
