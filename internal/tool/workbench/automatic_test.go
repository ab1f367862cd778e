package workbench_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

const (
	speaksApps   = `<script>parent.postMessage({jsonrpc: "2.0", id: 1, method: "ui/initialize"}, "*")</script>`
	speaksOpenAI = `<script>addEventListener("openai:set_globals", () => { document.title = window.openai.toolOutput.city })</script>`
	speaksMCPUI  = `<script>parent.postMessage({ type: 'tool', payload: { toolName: "t" } }, "*")</script>`
	speaksMCPApp = `<script>addEventListener("mcp:tool-result", (e) => { document.title = e.detail.content.length })</script>`
)

// The Automatic card takes a view from wherever it is, under the protocol that the view speaks.
func TestAutomaticDetects(t *testing.T) {
	t.Parallel()
	const (
		nested    = `"ui":{"resourceUri":"ui://s/v"}`
		flat      = `"ui/resourceUri":"ui://s/v"`
		template  = `"openai/outputTemplate":"ui://s/v"`
		html      = "text/html"
		skybridge = "text/html+skybridge"
		draft     = "text/html+mcp"
	)
	for _, tt := range []struct {
		name, meta, mimeType, text string
		want, why                  string
	}{
		{"MCP Apps by the document", nested, html, speaksApps, hosts.MCPApps, "sends ui/initialize"},
		{"MCP Apps beside window.openai", nested, mcpApp, speaksApps + speaksOpenAI, hosts.MCPApps, "sends ui/initialize"},
		{"window.openai in a document of MCP Apps", nested, mcpApp, speaksOpenAI, hosts.ChatGPT, "uses window.openai"},
		{"window.openai, defined by the page", nested, mcpApp, speaksOpenAI + `<script>window.openai ??= {}</script>`, hosts.MCPApps, mcpApp},
		{"skybridge", flat, skybridge, "<p>x</p>", hosts.ChatGPT, skybridge},
		{"skybridge with MCP Apps", template, skybridge, speaksApps, hosts.ChatGPT, skybridge},
		{"ChatGPT's link", template, html, "<p>x</p>", hosts.ChatGPT, "The link to it is ChatGPT's."},
		{"MCP-UI by the document", nested, html, speaksMCPUI, hosts.MCPUI, "messages of MCP-UI"},
		{"window.mcpApp", flat, draft, speaksMCPApp, hosts.MCPApps, "window.mcpApp, which the workbench adds"},
		{"window.mcpUI", nested, mcpApp, `<script>addEventListener("mcp-data", () => mcpUI.getData())</script>`, hosts.MCPApps, "window.mcpUI, which the workbench adds"},
		{"window.openai, destructured", nested, html, `<script>const {openai} = window</script>`, hosts.ChatGPT, "uses window.openai"},
		{"the draft's type", flat, draft, "<p>x</p>", hosts.MCPApps, draft},
		{"nothing but the link", flat, html, "<p>x</p>", hosts.MCPApps, "that of MCP Apps"},
		{"inside the result", "", html, "<p>x</p>", hosts.MCPUI, "inside the result"},
		{"inside the result, of MCP Apps", "", mcpApp, "<p>x</p>", hosts.MCPApps, mcpApp},
		{"an address inside the result", "", "text/uri-list", "https://example.com/x", hosts.MCPUI, "by its address"},
	} {
		f := newFake()
		f.tools = `{"name":"t","_meta":{` + tt.meta + `}}`
		item := map[string]any{"uri": "ui://s/v", "mimeType": tt.mimeType, "text": tt.text}
		f.resources["ui://s/v"] = contents(t, item)
		result := map[string]any{"content": []any{map[string]any{"type": "resource", "resource": item}}}
		b := startWith(t, f)
		got, status := b.view(t, "auto", map[string]any{"result": result, "globals": map[string]any{"theme": "dark"}})
		steps, _ := got["steps"].([]any)
		if status != http.StatusOK || got["protocol"] != tt.want || got["inResult"] != (tt.meta == "") || got["missing"] != nil || len(steps) == 0 {
			t.Errorf("%s: %d %v", tt.name, status, got)
			continue
		}
		last := steps[len(steps)-1]
		what, _ := at(last, "what").(string)
		why, _ := at(last, "why").(string)
		if !strings.HasPrefix(what, "Protocol: ") || !strings.Contains(why, tt.why) || at(last, "found") != true {
			t.Errorf("%s: the last step is %v", tt.name, last)
		}
		if got["bytes"] != float64(len(tt.text)) {
			t.Errorf("%s: bytes are %v", tt.name, got["bytes"])
		}
		if tt.mimeType == "text/uri-list" {
			continue
		}
		address, _ := got["document"].(string)
		document := b.dial(t, address).body
		if has := strings.Contains(document, `"globals":{"theme":"dark"}`); has != (tt.want == hosts.ChatGPT) {
			t.Errorf("%s: has the globals of window.openai: %t", tt.name, has)
		}
		if has := strings.Contains(document, ".mcpApp="); has != strings.Contains(tt.why, "window.mcpApp") {
			t.Errorf("%s: has window.mcpApp: %t", tt.name, has)
		}
	}
}

// A page that speaks for itself, or brings its own window.mcpApp, gets none, and a host's profile adds none.
func TestMCPAppIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ profile, text string }{
		{"auto", speaksMCPApp + `<script>window.mcpApp = {}</script>`},
		{"auto", speaksMCPApp + speaksApps},
		{"claude", speaksMCPApp},
		{"generic", speaksMCPApp},
	} {
		f := newFake()
		f.resources["ui://s/v"] = contents(t, map[string]any{"uri": "ui://s/v", "mimeType": mcpApp, "text": tt.text})
		b := startWith(t, f)
		got, _ := b.view(t, tt.profile, nil)
		address, _ := got["document"].(string)
		if document := b.dial(t, address).body; strings.Contains(document, ".mcpApp=") || !strings.HasSuffix(document, tt.text) {
			t.Errorf("%s, %s: %s", tt.profile, tt.text, document)
		}
	}
}

// Where no view is drawn, the steps say what is shown in its place.
func TestAutomaticWithoutView(t *testing.T) {
	t.Parallel()
	remote := map[string]any{"type": "resource", "resource": map[string]any{
		"uri": "ui://s/r", "mimeType": "application/vnd.mcp-ui.remote-dom+javascript; framework=react", "text": "root.append('x')",
	}}
	text := map[string]any{"type": "text", "text": "x"}
	empty := map[string]any{"type": "text", "text": ""}
	data := map[string]any{"high": 21}
	for _, tt := range []struct {
		name, profile string
		result        map[string]any
		want          []string // the last steps: what, and whether it is found
	}{
		{"remote DOM", "auto", map[string]any{"content": []any{text, remote}}, []string{"A ui:// resource inside the result +", "Remote DOM -", "Text +"}},
		{"remote DOM and JSON", "auto", map[string]any{"content": []any{remote}, "structuredContent": data}, []string{"Remote DOM -", "JSON +"}},
		{"JSON", "auto", map[string]any{"content": []any{empty}, "structuredContent": data}, []string{"A ui:// resource inside the result -", "JSON +"}},
		{"JSON and text", "claude", map[string]any{"content": []any{text}, "structuredContent": data}, []string{"Text +"}},
		{"JSON in a host", "claude", map[string]any{"structuredContent": data}, []string{"JSON +"}},
		{"a view that the host does not draw, and JSON", "claude", map[string]any{"content": []any{remote}, "structuredContent": data}, []string{"JSON +"}},
	} {
		f := newFake()
		f.tools = `{"name":"t"}`
		got, status := startWith(t, f).view(t, tt.profile, map[string]any{"result": tt.result})
		list, _ := got["steps"].([]any)
		var steps []string
		for _, one := range list {
			what, _ := at(one, "what").(string)
			sign := " -"
			if at(one, "found") == true {
				sign = " +"
			}
			steps = append(steps, what+sign)
		}
		if status != http.StatusOK || got["kind"] != "none" || len(steps) < len(tt.want) {
			t.Errorf("%s: %d %v", tt.name, status, got)
			continue
		}
		if diff := cmp.Diff(tt.want, steps[len(steps)-len(tt.want):]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A host's answer says what the page of a view needs to talk to it.
func TestMissingAPI(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		profile, text string
		name, compat  any
	}{
		{"claude", speaksOpenAI, "window.openai", "ui.CompatOpenAI"},
		{"vscode", speaksMCPApp, "window.mcpApp", "ui.CompatMCPApp"},
		{"claude", speaksMCPUI, "the actions of MCP-UI", "ui.CompatUIActions"},
		{"claude", speaksOpenAI + speaksApps, nil, nil},
		{"claude", "<p>still</p>", nil, nil},
		{"claude", `<script>mcpUI.getData()</script>`, "window.mcpUI", "ui.CompatMCPUI"},
		{"chatgpt", speaksOpenAI, nil, nil},
		{"chatgpt", speaksApps, nil, nil},
		{"chatgpt", speaksMCPApp, "window.mcpApp", "ui.CompatMCPApp"},
		{"auto", speaksOpenAI, nil, nil},
		{"mcp-ui", speaksApps, "MCP Apps", ""},
		{"mcp-ui", speaksMCPUI, nil, nil},
	} {
		f := newFake()
		item := map[string]any{"uri": "ui://s/v", "mimeType": "text/html", "text": tt.text}
		f.resources["ui://s/v"] = contents(t, item)
		result := map[string]any{"content": []any{map[string]any{"type": "resource", "resource": item}}}
		got, _ := startWith(t, f).view(t, tt.profile, map[string]any{"result": result})
		if got["kind"] != "view" || at(got, "missing.name") != tt.name || at(got, "missing.compat") != tt.compat {
			t.Errorf("%s, %s: %v", tt.profile, tt.text, got["missing"])
		}
	}
}

// Automatic is offered beside the hosts, and is none of them.
func TestAutomaticIsNoHost(t *testing.T) {
	t.Parallel()
	p := workbench.Automatic()
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	if _, isHost := hosts.Get(p.ID); isHost {
		t.Error("oriel hosts lists it")
	}
	for _, f := range hosts.Features() {
		if p.Lacks(f) {
			t.Errorf("it denies %s", f)
		}
	}
	if fact := p.Features[hosts.EmbeddedViews]; !strings.Contains(fact.Source, "no host") || fact.Kind != hosts.Defined {
		t.Errorf("the fact is %+v", fact)
	}
	if generic := hosts.Generic(); !generic.Lacks(hosts.EmbeddedViews) || p.ClientInfo.Value != generic.ClientInfo.Value {
		t.Error("the generic host has changed, or Automatic introduces itself as another client")
	}
}
