package adapter_test

import (
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// Protocol comparison, "Tool Definition".
func TestTableToolDefinition(t *testing.T) {
	t.Parallel()
	const uri = "ui://app/v/1"
	link := ui.ViewAt(uri)
	for _, row := range []struct {
		field            string
		tool             ui.Tool
		mcpApps, chatGPT string // empty: not there
	}{
		{"UI Resource Link", ui.Tool{View: link}, `{"ui":{"resourceUri":"` + uri + `"}}`, `{"openai/outputTemplate":"` + uri + `"}`},
		// MCP Apps has a deprecated form of it, which some hosts still read alone.
		{"UI Resource Link, flat", ui.Tool{View: link}, `{"ui/resourceUri":"` + uri + `"}`, `{"ui/resourceUri":"` + uri + `"}`},
		{"Visibility", ui.Tool{Visibility: ui.AppOnly}, `{"ui":{"visibility":["app"]}}`, `{"openai/visibility":"private"}`},
		{"App-Callable", ui.Tool{Visibility: ui.ModelOnly}, `{"ui":{"visibility":["model"]}}`, `{"openai/widgetAccessible":false}`},
		{"Loading Message", ui.Tool{Invoking: "Looking…"}, ``, `{"openai/toolInvocation/invoking":"Looking…"}`},
		{"Complete Message", ui.Tool{Invoked: "Found"}, ``, `{"openai/toolInvocation/invoked":"Found"}`},
		{"File Parameters", ui.Tool{FileParams: []string{"picture"}}, ``, `{"openai/fileParams":["picture"]}`},
	} {
		t.Run(row.field, func(t *testing.T) {
			t.Parallel()
			standard, chatGPT := adapter.MCPApps().Tool(&row.tool, nil), adapter.ChatGPT().Tool(&row.tool, nil)
			saysNothing(t, "out, MCP Apps", standard, "openai/")
			says(t, "out, ChatGPT", chatGPT, row.chatGPT)
			same(t, "in, ChatGPT", row.tool, readTool(t, row.chatGPT))
			same(t, "in, both", row.tool, readTool(t, encode(t, chatGPT)))
			if row.mcpApps == "" {
				same(t, "out, MCP Apps", "null", encode(t, standard))
				return
			}
			says(t, "out, MCP Apps", standard, row.mcpApps)
			says(t, "out, ChatGPT, in the standard's name", chatGPT, row.mcpApps)
			same(t, "in, MCP Apps", row.tool, readTool(t, row.mcpApps))
			same(t, "in, all of MCP Apps", row.tool, readTool(t, encode(t, standard)))
		})
	}
}

// Protocol comparison, "Visibility Values".
func TestTableVisibilityValues(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		intent           string
		visibility       ui.Visibility
		mcpApps, chatGPT string
	}{
		{"Model + UI", ui.ModelAndApp, `{"ui":{"visibility":["model","app"]}}`, `{"openai/visibility":"public","openai/widgetAccessible":true}`},
		{"Model Only", ui.ModelOnly, `{"ui":{"visibility":["model"]}}`, `{"openai/visibility":"public","openai/widgetAccessible":false}`},
		{"UI Only", ui.AppOnly, `{"ui":{"visibility":["app"]}}`, `{"openai/visibility":"private","openai/widgetAccessible":true}`},
	} {
		t.Run(row.intent, func(t *testing.T) {
			t.Parallel()
			tool := ui.Tool{View: ui.ViewAt("ui://app/v/1"), Visibility: row.visibility}
			says(t, "out, MCP Apps", adapter.MCPApps().Tool(&tool, nil), row.mcpApps)
			says(t, "out, ChatGPT", adapter.ChatGPT().Tool(&tool, nil), row.chatGPT)
			says(t, "out, ChatGPT, in the standard's name", adapter.ChatGPT().Tool(&tool, nil), row.mcpApps)
			same(t, "in, MCP Apps", row.visibility, readTool(t, row.mcpApps).Visibility)
			same(t, "in, ChatGPT", row.visibility, readTool(t, row.chatGPT).Visibility)
			// A contradiction: the standard counts.
			same(t, "in, against ChatGPT's", row.visibility, readTool(t, row.mcpApps[:len(row.mcpApps)-1]+`,"openai/visibility":"private","openai/widgetAccessible":false}`).Visibility)
		})
	}
}
