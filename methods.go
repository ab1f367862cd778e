package oriel

import (
	"context"
	"encoding/json"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// Methods answers MCP's methods for an app. A transport decodes requests, calls these
// methods, and encodes what they return: [App.Handler], [App.Stdio] and packages gosdk
// and mcpgo are built on it. It is safe for concurrent use.
//
// Answers depend on the client's host, which the app detects from [hosts.Client].
// ReadResource, CallTool, GetPrompt and Complete run the app's middleware and take the
// user from the context; see [WithUser]. They fail with
//
//   - an [*Error], whose text the client may read; other errors are masked,
//   - a [*hosts.InputRequiredError] if the app has questions, and the client answers
//     those in rounds ([hosts.Peer]),
//   - a [*MissingCapabilityError] if the app needs a capability that such a client has
//     not declared.
//
// Oriel may add methods: embed Methods, don't implement it.
type Methods interface {
	Lists

	// CallTool runs a tool and returns its result in the form of the peer's host. A
	// failure of the tool is a result with IsError, not an error: arguments that don't
	// fit, an [*Error] of the handler, or a masked error with the id of its log line.
	//
	// The codes of an [*Error] are "unknown_tool" and "request_state_invalid", for a
	// request state that belongs to another request.
	CallTool(ctx context.Context, peer hosts.Peer, name string, arguments json.RawMessage) (ui.WireResult, error)
	// ReadResource returns the content of a URI: a view in the form of the peer's host,
	// or another resource. The URI of a view of an older build, which hosts may have
	// cached, returns the view of this build.
	//
	// The codes of an [*Error] are "view_not_found", "resource_not_found", "uri_too_long",
	// "request_state_invalid", and those of the resource's function.
	ReadResource(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, error)
	// GetPrompt returns the messages of a prompt. The arguments are a JSON object of
	// strings.
	//
	// The codes of an [*Error] are "unknown_prompt", "arguments_invalid",
	// "request_state_invalid", and those of the prompt's function.
	GetPrompt(ctx context.Context, peer hosts.Peer, name string, arguments json.RawMessage) (ui.WirePromptResult, error)
	// Complete returns suggestions for an argument of a prompt, or for a variable of a
	// resource template, at most 100.
	//
	// The codes of an [*Error] are "unknown_prompt", "template_not_found", and those of
	// the [Completer].
	Complete(ctx context.Context, peer hosts.Peer, c hosts.CompleteRequest) (ui.WireCompletion, error)

	// Admit returns an [*Error] with a challenge if the context's user needs a sign-in, or a
	// better one, for a method: "tools/call" and "prompts/get" with a name, "resources/read" and
	// "resources/subscribe" with a URI, "resources/templates" with a template whose variables
	// are completed. What the app does not declare, and any other method, needs a sign-in
	// without scopes if [Options.Auth] is set. CallTool, ReadResource, GetPrompt and Complete
	// check by themselves.
	Admit(ctx context.Context, method, name string) error

	// Watch calls a function for every change of a list or a resource, until stop is
	// called. The function must not block.
	Watch(changed func(ui.Change)) (stop func())
}

// Lists returns what an app declares, for [Methods].
type Lists interface {
	// Identity returns the app's name, title, version and instructions.
	Identity() ui.Identity
	// ListTools returns the tools in the order of their declaration. App-only tools are
	// left out for hosts that are known to show them to their model, and for unknown
	// clients that don't declare the UI extension ([hosts.Assumed]).
	ListTools(c hosts.Client) []ui.WireTool
	// ListResources returns the resources. For hosts that show views, it returns those first.
	ListResources(c hosts.Client) []ui.WireResource
	// ListTemplates returns the resource templates.
	ListTemplates(c hosts.Client) []ui.WireTemplate
	// ListPrompts returns the prompts.
	ListPrompts(c hosts.Client) []ui.WirePrompt
}

// Methods returns the app's implementation of MCP's methods, to build a transport on.
// Programs that use [App.Main] or [App.Handler] don't need it.
func (a *App) Methods() Methods { return methods{a} }

// methods adds to an App what only transports call.
type methods struct{ *App }

var (
	_ Methods   = methods{}
	_ serve.App = methods{}
)

// Identity returns the app's name, title, version and instructions.
func (m methods) Identity() ui.Identity {
	return ui.Identity{Name: m.name, Title: m.options.Title, Version: m.version, Instructions: m.options.Instructions}
}

// Offers returns which capabilities the app has, beside tools and views.
func (m methods) Offers() serve.Offers {
	declared := m.declared()
	offers := serve.Offers{
		Prompts: len(declared.prompts) > 0, Subscriptions: len(declared.resources)+len(declared.templates) > 0,
	}
	for _, t := range declared.templates {
		offers.Completions = offers.Completions || t.Complete != nil
	}
	for _, p := range declared.prompts {
		offers.Completions = offers.Completions || p.completes()
	}
	return offers
}

// Edition returns the current catalogue. It changes when a declaration changes.
func (m methods) Edition() any {
	m.dev.renew(context.Background())
	return m.declared()
}

// audience is what of a client its lists depend on.
type audience struct {
	profile *hosts.Profile
	assumed bool
}

// Audience returns what of a client its lists depend on, to compare.
func (m methods) Audience(c hosts.Client) any { return audience{hosts.Detect(c), hosts.Assumed(c)} }

// HeaderParams returns the arguments of a tool that clients repeat in HTTP headers.
func (m methods) HeaderParams(tool string) []ui.HeaderParam {
	if t := m.declared().tool(tool); t != nil {
		return t.headers
	}
	return nil
}

// SignedInUntil returns when the sign-in of a request's user ends; zero if that isn't known.
func (m methods) SignedInUntil(ctx context.Context) time.Time { return userFrom(ctx).Expires }

// UserID returns the id of a request's user.
func (m methods) UserID(ctx context.Context) string { return userFrom(ctx).ID }
