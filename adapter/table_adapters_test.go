package adapter_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Unified UI architecture, mime_type and transform_resource of the three
// adapters: what becomes of each kind of content, and what it is read as where it
// survives.
func TestTableTransformResource(t *testing.T) {
	t.Parallel()
	const (
		html   = ui.HTML("<!doctype html><p>hello")
		page   = ui.URL("https://example.com/page")
		remote = "application/vnd.mcp-ui.remote-dom+javascript; framework="
	)
	react, web := ui.RemoteDOM{Script: "x()", Framework: ui.React}, ui.RemoteDOM{Script: "x()", Framework: ui.WebComponents}
	for _, row := range []struct {
		kind, adapter string
		content       ui.Content
		mime, part    string
		in            ui.Content // nil: another document stands in for it
	}{
		// MCP Apps' type was text/html+mcp in the first draft, and ChatGPT's text/html+skybridge; both have this one now.
		{"Html", hosts.MCPApps, html, adapter.MIMEType, "<p>hello", html},
		{"Html", hosts.ChatGPT, html, adapter.MIMEType, "<p>hello", html},
		{"Html", hosts.MCPUI, html, "text/html", "<p>hello", html},
		{"Url", hosts.MCPApps, page, adapter.MIMEType, `<iframe src="https://example.com/page"`, nil},
		{"Url", hosts.ChatGPT, page, adapter.MIMEType, `<iframe src="https://example.com/page"`, nil},
		{"Url", hosts.MCPUI, page, "text/uri-list", "https://example.com/page", page},
		{"RemoteDom, React", hosts.MCPApps, react, adapter.MIMEType, "support the components of this view", nil},
		{"RemoteDom, React", hosts.ChatGPT, react, adapter.MIMEType, "support the components of this view", nil},
		{"RemoteDom, React", hosts.MCPUI, react, remote + "react", "x()", react},
		{"RemoteDom, WebComponents", hosts.MCPApps, web, adapter.MIMEType, "support the components of this view", nil},
		{"RemoteDom, WebComponents", hosts.ChatGPT, web, adapter.MIMEType, "support the components of this view", nil},
		// The table leaves the framework out here; MCP-UI itself always names it.
		{"RemoteDom, WebComponents", hosts.MCPUI, web, remote + "webcomponents", "x()", web},
	} {
		t.Run(row.kind+", "+row.adapter, func(t *testing.T) {
			t.Parallel()
			document, err := named(t, row.adapter).Document(newView(t, row.content, ui.Metadata{}), nil)
			if err != nil {
				t.Fatal(err)
			}
			same(t, "URI", "ui://app/v/1", document.URI)
			same(t, "type", row.mime, document.MIMEType)
			contains(t, "out", document.Text, row.part)
			content, _, err := adapter.ImportView(json.RawMessage(encode(t, document)))
			if err != nil {
				t.Fatal(err)
			}
			if row.in != nil {
				same(t, "in", row.in, content)
			}
		})
	}
}

func named(t *testing.T, name string) adapter.Adapter {
	t.Helper()
	for _, a := range []adapter.Adapter{adapter.MCPApps(), adapter.ChatGPT(), adapter.MCPUI()} {
		if a.Name() == name {
			return a
		}
	}
	t.Fatalf("no adapter %s", name)
	return nil
}

// Unified UI architecture, bridge_script of the three adapters. What the seeds'
// scripts do for MCP Apps and ChatGPT is the runtime's own work.
func TestTableBridgeScript(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		adapter  string
		isBridge bool
	}{{hosts.MCPApps, false}, {hosts.ChatGPT, false}, {hosts.MCPUI, true}} {
		a := named(t, row.adapter)
		same(t, row.adapter, row.isBridge, a.Bridge() != "")
		document, err := a.Document(newView(t, ui.HTML("<!doctype html><script>mine()</script>"), ui.Metadata{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if !row.isBridge {
			same(t, row.adapter, "<!doctype html><script>mine()</script>", document.Text)
			continue
		}
		contains(t, row.adapter, document.Text, "orielTransport")
	}
}

// Unified UI architecture, transform_action of the three adapters, with
// "Actions" of the protocol comparison as far as a server's side has them. There
// is one direction: hosts read actions, the workbench's in its page.
func TestTableTransformAction(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		kind   string
		action ui.Action
		// What each sends; empty where the protocol has no such action.
		mcpApps, chatGPT, mcpUI string
	}{
		{
			"Tool",
			ui.CallTool{Name: "greet", Arguments: json.RawMessage(`{"n":1}`), ID: "7"},
			`{"id":"7","jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"n":1},"name":"greet"}}`,
			`{"args":["greet",{"n":1}],"call":"callTool"}`,
			`{"messageId":"7","payload":{"params":{"n":1},"toolName":"greet"},"type":"tool"}`, // under payload today
		},
		{
			"Tool, no arguments",
			ui.CallTool{Name: "greet"},
			`{"id":"1","jsonrpc":"2.0","method":"tools/call","params":{"arguments":{},"name":"greet"}}`,
			`{"args":["greet",{}],"call":"callTool"}`,
			`{"payload":{"params":{},"toolName":"greet"},"type":"tool"}`,
		},
		{
			"Prompt",
			ui.SendPrompt{Text: "Hi"},
			`{"id":"1","jsonrpc":"2.0","method":"ui/message","params":{"content":[{"type":"text","text":"Hi"}],"role":"user"}}`,
			`{"args":[{"prompt":"Hi"}],"call":"sendFollowUpMessage"}`, // an object today, a text in the table
			`{"payload":{"prompt":"Hi"},"type":"prompt"}`,
		},
		{
			"Intent",
			ui.SendIntent{Name: "buy", Params: json.RawMessage(`{"id":1}`)},
			`{"id":"1","jsonrpc":"2.0","method":"ui/message","params":{"content":[{"type":"text","text":"buy {\"id\":1}"}],"role":"user"}}`,
			`{"args":[{"prompt":"buy {\"id\":1}"}],"call":"sendFollowUpMessage"}`,
			`{"payload":{"intent":"buy","params":{"id":1}},"type":"intent"}`, // intent and params today, action and data in the table
		},
		{
			"Notify",
			ui.Notify{Message: "done"},
			`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"done","level":"info"}}`,
			``,
			`{"payload":{"level":"info","message":"done"},"type":"notify"}`,
		},
		{
			"Notify, warning",
			ui.Notify{Message: "late", Level: ui.LevelWarning},
			`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"late","level":"warning"}}`,
			``,
			`{"payload":{"level":"warning","message":"late"},"type":"notify"}`,
		},
		{
			"Link",
			ui.OpenLink{URL: "https://example.com"},
			`{"id":"1","jsonrpc":"2.0","method":"ui/open-link","params":{"url":"https://example.com"}}`, // the table has none; MCP Apps has
			`{"args":[{"href":"https://example.com"}],"call":"openExternal"}`,                           // the same
			`{"payload":{"url":"https://example.com"},"type":"link"}`,
		},
		{
			"SetState",
			ui.SetState{State: json.RawMessage(`{"s":1}`)},
			``, // ui/setState of the table was never in a specification
			`{"args":[{"s":1}],"call":"setWidgetState"}`,
			``,
		},
	} {
		t.Run(row.kind, func(t *testing.T) {
			t.Parallel()
			for name, want := range map[string]string{hosts.MCPApps: row.mcpApps, hosts.ChatGPT: row.chatGPT, hosts.MCPUI: row.mcpUI} {
				got, err := named(t, name).Action(row.action)
				if want == "" {
					if !errors.Is(err, errors.ErrUnsupported) {
						t.Errorf("%s: got %s, %v, want ErrUnsupported", name, got, err)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				same(t, name, want, string(got))
			}
		})
	}
}

// Unified UI architecture, tool_metadata of the three adapters and of all
// together.
func TestTableToolMetadata(t *testing.T) {
	t.Parallel()
	tool := ui.Tool{View: ui.ViewAt("ui://app/v/1"), Invoking: "Looking…", Invoked: "Found"}
	const (
		flat    = `"ui/resourceUri":"ui://app/v/1"`
		nested  = `"ui":{"resourceUri":"ui://app/v/1","visibility":["model","app"]}` // newer than the table, which has the flat one alone
		chatGPT = `"openai/outputTemplate":"ui://app/v/1","openai/toolInvocation/invoked":"Found","openai/toolInvocation/invoking":"Looking…","openai/visibility":"public","openai/widgetAccessible":true`
	)
	for name, row := range map[string]struct{ got, want string }{
		"McpAppsAdapter":   {encode(t, adapter.MCPApps().Tool(&tool, nil)), `{` + nested + `,` + flat + `}`},
		"ChatGptAdapter":   {encode(t, adapter.ChatGPT().Tool(&tool, nil)), `{` + chatGPT + `,` + nested + `,` + flat + `}`},
		"McpUiAdapter":     {encode(t, adapter.MCPUI().Tool(&tool, nil)), `{` + flat + `}`},
		"all adapters":     {encode(t, adapter.All().Tool(&tool, nil)), `{` + chatGPT + `,` + nested + `,` + flat + `}`},
		"no adapter named": {encode(t, adapter.NewSet().Tool(&tool, nil)), `{` + nested + `,` + flat + `}`},
	} {
		same(t, name+", out", row.want, row.got)
		same(t, name+", in", "ui://app/v/1", readTool(t, row.got).View.URI())
	}
}

// Unified UI architecture, for_host: which host gets which adapter's form.
func TestTableForHost(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ hostType, client, profile, adapter string }{
		{"ChatGpt", "openai-mcp", "chatgpt", hosts.ChatGPT},
		{"Claude", "claude-ai", "claude", hosts.MCPApps},
		{"Nanobot", "nanobot", "nanobot", hosts.MCPUI},
		// MCPJam rendered MCP-UI when the table was made, and renders MCP Apps with window.openai today.
		{"McpJam", "mcpjam-inspector", "mcpjam", hosts.ChatGPT},
		{"Generic", "somebody", "generic", hosts.MCPApps},
	} {
		t.Run(row.hostType, func(t *testing.T) {
			t.Parallel()
			p := hosts.Detect(hosts.Client{Name: row.client, Version: "1", Introduced: true, UIMIMETypes: []string{adapter.MIMEType}})
			same(t, "profile", row.profile, p.ID)
			same(t, "adapter", row.adapter, adapter.All().For(p).Name())
		})
	}
}

// Unified UI architecture, "Comparison Matrix", and "Overview" of the protocol
// comparison. What concerns a view's script is in view/test.
func TestTableComparisonMatrix(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.HTML("<!doctype html><p>"), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://a.example"}}, Dimensions: ui.Dimensions{Width: 10}})
	tool := ui.Tool{View: v, Invoking: "…"}
	result := ui.ToolResult{Data: json.RawMessage(`{"a":1}`), Text: "One.", ViewOnly: json.RawMessage(`2`)}
	document := func(a adapter.Adapter) any {
		d, err := a.Document(v, nil)
		if err != nil {
			t.Error(err)
		}
		return d
	}
	called := func(a adapter.Adapter) any {
		r, err := a.Result(&result, v, nil)
		if err != nil {
			t.Error(err)
		}
		return r
	}
	action := func(action ui.Action) func(adapter.Adapter) any {
		return func(a adapter.Adapter) any {
			sent, err := a.Action(action)
			if err != nil {
				return "unsupported"
			}
			return sent
		}
	}
	for _, row := range []struct {
		feature                 string
		of                      func(adapter.Adapter) any
		mcpApps, mcpUI, chatGPT string
	}{
		{"MIME Type", document, `{"mimeType":"text/html;profile=mcp-app"}`, `{"mimeType":"text/html"}`, `{"mimeType":"text/html;profile=mcp-app"}`},
		{"URI Scheme", document, `{"uri":"ui://app/v/1"}`, `{"uri":"ui://app/v/1"}`, `{"uri":"ui://app/v/1"}`},
		{"Communication", action(ui.OpenLink{URL: "https://a.example"}), `{"jsonrpc":"2.0","method":"ui/open-link"}`, `{"type":"link","payload":{"url":"https://a.example"}}`, `{"call":"openExternal"}`},
		{"Tool Response", called, `{"structuredContent":{"a":1},"content":[{"type":"text","text":"One."}]}`, `{"structuredContent":{"a":1}}`, `{"structuredContent":{"a":1},"_meta":{"oriel/viewData":2}}`},
		{"Action Types", action(ui.CallTool{Name: "x"}), `{"method":"tools/call"}`, `{"type":"tool"}`, `{"call":"callTool"}`},
		{"Action Types, prompt", action(ui.SendPrompt{Text: "x"}), `{"method":"ui/message"}`, `{"type":"prompt"}`, `{"call":"sendFollowUpMessage"}`},
		{"State Management", action(ui.SetState{State: json.RawMessage(`1`)}), `"unsupported"`, `"unsupported"`, `{"call":"setWidgetState"}`},
		{"Metadata Namespace", func(a adapter.Adapter) any { return a.Tool(&tool, nil) }, `{"ui":{},"ui/resourceUri":"ui://app/v/1"}`, `{"ui/resourceUri":"ui://app/v/1"}`, `{"openai/outputTemplate":"ui://app/v/1"}`},
		{"CSP Configuration", document, `{"_meta":{"ui":{"csp":{"connectDomains":["https://a.example"]}}}}`, `{"_meta":{"mcpui.dev/ui-preferred-frame-size":["10px","100%"]}}`, `{"_meta":{"openai/widgetCSP":{"connect_domains":["https://a.example"]}}}`},
	} {
		t.Run(row.feature, func(t *testing.T) {
			t.Parallel()
			says(t, "MCP Apps", row.of(adapter.MCPApps()), row.mcpApps)
			says(t, "MCP-UI", row.of(adapter.MCPUI()), row.mcpUI)
			says(t, "ChatGPT", row.of(adapter.ChatGPT()), row.chatGPT)
		})
	}
	// "Tool Response" of MCP-UI has the view inside, which no other has.
	for name, blocks := range map[string]int{hosts.MCPApps: 1, hosts.ChatGPT: 1, hosts.MCPUI: 2} {
		wire, err := named(t, name).Result(&result, v, nil)
		if err != nil || len(wire.Content) != blocks {
			t.Errorf("%s: %d blocks, %v", name, len(wire.Content), err)
		}
	}
	// "Extension ID": a client that declares it is shown views. So is an unknown one that
	// doesn't, but not a client of a host that usually does.
	same(t, "Claude without the extension", false, hosts.Detect(hosts.Client{Name: "claude-ai", Introduced: true}).HasUI())
	unknown := hosts.Client{Name: "somebody", Introduced: true}
	same(t, "without the extension", true, hosts.Detect(unknown).HasUI())
	for _, mimeType := range []string{adapter.MIMEType, "text/html+mcp", "text/html+skybridge"} {
		unknown.UIMIMETypes = []string{mimeType}
		same(t, "with the extension, "+mimeType, true, hosts.Detect(unknown).HasUI())
	}
}
