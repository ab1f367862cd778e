package hosts_test

import (
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
