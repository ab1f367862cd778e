package gosdk

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// middleware converts the app's answers for the host that asks. Others pass unchanged.
func (a *attachment) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		// go-sdk supports one completion handler, which is the server's.
		if r, ok := req.(*mcp.CompleteRequest); ok && a.completes(r.Params.Ref) {
			return orNil(a.complete(ctx, r))
		}
		if err := a.admitSubscriptions(ctx, req); err != nil {
			return nil, err
		}
		if a.whole {
			ctx = withTrace(ctx)
		}
		result, err := next(ctx, method, req)
		switch {
		case err != nil && a.whole && !traced(ctx):
			return a.missing(ctx, req, err)
		case err != nil || result == nil:
			return result, err
		}
		return a.formed(ctx, req, result), nil
	}
}

// admitSubscriptions returns an error if the user of a request may not read what it subscribes to.
// go-sdk notifies all subscribers.
func (a *attachment) admitSubscriptions(ctx context.Context, req mcp.Request) error {
	var uris []string
	switch r := req.(type) {
	case *mcp.SubscribeRequest:
		uris = []string{r.Params.URI}
	case *mcp.ServerRequest[*mcp.SubscriptionsListenParams]:
		if r.Params.Notifications != nil {
			uris = r.Params.Notifications.ResourceSubscriptions
		}
	}
	if len(uris) == 0 {
		return nil
	}
	for _, uri := range uris {
		if err := a.app.Admit(entered(ctx, req.GetExtra()), "resources/subscribe", uri); err != nil {
			return protocolError(err)
		}
	}
	return nil
}

// missing answers requests for names that neither the server nor the app has: the app's
// error suggests a name.
func (a *attachment) missing(ctx context.Context, req mcp.Request, err error) (mcp.Result, error) {
	switch r := req.(type) {
	case *mcp.CallToolRequest:
		return orNil(a.callTool(ctx, r))
	case *mcp.GetPromptRequest:
		return orNil(a.getPrompt(ctx, r))
	case *mcp.ReadResourceRequest:
		return orNil(a.readResource(ctx, r))
	default:
		return nil, err
	}
}

// orNil returns a nil result for a nil pointer.
func orNil[R any, P interface {
	*R
	mcp.Result
}](result P, err error) (mcp.Result, error) {
	if result == nil {
		return nil, err
	}
	return result, err
}

type traceKey struct{}

// withTrace returns a context in which the app's handlers record that they have run.
func withTrace(ctx context.Context) context.Context {
	return context.WithValue(ctx, traceKey{}, new(atomic.Bool))
}

func leaveTrace(ctx context.Context) {
	if trace, ok := ctx.Value(traceKey{}).(*atomic.Bool); ok {
		trace.Store(true)
	}
}

func traced(ctx context.Context) bool {
	trace, ok := ctx.Value(traceKey{}).(*atomic.Bool)
	return ok && trace.Load()
}

// formed converts an answer of the server for the host.
func (a *attachment) formed(ctx context.Context, req mcp.Request, result mcp.Result) mcp.Result {
	switch r := req.(type) {
	case *mcp.ListToolsRequest:
		return a.listTools(clientOf(r), result)
	case *mcp.ListResourcesRequest:
		if list, ok := result.(*mcp.ListResourcesResult); ok {
			formed := *list
			own := a.app.ListResources(clientOf(r))
			formed.Resources = a.resources.forClient(list.Resources, own, resourceName)
			formed.CacheScope = private
			return &formed
		}
	case *mcp.ListResourceTemplatesRequest:
		if list, ok := result.(*mcp.ListResourceTemplatesResult); ok {
			formed := *list
			formed.ResourceTemplates = a.templates.forClient(list.ResourceTemplates, a.app.ListTemplates(clientOf(r)), templateName)
			return &formed
		}
	case *mcp.ListPromptsRequest:
		if list, ok := result.(*mcp.ListPromptsResult); ok {
			formed := *list
			formed.Prompts = a.prompts.forClient(list.Prompts, a.app.ListPrompts(clientOf(r)), promptName)
			return &formed
		}
	case *mcp.ReadResourceRequest:
		read, ok := result.(*mcp.ReadResourceResult)
		if ok && strings.HasPrefix(r.Params.URI, ui.ViewPrefix(a.app.Identity().Name)) && read.CacheScope != private {
			formed := *read
			formed.CacheScope = private
			return &formed
		}
	case *mcp.CallToolRequest:
		if called, ok := result.(*mcp.CallToolResult); ok && a.tool == r.Params.Name {
			return a.withView(ctx, r, called)
		}
	default:
		return a.introduced(result)
	}
	return result
}

// introduced adds the app's capabilities to the answers to initialize and server/discover.
func (a *attachment) introduced(result mcp.Result) mcp.Result {
	switch told := result.(type) {
	case *mcp.InitializeResult:
		formed := *told
		formed.Capabilities = a.extended(told.Capabilities)
		return &formed
	case *mcp.DiscoverResult:
		formed := *told
		formed.Capabilities = a.extended(told.Capabilities)
		return &formed
	}
	return result
}

// toolList is the answer to tools/list, with entries that go-sdk's type can't represent.
type toolList struct {
	*mcp.ListToolsResult

	Tools []any `json:"tools"` // *mcp.Tool or *ui.WireTool
}

// toolsIn returns the entries of tools/list; base is nil for any other answer.
func toolsIn(result mcp.Result) (base *mcp.ListToolsResult, entries []any) {
	switch list := result.(type) {
	case *toolList:
		return list.ListToolsResult, list.Tools
	case *mcp.ListToolsResult:
		entries = make([]any, len(list.Tools))
		for i, t := range list.Tools {
			entries[i] = t
		}
		return list, entries
	}
	return nil, nil
}

func (a *attachment) listTools(c hosts.Client, result mcp.Result) mcp.Result {
	base, entries := toolsIn(result)
	if base == nil {
		return result
	}
	told := a.tools.byName(a.app.ListTools(c))
	formed := make([]any, 0, len(entries))
	for _, e := range entries {
		if e = a.toolForClient(e, told); e != nil {
			formed = append(formed, e)
		}
	}
	list := *base
	list.CacheScope = private
	list.Tools = make([]*mcp.Tool, 0, len(formed))
	for _, e := range formed {
		t, ok := e.(*mcp.Tool)
		if !ok {
			return &toolList{&list, formed}
		}
		list.Tools = append(list.Tools, t)
	}
	return &list
}

// toolForClient returns an entry converted for a client, or nil if it must not see it.
func (a *attachment) toolForClient(entry any, told map[string]*ui.WireTool) any {
	t, ok := entry.(*mcp.Tool)
	switch {
	case !ok || t == nil:
		return entry
	case a.tool != "":
		if t.Name == a.tool {
			return viewed(t, told[hiddenTool])
		}
		return entry
	case !a.tools.owns(t.Name, t):
		return entry
	}
	w := told[t.Name]
	switch {
	case w == nil:
		return nil
	case len(w.SecuritySchemes) > 0:
		return w
	default:
		return a.tools.entry(w)
	}
}
