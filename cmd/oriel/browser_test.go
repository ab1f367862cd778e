package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBrowserCommand(t *testing.T) {
	t.Parallel()
	const address = "http://127.0.0.1:4747/?token=a&b=c"
	for system, want := range map[string][]string{
		"linux":   {"xdg-open", address},
		"freebsd": {"xdg-open", address},
		"darwin":  {"open", address},
		"windows": {"rundll32", "url.dll,FileProtocolHandler", address},
	} {
		if diff := cmp.Diff(want, browserCommand(system, address)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", system, diff)
		}
	}
}

func TestNoBrowserIsOnlyAHint(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var stderr bytes.Buffer
	openBrowser(&environment{ctx: t.Context(), stderr: &stderr}, "http://127.0.0.1:1/?token=secret")
	if text := stderr.String(); !strings.Contains(text, "Open the address above yourself") || strings.Contains(text, "secret") {
		t.Errorf("said %q", text)
	}
}
