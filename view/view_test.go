package view_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/orielapps/oriel/view"
)

func TestScriptsAreEmbedded(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{"Inline": view.Inline(), "MCPUIBridge": view.MCPUIBridge()} {
		if !strings.HasPrefix(strings.TrimPrefix(script, `"use strict";`), "(()=>{") || !strings.HasSuffix(strings.TrimSpace(script), "})();") {
			t.Errorf("%s is not a script that keeps its names to itself: %.40q…", name, script)
		}
	}
	if !strings.Contains(view.Inline(), "ui/initialize") {
		t.Error("the runtime does not connect")
	}
	if !strings.Contains(view.MCPUIBridge(), "orielTransport") {
		t.Error("the bridge sets no transport")
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(view.Sources(), "*.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(view.Sources(), name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			_, from, ok := strings.Cut(line, ` from "`)
			if !ok {
				continue
			}
			path, _, _ := strings.Cut(from, `"`)
			if _, err := fs.Stat(view.Sources(), strings.TrimPrefix(path, "./")); err != nil {
				t.Errorf("%s imports %s, which a bundler would not find: %v", name, path, err)
			}
		}
	}
	if _, err := fs.Stat(view.Sources(), "index.ts"); err != nil {
		t.Error(err)
	}
}
