package adapter_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// shimMarks is by what a document shows that a shim is in it.
var shimMarks = map[ui.Compat]string{
	ui.CompatOpenAI:    "sendFollowupTurn",
	ui.CompatMCPApp:    "mcp:",
	ui.CompatMCPUI:     "mcp-data",
	ui.CompatUIActions: "ui-lifecycle-iframe-render-data",
}

func text(t *testing.T, a adapter.Adapter, p *hosts.Profile, m ui.Metadata) string {
	t.Helper()
	d, err := a.Document(newView(t, ui.HTML("<!doctype html><script>mine()</script>"), m), p)
	if err != nil {
		t.Fatal(err)
	}
	return d.Text
}

func TestShimsAreWhereAskedForAndLacking(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		adapter adapter.Adapter
		host    string
		native  ui.Compat
	}{
		"Claude":               {adapter.MCPApps(), "claude", 0},
		"ChatGPT":              {adapter.ChatGPT(), "chatgpt", ui.CompatOpenAI},
		"a subset of ChatGPT":  {adapter.ChatGPT(), "codex", ui.CompatOpenAI},
		"MCP Apps for ChatGPT": {adapter.MCPApps(), "chatgpt", ui.CompatOpenAI},
		"ChatGPT for any host": {adapter.ChatGPT(), hosts.GenericID, 0},
		"MCP-UI":               {adapter.MCPUI(), "mcp-ui", ui.CompatUIActions},
		"MCP-UI for any host":  {adapter.MCPUI(), hosts.GenericID, ui.CompatUIActions},
	} {
		p := profile(t, test.host)
		for compat, mark := range shimMarks {
			want := !test.native.Has(compat)
			// The bridge to MCP-UI speaks of some of it, too.
			got := strings.Count(text(t, test.adapter, p, ui.Metadata{Compat: compat}), mark) - strings.Count(test.adapter.Bridge(), mark)
			if (got > 0) != want {
				t.Errorf("%s: the shim with %s: in the document %d times, wanted %t", name, mark, got, want)
			}
		}
		if plain := text(t, test.adapter, p, ui.Metadata{}); strings.Contains(plain, "ui/initialize") && test.adapter.Bridge() == "" {
			t.Errorf("%s: a view that asks for no shim has one", name)
		}
	}
}

func TestShimsComeFirst(t *testing.T) {
	t.Parallel()
	m := ui.Metadata{Compat: ui.CompatOpenAI | ui.CompatMCPApp, InitialData: 1}
	for name, test := range map[string]struct {
		adapter adapter.Adapter
		host    string
		order   []string
	}{
		"MCP Apps": {adapter.MCPApps(), "claude", []string{`globalThis.orielCompat=["openai","mcpApp"]`, "oriel-initial-data", "mine()"}},
		"ChatGPT":  {adapter.ChatGPT(), "chatgpt", []string{"mcp:", "oriel-initial-data", "mine()"}},
		"MCP-UI":   {adapter.MCPUI(), "mcp-ui", []string{"ui-lifecycle-iframe-ready", `globalThis.orielCompat=["openai","mcpApp"]`, "oriel-initial-data\"", "mine()"}},
	} {
		got := text(t, test.adapter, profile(t, test.host), m)
		at := -1
		for _, mark := range test.order {
			next := strings.Index(got, mark)
			if next <= at {
				t.Errorf("%s: %s is at %d, before what it should follow (%d)", name, mark, next, at)
			}
			at = next
		}
		if strings.Count(got, "ui/initialize") > 2 { // one runtime, and the bridge
			t.Errorf("%s: there are several runtimes in the document", name)
		}
	}
}

// Views that can't have a shim are those of content that NewView refuses one for.
func TestStandInsHaveNoShims(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.URL("https://example.com/"), ui.Metadata{})
	v.Metadata.Compat = ui.CompatOpenAI
	for _, a := range []adapter.Adapter{adapter.MCPApps(), adapter.ChatGPT(), adapter.MCPUI()} {
		d, err := a.Document(v, nil)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(d.Text, "sendFollowupTurn") {
			t.Errorf("%s: the page around a page has a shim", a.Name())
		}
	}
}
