package hosts_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func TestConfirmation(t *testing.T) {
	t.Parallel()
	readOnly := ui.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: true, OpenWorldHint: true}
	for _, tt := range []struct {
		profile string
		tool    ui.ToolAnnotations
		want    hosts.Confirmation
	}{
		{"chatgpt", readOnly, hosts.ConfirmNone},
		{"chatgpt", ui.ToolAnnotations{}, hosts.ConfirmNone},
		{"chatgpt", ui.ToolAnnotations{OpenWorldHint: true}, hosts.ConfirmAsk},
		{"chatgpt", ui.ToolAnnotations{DestructiveHint: true}, hosts.ConfirmWarn},
		{"chatgpt", ui.ToolAnnotations{DestructiveHint: true, OpenWorldHint: true}, hosts.ConfirmAsk},
		{"vscode", readOnly, hosts.ConfirmNone},
		{"vscode", ui.ToolAnnotations{}, hosts.ConfirmAsk},
		{"vscode", ui.ToolAnnotations{DestructiveHint: true}, hosts.ConfirmAsk},
		{"goose", ui.ToolAnnotations{DestructiveHint: true, OpenWorldHint: true}, hosts.ConfirmNone},
		{hosts.GenericID, ui.ToolAnnotations{DestructiveHint: true, OpenWorldHint: true}, ""},
	} {
		p, ok := hosts.Get(tt.profile)
		if !ok {
			t.Fatalf("there is no profile %q", tt.profile)
		}
		if got := p.Confirmation(tt.tool); got != tt.want {
			t.Errorf("%s, %+v: %q, want %q", tt.profile, tt.tool, got, tt.want)
		}
	}
}

// The table in docs/workbench.md has the hosts of which it is known, and only those.
func TestConfirmationsAreDocumented(t *testing.T) {
	t.Parallel()
	const heading = "| host | read-only |"
	guide, err := os.ReadFile("../docs/workbench.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(guide), heading)
	table, _, _ := strings.Cut(after, "\n\n")
	var want strings.Builder
	for _, p := range hosts.All() {
		if c := p.Confirms.Value; p.Confirms.Known {
			fmt.Fprintf(&want, "\n| %s | %s | %s | %s | %s |", p.Title, c.ReadOnly, c.ClosedWorld, c.OpenWorld, c.Destructive)
		}
	}
	if _, rows, _ := strings.Cut(table, "|---|---|---|---|---|"); rows != want.String() {
		t.Errorf("docs/workbench.md has %s\nwant %s", rows, want.String())
	}
}
