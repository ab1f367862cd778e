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

// Attach puts all of an app on a server: tools, views, resources, resource
// templates, prompts and completion. What the server has answers as before. What the
// app declares or removes later follows, and so does oriel's App.ResourceUpdated.
//
// It fails, and changes nothing, for an app with faulty declarations (the error is
// App.Err), and with an [*ui.Error] with the code "tool_name_taken",
// "prompt_name_taken" or "resource_uri_taken" where the server has something of that
// name already. mcp-go does not tell which resource templates it has: one of the same
// form is replaced. A name that is taken later is left to what has it, and logged.
//
// Attach before the server serves. The app must not be attached to it twice.
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

// New returns a server that has nothing but the app. The options are mcp-go's, and
// come after those that the app needs.
//
// Like App.Handler it panics for an app with faulty declarations, and without one.
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

// attachment is an app on a server. It must not hold the server: the app may live
// longer.
type attachment struct {
	app oriel.Methods
	// whole is whether the server has nothing but the app.
	whole bool
	// tool is the tool of the server that gets the app's only view; empty where the
	// app is attached as it is.
	tool string

	tools     *kind[mcp.Tool, ui.WireTool]
	prompts   *kind[mcp.Prompt, ui.WirePrompt]
	resources *kind[mcp.Resource, ui.WireResource]
	templates *kind[mcp.ResourceTemplate, ui.WireTemplate]

	updating    sync.Mutex
	subscribers subscribers
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
		remove: func(s *server.MCPServer, _ ...string) { s.AddResourceTemplates() }, // none, but clients are told of a change
		keeps:  true,
	}
	return a
}

// attach registers what the app has, and from then on what it declares.
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
		return nil // that app doesn't change
	}
	stop := a.app.Watch(func(c ui.Change) { a.heard(to, c) })
	runtime.AddCleanup(s, func(stop func()) { stop() }, stop)
	return nil
}

// heard passes a change on.
func (a *attachment) heard(to weak.Pointer[server.MCPServer], c ui.Change) {
	s := to.Value()
	if s == nil {
		return
	}
	if c.URI != "" {
		a.subscribers.tell(s, c.URI)
		return
	}
	if err := a.update(s); err != nil {
		oriel.RequestFrom(context.Background()).Log.Error("the server does not follow the app", "app", a.app.Identity().Name, "error", err)
	}
}

// update registers and removes until the server has what the app has.
func (a *attachment) update(s *server.MCPServer) error {
	a.updating.Lock()
	defer a.updating.Unlock()
	nobody := hosts.Client{} // who is told of everything
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

// orMark tells an entry without _meta from no entry.
func orMark(meta *mcp.Meta) *mcp.Meta {
	if meta == nil {
		return &mcp.Meta{}
	}
	return meta
}

// viewTemplate fits the URIs of views of other builds, which hosts may have kept. It
// is in no list, because the app has none of it.
func (a *attachment) viewTemplate() ui.WireTemplate {
	form := ui.ViewPrefix(a.app.Identity().Name)
	if a.tool != "" { // other views of the server begin in the same way
		form += a.app.ListResources(hosts.Client{})[0].Name + "/"
	}
	return ui.WireTemplate{Name: "views", URITemplate: form + "{+build}"}
}

// withdraw takes back what was registered.
func (a *attachment) withdraw(s *server.MCPServer) {
	a.tools.clear(s)
	a.prompts.clear(s)
	a.resources.clear(s)
	a.templates.clear(s)
}
