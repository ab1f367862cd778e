package mcpgo

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"weak"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Attach adds an app to a server: tools, views, resources, resource templates, prompts and
// completion. The server's own answers don't change. Later changes of the app are applied
// too, and App.ResourceUpdated notifies the server's clients.
//
// If the app has faulty declarations, Attach returns App.Err. If the server already has
// something with the same name, the error is an [*ui.Error] with the code
// "tool_name_taken", "prompt_name_taken" or "resource_uri_taken". In both cases nothing
// changes. mcp-go can't list resource templates, so one with the same URI template is
// replaced. If the app later declares a name that the server has, the server's own stays,
// and the conflict is logged.
//
// Call Attach before the server serves, and only once for an app and a server.
func Attach(s *server.MCPServer, app *oriel.App) error {
	if s == nil {
		return errNoServer
	}
	if app == nil {
		return errNoApp
	}
	if err := app.Err(); err != nil {
		return err
	}
	return newAttachment(app).attach(s)
}

// New returns a server for an app alone. The options are mcp-go's; they are applied after
// those that the app needs.
//
// Like App.Handler, it panics if the app has faulty declarations or is nil.
func New(app *oriel.App, options ...server.ServerOption) *server.MCPServer {
	if app == nil {
		panic(errNoApp.Error()) //nolint:forbidigo // a programming error, at start
	}
	id := app.Methods().Identity()
	if err := app.Err(); err != nil {
		panic(fmt.Sprintf("mcpgo: the app %q can't serve:\n%v", id.Name, err)) //nolint:forbidigo // likewise
	}
	const minute = 60_000
	all := append([]server.ServerOption{
		server.WithTitle(id.Title), server.WithInstructions(id.Instructions),
		server.WithToolCapabilities(true), server.WithResourceCapabilities(true, true), server.WithPromptCapabilities(true),
		server.WithLogging(), server.WithCompletions(), server.WithCacheHints(minute, mcp.CacheScopePrivate),
	}, options...)
	s := server.NewMCPServer(id.Name, id.Version, all...)
	a := newAttachment(app)
	a.whole = true
	if err := a.attach(s); err != nil {
		panic(fmt.Sprintf("mcpgo: the app %q can't serve:\n%v", id.Name, err)) //nolint:forbidigo // likewise
	}
	return s
}

// attachment is an app on a server. It must not keep the server alive: the app may live
// longer.
type attachment struct {
	app oriel.Methods
	// whole reports whether the server has nothing but the app.
	whole bool
	// tool is the tool of the server whose view is the app's only one; empty for a whole
	// app.
	tool string

	tools     *kind[mcp.Tool, ui.WireTool]
	prompts   *kind[mcp.Prompt, ui.WirePrompt]
	resources *kind[mcp.Resource, ui.WireResource]
	templates *kind[mcp.ResourceTemplate, ui.WireTemplate]

	updating      sync.Mutex
	subscriptions subscriptions
}

func newAttachment(app *oriel.App) *attachment {
	a := &attachment{app: app.Methods()}
	a.tools = &kind[mcp.Tool, ui.WireTool]{
		what: "tool", code: "tool_name_taken", name: func(w *ui.WireTool) string { return w.Name }, entry: toolEntry,
		mark:   func(t *mcp.Tool) **mcp.Meta { return &t.Meta },
		add:    func(s *server.MCPServer, t mcp.Tool) { s.AddTool(t, a.callTool) },
		remove: (*server.MCPServer).DeleteTools,
	}
	a.prompts = &kind[mcp.Prompt, ui.WirePrompt]{
		what: "prompt", code: "prompt_name_taken", name: func(w *ui.WirePrompt) string { return w.Name }, entry: promptEntry,
		mark:   func(p *mcp.Prompt) **mcp.Meta { return &p.Meta },
		add:    func(s *server.MCPServer, p mcp.Prompt) { s.AddPrompt(p, a.getPrompt) },
		remove: (*server.MCPServer).DeletePrompts,
	}
	a.resources = &kind[mcp.Resource, ui.WireResource]{
		what: "resource", code: "resource_uri_taken", name: func(w *ui.WireResource) string { return w.URI }, entry: resourceEntry,
		mark:   func(r *mcp.Resource) **mcp.Meta { return &r.Meta },
		add:    func(s *server.MCPServer, r mcp.Resource) { s.AddResource(r, a.readResource) },
		remove: (*server.MCPServer).DeleteResources,
	}
	a.templates = &kind[mcp.ResourceTemplate, ui.WireTemplate]{
		what: "resource template", name: func(w *ui.WireTemplate) string { return w.URITemplate }, entry: templateEntry,
		mark:   func(t *mcp.ResourceTemplate) **mcp.Meta { return &t.Meta },
		add:    func(s *server.MCPServer, t mcp.ResourceTemplate) { s.AddResourceTemplate(t, a.readResource) },
		remove: func(s *server.MCPServer, _ ...string) { s.AddResourceTemplates() }, // removes none, but notifies clients of a change
		keeps:  true,
	}
	return a
}

// attach registers what the app has, and follows its changes.
func (a *attachment) attach(s *server.MCPServer) error {
	if err := a.update(s); err != nil {
		a.withdraw(s)
		return err
	}
	nobody := hosts.Client{}
	if len(a.app.ListPrompts(nobody))+len(a.app.ListTemplates(nobody)) > 0 {
		server.WithCompletions()(s)
	}
	if s.GetHooks() == nil {
		server.WithHooks(&server.Hooks{})(s)
	}
	to := weak.Make(s)
	a.hook(s.GetHooks(), func(ctx context.Context) bool { return server.ServerFromContext(ctx) == to.Value() })
	if a.tool != "" {
		s.Use(a.viewing)
		return nil // the app of a single view never changes
	}
	stop := a.app.Watch(func(c ui.Change) { a.changed(to, c) })
	runtime.AddCleanup(s, func(stop func()) { stop() }, stop)
	return nil
}

// changed handles a change of the app.
func (a *attachment) changed(to weak.Pointer[server.MCPServer], c ui.Change) {
	s := to.Value()
	if s == nil {
		return
	}
	if c.URI != "" {
		a.subscriptions.notify(s, c.URI)
		return
	}
	if err := a.update(s); err != nil {
		oriel.RequestFrom(context.Background()).Log.Error("can't apply the app's change to the server", "app", a.app.Identity().Name, "error", err)
	}
}

// update registers and removes entries until the server has those of the app.
func (a *attachment) update(s *server.MCPServer) error {
	a.updating.Lock()
	defer a.updating.Unlock()
	nobody := hosts.Client{} // an unknown client, which gets everything
	if a.tool == "" {
		tools := s.ListTools()
		if err := a.tools.update(s, a.app.ListTools(nobody), func(name string) *mcp.Meta {
			if t := tools[name]; t != nil {
				return orMark(t.Tool.Meta)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	prompts, resources := s.ListPrompts(), s.ListResources()
	if err := a.prompts.update(s, a.app.ListPrompts(nobody), func(name string) *mcp.Meta {
		if p := prompts[name]; p != nil {
			return orMark(p.Prompt.Meta)
		}
		return nil
	}); err != nil {
		return err
	}
	if err := a.resources.update(s, a.app.ListResources(nobody), func(uri string) *mcp.Meta {
		if r := resources[uri]; r != nil {
			return orMark(r.Resource.Meta)
		}
		return nil
	}); err != nil {
		return err
	}
	return a.templates.update(s, append(a.app.ListTemplates(nobody), a.viewTemplate()), func(string) *mcp.Meta { return nil })
}

// orMark returns a mark for an entry without _meta, to distinguish it from no entry.
func orMark(meta *mcp.Meta) *mcp.Meta {
	if meta == nil {
		return &mcp.Meta{}
	}
	return meta
}

// viewTemplate matches the URIs of views of other builds, which hosts may have cached. It is
// not listed, because the app has no such template.
func (a *attachment) viewTemplate() ui.WireTemplate {
	form := ui.ViewPrefix(a.app.Identity().Name)
	if a.tool != "" { // other views of the server have the same prefix
		form += a.app.ListResources(hosts.Client{})[0].Name + "/"
	}
	return ui.WireTemplate{Name: "views", URITemplate: form + "{+build}"}
}

// withdraw removes everything that was registered.
func (a *attachment) withdraw(s *server.MCPServer) {
	a.tools.clear(s)
	a.prompts.clear(s)
	a.resources.clear(s)
	a.templates.clear(s)
}
