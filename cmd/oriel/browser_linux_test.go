package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/orielapps/oriel/internal/tool/workbench"
)

// The command line of the browser, which all users of a machine can see, does not contain
// the token.
func TestBrowserGetsNoToken(t *testing.T) {
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	if err := syscall.Mkfifo(opened, 0o600); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\nprintf '%s\\n' \"$*\" >'" + opened + "'\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder)
	var stdout, stderr bytes.Buffer
	env := &environment{ctx: t.Context(), stdout: &stdout, stderr: &stderr}
	b, err := workbenchFlags{}.listen(env, workbench.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = b.close() }() // the test has ended
	if err = (workbenchFlags{}).announce(env, b); err != nil {
		t.Fatal(err)
	}
	line, err := os.ReadFile(opened)
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(b.URL(), "token=")
	if !strings.HasPrefix(string(line), "http://127.0.0.1:") || strings.Contains(string(line), token) {
		t.Errorf("the browser is started with %q", line)
	}
	if !strings.Contains(stdout.String(), token) {
		t.Errorf("it prints %q", &stdout)
	}
}
