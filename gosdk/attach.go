package gosdk

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"
	"weak"

	"github.com/modelcontextprotocol/go-sdk/mcp"

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
// "tool_name_taken", "prompt_name_taken", "resource_uri_taken" or "template_taken". In
// both cases nothing changes. To check names, Attach lists what the server has, through the
// server's own middleware; if that refuses, the code is "server_unreadable": call Attach
// before adding the middleware. If the app later declares a name that the server has, the
// server's own stays, and the conflict is logged.
//
// Call Attach before the server serves, and only once for an app and a server.
func Attach(server *mcp.Server, app *oriel.App) error {
	if server == nil {
		return errNoServer
	}
	if app == nil {
		return errNoApp
	}
	if err := app.Err(); err != nil {
		return err
	}
	a := newAttachment(app)
	a.inner = handlerOf(server)
	return a.attach(server)
}

// New returns a server for an app alone. Like App.Handler, it panics if the app has faulty
// declarations or is nil.
func New(app *oriel.App) *mcp.Server { return NewWith(app, nil) }

// NewWith is [New] with go-sdk's options; nil means defaults. It sets those that are empty
// and that the app needs: its instructions, capabilities, subscriptions and hints for
// caches. Its SubscribeHandler bounds the subscriptions of each session, and of all
// ([hosts.Subscriptions]).
func NewWith(app *oriel.App, options *mcp.ServerOptions) *mcp.Server {
	if app == nil {
		panic(errNoApp.Error()) //nolint:forbidigo // a programming error, at start
	}
	id := app.Methods().Identity()
	if err := app.Err(); err != nil {
		panic(fmt.Sprintf("gosdk: the app %q can't serve:\n%v", id.Name, err)) //nolint:forbidigo // likewise
	}
	var opts mcp.ServerOptions
	if options != nil {
		opts = *options
	}
	complete(&opts, id.Instructions)
	server := mcp.NewServer(&mcp.Implementation{Name: id.Name, Title: id.Title, Version: id.Version}, &opts)
	a := newAttachment(app)
	a.whole = true
	if err := a.attach(server); err != nil {
		panic(fmt.Sprintf("gosdk: the app %q can't serve:\n%v", id.Name, err)) //nolint:forbidigo // likewise
	}
	return server
}

// complete sets the options that a server of an app needs.
func complete(opts *mcp.ServerOptions, instructions string) {
	if opts.Instructions == "" {
		opts.Instructions = instructions
	}
	if opts.Capabilities == nil {
		opts.Capabilities = &mcp.ServerCapabilities{
			Logging: &mcp.LoggingCapabilities{}, //nolint:staticcheck // deprecated in MCP, and still supported
			Tools:   &mcp.ToolCapabilities{ListChanged: true}, Prompts: &mcp.PromptCapabilities{ListChanged: true},
			Resources: &mcp.ResourceCapabilities{ListChanged: true},
		}
	}
	if opts.SubscribeHandler == nil {
		all := &subscriptions{}
		opts.SubscribeHandler, opts.UnsubscribeHandler = all.subscribe, all.unsubscribe
	}
	if opts.SetCacheable == nil {
		const minute = 60_000
		opts.SetCacheable = func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			*c = mcp.Cacheable{TTLMs: minute, CacheScope: private}
		}
	}
}

// private is the cache scope of answers that depend on the host: a shared cache must not
// give them to another host.
const private = "private"

// attachment is an app on a server. It must not keep the server alive: the app may live
// longer, for example if there is a server per request.
type attachment struct {
	app oriel.Methods
	// whole reports whether the server has nothing but the app.
	whole bool
	// tool is the tool of the server whose view is the app's only one; empty for a whole
	// app.
	tool string
	// inner is the server's handler without the app.
	inner mcp.MethodHandler

	tools     *kind[mcp.Tool, ui.WireTool]
	prompts   *kind[mcp.Prompt, ui.WirePrompt]
	resources *kind[mcp.Resource, ui.WireResource]
	templates *kind[mcp.ResourceTemplate, ui.WireTemplate]

	notifying sync.Mutex
	pending   []ui.Change // pending changes, each once, in order
	busy      bool        // a goroutine handles them
}

func newAttachment(app *oriel.App) *attachment {
	a := &attachment{app: app.Methods()}
	a.tools = &kind[mcp.Tool, ui.WireTool]{
		what: "tool", code: "tool_name_taken", name: func(w *ui.WireTool) string { return w.Name }, entry: toolEntry,
		add:    func(s *mcp.Server, t *mcp.Tool) { s.AddTool(t, a.callTool) },
		remove: (*mcp.Server).RemoveTools,
	}
	a.prompts = &kind[mcp.Prompt, ui.WirePrompt]{
		what: "prompt", code: "prompt_name_taken", name: func(w *ui.WirePrompt) string { return w.Name }, entry: promptEntry,
		add:    func(s *mcp.Server, p *mcp.Prompt) { s.AddPrompt(p, a.getPrompt) },
		remove: (*mcp.Server).RemovePrompts,
	}
	a.resources = &kind[mcp.Resource, ui.WireResource]{
		what: "resource", code: "resource_uri_taken", name: func(w *ui.WireResource) string { return w.URI }, entry: resourceEntry,
		add:    func(s *mcp.Server, r *mcp.Resource) { s.AddResource(r, a.readResource) },
		remove: (*mcp.Server).RemoveResources,
	}
	a.templates = &kind[mcp.ResourceTemplate, ui.WireTemplate]{
		what: "resource template", code: "template_taken", name: func(w *ui.WireTemplate) string { return w.URITemplate }, entry: templateEntry,
		add:    func(s *mcp.Server, t *mcp.ResourceTemplate) { s.AddResourceTemplate(t, a.readResource) },
		remove: (*mcp.Server).RemoveResourceTemplates,
	}
	return a
}

// attach registers what the app has, and follows its changes.
func (a *attachment) attach(server *mcp.Server) error {
	if err := a.update(server); err != nil {
		a.withdraw(server)
		return err
	}
	server.AddReceivingMiddleware(a.middleware)
	if a.tool != "" {
		return nil // the app of a single view never changes
	}
	to := weak.Make(server)
	stop := a.app.Watch(func(c ui.Change) { a.changed(to, c) })
	runtime.AddCleanup(server, func(stop func()) { stop() }, stop)
	return nil
}

// changed handles a change of the app, in the background: listing what the server has may run
// middleware, and notifying clients may take long.
func (a *attachment) changed(to weak.Pointer[mcp.Server], c ui.Change) {
	if a.whole && c.URI == "" {
		a.pass(to, c) // no need to list what the server has
		return
	}
	a.notifying.Lock()
	defer a.notifying.Unlock()
	if !slices.Contains(a.pending, c) {
		a.pending = append(a.pending, c)
	}
	if !a.busy {
		a.busy = true
		go a.handlePending(to)
	}
}

// handlePending handles the pending changes one after the other.
func (a *attachment) handlePending(to weak.Pointer[mcp.Server]) {
	for {
		a.notifying.Lock()
		if len(a.pending) == 0 {
			a.busy = false
			a.notifying.Unlock()
			return
		}
		c := a.pending[0]
		a.pending = a.pending[1:]
		a.notifying.Unlock()
		a.pass(to, c)
	}
}

func (a *attachment) pass(to weak.Pointer[mcp.Server], c ui.Change) {
	server := to.Value()
	if server == nil {
		return
	}
	const timeout = time.Minute // for clients that don't read
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	var err error
	if c.URI != "" {
		err = server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: c.URI})
	} else {
		err = a.update(server)
	}
	if err != nil {
		oriel.RequestFrom(ctx).Log.Error("can't apply the app's change to the server", "app", a.app.Identity().Name, "error", err)
	}
}

// update registers and removes entries until the server has those of the app.
func (a *attachment) update(server *mcp.Server) error {
	nobody := hosts.Client{} // an unknown client, which gets everything
	found := &stock{server: server, handle: a.inner}
	return firstOf(
		func() error {
			return a.tools.update(server, func() []ui.WireTool { return a.ownTools(nobody) }, found.tools)
		},
		func() error {
			return a.prompts.update(server, func() []ui.WirePrompt { return a.app.ListPrompts(nobody) }, found.prompts)
		},
		func() error {
			return a.resources.update(server, func() []ui.WireResource { return a.app.ListResources(nobody) }, found.resources)
		},
		func() error {
			all := func() []ui.WireTemplate { return append(a.app.ListTemplates(nobody), a.viewTemplate()) }
			return a.templates.update(server, all, found.templates)
		},
	)
}

// ownTools returns the tools that the app adds to the server.
func (a *attachment) ownTools(c hosts.Client) []ui.WireTool {
	if a.tool != "" {
		return nil // it is the server's own tool
	}
	return a.app.ListTools(c)
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
func (a *attachment) withdraw(server *mcp.Server) {
	a.tools.clear(server)
	a.prompts.clear(server)
	a.resources.clear(server)
	a.templates.clear(server)
}

// extended adds the UI extension, and completion if the app has any.
func (a *attachment) extended(capabilities *mcp.ServerCapabilities) *mcp.ServerCapabilities {
	var extended mcp.ServerCapabilities
	if capabilities != nil {
		extended = *capabilities
	}
	extended.Extensions = maps.Clone(extended.Extensions)
	if _, declared := extended.Extensions[hosts.UIExtension]; !declared {
		extended.AddExtension(hosts.UIExtension, nil)
	}
	nobody := hosts.Client{}
	if extended.Completions == nil && len(a.app.ListPrompts(nobody))+len(a.app.ListTemplates(nobody)) > 0 {
		extended.Completions = &mcp.CompletionCapabilities{}
	}
	return &extended
}
