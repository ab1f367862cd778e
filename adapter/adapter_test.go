package adapter_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func profile(t *testing.T, id string) *hosts.Profile {
	t.Helper()
	p, ok := hosts.Get(id)
	if !ok {
		t.Fatalf("no profile %s", id)
	}
	return p
}

func newView(t *testing.T, content ui.Content, m ui.Metadata) *ui.View {
	t.Helper()
	v, err := ui.NewView("app", "v", content, m)
	if err != nil {
		t.Fatal(err)
	}
	stable := ui.ViewAt("ui://app/v/1") // whatever the content, in tables
	stable.Name, stable.Content, stable.Metadata = v.Name, v.Content, v.Metadata
	return stable
}

// views compares views by what can be seen of them.
var views = cmp.Transformer("View", func(v ui.View) any {
	return struct {
		URI, Name string
		Content   ui.Content
		Metadata  ui.Metadata
	}{v.URI(), v.Name, v.Content, v.Metadata}
})

func encode(t *testing.T, v any) string {
	t.Helper()
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(buffer.String())
}

func TestToolMetadata(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.HTML("<p>"), ui.Metadata{})
	for name, test := range map[string]struct {
		adapter adapter.Adapter
		tool    ui.Tool
		want    string
	}{
		"MCP Apps, both":       {adapter.MCPApps(), ui.Tool{View: v}, `{"ui":{"resourceUri":"ui://app/v/1","visibility":["model","app"]},"ui/resourceUri":"ui://app/v/1"}`},
		"MCP Apps, model only": {adapter.MCPApps(), ui.Tool{View: v, Visibility: ui.ModelOnly}, `{"ui":{"resourceUri":"ui://app/v/1","visibility":["model"]},"ui/resourceUri":"ui://app/v/1"}`},
		"MCP Apps, app only":   {adapter.MCPApps(), ui.Tool{Visibility: ui.AppOnly}, `{"ui":{"visibility":["app"]}}`},
		"MCP Apps, plain":      {adapter.MCPApps(), ui.Tool{Invoking: "…"}, `null`},
		"MCP Apps, extra wins": {adapter.MCPApps(), ui.Tool{View: v, Extra: map[string]any{"x": 1, "ui": map[string]any{"visibility": []string{"app"}}}}, `{"ui":{"resourceUri":"ui://app/v/1","visibility":["app"]},"ui/resourceUri":"ui://app/v/1","x":1}`},
		"ChatGPT, both": {adapter.ChatGPT(), ui.Tool{View: v, Invoking: "Looking…", Invoked: "Found"}, `{"openai/outputTemplate":"ui://app/v/1","openai/toolInvocation/invoked":"Found",` +
			`"openai/toolInvocation/invoking":"Looking…","openai/visibility":"public","openai/widgetAccessible":true,"ui":{"resourceUri":"ui://app/v/1","visibility":["model","app"]},"ui/resourceUri":"ui://app/v/1"}`},
		"ChatGPT, model only": {adapter.ChatGPT(), ui.Tool{Visibility: ui.ModelOnly}, `{"openai/visibility":"public","openai/widgetAccessible":false,"ui":{"visibility":["model"]}}`},
		"ChatGPT, app only":   {adapter.ChatGPT(), ui.Tool{Visibility: ui.AppOnly}, `{"openai/visibility":"private","openai/widgetAccessible":true,"ui":{"visibility":["app"]}}`},
		"MCP-UI":              {adapter.MCPUI(), ui.Tool{View: v}, `{"ui/resourceUri":"ui://app/v/1"}`},
		"MCP-UI, model only":  {adapter.MCPUI(), ui.Tool{Visibility: ui.ModelOnly}, `{"ui":{"visibility":["model"]}}`},
	} {
		if diff := cmp.Diff(test.want, encode(t, test.adapter.Tool(&test.tool, nil))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestDocumentMetadata(t *testing.T) {
	t.Parallel()
	m := ui.Metadata{
		Description: "A view", Domain: "app.example.com", Border: ui.BorderNone, Dimensions: ui.Dimensions{Height: 300},
		Permissions: ui.Permissions{ClipboardWrite: true},
		CSP: &ui.CSP{
			ConnectDomains: []string{"https://c.example"}, ResourceDomains: []string{"https://r.example"}, FrameDomains: []string{"https://f.example"},
			BaseURIDomains: []string{"https://b.example"}, RedirectDomains: []string{"https://d.example"},
		},
		Extra: map[string]any{"note": "kept"},
	}
	const standard = `"ui":{"csp":{"baseUriDomains":["https://b.example"],"connectDomains":["https://c.example"],"frameDomains":["https://f.example"],"resourceDomains":["https://r.example"]},` +
		`"domain":"app.example.com","permissions":{"clipboardWrite":{}},"prefersBorder":false}`
	for name, test := range map[string]struct {
		adapter adapter.Adapter
		want    string
	}{
		"MCP Apps": {adapter.MCPApps(), `{"note":"kept",` + standard + `}`},
		"ChatGPT": {adapter.ChatGPT(), `{"note":"kept","openai/widgetCSP":{"connect_domains":["https://c.example"],"frame_domains":["https://f.example"],"redirect_domains":["https://d.example"],"resource_domains":["https://r.example"]},` +
			`"openai/widgetDescription":"A view","openai/widgetDomain":"app.example.com","openai/widgetPrefersBorder":false,` + standard + `}`},
		"MCP-UI": {adapter.MCPUI(), `{"mcpui.dev/ui-preferred-frame-size":["100%","300px"],"note":"kept"}`},
	} {
		d, err := test.adapter.Document(newView(t, ui.HTML("<p>"), m), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, encode(t, d.Meta)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// What hosts get for content that they have no kind for.
func TestContentKinds(t *testing.T) {
	t.Parallel()
	page := ui.URL("https://example.com/page")
	script := ui.RemoteDOM{Script: "root.append()", Framework: ui.React}
	for name, test := range map[string]struct {
		host           string
		content        ui.Content
		mime           string
		want, unwanted []string
	}{
		"fragment is completed":         {"claude", ui.HTML("<p>x"), adapter.MIMEType, []string{"<!doctype html>", "<p>x"}, nil},
		"document is kept":              {"claude", ui.HTML("<!DOCTYPE html><p>x"), adapter.MIMEType, []string{"<!DOCTYPE html><p>x"}, []string{"<title>"}},
		"runtime where asked for":       {"claude", ui.HTML(`<script src="@oriel/view"></script><p>x`), adapter.MIMEType, []string{"ui/initialize"}, []string{`src="@oriel`}},
		"runtime in capitals":           {"claude", ui.HTML(`<p>a@b.c @ <SCRIPT SRC=@Oriel/VIEW></SCRIPT>`), adapter.MIMEType, []string{"ui/initialize", "<p>a@b.c @ "}, []string{"SRC"}},
		"runtime in a text":             {"claude", ui.HTML(`<p>write src="@oriel/view" @`), adapter.MIMEType, []string{`<p>write src="@oriel/view" @`}, []string{"ui/initialize"}},
		"runtime as a module":           {"claude", ui.HTML(`<script type="module" src='@oriel/view' defer></script><p>x`), adapter.MIMEType, []string{"ui/initialize"}, []string{"@oriel/view'"}},
		"document after a BOM":          {"claude", ui.HTML("\ufeff<!-- a\nb --><!DOCTYPE html><p>x"), adapter.MIMEType, []string{"<!DOCTYPE html><p>x"}, []string{"<title>"}},
		"page on ChatGPT":               {"chatgpt", page, adapter.MIMEType, []string{`<iframe src="https://example.com/page"`}, nil},
		"page where frames are unknown": {"vscode", page, adapter.MIMEType, []string{`<iframe src="https://example.com/page"`}, nil},
		"page on Claude":                {"claude", page, adapter.MIMEType, []string{`<a href="https://example.com/page"`, "openLink"}, []string{"<iframe"}},
		"page on MCP-UI":                {"mcp-ui", page, "text/uri-list", []string{"https://example.com/page"}, []string{"<"}},
		"remote DOM on Claude":          {"claude", script, adapter.MIMEType, []string{"support the components"}, []string{"root.append"}},
		"remote DOM on ChatGPT":         {"chatgpt", script, adapter.MIMEType, []string{"support the components"}, []string{"root.append"}},
		"remote DOM on MCP-UI":          {"mcp-ui", script, "application/vnd.mcp-ui.remote-dom+javascript; framework=react", []string{"root.append()"}, []string{"<"}},
		"web components on MCP-UI":      {"mcp-ui", ui.RemoteDOM{Script: "x"}, "application/vnd.mcp-ui.remote-dom+javascript; framework=webcomponents", nil, nil},
		"bridge before all scripts":     {"mcp-ui", ui.HTML("<script>mine()</script>"), "text/html", []string{"orielTransport"}, nil},
		"URL is escaped":                {"chatgpt", ui.URL(`https://example.com/?a='&b`), adapter.MIMEType, []string{`?a=&#39;&amp;b"`}, []string{"='&b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := profile(t, test.host)
			d, err := adapter.All().For(p).Document(newView(t, test.content, ui.Metadata{}), p)
			if err != nil {
				t.Fatal(err)
			}
			if d.MIMEType != test.mime {
				t.Errorf("type is %q, want %q", d.MIMEType, test.mime)
			}
			for _, want := range test.want {
				if !strings.Contains(d.Text, want) {
					t.Errorf("%q is missing in %.500s", want, d.Text)
				}
			}
			for _, unwanted := range test.unwanted {
				if strings.Contains(d.Text, unwanted) {
					t.Errorf("%q should not be in %.500s", unwanted, d.Text)
				}
			}
		})
	}
	p := profile(t, "chatgpt")
	d, err := adapter.ChatGPT().Document(newView(t, page, ui.Metadata{}), p)
	if err != nil {
		t.Fatal(err)
	}
	if got := encode(t, d.Meta); !strings.Contains(got, `"frameDomains":["https://example.com"]`) || !strings.Contains(got, `"frame_domains":["https://example.com"]`) {
		t.Errorf("the framed page's origin is not allowed: %s", got)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.HTML("<p>"), ui.Metadata{})
	r := &ui.ToolResult{
		Input: json.RawMessage(`{"q":1}`), Data: json.RawMessage(`{"a":1}`), Text: "One.", ViewOnly: json.RawMessage(`[1]`),
		CloseView: true, Extra: map[string]any{"x": "y"},
	}
	for name, test := range map[string]struct {
		adapter adapter.Adapter
		want    string
	}{
		"MCP Apps": {adapter.MCPApps(), `{"content":[{"type":"text","text":"One."}],"structuredContent":{"a":1},"_meta":{"oriel/closeView":true,"oriel/viewData":[1],"ui":{"resourceUri":"ui://app/v/1"},"x":"y"}}`},
		"ChatGPT":  {adapter.ChatGPT(), `{"content":[{"type":"text","text":"One."}],"structuredContent":{"a":1},"_meta":{"openai/closeWidget":true,"oriel/viewData":[1],"ui":{"resourceUri":"ui://app/v/1"},"x":"y"}}`},
	} {
		wire, err := test.adapter.Result(r, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, encode(t, wire)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for _, a := range []adapter.Adapter{adapter.MCPApps(), adapter.ChatGPT()} {
		const linked = `{"content":[{"type":"text","text":"One."}],"_meta":{"ui":{"resourceUri":"ui://app/v/1"}}}`
		if wire, err := a.Result(&ui.ToolResult{Text: "One."}, v, nil); err != nil || encode(t, wire) != linked {
			t.Errorf("a result without other metadata: %s, %v", encode(t, wire), err)
		}
		if wire, err := a.Result(&ui.ToolResult{Text: "One."}, nil, nil); err != nil || wire.Meta != nil {
			t.Errorf("a result without a view: %v, %v", wire.Meta, err)
		}
	}
	wire, err := adapter.MCPUI().Result(r, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"type":"text","text":"One."},{"type":"resource","resource":{"uri":"ui://app/v/1","mimeType":"text/html"`,
		`"toolInput":{"q":1}`, `"toolOutput":{"a":1}`, `"toolResponseMetadata":{"mcp_tool_result":{"content":[{"type":"text","text":"One."}],"structuredContent":{"a":1},"_meta":{"oriel/closeView":true,"oriel/viewData":[1],"x":"y"}}}`,
	} {
		if got := encode(t, wire); !strings.Contains(got, want) {
			t.Errorf("MCP-UI: %s is missing in %.3000s", want, got)
		}
	}
	failed, err := adapter.MCPUI().Result(&ui.ToolResult{Text: "No.", IsError: true}, v, nil)
	if err != nil || len(failed.Content) != 1 {
		t.Errorf("a failed call carries a view: %v %v", encode(t, failed), err)
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		set  *adapter.Set
		host string
		want string
	}{
		"none named is MCP Apps":       {adapter.NewSet(), "claude", "mcp-apps"},
		"nil is MCP Apps":              {nil, "claude", "mcp-apps"},
		"ChatGPT without its own":      {adapter.NewSet(), "chatgpt", "mcp-apps"},
		"legacy host without its own":  {adapter.NewSet(), "mcp-ui", ""},
		"Claude of a ChatGPT-only set": {adapter.NewSet(adapter.ChatGPT()), "claude", ""},
		"all, ChatGPT":                 {adapter.All(), "chatgpt", "chatgpt"},
		"all, legacy":                  {adapter.All(), "mcp-ui", "mcp-ui"},
		"all, generic":                 {adapter.All(), "generic", "mcp-apps"},
		"all, text":                    {adapter.All(), "text", ""},
	} {
		got := ""
		if a := test.set.For(profile(t, test.host)); a != nil {
			got = a.Name()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
	merged := encode(t, adapter.All().Tool(&ui.Tool{View: newView(t, ui.HTML("x"), ui.Metadata{})}, nil))
	for _, want := range []string{`"openai/outputTemplate"`, `"resourceUri"`, `"ui/resourceUri"`} {
		if !strings.Contains(merged, want) {
			t.Errorf("an unknown host is not told of %s: %s", want, merged)
		}
	}
	if _, err := adapter.MCPApps().Document(&ui.View{Name: "v"}, nil); err == nil {
		t.Error("a view without content has a document")
	}
}

// A view's copy of a result does not change with what a server adds to the result.
func TestEmbeddedResultIsACopy(t *testing.T) {
	t.Parallel()
	wire, err := adapter.MCPUI().Result(&ui.ToolResult{Text: "One.", Extra: map[string]any{"x": "y"}}, newView(t, ui.HTML("<p>"), ui.Metadata{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	wire.Meta["added"] = true
	if got := encode(t, wire.Content); strings.Contains(got, "added") {
		t.Errorf("the view is told what the server added: %.2000s", got)
	}
}
