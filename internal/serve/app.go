// Package serve is the MCP endpoint of an app, over HTTP and stdio. It supports both
// lifecycles of MCP: since 2026-07-28, each request describes its client; before, a
// session begins with initialize. The endpoint stores nothing between two requests: the
// session id contains what the client declared in initialize.
package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

// App is what the endpoint needs of an app.
type App interface {
	Lists
	Answers
	// Watch calls a function for every change until stop is called.
	Watch(changed func(ui.Change)) (stop func())
	// Authenticate returns an HTTP request with its user in its context. An error has a
	// challenge if the client has to sign in; otherwise its token can't be checked now.
	Authenticate(r *http.Request) (*http.Request, *ui.Error)
	// Admit returns an error with a challenge if the user of a context needs a sign-in, or a
	// better one, for a method of a tool, a prompt or a resource. The answers above call it
	// themselves.
	Admit(ctx context.Context, method, name string) error
	// SignedInUntil returns when the sign-in of a context's user ends; zero if that isn't known.
	SignedInUntil(ctx context.Context) time.Time
	// UserID returns the user of a request's context; empty if there is none.
	UserID(ctx context.Context) string
}

// Lists is what an app declares.
type Lists interface {
	// Identity is what initialize and server/discover return.
	Identity() ui.Identity
	// Offers are the optional parts of MCP that the app has.
	Offers() Offers
	// Edition identifies what the app declares: while it is equal, so are the lists.
	// Audience identifies the clients that get the same lists. Both are comparable.
	Edition() any
	Audience(c hosts.Client) any
	// These are the lists for a client.
	ListTools(c hosts.Client) []ui.WireTool
	ListResources(c hosts.Client) []ui.WireResource
	ListTemplates(c hosts.Client) []ui.WireTemplate
	ListPrompts(c hosts.Client) []ui.WirePrompt
	// HeaderParams are the arguments of a tool that clients have to repeat in headers.
	HeaderParams(tool string) []ui.HeaderParam
}

// Answers is what an app does. Each fails with a [*ui.Error], a
// [*hosts.InputRequiredError] or a [*hosts.MissingCapabilityError].
type Answers interface {
	// CallTool runs a tool. Problems inside the tool are in the result.
	CallTool(ctx context.Context, peer hosts.Peer, tool string, arguments json.RawMessage) (ui.WireResult, error)
	// ReadPrepared returns what is at a URI. The text is that of the document, prepared
	// with [NewDocumentText]; nil if the document's text is not shared by many answers.
	ReadPrepared(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, *precompressed.Text, error)
	GetPrompt(ctx context.Context, peer hosts.Peer, name string, arguments json.RawMessage) (ui.WirePromptResult, error)
	Complete(ctx context.Context, peer hosts.Peer, c hosts.CompleteRequest) (ui.WireCompletion, error)
}

// Offers are the optional parts of MCP that an app has, in addition to tools and views.
type Offers struct {
	Prompts, Completions, Subscriptions bool
}
