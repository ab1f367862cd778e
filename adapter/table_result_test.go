package adapter_test

import (
	"encoding/json"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// Protocol comparison, "Response Fields", and the three tiers of ChatGPT Apps
// integration. There is one direction: a view reads results, by view/src.
func TestTableResponseFields(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		field            string
		result           ui.ToolResult
		mcpApps, chatGPT string
		notInMCPApps     string // a part of a name that only ChatGPT has
	}{
		{"Text Content", ui.ToolResult{Text: "Sunny"}, `{"content":[{"type":"text","text":"Sunny"}]}`, `{"content":[{"type":"text","text":"Sunny"}]}`, "openai/"},
		{"Structured Data", ui.ToolResult{Data: json.RawMessage(`{"high":31}`)}, `{"structuredContent":{"high":31}}`, `{"structuredContent":{"high":31}}`, "openai/"},
		{"UI Metadata", ui.ToolResult{ViewOnly: json.RawMessage(`[1,2]`)}, `{"_meta":{"oriel/viewData":[1,2]}}`, `{"_meta":{"oriel/viewData":[1,2]}}`, "openai/"},
		{"UI Metadata, additional", ui.ToolResult{Extra: map[string]any{"vendor/x": 1}}, `{"_meta":{"vendor/x":1}}`, `{"_meta":{"vendor/x":1}}`, "openai/"},
		// MCP Apps has no field for it; ours is heeded by the runtime in the view.
		{"Close Widget", ui.ToolResult{CloseView: true}, `{"_meta":{"oriel/closeView":true}}`, `{"_meta":{"openai/closeWidget":true}}`, "openai/"},
		// The seeds' errors carry the challenge to sign in.
		{"Error", ui.ToolResult{Text: "No such city", IsError: true}, `{"isError":true,"content":[{"type":"text","text":"No such city"}]}`, `{"isError":true}`, "openai/"},
		{"Error, not signed in", ui.ToolResult{IsError: true, Extra: map[string]any{"mcp/www_authenticate": []string{"Bearer"}}}, `{"_meta":{"mcp/www_authenticate":["Bearer"]}}`, `{"_meta":{"mcp/www_authenticate":["Bearer"]}}`, "openai/"},
	} {
		t.Run(row.field, func(t *testing.T) {
			t.Parallel()
			v := newView(t, ui.HTML("<p>"), ui.Metadata{})
			standard, err := adapter.MCPApps().Result(&row.result, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			says(t, "MCP Apps", standard, row.mcpApps)
			saysNothing(t, "MCP Apps", standard, row.notInMCPApps)
			chatGPT, err := adapter.ChatGPT().Result(&row.result, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			says(t, "ChatGPT", chatGPT, row.chatGPT)
			legacy, err := adapter.MCPUI().Result(&row.result, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			saysNothing(t, "MCP-UI", legacy.Meta, row.notInMCPApps)
		})
	}
}
