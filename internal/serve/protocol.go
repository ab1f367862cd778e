package serve

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"regexp"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// newServer puts an app behind go-sdk. Lists differ per host, so they are
// answered by a middleware; calls and reads go through go-sdk's own registry,
// which checks the headers of 2026-07-28 and completes the results.
func newServer(app App, requests *contexts, logger *slog.Logger) *mcp.Server {
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
		server.AddTool(registered(&tool), callTool(app, requests))
		known[tool.Name] = true
	}
	server.AddResourceTemplate(&mcp.ResourceTemplate{Name: "views", URITemplate: viewScheme + "{+path}"}, readResource(app, requests))
	server.AddReceivingMiddleware(answer(app, requests, known), recovering(logger))
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

// viewURI fits the URIs of all views, and nothing that go-sdk's template of them
// doesn't.
var viewURI = regexp.MustCompile(`^ui://[A-Za-z0-9/._~-]+$`)

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

func answer(app App, requests *contexts, known map[string]bool) mcp.Middleware {
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
				if !viewURI.MatchString(r.Params.URI) {
					return readResource(app, requests)(ctx, r) // it says what there is instead
				}
			case *mcp.CallToolRequest:
				if !known[r.Params.Name] {
					return callTool(app, requests)(ctx, r) // likewise
				}
			}
			return next(ctx, method, req)
		}
	}
}

func readResource(app App, requests *contexts) mcp.ResourceHandler {
	return func(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		d, err := app.Read(requests.of(ctx, r.Extra), peerOf(r), r.Params.URI)
		if err != nil {
			return nil, protocolError(err)
		}
		return &mcp.ReadResourceResult{
			Cacheable: cacheable(),
			Contents:  []*mcp.ResourceContents{{URI: d.URI, MIMEType: d.MIMEType, Text: d.Text, Meta: d.Meta}},
		}, nil
	}
}

func callTool(app App, requests *contexts) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		wire, err := app.Call(requests.of(ctx, r.Extra), peerOf(r), r.Params.Name, r.Params.Arguments)
		if err != nil {
			return nil, protocolError(err)
		}
		return callResult(&wire), nil
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
