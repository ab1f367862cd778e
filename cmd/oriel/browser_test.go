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
	text := ""
	openBrowser(t.Context(), "http://127.0.0.1:1/?token=secret", func(hint string) { text += hint })
	if !strings.Contains(text, "Open the address above yourself") || strings.Contains(text, "secret") {
		t.Errorf("said %q", text)
	}
}

// The hint of oriel dev is a line of its own, like all other lines of its reporter.
func TestNoBrowserIsALineOfTheReporter(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, inJSON := range []bool{false, true} {
		var stdout, stderr bytes.Buffer
		env := &environment{ctx: t.Context(), stdout: &stdout, stderr: &stderr}
		reporter := newDevReporter(env, inJSON, false)
		reporter.openBrowser(env, "http://127.0.0.1:1/")
		out, err := "", "warning  Can't open a browser. Open the address above yourself.\n"
		if inJSON {
			out, err = `"text":"Can't open a browser. Open the address above yourself."`, ""
		}
		if stderr.String() != err || !strings.Contains(stdout.String(), out) || !inJSON && stdout.Len() > 0 {
			t.Errorf("JSON %v: it prints %q and %q", inJSON, stdout.String(), stderr.String())
		}
	}
}
