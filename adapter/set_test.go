package adapter_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// What a set writes for a host that nothing is known of, or that shows nothing.
func TestSetWrites(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.HTML("<p>"), ui.Metadata{Description: "A view"})
	r := &ui.ToolResult{Text: "One.", CloseView: true}
	for name, tt := range map[string]struct {
		set    *adapter.Set
		host   string
		openai bool
		meta   string // what the result says beside its text
	}{
		"all, generic":        {adapter.All(), hosts.GenericID, true, `{"openai/closeWidget":true,"ui":{"resourceUri":"ui://app/v/1"}}`},
		"all, Claude":         {adapter.All(), "claude", false, `{"oriel/closeView":true,"ui":{"resourceUri":"ui://app/v/1"}}`},
		"all, ChatGPT":        {adapter.All(), "chatgpt", true, `{"openai/closeWidget":true,"ui":{"resourceUri":"ui://app/v/1"}}`},
		"all, no UI":          {adapter.All(), hosts.TextID, true, `null`},
		"standard, generic":   {new(adapter.Set), hosts.GenericID, false, `{"oriel/closeView":true,"ui":{"resourceUri":"ui://app/v/1"}}`},
		"MCP-UI, generic":     {adapter.NewSet(adapter.MCPUI()), hosts.GenericID, false, `null`},
		"MCP-UI alone, no UI": {adapter.NewSet(adapter.MCPUI()), hosts.TextID, false, `null`},
	} {
		p := profile(t, tt.host)
		d, err := tt.set.Document(v, p)
		if err != nil {
			t.Fatal(err)
		}
		if got := encode(t, d.Meta); strings.Contains(got, "openai/widgetDescription") != tt.openai || !strings.Contains(d.Text, "<p>") || d.MIMEType != adapter.MIMEType {
			t.Errorf("%s: the document is %s, %s", name, d.MIMEType, got)
		}
		wire, err := tt.set.Result(r, v, p)
		if err != nil {
			t.Fatal(err)
		}
		if got := encode(t, wire); encode(t, wire.Meta) != tt.meta || !strings.Contains(got, "One.") {
			t.Errorf("%s: the result is %s", name, got)
		}
	}
}
