package view_test

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
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
	sources := view.Sources()
	err := fs.WalkDir(sources, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if path.Ext(name) != ".ts" || strings.HasPrefix(name, "testing/") || strings.HasPrefix(name, "compat/") {
			t.Errorf("%s is nothing that a view imports", name)
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		for _, match := range imported.FindAllStringSubmatch(string(text), -1) {
			from := match[1]
			if !strings.HasPrefix(from, ".") {
				if !slices.Contains(libraries, from) || path.Base(name) != "library.ts" && path.Base(name) != "root.ts" {
					t.Errorf("%s imports %s; what comes from a framework goes through library.ts or root.ts", name, from)
				}
				continue
			}
			if _, err := fs.Stat(sources, path.Join(path.Dir(name), from)); err != nil {
				t.Errorf("%s imports %s, which a bundler would not find: %v", name, from, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range []string{"index.ts", "react/index.ts", "preact/index.ts"} {
		if _, err := fs.Stat(sources, entry); err != nil {
			t.Error(err)
		}
	}
}

var imported = regexp.MustCompile(`(?m)^(?:import|export|\}).* from "([^"]+)"`)

// libraries are what the hooks are written on.
var libraries = []string{"react", "react-dom", "react-dom/client", "preact", "preact/hooks"}
