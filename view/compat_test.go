package view_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/view"
)

func TestCompat(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		shims          []view.Shim
		want, unwanted []string
	}{
		"openai":    {[]view.Shim{view.ShimOpenAI}, []string{"sendFollowUpMessage", "ui/initialize"}, []string{"mcp:", "mcp-data", "ui-lifecycle-iframe-render-data", "globalThis.orielCompat=["}},
		"mcpApp":    {[]view.Shim{view.ShimMCPApp}, []string{"mcp:", "ui/initialize"}, []string{"sendFollowupTurn", "mcp-data", "ui-lifecycle-iframe-render-data"}},
		"mcpUI":     {[]view.Shim{view.ShimMCPUI}, []string{"mcp-data", "ui/initialize"}, []string{"sendFollowupTurn", "mcp:", "ui-lifecycle-iframe-render-data"}},
		"actions":   {[]view.Shim{view.ShimUIActions}, []string{"ui-lifecycle-iframe-render-data", "ui/initialize"}, []string{"sendFollowupTurn", "mcp:", "mcp-data"}},
		"two":       {[]view.Shim{view.ShimUIActions, view.ShimOpenAI}, []string{`globalThis.orielCompat=["openai","actions"];`, "sendFollowupTurn", "ui-lifecycle-iframe-render-data"}, nil},
		"twice":     {[]view.Shim{view.ShimMCPUI, view.ShimMCPUI}, []string{"mcp-data"}, []string{"mcp:"}},
		"a strange": {[]view.Shim{"strange", view.ShimMCPApp}, []string{"mcp:"}, []string{"mcp-data"}},
	} {
		got := view.Compat(test.shims...)
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the script has no %s", name, want)
			}
		}
		for _, unwanted := range test.unwanted {
			if strings.Contains(got, unwanted) {
				t.Errorf("%s: the script has %s", name, unwanted)
			}
		}
		if strings.Count(got, "ui/initialize") != 1 {
			t.Errorf("%s: the runtime is in the script %d times", name, strings.Count(got, "ui/initialize"))
		}
	}
	if view.Compat() != "" || view.Compat("strange") != "" {
		t.Error("no shims are a script")
	}
}
