package adapter_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// ChatGPT Apps integration, appendix A, "OpenAI Metadata Reference".
func TestTableOpenAIMetadata(t *testing.T) {
	t.Parallel()
	const uri = "ui://app/v/1"
	tool := ui.Tool{
		View: ui.ViewAt(uri), Visibility: ui.AppOnly, Invoking: "Looking…", Invoked: "Found", FileParams: []string{"picture", "sound"},
	}
	metadata := ui.Metadata{
		Description: "A board", Border: ui.BorderWanted, Domain: "https://app.example.com",
		CSP: &ui.CSP{
			ConnectDomains: []string{"https://api.example.com"}, ResourceDomains: []string{"https://*.oaistatic.com"},
			RedirectDomains: []string{"https://checkout.example.com"}, FrameDomains: []string{"https://frame.example.com"},
		},
	}
	document, err := adapter.ChatGPT().Document(newView(t, ui.HTML("<p>"), metadata), nil)
	if err != nil {
		t.Fatal(err)
	}
	wholeMeta := decode(t, encode(t, adapter.ChatGPT().Tool(&tool, nil)))
	viewMeta := decode(t, encode(t, document.Meta))
	for _, row := range []struct {
		key, kind string // of the JSON value
		value     string
		onView    bool
		in        func(*testing.T, ui.Tool, ui.Metadata) // what a server with this key alone means
	}{
		{"openai/outputTemplate", "string", `"` + uri + `"`, false, func(t *testing.T, tool ui.Tool, _ ui.Metadata) { t.Helper(); same(t, "in", uri, tool.View.URI()) }},
		{"openai/toolInvocation/invoking", "string", `"Looking…"`, false, func(t *testing.T, tool ui.Tool, _ ui.Metadata) {
			t.Helper()
			same(t, "in", "Looking…", tool.Invoking)
		}},
		{"openai/toolInvocation/invoked", "string", `"Found"`, false, func(t *testing.T, tool ui.Tool, _ ui.Metadata) { t.Helper(); same(t, "in", "Found", tool.Invoked) }},
		{"openai/widgetAccessible", "boolean", `true`, false, func(t *testing.T, tool ui.Tool, _ ui.Metadata) {
			t.Helper()
			same(t, "in", ui.ModelAndApp, tool.Visibility)
		}},
		{"openai/visibility", "string", `"private"`, false, func(t *testing.T, tool ui.Tool, _ ui.Metadata) {
			t.Helper()
			same(t, "in", ui.AppOnly, tool.Visibility)
		}},
		{"openai/fileParams", "string[]", `["picture","sound"]`, false, func(t *testing.T, read ui.Tool, _ ui.Metadata) {
			t.Helper()
			same(t, "in", tool.FileParams, read.FileParams)
		}},
		{"openai/widgetPrefersBorder", "boolean", `true`, true, func(t *testing.T, _ ui.Tool, m ui.Metadata) { t.Helper(); same(t, "in", ui.BorderWanted, m.Border) }},
		{"openai/widgetDomain", "string", `"https://app.example.com"`, true, func(t *testing.T, _ ui.Tool, m ui.Metadata) {
			t.Helper()
			same(t, "in", "https://app.example.com", m.Domain)
		}},
		{"openai/widgetCSP", "object", `{"connect_domains":["https://api.example.com"],"resource_domains":["https://*.oaistatic.com"],"redirect_domains":["https://checkout.example.com"],"frame_domains":["https://frame.example.com"]}`, true, func(t *testing.T, _ ui.Tool, m ui.Metadata) { t.Helper(); same(t, "in", metadata.CSP, m.CSP) }},
		{"openai/widgetDescription", "string", `"A board"`, true, func(t *testing.T, _ ui.Tool, m ui.Metadata) { t.Helper(); same(t, "in", "A board", m.Description) }},
	} {
		t.Run(row.key, func(t *testing.T) {
			t.Parallel()
			where := wholeMeta
			if row.onView {
				where = viewMeta
			}
			members, _ := where.(map[string]any)
			same(t, "out", decode(t, row.value), members[row.key])
			same(t, "type", row.kind, kindOf(members[row.key]))
			alone := `{"` + row.key + `":` + row.value + `}`
			if row.onView {
				row.in(t, ui.Tool{}, readMetadata(t, alone))
			} else {
				row.in(t, readTool(t, alone), ui.Metadata{})
			}
		})
	}
}

// kindOf is the seeds' word for a JSON value.
func kindOf(value any) string {
	switch value := value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case map[string]any:
		return "object"
	case []any:
		if len(value) > 0 {
			return kindOf(value[0]) + "[]"
		}
	}
	return "?"
}

// ChatGPT Apps integration, appendix B, "Elicitation Rules": ChatGPT decides by
// annotations whether to ask, so those have to say on every tool what is so.
func TestTableElicitationRules(t *testing.T) {
	t.Parallel()
	const asks, warns, neither = "asks", "warns", ""
	chatGPT := hosts.Client{Name: "openai-mcp", Version: "1.0.0", Introduced: true, UIMIMETypes: []string{adapter.MIMEType}}
	for _, row := range []struct {
		condition string
		tool      ui.Tool
		want      string // the annotations
		then      string
	}{
		{"readOnlyHint: true", ui.Tool{ReadOnly: true}, `{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`, neither},
		{"readOnlyHint: true, openWorldHint: true", ui.Tool{ReadOnly: true, OpenWorld: true}, `{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true}`, neither},
		{"readOnlyHint: false, openWorldHint: false", ui.Tool{}, `{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}`, neither},
		{"readOnlyHint: false, openWorldHint: true", ui.Tool{OpenWorld: true}, `{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true}`, asks},
		{"destructiveHint: true", ui.Tool{Destructive: true}, `{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":false}`, warns},
		// What changes nothing destroys nothing, whatever was declared.
		{"readOnlyHint: true, destructive", ui.Tool{ReadOnly: true, Destructive: true}, `{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}`, neither},
	} {
		t.Run(row.condition, func(t *testing.T) {
			t.Parallel()
			app := oriel.New("app", "1.0.0")
			row.tool.Name = "t"
			oriel.AddTool(app, row.tool, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{}, nil
			})
			if err := app.Err(); err != nil {
				t.Fatal(err)
			}
			for _, client := range []hosts.Client{chatGPT, {Name: "claude-ai"}, {}} {
				entry := app.Methods().ListTools(client)[0]
				same(t, "out, "+client.Name, decode(t, row.want), decode(t, encode(t, entry.Annotations)))
				read, _, err := adapter.ReadTool(json.RawMessage(encode(t, entry)))
				if err != nil {
					t.Fatal(err)
				}
				then := neither
				switch {
				case read.Destructive:
					then = warns
				case !read.ReadOnly && read.OpenWorld:
					then = asks
				}
				same(t, "in, "+client.Name, row.then, then)
			}
		})
	}
}

// ChatGPT Apps integration, "Compatibility Matrix" and "Critical Gaps", as far as
// a server has a part in them.
func TestTableCompatibility(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.HTML("<p>"), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://a.example"}}, Border: ui.BorderWanted})
	tool := ui.Tool{Name: "t", View: v, Invoking: "…"}
	result := ui.ToolResult{Data: json.RawMessage(`{"a":1}`), Text: "One.", ViewOnly: json.RawMessage(`2`)}
	for _, row := range []struct{ feature, mcpApps, chatGPT, inMCPApps, inChatGPT string }{
		// ChatGPT takes any ui:// today, not ui://widget/ alone.
		{"URI Scheme", "document", "document", `{"uri":"ui://app/v/1"}`, `{"uri":"ui://app/v/1"}`},
		// The standard's type has replaced text/html+skybridge, which ChatGPT still reads.
		{"MIME Type", "document", "document", `{"mimeType":"text/html;profile=mcp-app"}`, `{"mimeType":"text/html;profile=mcp-app"}`},
		{"Tool Response", "result", "result", `{"structuredContent":{"a":1},"content":[{"type":"text","text":"One."}],"_meta":{"oriel/viewData":2}}`, `{"structuredContent":{"a":1},"content":[{"type":"text","text":"One."}],"_meta":{"oriel/viewData":2}}`},
		{"Resource _meta", "document", "document", `{"_meta":{"ui":{"prefersBorder":true}}}`, `{"_meta":{"ui":{"prefersBorder":true},"openai/widgetPrefersBorder":true}}`},
		{"Tool _meta", "tool", "tool", `{"ui/resourceUri":"ui://app/v/1","ui":{"resourceUri":"ui://app/v/1"}}`, `{"ui/resourceUri":"ui://app/v/1","openai/outputTemplate":"ui://app/v/1","openai/toolInvocation/invoking":"…"}`},
		{"CSP Support", "document", "document", `{"_meta":{"ui":{"csp":{"connectDomains":["https://a.example"]}}}}`, `{"_meta":{"openai/widgetCSP":{"connect_domains":["https://a.example"]}}}`},
	} {
		t.Run(row.feature, func(t *testing.T) {
			t.Parallel()
			for _, form := range []struct {
				host, what, want string
			}{{"claude", row.mcpApps, row.inMCPApps}, {"chatgpt", row.chatGPT, row.inChatGPT}} {
				p := profile(t, form.host)
				a := adapter.All().For(p)
				var got any
				var err error
				switch form.what {
				case "document":
					got, err = a.Document(v, p)
				case "result":
					got, err = a.Result(&result, v, p)
				case "tool":
					got = a.Tool(&tool, p)
				}
				if err != nil {
					t.Fatal(err)
				}
				says(t, form.host, got, form.want)
			}
		})
	}
	for _, mimeType := range []string{"text/html+skybridge", "text/html+mcp", "text/html;profile=mcp-app"} {
		content, _, err := adapter.ImportView(json.RawMessage(`{"uri":"ui://widget/kanban-board.html","mimeType":"` + mimeType + `","text":"<p>"}`))
		if _, isHTML := content.(ui.HTML); err != nil || !isHTML || !strings.HasPrefix(mimeType, "text/html") {
			t.Errorf("in, %s: %v %v", mimeType, content, err)
		}
	}
}
