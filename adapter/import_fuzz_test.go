package adapter_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// Whatever is imported can be declared, is written for every kind of host, and
// is the same when it is read back.
func FuzzImportView(f *testing.F) {
	for _, seed := range []string{
		`{"type":"resource","resource":{"uri":"ui://a/b","mimeType":"text/html","text":"<p>x"}}`,
		`{"uri":"ui://a/b","mimeType":"text/html;profile=mcp-app","text":"https://example.com/"}`,
		`{"uri":"ui://a/b","mimeType":"text/uri-list","blob":"IyBhDQpodHRwczovL2V4YW1wbGUuY29tLw=="}`,
		`{"uri":"ui://a/b","mimeType":"application/vnd.mcp-ui.remote-dom+javascript; framework=react","text":"x()"}`,
		`{"uri":"ui://a/b","mimeType":"text/html","text":"<!doctype html><script type=\"application/json\" id=\"oriel-initial-data\">{\"a\":1}</script>","_meta":{"mcpui.dev/ui-preferred-frame-size":["1e2px","50%"],"mcpui.dev/ui-initial-render-data":{"b":2}}}`,
		`{"uri":"ui://a/b","mimeType":"text/html","text":"ui-lifecycle-iframe-render-data","_meta":{"ui":{"csp":{"connectDomains":["https://*.example.com"]},"permissions":{"camera":{}},"domain":"a.example","prefersBorder":false},"openai/widgetCSP":{"redirect_domains":["https://r.example"]},"x":[1e400]}}`,
		`{"uri":"ui://a/b","mimeType":"text/html","blob":"PHA-__8"}`,
		`{"resource":{}}`, `[`, ``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		content, metadata, err := adapter.ImportView(json.RawMessage(raw))
		if err != nil {
			public, ok := errors.AsType[*ui.Error](err)
			if !ok || public.Code == "" || public.Fix == "" || content != nil {
				t.Fatalf("an error without code or mend: %v", err)
			}
			return
		}
		v, err := ui.NewView("app", "v", content, metadata)
		if err != nil {
			t.Fatalf("what was imported can't be declared: %v", err)
		}
		for _, a := range []adapter.Adapter{adapter.MCPApps(), adapter.ChatGPT(), adapter.MCPUI()} {
			document, err := a.Document(v, nil)
			if err != nil {
				t.Fatalf("%s: %v", a.Name(), err)
			}
			if _, err = json.Marshal(document); err != nil {
				t.Fatalf("%s: %v", a.Name(), err)
			}
			if a.Name() != "mcp-ui" {
				continue
			}
			again, _, err := adapter.ImportView(json.RawMessage(encode(t, document)))
			if err != nil {
				t.Fatalf("reading it back: %v", err)
			}
			html, isHTML := content.(ui.HTML)
			if got, _ := again.(ui.HTML); isHTML && strings.Contains(string(got), string(html)) {
				continue // a fragment was completed
			}
			if diff := cmp.Diff(content, again); diff != "" {
				t.Fatalf("reading it back (-want +got):\n%s", diff)
			}
		}
	})
}

// Whatever is read of a tool is written and read again without a difference,
// and what is left out is reported in a form that can be shown.
func FuzzReadTool(f *testing.F) {
	for _, seed := range []string{
		`{"name":"a","title":"A","annotations":{"readOnlyHint":true},"_meta":{"ui":{"resourceUri":"ui://a/b","visibility":["app"]}}}`,
		`{"name":"a","_meta":{"openai/outputTemplate":"ui://a/b","openai/widgetAccessible":false,"openai/visibility":"public","openai/fileParams":["f"],"x":{"y":[1]}}}`,
		`{"name":"a","_meta":{"ui":{"resourceUri":"ui://a/b","visibility":[]},"openai/outputTemplate":"ui://a/c","ui/resourceUri":7}}`,
		`{"name":"a","securitySchemes":[{"type":"oauth2","scopes":["x"]}],"icons":[{"src":"https://a.example/i.png"}],"inputSchema":{"type":"object"}}`,
		`{"name":null}`, `[`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		tool, dropped, err := adapter.ReadTool(json.RawMessage(raw))
		if err != nil {
			public, ok := errors.AsType[*ui.Error](err)
			if !ok || public.Code != "tool_entry_invalid" || public.Fix == "" {
				t.Fatalf("an error without code or mend: %v", err)
			}
			return
		}
		for _, d := range dropped {
			if d.Field == "" || d.Reason == "" || len([]rune(d.Value)) > 121 || len([]rune(d.Field)) > 200 {
				t.Fatalf("reported badly: %+v", d)
			}
		}
		chatGPT := adapter.ChatGPT()
		wire := ui.WireTool{
			Name: tool.Name, Title: tool.Title, Description: tool.Description, InputSchema: json.RawMessage(`{"type":"object"}`),
			Annotations: ui.ToolAnnotations{
				ReadOnlyHint: tool.ReadOnly, DestructiveHint: tool.Destructive, IdempotentHint: tool.Idempotent, OpenWorldHint: tool.OpenWorld,
			},
			Icons: tool.Icons, SecuritySchemes: tool.Security, Meta: chatGPT.Tool(&tool, nil),
		}
		again, dropped, err := adapter.ReadTool(json.RawMessage(encode(t, wire)))
		if err != nil || len(dropped) > 0 {
			t.Fatalf("reading it back: %v %v", dropped, err)
		}
		again.InputSchema, again.OutputSchema = tool.InputSchema, tool.OutputSchema
		if diff := cmp.Diff(asJSON(t, &tool), asJSON(t, &again)); diff != "" {
			t.Fatalf("reading it back (-want +got):\n%s", diff)
		}
	})
}

// asJSON is a tool with all that it says, in which an empty list is none.
func asJSON(t *testing.T, tool *ui.Tool) string {
	t.Helper()
	text := encode(t, tool)
	if tool.View != nil {
		text += " with " + tool.View.URI()
	}
	return text
}
