// Package serve carries an app over HTTP and stdio, in both lifecycles of MCP:
// the one of 2026-07-28, in which each request says who sends it, and the older
// one that begins with initialize. It keeps nothing between two requests; what a
// client said of itself travels with it, in the session id.
package serve

import (
	"context"
	"encoding/json"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

// App is what this package needs to know of an app.
type App interface {
	Lists
	Answers
	// Watch calls a function for every change until stop is called.
	Watch(heard func(ui.Change)) (stop func())
	// UserID is the user of a request's context; empty without one.
	UserID(ctx context.Context) string
}

// Lists is what an app says of itself.
type Lists interface {
	// Identity is what initialize and server/discover tell a client.
	Identity() ui.Identity
	// Offers is what of MCP the app has to offer.
	Offers() Offers
	// Edition stands for what the app declares: while it is equal, so are the lists.
	// Audience stands for the clients that are told the same. Both can be compared.
	Edition() any
	Audience(c hosts.Client) any
	// Tools, Resources, Templates and Prompts are the lists, as a client is told
	// them.
	ListTools(c hosts.Client) []ui.WireTool
	ListResources(c hosts.Client) []ui.WireResource
	ListTemplates(c hosts.Client) []ui.WireTemplate
	ListPrompts(c hosts.Client) []ui.WirePrompt
	// HeaderParams are the arguments of a tool that clients repeat in headers.
	HeaderParams(tool string) []ui.HeaderParam
}

// Answers is what an app does. Each fails with a [*ui.Error], a
// [*hosts.InputRequiredError] or a [*hosts.MissingCapabilityError].
type Answers interface {
	// Call runs a tool. What goes wrong inside a tool is a result.
	CallTool(ctx context.Context, peer hosts.Peer, tool string, arguments json.RawMessage) (ui.WireResult, error)
	// ReadPrepared returns what is at a URI. The text is that of the document, prepared
	// with [NewDocumentText]; nil if the document's text is not shared by many answers.
	ReadPrepared(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, *precompressed.Text, error)
	GetPrompt(ctx context.Context, peer hosts.Peer, name string, arguments json.RawMessage) (ui.WirePromptResult, error)
	Complete(ctx context.Context, peer hosts.Peer, c hosts.CompleteRequest) (ui.WireCompletion, error)
}

// Offers is what of MCP an app has to offer, beside tools and views.
type Offers struct {
	Prompts, Completions, Subscriptions bool
}
