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

// Attach puts all of an app on a server: tools, views, resources, resource
// templates, prompts and completion. What the server has answers as before. What the
// app declares or removes later follows, and so does oriel's App.ResourceUpdated.
//
// It fails, and changes nothing, for an app with faulty declarations (the error is
// App.Err), and with an [*ui.Error] with the code "tool_name_taken",
// "prompt_name_taken", "resource_uri_taken" or "template_taken" where the server has
// something of that name already. To find out, it lists what the server has, through
// the server's own middleware; where that refuses, the code is "server_unreadable",
// and Attach belongs before the middleware. A name that is taken later is left to
// what has it, and logged.
//
// Attach before the server serves. The app must not be attached to it twice.
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

// New returns a server that has nothing but the app. Like App.Handler it panics for an
// app with faulty declarations, and without one.
func New(app *oriel.App) *mcp.Server { return NewWith(app, nil) }

// NewWith is [New] with go-sdk's options. Those that are empty and concern the app are
// filled in: its instructions, capabilities, subscriptions and hints for caches. Nil
// means that all are empty.
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

// complete fills in what a server of an app should have.
func complete(opts *mcp.ServerOptions, instructions string) {
	if opts.Instructions == "" {
		opts.Instructions = instructions
	}
	if opts.Capabilities == nil {
		opts.Capabilities = &mcp.ServerCapabilities{
			Logging: &mcp.LoggingCapabilities{}, //nolint:staticcheck // deprecated with MCP's logging, and served as long as that is
			Tools:   &mcp.ToolCapabilities{ListChanged: true}, Prompts: &mcp.PromptCapabilities{ListChanged: true},
			Resources: &mcp.ResourceCapabilities{ListChanged: true},
		}
	}
	if opts.SubscribeHandler == nil {
		opts.SubscribeHandler = func(context.Context, *mcp.SubscribeRequest) error { return nil }
		opts.UnsubscribeHandler = func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
	}
	if opts.SetCacheable == nil {
		const minute = 60_000
		opts.SetCacheable = func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			*c = mcp.Cacheable{TTLMs: minute, CacheScope: private}
		}
	}
}

// private is the scope of what differs per host: a cache that several share must not
// give one host what another has asked for.
const private = "private"

// attachment is an app on a server. It must not hold the server: the app may live
// longer, where there is a server for each request.
type attachment struct {
	app oriel.Methods
	// whole is whether the server has nothing but the app.
	whole bool
	// tool is the tool of the server that gets the app's only view; empty where the
	// app is attached as it is.
	tool string
	// inner is what answers on the server without the app.
	inner mcp.MethodHandler

	tools     *kind[mcp.Tool, ui.WireTool]
	prompts   *kind[mcp.Prompt, ui.WirePrompt]
	resources *kind[mcp.Resource, ui.WireResource]
	templates *kind[mcp.ResourceTemplate, ui.WireTemplate]

	telling sync.Mutex
	untold  []ui.Change // each once, in the order in which they came
	busy    bool        // somebody tells them
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

// attach registers what the app has, and from then on what it declares.
func (a *attachment) attach(server *mcp.Server) error {
	if err := a.update(server); err != nil {
		a.withdraw(server)
		return err
	}
	server.AddReceivingMiddleware(a.middleware)
	if a.tool != "" {
		return nil // that app doesn't change
	}
	to := weak.Make(server)
	stop := a.app.Watch(func(c ui.Change) { a.heard(to, c) })
	runtime.AddCleanup(server, func(stop func()) { stop() }, stop)
	return nil
}

// heard passes a change on. Asking the server what it has may run middleware of its
// own, and telling clients may take a while: an app waits for neither.
func (a *attachment) heard(to weak.Pointer[mcp.Server], c ui.Change) {
	if a.whole && c.URI == "" {
		a.pass(to, c) // there is nobody to ask
		return
	}
	a.telling.Lock()
	defer a.telling.Unlock()
	if !slices.Contains(a.untold, c) {
		a.untold = append(a.untold, c)
	}
	if !a.busy {
		a.busy = true
		go a.tell(to)
	}
}

// tell passes on what the app has said, one after the other.
func (a *attachment) tell(to weak.Pointer[mcp.Server]) {
	for {
		a.telling.Lock()
		if len(a.untold) == 0 {
			a.busy = false
			a.telling.Unlock()
			return
		}
		c := a.untold[0]
		a.untold = a.untold[1:]
		a.telling.Unlock()
		a.pass(to, c)
	}
}

func (a *attachment) pass(to weak.Pointer[mcp.Server], c ui.Change) {
	server := to.Value()
	if server == nil {
		return
	}
	const patience = time.Minute // a client that does not read must not hold up the others for good
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var err error
	if c.URI != "" {
		err = server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: c.URI})
	} else {
		err = a.update(server)
	}
	if err != nil {
		oriel.RequestFrom(ctx).Log.Error("the server does not follow the app", "app", a.app.Identity().Name, "error", err)
	}
}

// update registers and removes until the server has what the app has.
func (a *attachment) update(server *mcp.Server) error {
	nobody := hosts.Client{} // who is told of everything
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

// ownTools are the tools that the app brings along.
func (a *attachment) ownTools(c hosts.Client) []ui.WireTool {
	if a.tool != "" {
		return nil // the server has it
	}
	return a.app.ListTools(c)
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
func (a *attachment) withdraw(server *mcp.Server) {
	a.tools.clear(server)
	a.prompts.clear(server)
	a.resources.clear(server)
	a.templates.clear(server)
}

// extended declares the UI extension, and completion where the app has something to
// complete.
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
