package gosdk_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// existing is a server as somebody may have one: with tools of every make, middleware,
// and all else that go-sdk has.
func existing() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "Weather Station", Version: "7"}, &mcp.ServerOptions{
		Instructions: "Ask me about the weather.",
		PageSize:     3,
		CompletionHandler: func(_ context.Context, r *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{r.Params.Argument.Value + "!"}}}, nil
		},
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
		Capabilities:       &mcp.ServerCapabilities{Extensions: map[string]any{"example.com/own": map[string]any{"a": 1}}},
	})
	type in struct {
		City string `json:"city" jsonschema:"the city"`
	}
	type sum struct {
		A int `json:"a"`
		B int `json:"b"`
	}
	type out struct {
		Degrees float64 `json:"degrees"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "forecast", Description: "Tells the weather"}, func(_ context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, out, error) {
		if i.City == "Atlantis" {
			return nil, out{}, fmt.Errorf("no such city <%s>", i.City)
		}
		return &mcp.CallToolResult{
			Meta:    mcp.Meta{"oriel/viewData": []int{1, 2}, "own": "kept"},
			Content: []mcp.Content{&mcp.TextContent{Text: "Warm in " + i.City}, &mcp.ImageContent{Data: []byte{1}, MIMEType: "image/png"}},
		}, out{21.5}, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "add", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, _ *mcp.CallToolRequest, i sum) (*mcp.CallToolResult, any, error) {
		return nil, map[string]int{"sum": i.A + i.B}, nil
	})
	server.AddTool(&mcp.Tool{
		Name: "raw", InputSchema: json.RawMessage(`{"type":"object","b":1,"a":2}`), Meta: mcp.Meta{"own": map[string]any{"k": "v"}},
	}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}}, StructuredContent: json.RawMessage(`[1,2,3]`)}, nil
	})
	server.AddTool(&mcp.Tool{
		Name: "settings", InputSchema: json.RawMessage(`{"type":"object"}`), Meta: mcp.Meta{"ui": map[string]any{"visibility": []string{"app"}}},
	}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "set"}}}, nil
	})
	server.AddPrompt(&mcp.Prompt{Name: "plan", Arguments: []*mcp.PromptArgument{{Name: "city", Required: true}}}, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "Plan " + r.Params.Arguments["city"]}}}}, nil
	})
	read := func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "<read>"}}}, nil
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		server.AddResource(&mcp.Resource{URI: "file:///" + name, Name: name, MIMEType: "text/plain"}, read)
	}
	server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "file:///logs/{day}", Name: "logs"}, read)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			result, err := next(ctx, method, req)
			call, ok := req.GetParams().(*mcp.CallToolParamsRaw)
			if called, is := result.(*mcp.CallToolResult); ok && is && err == nil {
				before := called.Meta
				called.Meta = mcp.Meta{"seen": call.Name, "before": before}
				if data, told := before["oriel/viewData"]; told {
					called.Meta["oriel/viewData"] = data
				}
			}
			return result, err
		}
	})
	return server
}
