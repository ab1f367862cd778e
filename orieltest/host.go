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

// Lifecycle is how a client introduces itself to an app.
type Lifecycle string

const (
	// Modern is the lifecycle from MCP 2026-07-28 on: each request describes its client.
	Modern Lifecycle = "modern"
	// Legacy is the lifecycle up to 2025-11-25: the client introduces itself with
	// initialize, and sends the resulting Mcp-Session-Id with each request.
	Legacy Lifecycle = "legacy"
)

// Options configure [Connect]. The zero value works.
type Options struct {
	// Lifecycle is [Modern] or [Legacy]. Empty means the newest that the profile is known
	// to support. With Legacy, the version is the newest that the profile is known to
	// support, or 2025-11-25.
	Lifecycle Lifecycle
	// User is the signed-in user, whom handlers find with [oriel.RequestFrom]. Zero means
	// no user.
	User oriel.User
	// Meta is added to the _meta of each request: {"openai/locale": "de-CH"}.
	Meta map[string]any
	// Client overrides what the client says about itself. Empty fields are those of the
	// profile; a UIMIMETypes that is empty but not nil declares no UI.
	Client hosts.Client
	// Handler replaces App.Handler, for an app behind middleware such as a sign-in.
	Handler http.Handler
	// Header is added to each request.
	Header http.Header
	// Answer answers the questions of [oriel.Ask], [oriel.Sample] and [oriel.Roots]; see
	// [Accept], [Decline], [Dismiss] and [Says]. An error means that the client refuses. It
	// may be called concurrently. If it is set, the client declares all capabilities for
	// questions, unless Client sets some.
	Answer func(q hosts.InputRequest) (any, error)
	// Confirm answers for the host's user whether the model may call a tool, where the host
	// asks first: where [Host.Confirmation] is [hosts.ConfirmAsk]. False denies the call, which
	// then never reaches the app; see Result.Denied. Nil allows every call. It may be called
	// concurrently.
	Confirm func(tool string) bool
}

// Host is a host that is connected to an app. It can be used by several goroutines, except
// for methods that may fail the test: those must run on the test's own goroutine; see
// [Host.For].
type Host struct {
	t       testing.TB
	profile *hosts.Profile
	link    *link
}

// link is a connection, which the hosts of several tests can share.
type link struct {
	app       *oriel.App
	lifecycle Lifecycle
	client    hosts.Client
	handler   http.Handler
	options   Options
	session   string
	connected bool
	server    ui.Identity
	last      atomic.Int64
}

// Connect connects to an app as the host of a profile, until the test ends. It fails the
// test if a declaration of the app is faulty, if the profile doesn't exist, or if the app
// would detect another profile. It needs no user, also where the app's own handler
// answers the first request with 401 because nothing in the app is for everybody: there, a call
// of a [Host] without a user gets its challenge.
func Connect(t testing.TB, app *oriel.App, profile string) *Host {
	t.Helper()
	return ConnectWith(t, app, profile, Options{})
}

// ConnectWith is [Connect] with options. If the profile is empty, the app detects it from
// Options.Client.
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

// For returns the same host for another test, usually a subtest, which then fails instead:
//
//	t.Run("unknown city", func(t *testing.T) {
//		result := host.For(t).Call("forecast", map[string]any{"city": "Atlantis"})
//		…
//	})
func (h *Host) For(t testing.TB) *Host {
	t.Helper()
	return &Host{t: t, profile: h.profile, link: h.link}
}

// As returns the same host with another user, who has granted these scopes, as if they had
// signed in. It needs no identity provider:
//
//	host := orieltest.Connect(t, app, "claude")
//	host.Call("save_plan", plan).Challenge()                        // asks for a sign-in
//	host.As("ada", "trips.write").Call("save_plan", plan)           // is Ada's
//
// An empty id means nobody. For claims, set [Options.User].
func (h *Host) As(id string, scopes ...string) *Host {
	h.t.Helper()
	l := h.link
	as := &link{
		app: l.app, lifecycle: l.lifecycle, client: l.client, handler: l.handler, options: l.options, session: l.session,
		connected: true, server: l.server,
	}
	as.options.User = oriel.User{ID: id, Scopes: scopes}
	return &Host{t: h.t, profile: h.profile, link: as}
}

// Profile returns the host's profile. It must not be changed.
func (h *Host) Profile() *hosts.Profile { return h.profile }

// Lifecycle returns the lifecycle of the connection.
func (h *Host) Lifecycle() Lifecycle { return h.link.lifecycle }

// Server returns the app's name, title, version, and instructions for models.
func (h *Host) Server() ui.Identity { return h.link.server }

// Tools returns the tools that the host gets, including app-only ones.
func (h *Host) Tools() []ui.WireTool {
	h.t.Helper()
	var list struct {
		Tools []ui.WireTool `json:"tools"`
	}
	h.result("tools/list", nil, &list)
	return list.Tools
}

// Tool returns one of the tools that the host gets.
func (h *Host) Tool(name string) ui.WireTool {
	h.t.Helper()
	tools := h.Tools()
	i := slices.IndexFunc(tools, func(t ui.WireTool) bool { return t.Name == name })
	if i < 0 {
		names := make([]string, len(tools))
		for i, t := range tools {
			names[i] = t.Name
		}
		h.t.Fatalf("orieltest: %s gets no tool %q. It gets %q.", h.profile.ID, name, names)
	}
	return tools[i]
}

// Resources returns the views and other resources that the host gets.
func (h *Host) Resources() []ui.WireResource {
	h.t.Helper()
	var list struct {
		Resources []ui.WireResource `json:"resources"`
	}
	h.result("resources/list", nil, &list)
	return list.Resources
}

// Templates returns the resource templates that the host gets.
func (h *Host) Templates() []ui.WireTemplate {
	h.t.Helper()
	var list struct {
		Templates []ui.WireTemplate `json:"resourceTemplates"`
	}
	h.result("resources/templates/list", nil, &list)
	return list.Templates
}

// Prompts returns the prompts that the host gets.
func (h *Host) Prompts() []ui.WirePrompt {
	h.t.Helper()
	var list struct {
		Prompts []ui.WirePrompt `json:"prompts"`
	}
	h.result("prompts/list", nil, &list)
	return list.Prompts
}

// Prompt returns the messages of a prompt. The arguments must marshal to a JSON object of
// strings; nil means an empty one.
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

// Read returns the resource at a URI.
func (h *Host) Read(uri string) ui.Document {
	h.t.Helper()
	var read struct {
		Contents []ui.Document `json:"contents"`
	}
	h.result("resources/read", map[string]any{"uri": uri}, &read)
	if len(read.Contents) != 1 {
		h.t.Fatalf("orieltest: resources/read of %s returns %d contents, but hosts expect one.", uri, len(read.Contents))
	}
	return read.Contents[0]
}

// View returns the document of a tool's view, to which the tool's entry in tools/list
// links. Legacy MCP-UI hosts also get it with each result; see [Result.View].
func (h *Host) View(tool string) ui.Document {
	h.t.Helper()
	t := h.Tool(tool)
	uri := viewLink(t.Meta)
	if uri == "" {
		h.t.Fatalf("orieltest: %s gets no view for the tool %q. The tool's _meta is %v.", h.profile.ID, tool, t.Meta)
	}
	return h.Read(uri)
}

// viewLink returns the URI of the view from a tool's _meta, in the order in which hosts look
// for it.
func viewLink(meta map[string]any) string {
	nested, _ := meta["ui"].(map[string]any)
	for _, link := range []any{nested["resourceUri"], meta["ui/resourceUri"], meta["openai/outputTemplate"]} {
		if uri, ok := link.(string); ok && uri != "" {
			return uri
		}
	}
	return ""
}

// Call calls a tool. The arguments must marshal to a JSON object; nil means an empty one.
// An unknown tool fails the test; use [Host.Request] to test the answer for it. A call that
// Options.Confirm denies is not made. If the app wants a sign-in, the result has the
// [Result.Challenge].
func (h *Host) Call(tool string, arguments any) *Result {
	h.t.Helper()
	if arguments == nil {
		arguments = struct{}{}
	}
	if denied := h.denied(tool); denied != nil {
		return denied
	}
	got := h.ask("tools/call", map[string]any{"name": tool, "arguments": arguments}, true)
	if got.Error != nil && got.challenge != "" {
		return h.refused(tool, &got)
	}
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

// refused is the result of a call for which a sign-in is needed, and which the app therefore
// refused before it was read.
func (h *Host) refused(tool string, got *answer) *Result {
	var about struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(got.Error.Data, &about) // without data there is no code
	return &Result{
		IsError: true, Content: []ui.Block{ui.TextBlock{Text: got.Error.Message}}, Answer: got.raw, t: h.t, what: "the result of " + tool,
		Meta: map[string]any{errorKey: map[string]any{"code": about.Code}, challengeKey: got.challenge},
	}
}

// Request sends a request and returns the answer as it is: a JSON-RPC message with a result
// or an error. The params must marshal to a JSON object; the lifecycle's _meta is added.
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
		h.t.Fatalf("orieltest: %s returns %s the error %d: %s%s", what, h.profile.ID, a.Error.Code, a.Error.Message, data(a.Error.Data))
	}
	if err := json.Unmarshal(a.Result, into); err != nil {
		h.t.Fatalf("orieltest: the result of %s can't be decoded: %v\n%s", what, err, a.Result)
	}
}

func data(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s)", raw)
}
