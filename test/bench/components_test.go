package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/orielapps/oriel/view"
)

// checkout returns the root of the checkout whose packages are installed: a worktree
// shares them with the one that it belongs to.
func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "node_modules", "react")); err != nil {
		t.Fatalf(`this test bundles what npm installs; "make setup" does that: %v`, err)
	}
	return root
}

// Each component is a whole view: with its framework, and without the others.
func TestBuildComponents(t *testing.T) {
	t.Parallel()
	built, err := buildComponents(t.Context(), checkout(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(built) != len(frameworks)+1 {
		t.Errorf("%d views", len(built))
	}
	for name, has := range map[string]map[string]bool{
		"react":           {"ui/initialize": true, "react-dom-client.production.js": true, "__k": false, "zod": false},
		"preact":          {"ui/initialize": true, "react-dom": false, "__k": true, "zod": false},
		officialComponent: {"ui/initialize": true, "react-dom-client.production.js": true, "ZodError": true, "orielTransport": false},
	} {
		for mark, wanted := range has {
			if bytes.Contains(built[name], []byte(mark)) != wanted {
				t.Errorf("that the view in %s has %s is %v", name, mark, !wanted)
			}
		}
	}
	if broken, err := buildComponents(t.Context(), t.TempDir()); err == nil {
		t.Errorf("of nothing: %d views", len(broken))
	}
}

// What is measured of hooks are all hooks, each once, and more names weigh more.
func TestHooksAreMeasured(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	for _, framework := range frameworks {
		names, err := exportsOf(view.Sources(), framework+"/index.ts")
		if err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(filepath.Join(root, "view", "src", framework, "index.ts"))
		if err != nil {
			t.Fatal(err)
		}
		for _, hook := range regexp.MustCompile(`\buse[A-Z]\w*`).FindAllString(withoutTypes(string(source)), -1) {
			if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+hook+" ") {
				t.Errorf("%s of %s is not measured: %v", hook, framework, names)
			}
		}
		none, err := addedBy(t.Context(), root, framework, nil)
		if err == nil && none > 100 {
			t.Errorf("no hook of %s adds %d bytes", framework, none)
		}
		one, err := addedBy(t.Context(), root, framework, []string{"useTheme"})
		if err != nil {
			t.Fatal(err)
		}
		all, err := addedBy(t.Context(), root, framework, names)
		if err != nil {
			t.Fatal(err)
		}
		if one <= 0 || all <= one {
			t.Errorf("of %s, one hook adds %d bytes, and all %d", framework, one, all)
		}
		if size, err := addedBy(t.Context(), root, framework, []string{"useNothing"}); err == nil {
			t.Errorf("what does not exist adds %d bytes", size)
		}
	}
}

// withoutTypes leaves out what a module exports as types, and its comments.
func withoutTypes(source string) string {
	source = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(source, "")
	return regexp.MustCompile(`export type \{[^}]*\}`).ReplaceAllString(source, "")
}
