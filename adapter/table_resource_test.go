package adapter_test

import (
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// Protocol comparison, "UI Resource Definition", with what both protocols have
// got since.
func TestTableResourceDefinition(t *testing.T) {
	t.Parallel()
	one := []string{"https://a.example", "https://*.b.example"}
	const list = `["https://a.example","https://*.b.example"]`
	for _, row := range []struct {
		field            string
		metadata         ui.Metadata
		mcpApps, chatGPT string // empty: not there
	}{
		{"Connect Domains (APIs)", ui.Metadata{CSP: &ui.CSP{ConnectDomains: one}}, `{"ui":{"csp":{"connectDomains":` + list + `}}}`, `{"openai/widgetCSP":{"connect_domains":` + list + `}}`},
		{"Resource Domains (CDNs)", ui.Metadata{CSP: &ui.CSP{ResourceDomains: one}}, `{"ui":{"csp":{"resourceDomains":` + list + `}}}`, `{"openai/widgetCSP":{"resource_domains":` + list + `}}`},
		{"Redirect Domains", ui.Metadata{CSP: &ui.CSP{RedirectDomains: one}}, ``, `{"openai/widgetCSP":{"redirect_domains":` + list + `}}`},
		// The table says that MCP Apps has none; it has had them since 2026-01-26.
		{"Frame Domains", ui.Metadata{CSP: &ui.CSP{FrameDomains: one}}, `{"ui":{"csp":{"frameDomains":` + list + `}}}`, `{"openai/widgetCSP":{"frame_domains":` + list + `}}`},
		{"Dedicated Domain", ui.Metadata{Domain: "app.example.com"}, `{"ui":{"domain":"app.example.com"}}`, `{"openai/widgetDomain":"app.example.com"}`},
		{"Border Preference", ui.Metadata{Border: ui.BorderWanted}, `{"ui":{"prefersBorder":true}}`, `{"openai/widgetPrefersBorder":true}`},
		{"Border Preference, none", ui.Metadata{Border: ui.BorderNone}, `{"ui":{"prefersBorder":false}}`, `{"openai/widgetPrefersBorder":false}`},
		// Newer than the table.
		{"Base URI Domains", ui.Metadata{CSP: &ui.CSP{BaseURIDomains: one}}, `{"ui":{"csp":{"baseUriDomains":` + list + `}}}`, ``},
		{"Permissions", ui.Metadata{Permissions: ui.Permissions{Camera: true, Microphone: true, Geolocation: true, ClipboardWrite: true}}, `{"ui":{"permissions":{"camera":{},"microphone":{},"geolocation":{},"clipboardWrite":{}}}}`, ``},
		{"Description", ui.Metadata{Description: "A view"}, ``, `{"openai/widgetDescription":"A view"}`},
	} {
		t.Run(row.field, func(t *testing.T) {
			t.Parallel()
			v := newView(t, ui.HTML("<!doctype html><p>"), row.metadata)
			standard, err := adapter.MCPApps().Document(v, nil)
			if err != nil {
				t.Fatal(err)
			}
			chatGPT, err := adapter.ChatGPT().Document(v, nil)
			if err != nil {
				t.Fatal(err)
			}
			saysNothing(t, "out, MCP Apps", standard.Meta, "openai/")
			same(t, "in, both", row.metadata, readMetadata(t, encode(t, chatGPT.Meta)))
			if row.chatGPT != "" {
				says(t, "out, ChatGPT", chatGPT.Meta, row.chatGPT)
				same(t, "in, ChatGPT", row.metadata, readMetadata(t, row.chatGPT))
			}
			if row.mcpApps == "" {
				saysNothing(t, "out, MCP Apps", standard.Meta, "a.example")
				saysNothing(t, "out, MCP Apps", standard.Meta, "A view")
				return
			}
			says(t, "out, MCP Apps", standard.Meta, row.mcpApps)
			says(t, "out, ChatGPT, in the standard's name", chatGPT.Meta, row.mcpApps)
			same(t, "in, MCP Apps", row.metadata, readMetadata(t, row.mcpApps))
			same(t, "in, all of MCP Apps", row.metadata, readMetadata(t, encode(t, standard.Meta)))
		})
	}
}

// Unified UI architecture, "Universal metadata" and each adapter's
// resource_metadata.
func TestTableUniversalMetadata(t *testing.T) {
	t.Parallel()
	csp := &ui.CSP{ConnectDomains: []string{"https://a.example"}}
	for _, row := range []struct {
		field                   string
		metadata                ui.Metadata
		mcpApps, chatGPT, mcpUI string // empty: not in the metadata
		inDocument              string // what stands in the document instead, of those with the runtime
	}{
		{"description", ui.Metadata{Description: "A view"}, ``, `{"openai/widgetDescription":"A view"}`, ``, ``},
		// MCP Apps and ChatGPT go by the size that the view reports.
		{"dimensions", ui.Metadata{Dimensions: ui.Dimensions{Width: 640, Height: 480}}, ``, ``, `{"mcpui.dev/ui-preferred-frame-size":["640px","480px"]}`, ``},
		{"initial_data", ui.Metadata{InitialData: map[string]any{"a": "b"}}, ``, ``, ``, `id="oriel-initial-data">{"a":"b"}</script>`},
		// MCP Apps has had a policy since 2026-01-26.
		{"csp", ui.Metadata{CSP: csp}, `{"ui":{"csp":{"connectDomains":["https://a.example"]}}}`, `{"openai/widgetCSP":{"connect_domains":["https://a.example"]}}`, ``, ``},
		// The seed's adapter for ChatGPT has defaults of its own for border and domain; the host's are better.
		{"nothing", ui.Metadata{}, ``, ``, ``, ``},
		{"prefers_border", ui.Metadata{Border: ui.BorderWanted}, `{"ui":{"prefersBorder":true}}`, `{"openai/widgetPrefersBorder":true}`, ``, ``},
		{"domain", ui.Metadata{Domain: "a.example"}, `{"ui":{"domain":"a.example"}}`, `{"openai/widgetDomain":"a.example"}`, ``, ``},
		{"extra", ui.Metadata{Extra: map[string]any{"vendor/x": "y"}}, `{"vendor/x":"y"}`, `{"vendor/x":"y"}`, `{"vendor/x":"y"}`, ``},
	} {
		t.Run(row.field, func(t *testing.T) {
			t.Parallel()
			v := newView(t, ui.HTML("<!doctype html><p>"), row.metadata)
			for _, form := range []struct {
				adapter adapter.Adapter
				meta    string
			}{{adapter.MCPApps(), row.mcpApps}, {adapter.ChatGPT(), row.chatGPT}, {adapter.MCPUI(), row.mcpUI}} {
				document, err := form.adapter.Document(v, nil)
				if err != nil {
					t.Fatal(err)
				}
				if row.inDocument != "" {
					contains(t, form.adapter.Name(), document.Text, row.inDocument)
				}
				if form.meta == "" && (form.adapter.Name() != "chatgpt" || row.mcpApps == "") {
					same(t, form.adapter.Name()+", out", 0, len(document.Meta))
					continue
				}
				says(t, form.adapter.Name()+", out", document.Meta, form.meta)
				same(t, form.adapter.Name()+", in", row.metadata, readMetadata(t, form.meta))
			}
		})
	}
}
