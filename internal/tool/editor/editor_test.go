package editor_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/internal/tool/editor"
	"github.com/orielapps/oriel/view"
)

// project makes a module with a folder of views, and returns that.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	views := filepath.Join(dir, "app", "views")
	if err := os.MkdirAll(views, 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "go.mod"), "module x\n")
	for name, text := range files {
		put(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return views
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, dir string) int {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Everything is there after any number of runs at a time, and nothing else is.
func TestSupport(t *testing.T) {
	t.Parallel()
	views := project(t, nil)
	put(t, filepath.Join(views, "node_modules", "@oriel", "view", ".gitignore"), "# Written by oriel generate, for editors: an older one\n*\n")
	put(t, filepath.Join(views, "node_modules", "@oriel", "view", "gone.js"), "")
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if _, err := editor.Support(views); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	want := 1 // .gitignore
	err := fs.WalkDir(view.Package(), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			want++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := count(t, filepath.Join(views, "node_modules")); got != want {
		t.Errorf("%d files, want %d", got, want)
	}
}

func TestSupportOfJSX(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ manifest, want string }{
		"none":    {"", ""},
		"React":   {`{"dependencies":{"react":"19"}}`, ""},
		"Preact":  {`{"devDependencies":{"preact":"11"}}`, "preact"},
		"both":    {`{"dependencies":{"react":"19","preact":"11"}}`, ""},
		"garbage": {`{"dependencies":[`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			if test.manifest != "" {
				files["package.json"] = test.manifest
			}
			views := project(t, files)
			if config, err := editor.Support(views); err != nil || config != "tsconfig.json" {
				t.Fatalf("%q, %v", config, err)
			}
			text, err := os.ReadFile(filepath.Join(views, "tsconfig.json"))
			if err != nil {
				t.Fatal(err)
			}
			var config struct {
				CompilerOptions struct {
					JSX             string `json:"jsx"`
					JSXImportSource string `json:"jsxImportSource"`
				} `json:"compilerOptions"`
			}
			bare := regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAll(text, nil)
			if err := json.Unmarshal(bare, &config); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if got := config.CompilerOptions; got.JSXImportSource != test.want || got.JSX != "react-jsx" {
				t.Errorf("got %+v, want %q", got, test.want)
			}
			if config, err := editor.Support(views); err != nil || config != "" {
				t.Errorf("the second time it writes %q, %v", config, err)
			}
		})
	}
}

// What somebody has put there stays, and nothing is written outside.
func TestSupportLeavesAlone(t *testing.T) {
	t.Parallel()
	elsewhere := t.TempDir()
	link := func(views, name string) {
		file := filepath.Join(views, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, file); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		files map[string]string
		link  string
		says  string
	}{
		"a linked package":      {link: "node_modules/@oriel/view"},
		"linked packages":       {link: "node_modules", says: "escapes"},
		"an installed package":  {files: map[string]string{"app/views/node_modules/@oriel/view/package.json": "{}"}},
		"one above":             {files: map[string]string{"node_modules/@oriel/view/package.json": "{}"}},
		"a file in its place":   {files: map[string]string{"app/views/node_modules/@oriel/view": ""}},
		"a file as the folder":  {files: map[string]string{"app/views/node_modules": ""}, says: "not a directory"},
		"a configuration":       {files: map[string]string{"app/views/tsconfig.json": "{}"}},
		"a configuration above": {files: map[string]string{"tsconfig.json": "{}"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			views := project(t, test.files)
			if test.link != "" {
				link(views, test.link)
			}
			config, err := editor.Support(views)
			if test.says == "" && err != nil || test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)) {
				t.Errorf("want an error of %q, got %v", test.says, err)
			}
			if strings.Contains(name, "configuration") && config != "" {
				t.Error("a second configuration is written")
			}
			for file, text := range test.files {
				kept, err := os.ReadFile(filepath.Join(views, "..", "..", filepath.FromSlash(file)))
				if err != nil || string(kept) != text {
					t.Errorf("%s is %q now, %v", file, kept, err)
				}
			}
			if n := count(t, elsewhere); n != 0 {
				t.Errorf("%d files are written outside", n)
			}
		})
	}
	if _, err := editor.Support(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a folder that is missing is supported")
	}
}
