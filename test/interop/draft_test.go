package interop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/test/browsertest"
)

// draftServer is an MCP server on the official SDK that has all that a view may
// ask a server for, by the draft of MCP Apps or by the official AppBridge.
type draftServer struct {
	server *mcp.Server
	// began and ended get a value when "hangs" is called, and when that call was
	// cancelled.
	began, ended chan struct{}
}

func newDraftServer(t *testing.T) *draftServer {
	t.Helper()
	d := &draftServer{
		server: mcp.NewServer(&mcp.Implementation{Name: "draft", Version: "1"}, nil),
		began:  make(chan struct{}, 1),
		ended:  make(chan struct{}, 1),
	}
	const address = "ui://draft/probe"
	object := json.RawMessage(`{"type":"object"}`)
	linked := mcp.Meta{"ui": map[string]any{"resourceUri": address}}
	for name, meta := range map[string]mcp.Meta{"probe": linked, "hidden": {"ui": map[string]any{"visibility": []string{"model"}}}} {
		d.server.AddTool(&mcp.Tool{Name: name, InputSchema: object, Meta: meta},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil
			})
	}
	d.server.AddTool(&mcp.Tool{Name: "slow", InputSchema: object}, slow)
	d.server.AddTool(&mcp.Tool{Name: "hangs", InputSchema: object},
		func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			d.began <- struct{}{}
			<-ctx.Done()
			d.ended <- struct{}{}
			return nil, ctx.Err()
		})
	html := document("", bundle(t, peer{entry: "views/recorder.ts"}), bundle(t, peer{
		entry:  "views/probe.ts",
		define: map[string]string{"MODES": `["inline"]`, "OFFERS": `{"listChanged":true}`},
	}))
	d.server.AddResource(&mcp.Resource{URI: address, Name: "probe", MIMEType: "text/html;profile=mcp-app"}, reads(html, "text/html;profile=mcp-app"))
	d.server.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "note://{name}", Name: "note"}, reads("a note", "text/plain"))
	d.server.AddPrompt(&mcp.Prompt{Name: "greet"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{}, nil
	})
	return d
}

// slow tells how far it has come.
func slow(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := request.Params.GetProgressToken()
	if token == nil {
		return nil, errors.New("nobody asked for the progress")
	}
	for i := range 3 {
		progress := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(i + 1), Total: 3, Message: "step"}
		if err := request.Session.NotifyProgress(ctx, progress); err != nil {
			return nil, fmt.Errorf("telling the progress: %w", err)
		}
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "slowly done"}}}, nil
}

func reads(body, kind string) mcp.ResourceHandler {
	return func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: request.Params.URI, MIMEType: kind, Text: body}}}, nil
	}
}

// newDraftStand opens the probe of the draft's server.
func newDraftStand(t *testing.T, browser *browsertest.Browser, more string) (*stand, *draftServer) {
	t.Helper()
	d := newDraftServer(t)
	s := &stand{requests: &requestLog{next: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return d.server }, nil)}}
	server := httptest.NewServer(s.requests)
	t.Cleanup(server.Close)
	// No host is known to have all of the draft.
	s.page, s.view = showAs(t, browser, serveWorkbench(t, server.URL)+"&profiles=generic"+more, "probe", `{"city":"Lisbon","days":[1,2,3]}`)
	s.main = s.page.Main()
	if err := s.view.WaitFor(t.Context(), "globalThis.probe && probe.hello()"); err != nil {
		t.Fatal(err)
	}
	return s, d
}

func draftRequirements(d *draftServer) []requirement {
	return []requirement{
		{"oriel/tools-list", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return s.main.WaitFor(ctx, isReady) },
				func() error {
					return answers(ctx, s.view, `probe.ask("tools/list").then(({result}) => result.tools.map(({name}) => name).sort())`,
						[]string{"hangs", "probe", "slow"})
				},
			)
		}},
		{"capabilities/server-passthrough", "MAY", func(ctx context.Context, s *stand) error {
			return answers(ctx, s.view, `Promise.all([
					probe.ask("resources/read", {uri: "note://one"}).then(({result}) => result.contents[0].text),
					probe.ask("resources/list").then(({result}) => result.resources.map(({uri}) => uri)),
					probe.ask("resources/templates/list").then(({result}) => result.resourceTemplates.map(({name}) => name)),
					probe.ask("prompts/list").then(({result}) => result.prompts.map(({name}) => name)),
				])`, []any{"a note", []string{"ui://draft/probe"}, []string{"note"}, []string{"greet"}})
		}},
		{"oriel/progress", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return answers(ctx, s.view, `probe.ask("tools/call", {name: "slow", arguments: {}, _meta: {progressToken: 7}})
						.then(({result}) => result.content[0].text)`, "slowly done")
				},
				func() error {
					return answers(ctx, s.view, `probe.params("notifications/progress").map(({progressToken, progress, total}) => [progressToken, progress, total])`,
						[][]int{{7, 1, 3}, {7, 2, 3}, {7, 3, 3}})
				},
			)
		}},
		{"oriel/cancelled", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return begin(ctx, s.view, `probe.post({id: "to-cancel", method: "tools/call", params: {name: "hangs", arguments: {}}})`)
				},
				func() error {
					select {
					case <-d.began:
						return nil
					case <-ctx.Done():
						return errors.New("the tool was not called")
					}
				},
				func() error {
					return begin(ctx, s.view, `probe.post({method: "notifications/cancelled", params: {requestId: "to-cancel", reason: "enough"}})`)
				},
				func() error {
					select {
					case <-d.ended:
						return nil
					case <-ctx.Done():
						return errors.New("the server was not told")
					}
				},
			)
		}},
		{"oriel/list-changed", "MAY", func(ctx context.Context, s *stand) error {
			d.server.AddPrompt(&mcp.Prompt{Name: "part"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
				return &mcp.GetPromptResult{}, nil
			})
			d.server.AddTool(&mcp.Tool{Name: "late", InputSchema: json.RawMessage(`{"type":"object"}`)}, slow)
			d.server.AddResource(&mcp.Resource{URI: "note://late", Name: "late"}, reads("late", "text/plain"))
			return s.view.WaitFor(ctx, `["tools", "resources", "prompts"].every((list) => probe.methods().includes("notifications/" + list + "/list_changed"))`)
		}},
		{"oriel/message-object", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return answers(ctx, s.view, `probe.ask("ui/message", {role: "user", content: {type: "text", text: "one object"}}).then(({result}) => result)`, struct{}{})
				},
				func() error { return s.main.WaitForText(ctx, ".talk-user .bubble", "one object") },
			)
		}},
		{"oriel/app-tools", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return s.main.WaitFor(ctx, `document.querySelector('[data-testid="view-tool"]')?.textContent.includes("halve")`)
				},
				func() error { return callViewTool(ctx, s.main, `{"n": 42}`) },
				func() error { return s.main.WaitForText(ctx, `[data-testid="view-tool"]`, "half is 21") },
			)
		}},
		{"oriel/sampling", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return begin(ctx, s.view, `probe.ask("sampling/createMessage", {maxTokens: 100, messages: [{role: "user", content: {type: "text", text: "what is up?"}}]})
						.then(({result}) => { globalThis.sampled = result })`)
				},
				func() error { return s.main.WaitForText(ctx, `[data-testid="sampling"]`, "what is up?") },
				func() error { return s.main.Fill(ctx, `[data-testid="sampling"] textarea`, "the sky") },
				func() error { return s.main.Click(ctx, `[data-testid="sampling"] .button.primary`) },
				func() error { return is(ctx, s.view, "globalThis.sampled?.content?.text", "the sky") },
			)
		}},
		{"oriel/download-file", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return begin(ctx, s.view, `probe.ask("ui/download-file", {contents: [{type: "resource", resource: {uri: "file:///a/report.csv", mimeType: "text/csv", text: "a,b"}}]})
						.then(({result}) => { globalThis.taken = result })`)
				},
				func() error { return s.main.WaitForText(ctx, `[data-testid="download"]`, "report.csv") },
				func() error { return s.main.Click(ctx, `[data-testid="download"] .button:not(.primary)`) },
				func() error { return is(ctx, s.view, "globalThis.taken", map[string]bool{"isError": true}) },
			)
		}},
		{"oriel/request-teardown", "MUST", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error {
					return begin(ctx, s.view, `probe.post({method: "ui/notifications/request-teardown", params: {}})`)
				},
				func() error {
					return s.main.WaitFor(ctx, `traffic.some(({params}) => params?.logger === "recorder" && params.data.method === "ui/resource-teardown")`)
				},
				func() error { return s.main.WaitFor(ctx, `!document.querySelector('[data-testid="view"]')`) },
			)
		}},
	}
}

// callViewTool fills in the arguments of the only tool that a view offers.
func callViewTool(ctx context.Context, main *browsertest.Frame, args string) error {
	return inOrder(
		func() error {
			return begin(ctx, main, `document.querySelector('[data-testid="view-tool"]').closest("details")?.setAttribute("open", "")`)
		},
		func() error { return main.Fill(ctx, `[data-testid="view-tool"] textarea`, args) },
		func() error { return main.Click(ctx, `[data-testid="view-tool"] button`) },
	)
}

func streamRequirements() []requirement {
	return []requirement{
		{"lifecycle/tool-input-partial", "MAY", func(ctx context.Context, s *stand) error {
			return inOrder(
				func() error { return s.main.WaitFor(ctx, isReady) },
				func() error {
					return holds(ctx, s.view, `probe.params("ui/notifications/tool-input-partial").length > 2 &&
						probe.params("ui/notifications/tool-input-partial").every(({arguments: {city, days}}) =>
							"Lisbon".startsWith(city ?? "") && (days ?? []).every((day, i) => day === i + 1)) &&
						probe.params("ui/notifications/tool-input-partial").some(({arguments: {days}}) => days?.length > 0)`)
				},
			)
		}},
		{"lifecycle/tool-input-partial-stop", "MUST", func(ctx context.Context, s *stand) error {
			return holds(ctx, s.view, `probe.methods().lastIndexOf("ui/notifications/tool-input-partial") < probe.methods().indexOf("ui/notifications/tool-input")`)
		}},
	}
}
