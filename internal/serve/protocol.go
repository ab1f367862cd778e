package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// newServer puts an app behind go-sdk. Lists differ per host, so they are
// answered by a middleware; calls and reads go through go-sdk's own registry,
// which checks the headers of 2026-07-28 and completes the results.
func newServer(app App, logger *slog.Logger) *mcp.Server {
	id := app.Identity()
	server := mcp.NewServer(
		&mcp.Implementation{Name: id.Name, Title: id.Title, Version: id.Version},
		&mcp.ServerOptions{
			Instructions: id.Instructions,
			Logger:       logger,
			Capabilities: &mcp.ServerCapabilities{
				Tools:      &mcp.ToolCapabilities{},
				Resources:  &mcp.ResourceCapabilities{},
				Extensions: map[string]any{UIExtension: map[string]any{}},
			},
			SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { *c = cacheable() },
		},
	)
	known := map[string]bool{}
	for _, tool := range app.Tools(hosts.Client{}) {
		server.AddTool(wireTool(tool), callTool(app))
		known[tool.Name] = true
	}
	server.AddResourceTemplate(&mcp.ResourceTemplate{Name: "views", URITemplate: viewScheme + "{+path}"}, readResource(app))
	server.AddReceivingMiddleware(answer(app, known), recovering(logger))
	return server
}

// cacheable lets a client keep a list for a minute, for itself alone: lists
// differ per host.
func cacheable() mcp.Cacheable {
	const minute = 60_000
	return mcp.Cacheable{TTLMs: minute, CacheScope: "private"}
}

// viewScheme begins the URI of every view.
const viewScheme = "ui://"

// recovering turns a panic into an answer: go-sdk handles messages on
// goroutines of its own, where a panic would end the process.
func recovering(logger *slog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
			defer func() {
				if reason := recover(); reason != nil {
					logger.Error("panic while answering", "method", method, "panic", reason, "stack", string(debug.Stack()))
					result, err = nil, internalError()
				}
			}()
			return next(ctx, method, req)
		}
	}
}

func internalError() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
}

func answer(app App, known map[string]bool) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch r := req.(type) {
			case *mcp.ListToolsRequest:
				return listTools(app, clientOf(r)), nil
			case *mcp.ListResourcesRequest:
				return listResources(app, clientOf(r)), nil
			case *mcp.ListResourceTemplatesRequest:
				// The template of the views is how they are read, not something to fill in.
				return &mcp.ListResourceTemplatesResult{Cacheable: cacheable(), ResourceTemplates: []*mcp.ResourceTemplate{}}, nil
			case *mcp.ReadResourceRequest:
				if !strings.HasPrefix(r.Params.URI, viewScheme) {
					return readResource(app)(ctx, r) // it says what there is instead
				}
			case *mcp.CallToolRequest:
				if !known[r.Params.Name] {
					return callTool(app)(ctx, r) // likewise
				}
			}
			return next(ctx, method, req)
		}
	}
}

// clientOf reads what the client said of itself: in initialize, or in this
// request's _meta.
func clientOf[P mcp.Params](r *mcp.ServerRequest[P]) hosts.Client {
	c := hosts.Client{Protocol: r.ProtocolVersion()}
	if info := r.ClientInfo(); info != nil {
		c.Told, c.Name, c.Version = true, info.Name, info.Version
	}
	capabilities := r.ClientCapabilities()
	if capabilities == nil {
		return c
	}
	c.Told = true
	settings, declared := capabilities.Extensions[UIExtension]
	if !declared {
		return c
	}
	extension, _ := settings.(map[string]any)
	types, _ := extension["mimeTypes"].([]any)
	for _, t := range types {
		if text, isText := t.(string); isText {
			c.UIMIMETypes = append(c.UIMIMETypes, text)
		}
	}
	if len(c.UIMIMETypes) == 0 {
		// The types are required, but who declares the extension shows views.
		c.UIMIMETypes = []string{hosts.ViewMIMEType}
	}
	return c
}

func listTools(app App, c hosts.Client) *mcp.ListToolsResult {
	result := &mcp.ListToolsResult{Cacheable: cacheable(), Tools: []*mcp.Tool{}}
	for _, tool := range app.Tools(c) {
		result.Tools = append(result.Tools, wireTool(tool))
	}
	return result
}

func wireTool(t ui.WireTool) *mcp.Tool {
	tool := &mcp.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, Meta: t.Meta, InputSchema: t.InputSchema,
		Annotations: &mcp.ToolAnnotations{
			Title:           t.Annotations.Title,
			ReadOnlyHint:    t.Annotations.ReadOnlyHint,
			DestructiveHint: &t.Annotations.DestructiveHint,
			IdempotentHint:  t.Annotations.IdempotentHint,
			OpenWorldHint:   &t.Annotations.OpenWorldHint,
		},
	}
	if t.OutputSchema != nil {
		tool.OutputSchema = t.OutputSchema
	}
	return tool
}

func listResources(app App, c hosts.Client) *mcp.ListResourcesResult {
	result := &mcp.ListResourcesResult{Cacheable: cacheable(), Resources: []*mcp.Resource{}}
	for _, r := range app.Resources(c) {
		result.Resources = append(result.Resources, &mcp.Resource{
			URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIMEType, Meta: r.Meta,
		})
	}
	return result
}

func readResource(app App) mcp.ResourceHandler {
	return func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		d, err := app.Read(ctx, clientOf(r), r.Params.URI)
		if err != nil {
			return nil, protocolError(err)
		}
		return &mcp.ReadResourceResult{
			Cacheable: cacheable(),
			Contents:  []*mcp.ResourceContents{{URI: d.URI, MIMEType: d.MIMEType, Text: d.Text, Meta: d.Meta}},
		}, nil
	}
}

func callTool(app App) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		wire, err := app.Call(ctx, clientOf(r), r.Params.Name, r.Params.Arguments)
		if err != nil {
			return nil, protocolError(err)
		}
		result := &mcp.CallToolResult{Meta: wire.Meta, IsError: wire.IsError, Content: []mcp.Content{}}
		if wire.StructuredContent != nil {
			result.StructuredContent = wire.StructuredContent
		}
		for _, block := range wire.Content {
			switch b := block.(type) {
			case ui.TextContent:
				result.Content = append(result.Content, &mcp.TextContent{Text: b.Text})
			case ui.EmbeddedResource:
				result.Content = append(result.Content, &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
					URI: b.Resource.URI, MIMEType: b.Resource.MIMEType, Text: b.Resource.Text, Meta: b.Resource.Meta,
				}})
			default:
				return nil, fmt.Errorf("a content block of type %T has no wire form", block)
			}
		}
		return result, nil
	}
}

// protocolError turns an error of the app into a JSON-RPC error whose data
// carries the stable code and the mend.
func protocolError(err error) error {
	public, ok := errors.AsType[*ui.Error](err)
	if !ok {
		return internalError()
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: public.Error(), Data: errorData(public)}
}

func errorData(e *ui.Error) json.RawMessage {
	data, err := json.Marshal(map[string]string{"code": e.Code, "fix": e.Fix})
	if err != nil {
		return nil
	}
	return data
}
