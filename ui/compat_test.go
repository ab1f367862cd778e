package ui_test

import (
	"errors"
	"testing"

	"github.com/orielapps/oriel/ui"
)

func TestCompat(t *testing.T) {
	t.Parallel()
	const all = ui.CompatOpenAI | ui.CompatMCPApp | ui.CompatMCPUI | ui.CompatUIActions
	for name, test := range map[string]struct {
		content ui.Content
		compat  ui.Compat
		code    string
	}{
		"none":              {ui.HTML("a"), 0, ""},
		"all":               {ui.HTML("a"), all, ""},
		"built":             {ui.Built{Name: "x", HTML: "a"}, ui.CompatUIActions, ""},
		"unknown":           {ui.HTML("a"), all + 1, "compat_unknown"},
		"page elsewhere":    {ui.URL("https://example.com"), ui.CompatOpenAI, "compat_without_document"},
		"remote DOM":        {ui.RemoteDOM{Script: "a"}, ui.CompatUIActions, "compat_without_document"},
		"page without any":  {ui.URL("https://example.com"), 0, ""},
		"script, no shim":   {ui.RemoteDOM{Script: "a"}, 0, ""},
		"unknown elsewhere": {ui.URL("https://example.com"), 128, "compat_unknown"},
	} {
		_, err := ui.NewView("app", "v", test.content, ui.Metadata{Compat: test.compat})
		code := ""
		if coded, ok := errors.AsType[*ui.Error](err); ok {
			code = coded.Code
		}
		if code != test.code || (err != nil) != (test.code != "") {
			t.Errorf("%s: %v, want the code %q", name, err, test.code)
		}
	}
	if !all.Has(ui.CompatMCPUI) || ui.CompatMCPUI.Has(all) || !ui.Compat(0).Has(0) {
		t.Error("Has is wrong about what a set has")
	}
}

// The document differs, and hosts cache it by its URI.
func TestURIChangesWithCompat(t *testing.T) {
	t.Parallel()
	seen := map[string]ui.Compat{}
	for compat := range ui.CompatUIActions << 1 {
		got := uri(t, ui.HTML("a"), ui.Metadata{Compat: compat})
		if other, taken := seen[got]; taken {
			t.Errorf("%#x and %#x have the same URI %s", compat, other, got)
		}
		seen[got] = compat
	}
	if _, ok := seen["ui://app/v/ca978112ca1b"]; !ok {
		t.Error("a view without Compat has another URI than before")
	}
}
