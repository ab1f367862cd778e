package mcpgo

import (
	"context"
	"maps"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// hook adds hooks that convert the server's answers for the host that asks. Several servers
// may share hooks: ours reports whether a request is one of this server.
func (a *attachment) hook(h *server.Hooks, ours func(ctx context.Context) bool) {
	h.AddAfterInitialize(func(ctx context.Context, _ any, _ *mcp.InitializeRequest, result *mcp.InitializeResult) {
		if ours(ctx) {
			result.Capabilities.Extensions = extended(result.Capabilities.Extensions)
		}
	})
	h.AddAfterDiscover(func(ctx context.Context, _ any, _ *mcp.DiscoverRequest, result *mcp.DiscoverResult) {
		if ours(ctx) {
			result.Capabilities.Extensions = extended(result.Capabilities.Extensions)
		}
	})
	h.AddAfterListTools(func(ctx context.Context, _ any, _ *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
		if ours(ctx) {
			result.Tools = a.listTools(clientOf(ctx), result.Tools)
			a.private(ctx, &result.CacheableResult)
		}
	})
	h.AddAfterListResources(func(ctx context.Context, _ any, _ *mcp.ListResourcesRequest, result *mcp.ListResourcesResult) {
		if ours(ctx) {
			own := a.app.ListResources(clientOf(ctx))
			result.Resources = a.resources.forClient(result.Resources, own, func(r *mcp.Resource) string { return r.URI })
			a.private(ctx, &result.CacheableResult)
		}
	})
	h.AddAfterListResourceTemplates(func(ctx context.Context, _ any, _ *mcp.ListResourceTemplatesRequest, result *mcp.ListResourceTemplatesResult) {
		if ours(ctx) {
			result.ResourceTemplates = a.listTemplates(clientOf(ctx), result.ResourceTemplates)
		}
	})
	h.AddAfterListPrompts(func(ctx context.Context, _ any, _ *mcp.ListPromptsRequest, result *mcp.ListPromptsResult) {
		if ours(ctx) {
			result.Prompts = a.prompts.forClient(result.Prompts, a.app.ListPrompts(clientOf(ctx)), func(p *mcp.Prompt) string { return p.Name })
		}
	})
	h.AddBeforeReadResource(func(ctx context.Context, _ any, r *mcp.ReadResourceRequest) {
		if ours(ctx) && len(r.Params.URI) > ui.MaxURI {
			r.Params.URI = tooLongURI
		}
	})
	h.AddAfterReadResource(func(ctx context.Context, _ any, r *mcp.ReadResourceRequest, result *mcp.ReadResourceResult) {
		if ours(ctx) {
			a.finishRead(ctx, r.Params.URI, result)
		}
	})
	h.AddAfterComplete(func(ctx context.Context, _ any, r *mcp.CompleteRequest, result *mcp.CompleteResult) {
		if ours(ctx) {
			a.complete(ctx, r, result)
		}
	})
	a.subscriptions.hook(h, ours, func(ctx context.Context, uri string) error { return a.app.Admit(ctx, "resources/subscribe", uri) })
}

// tooLongURI replaces URIs that are longer than an app accepts: mcp-go matches them with
// templates first, which takes seconds for some megabytes. A hook can't refuse a request,
// but nothing has this URI, and mcp-go's error names it.
const tooLongURI = "oriel:uri_too_long"

// extended adds the UI extension.
func extended(extensions map[string]any) map[string]any {
	all := maps.Clone(extensions)
	if all == nil {
		all = map[string]any{}
	}
	if _, declared := all[hosts.UIExtension]; !declared {
		all[hosts.UIExtension] = map[string]any{}
	}
	return all
}

// private marks an answer as private, so that a shared cache doesn't give it to another
// host. mcp-go doesn't expose the cache hints of a server, so if the server has more than
// the app, such an answer must not be cached.
func (a *attachment) private(ctx context.Context, c *mcp.CacheableResult) {
	if !a.whole && server.IsModernRequest(ctx) {
		c.SetCacheHints(0, mcp.CacheScopePrivate)
	}
}

func (a *attachment) listTools(c hosts.Client, listed []mcp.Tool) []mcp.Tool {
	told := a.app.ListTools(c)
	if a.tool == "" {
		return a.tools.forClient(listed, told, func(t *mcp.Tool) string { return t.Name })
	}
	byName := a.tools.byName(told)
	tools := make([]mcp.Tool, 0, len(listed))
	for _, t := range listed {
		if t.Name != a.tool {
			tools = append(tools, t)
		} else if w := byName[hiddenTool]; w != nil {
			tools = append(tools, viewed(t, w))
		}
	}
	return tools
}

// listTemplates also leaves out templates that mcp-go can't remove.
func (a *attachment) listTemplates(c hosts.Client, listed []mcp.ResourceTemplate) []mcp.ResourceTemplate {
	return a.templates.forClient(listed, a.app.ListTemplates(c), func(t *mcp.ResourceTemplate) string { return t.URITemplate.Raw() })
}

// finishRead adds to an answer what handlers can't return.
func (a *attachment) finishRead(ctx context.Context, uri string, result *mcp.ReadResourceResult) {
	if len(result.Contents) == 1 {
		if questions, ok := result.Contents[0].(pending); ok {
			result.Contents = []mcp.ResourceContents{}
			result.ResultType, result.MultiRoundTripResult = mcp.ResultTypeInputRequired, questions.result
			return
		}
	}
	if strings.HasPrefix(uri, ui.ViewPrefix(a.app.Identity().Name)) {
		a.private(ctx, &result.CacheableResult)
	}
}
