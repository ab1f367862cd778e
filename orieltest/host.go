package orieltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Lifecycle is how a host's client and an app come to know each other.
type Lifecycle string

const (
	// Modern is that of MCP 2026-07-28: each request describes its client.
	Modern Lifecycle = "modern"
	// Legacy is that of the versions up to 2025-11-25: the client introduces
	// itself with initialize and refers to that with Mcp-Session-Id.
	Legacy Lifecycle = "legacy"
)

// Options configure [Connect]. The zero value works.
type Options struct {
	// Lifecycle is [Modern] or [Legacy]. Empty means the newest that the profile
	// is known to speak. In the legacy lifecycle the version is the newest that
	// the profile is known to speak, or 2025-11-25.
	Lifecycle Lifecycle
	// User is whom a sign-in in front of the app has found; the app reads it with
	// [oriel.RequestFrom]. The zero value is nobody.
	User oriel.User
	// Meta is sent along in the _meta of each request, such as
	// {"openai/locale": "de-CH"}.
	Meta map[string]any
	// Client replaces what the client says of itself. What is empty in it is the
	// profile's; UIMIMETypes that are empty but not nil declare no UI.
	Client hosts.Client
	// Handler answers in place of App.Handler: the app behind middleware of your
	// own, such as its sign-in.
	Handler http.Handler
	// Header is sent along with each request.
	Header http.Header
	// Answer answers what the app asks for with [oriel.Ask], [oriel.Sample] and
	// [oriel.Roots], for the user, the model and the client; see [Accept], [Decline],
	// [Dismiss] and [Says]. An error is a client that refuses. It may be called from
	// several goroutines. With it, the client declares all that can be asked, unless
	// Client says what.
	Answer func(q hosts.InputRequest) (any, error)
}

// Host is a host that is connected to an app. It may be used from several
// goroutines; what fails the test must be called from the test's own, see
// [Host.For].
type Host struct {
	t       testing.TB
	profile *hosts.Profile
	link    *link
}

// link is a connection, which hosts of several tests can share.
type link struct {
	app       *oriel.App
	lifecycle Lifecycle
	client    hosts.Client
	handler   http.Handler
	options   Options
	session   string
	server    ui.Identity
	last      atomic.Int64
}

// Connect connects to an app as the host of a profile, until the test ends. It
// fails the test if a declaration of the app is faulty, if there is no such
// profile, or if the app would take the client for another host.
func Connect(t testing.TB, app *oriel.App, profile string) *Host {
	t.Helper()
	return ConnectWith(t, app, profile, Options{})
}

// ConnectWith is [Connect] with options. An empty profile is the one that the app
// detects from Options.Client.
func ConnectWith(t testing.TB, app *oriel.App, profile string, o Options) *Host {
	t.Helper()
	if err := app.Err(); err != nil {
		t.Fatalf("orieltest: the app has faulty declarations:\n%v", err)
	}
	l := &link{app: app, options: o, handler: o.Handler}
	if l.handler == nil {
		l.handler = app.Handler()
	}
	p, err := l.introduceAs(profile)
	if err != nil {
		t.Fatalf("orieltest: %v", err)
	}
	h := &Host{t: t, profile: p, link: l}
	h.open()
	return h
}

// For returns the same host for another test, mostly a subtest: what goes wrong
// fails that one.
//
//	t.Run("unknown city", func(t *testing.T) {
//		result := host.For(t).Call("forecast", map[string]any{"city": "Atlantis"})
//		…
//	})
func (h *Host) For(t testing.TB) *Host {
	t.Helper()
	return &Host{t: t, profile: h.profile, link: h.link}
}

// Profile returns what is known of the host. It must not be changed.
func (h *Host) Profile() *hosts.Profile { return h.profile }

// Lifecycle returns how the host and the app have come to know each other.
func (h *Host) Lifecycle() Lifecycle { return h.link.lifecycle }

// Server returns what the app has said of itself: its name, title and version,
// and the instructions for models.
func (h *Host) Server() ui.Identity { return h.link.server }

// Tools returns the tools that the host is told of, app-only ones included.
func (h *Host) Tools() []ui.WireTool {
	h.t.Helper()
	var list struct {
		Tools []ui.WireTool `json:"tools"`
	}
	h.result("tools/list", nil, &list)
	return list.Tools
}

// Tool returns one of the tools that the host is told of.
func (h *Host) Tool(name string) ui.WireTool {
	h.t.Helper()
	tools := h.Tools()
	i := slices.IndexFunc(tools, func(t ui.WireTool) bool { return t.Name == name })
	if i < 0 {
		names := make([]string, len(tools))
		for i, t := range tools {
			names[i] = t.Name
		}
		h.t.Fatalf("orieltest: %s is told of no tool %q; there are %q.", h.profile.ID, name, names)
	}
	return tools[i]
}

// Resources returns the views and other resources that the host is told of.
func (h *Host) Resources() []ui.WireResource {
	h.t.Helper()
	var list struct {
		Resources []ui.WireResource `json:"resources"`
	}
	h.result("resources/list", nil, &list)
	return list.Resources
}

// Templates returns the resource templates that the host is told of.
func (h *Host) Templates() []ui.WireTemplate {
	h.t.Helper()
	var list struct {
		Templates []ui.WireTemplate `json:"resourceTemplates"`
	}
	h.result("resources/templates/list", nil, &list)
	return list.Templates
}

// Prompts returns the prompts that the host is told of.
func (h *Host) Prompts() []ui.WirePrompt {
	h.t.Helper()
	var list struct {
		Prompts []ui.WirePrompt `json:"prompts"`
	}
	h.result("prompts/list", nil, &list)
	return list.Prompts
}

// Prompt returns a prompt's messages. The arguments are anything that marshals to a
// JSON object of texts; nil is an empty one.
func (h *Host) Prompt(name string, arguments any) []oriel.Message {
	h.t.Helper()
	if arguments == nil {
		arguments = struct{}{}
	}
	var got struct {
		Messages []struct {
			Role    ui.Role         `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	h.result("prompts/get", map[string]any{"name": name, "arguments": arguments}, &got)
	messages := make([]oriel.Message, len(got.Messages))
	for i, m := range got.Messages {
		messages[i] = oriel.Message{Role: m.Role, Content: block(m.Content)}
	}
	return messages
}

// Read returns what is at a URI as the host gets it.
func (h *Host) Read(uri string) ui.Document {
	h.t.Helper()
	var read struct {
		Contents []ui.Document `json:"contents"`
	}
	h.result("resources/read", map[string]any{"uri": uri}, &read)
	if len(read.Contents) != 1 {
		h.t.Fatalf("orieltest: resources/read of %s gives %d contents; hosts want one.", uri, len(read.Contents))
	}
	return read.Contents[0]
}

// View returns the view of a tool as the host gets it: the one that the tool's
// entry in tools/list links to. Legacy MCP-UI hosts get it with each result, too;
// see [Result.View].
func (h *Host) View(tool string) ui.Document {
	h.t.Helper()
	t := h.Tool(tool)
	uri := viewLink(t.Meta)
	if uri == "" {
		h.t.Fatalf("orieltest: %s is told of no view of the tool %q. Its _meta is %v.", h.profile.ID, tool, t.Meta)
	}
	return h.Read(uri)
}

// viewLink is where a tool's _meta says that its view is, in the order in which
// hosts look.
func viewLink(meta map[string]any) string {
	nested, _ := meta["ui"].(map[string]any)
	for _, link := range []any{nested["resourceUri"], meta["ui/resourceUri"], meta["openai/outputTemplate"]} {
		if uri, ok := link.(string); ok && uri != "" {
			return uri
		}
	}
	return ""
}

// Call calls a tool. The arguments are anything that marshals to a JSON object;
// nil is an empty one. A tool that isn't there fails the test: to see what a host
// is told then, use [Host.Request].
func (h *Host) Call(tool string, arguments any) *Result {
	h.t.Helper()
	if arguments == nil {
		arguments = struct{}{}
	}
	got := h.ask("tools/call", map[string]any{"name": tool, "arguments": arguments}, true)
	var wire wireResult
	h.into(&got, "tools/call of "+tool, &wire)
	result := &Result{
		IsError: wire.IsError, Content: []ui.Block{}, Meta: wire.Meta, Progress: got.progress, Logs: got.logs, Answer: got.raw,
		t: h.t, what: "the result of " + tool, data: wire.StructuredContent,
	}
	for _, raw := range wire.Content {
		if view := viewIn(raw); view != nil {
			result.views = append(result.views, view)
			continue
		}
		result.Content = append(result.Content, block(raw))
	}
	return result
}

// Request sends a request of any method and returns the answer as it came: a
// JSON-RPC message with a result, or with an error. The params are anything that
// marshals to a JSON object; what the lifecycle wants in their _meta is added.
func (h *Host) Request(method string, params any) json.RawMessage {
	h.t.Helper()
	got := h.ask(method, params, false)
	return got.raw
}

// result decodes the result of a request.
func (h *Host) result(method string, params, into any) {
	h.t.Helper()
	got := h.ask(method, params, false)
	h.into(&got, method, into)
}

func (h *Host) into(a *answer, what string, into any) {
	h.t.Helper()
	if a.Error != nil {
		h.t.Fatalf("orieltest: %s gives %s the error %d: %s%s", what, h.profile.ID, a.Error.Code, a.Error.Message, data(a.Error.Data))
	}
	if err := json.Unmarshal(a.Result, into); err != nil {
		h.t.Fatalf("orieltest: what %s gives can't be read: %v\n%s", what, err, a.Result)
	}
}

func data(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", raw)
}
