package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

func content(t *testing.T, root, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if os.IsNotExist(err) {
		return "none"
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCopyHooks(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	programtest.Write(t, root, "view/src/react/library.ts", "react")
	programtest.Write(t, root, "view/src/react/theme.ts", "theme")
	programtest.Write(t, root, "view/src/preact/library.ts", "preact")
	programtest.Write(t, root, "view/src/preact/theme.ts", "changed by hand")
	programtest.Write(t, root, "view/src/preact/gone.ts", copiedHead+"gone")
	if err := copyHooks(root, root, "view/src"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"library.ts": "preact",
		"theme.ts":   copiedHead + "theme",
		"gone.ts":    "none",
	} {
		if got := content(t, root, "view/src/preact/"+name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestCopyHooksIntoAnotherFolder(t *testing.T) {
	t.Parallel()
	root, out := t.TempDir(), t.TempDir()
	programtest.Write(t, root, "view/src/react/theme.ts", "theme")
	if err := copyHooks(root, out, "view/src"); err != nil {
		t.Fatal(err)
	}
	if got := content(t, out, "view/src/preact/theme.ts"); got != copiedHead+"theme" {
		t.Errorf("the copy is %q", got)
	}
	if got := content(t, root, "view/src/preact/theme.ts"); got != "none" {
		t.Errorf("the sources got a copy: %q", got)
	}
}

// Every room of hooks gets its copies.
func TestCopyHooksOfEveryRoom(t *testing.T) {
	t.Parallel()
	root, out := filepath.Join("..", ".."), t.TempDir()
	for _, room := range hookRooms() {
		if err := copyHooks(root, out, room); err != nil {
			t.Fatal(err)
		}
		if got := content(t, out, room+"/preact/index.ts"); !strings.HasPrefix(got, copiedHead) {
			t.Errorf("%s has no copies: %.60q", room, got)
		}
	}
}

// What somebody has written for Preact alone would be lost.
func TestCopyHooksKeepsWhatIsNoCopy(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	programtest.Write(t, root, "view/src/react/theme.ts", "theme")
	programtest.Write(t, root, "view/src/preact/own.ts", "own")
	err := copyHooks(root, root, "view/src")
	if err == nil || !strings.Contains(err.Error(), "view/src/preact/own.ts has no original in view/src/react") {
		t.Errorf("got %v", err)
	}
	if got := content(t, root, "view/src/preact/own.ts"); got != "own" {
		t.Errorf("own.ts is %q", got)
	}
}
