package bundle_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

func newProject(files fs.FS) *bundle.Project {
	return &bundle.Project{Files: files, Views: "views", Runtime: runtime(), Hash: hash}
}

func hash(files fs.FS, names []string) (string, error) {
	sum := sha256.New()
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return "", fmt.Errorf("hashing: %w", err)
		}
		if _, err := io.WriteString(sum, fmt.Sprintf("%s %d\n%s", name, len(data), data)); err != nil {
			return "", fmt.Errorf("hashing: %w", err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// files makes a file system of texts.
func files(texts map[string]string) fstest.MapFS {
	tree := make(fstest.MapFS, len(texts))
	for name, text := range texts {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

// write makes a folder of texts; a text that begins with "->" is a symbolic
// link.
func write(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "->"); ok {
			err = os.Symlink(filepath.FromSlash(target), file)
		} else {
			err = os.WriteFile(file, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t *testing.T, dir string) *bundle.Project {
	t.Helper()
	project, err := bundle.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := project.Close(); err != nil {
			t.Error(err)
		}
	})
	project.Runtime = runtime()
	project.Hash = hash
	return project
}

// codes returns the codes of an error's faults.
func codes(t *testing.T, err error) []string {
	t.Helper()
	var faults bundle.Faults
	var fault *bundle.Fault
	var list []string
	switch {
	case err == nil:
	case errors.As(err, &faults):
		for _, f := range faults {
			list = append(list, f.Code)
		}
	case errors.As(err, &fault):
		list = append(list, fault.Code)
	default:
		t.Errorf("an error that is no fault: %v", err)
	}
	return list
}

func TestNames(t *testing.T) {
	t.Parallel()
	project := newProject(files(map[string]string{
		"views/b/index.ts":          "",
		"views/a-1/index.html":      "",
		"views/empty/keep":          "",
		"views/_shared/x.ts":        "",
		"views/.cache/x":            "",
		"views/dist/a.html":         "",
		"views/node_modules/x/y.js": "",
		"views/oriel.go":            "",
	}))
	got, err := project.Names()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a-1", "b", "empty"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"go.mod":                    "module example.com/m",
		"shared/x.ts":               "export const x = 1;",
		"apps/one/views/v/index.ts": `import { x } from "../../../../shared/x"; console.log(x);`,
		"apps/file/views":           "not a folder",
		"apps/none/main.go":         "package main",
		"apps/empty/views/_/x.ts":   "",
	})
	t.Run("module above", func(t *testing.T) {
		t.Parallel()
		project := open(t, filepath.Join(dir, "apps", "one"))
		document, err := project.Build(t.Context(), "v")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"apps/one/views/v/index.ts", "shared/x.ts"}, document.Sources); diff != "" {
			t.Error(diff)
		}
		if document.Root != "../../.." {
			t.Errorf("Root = %q", document.Root)
		}
		want, err := hash(os.DirFS(filepath.Join(dir, "apps", "one", "views", filepath.FromSlash(document.Root))), document.Sources)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(document.HTML, bundle.HashMark(want)) {
			t.Errorf("no %s in %s", want, document.HTML)
		}
		if got, want := project.Path("shared/x.ts"), filepath.ToSlash(filepath.Join(dir, "shared", "x.ts")); got != want {
			t.Errorf("Path = %q, want %q", got, want)
		}
	})
	for name, want := range map[string]string{
		"nowhere":   "project_missing",
		"apps/none": "views_missing",
		"apps/file": "views_missing",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := bundle.Open(filepath.Join(dir, filepath.FromSlash(name)))
			if diff := cmp.Diff([]string{want}, codes(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("no views in views", func(t *testing.T) {
		t.Parallel()
		_, err := open(t, filepath.Join(dir, "apps", "empty")).BuildAll(t.Context())
		if diff := cmp.Diff([]string{"views_missing"}, codes(t, err)); diff != "" {
			t.Error(diff)
		}
	})
}

// TestOutside checks that nothing outside the project gets into a document,
// whichever way a source leads there.
func TestOutside(t *testing.T) {
	t.Parallel()
	elsewhere := write(t, map[string]string{"x.txt": "outsider", "index.ts": "console.log('outsider')"})
	dir := write(t, map[string]string{
		"views/dots/index.ts":       `import x from "../../../x.txt"; console.log(x);`,
		"views/file/index.ts":       `import x from "./x.txt"; console.log(x);`,
		"views/file/x.txt":          "->" + filepath.Join(elsewhere, "x.txt"),
		"views/folder/index.ts":     `import x from "./out/x.txt"; console.log(x);`,
		"views/folder/out":          "->" + elsewhere,
		"views/relative/index.ts":   `import x from "./x.txt"; console.log(x);`,
		"views/relative/x.txt":      "->../../../x/x.txt",
		"views/entry/index.ts":      "->" + filepath.Join(elsewhere, "index.ts"),
		"views/view":                "->" + elsewhere,
		"views/page/index.html":     `<img src="out/x.png"><link rel=stylesheet href="../../../x.css">`,
		"views/page/out":            "->" + elsewhere,
		"views/loop/index.ts":       `import "./loop.ts";`,
		"views/loop/loop.ts":        "->loop.ts",
		"views/dangling/index.ts":   `import "./x.ts";`,
		"views/dangling/x.ts":       "->y.ts",
		"views/inside/index.ts":     `import x from "./link.txt"; console.log(x);`,
		"views/inside/link.txt":     "->../_real/real.txt",
		"views/_real/real.txt":      "fine",
		"views/inside-dir/index.ts": `import x from "./real/real.txt"; console.log(x);`,
		"views/inside-dir/real":     "->../_real",
	})
	project := open(t, dir)
	for name, want := range map[string][]string{
		"dots":       {"file_outside_project"},
		"file":       {"file_outside_project"},
		"folder":     {"file_outside_project"},
		"relative":   {"file_outside_project"},
		"entry":      {"file_outside_project"},
		"view":       {"file_outside_project"},
		"page":       {"file_outside_project", "file_outside_project"},
		"loop":       {"file_unsupported"},
		"dangling":   {"import_missing"},
		"inside":     nil,
		"inside-dir": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			document, err := project.Build(t.Context(), name)
			if diff := cmp.Diff(want, codes(t, err)); diff != "" {
				t.Errorf("%s\n%v", diff, err)
			}
			if document != nil && strings.Contains(document.HTML, "outsider") {
				t.Errorf("a file of elsewhere is in the document: %s", document.HTML)
			}
		})
	}
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	tree := files(map[string]string{
		"views/huge/index.ts":         `import x from "./huge.txt"; console.log(x);`,
		"views/huge/huge.txt":         strings.Repeat("x", 8<<20+1),
		"views/huge-entry/index.ts":   "//" + strings.Repeat("x", 8<<20),
		"views/huge-page/index.html":  strings.Repeat("x", 8<<20+1),
		"views/pipe/index.ts":         `import x from "./pipe.txt"; console.log(x);`,
		"views/empty/index.ts":        "",
		"views/empty-page/index.html": "",
		"views/nul/index.ts":          "\x00\x00",
		"views/utf16/index.ts":        "\xff\xfec\x00",
		"views/bom/index.ts":          "\ufeffconsole.log(1);",
		"views/Upper/index.ts":        "console.log(1);",
		"views/under_score/index.ts":  "console.log(1);",
	})
	tree["views/pipe/pipe.txt"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	project := newProject(tree)
	for name, want := range map[string][]string{
		"huge":        {"file_too_large"},
		"huge-entry":  {"file_too_large"},
		"huge-page":   {"file_too_large"},
		"pipe":        {"file_unsupported"},
		"empty":       {"view_idle"},
		"empty-page":  nil,
		"nul":         {"syntax_error"},
		"utf16":       {"file_encoding"},
		"bom":         nil,
		"Upper":       {"view_name_invalid"},
		"under_score": {"view_name_invalid"},
		"nowhere":     {"view_missing"},
		"../views":    {"view_name_invalid"},
		"":            {"view_name_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := project.Build(t.Context(), name)
			if diff := cmp.Diff(want, codes(t, err)); diff != "" {
				t.Errorf("%s\n%v", diff, err)
			}
			if faults, ok := errors.AsType[bundle.Faults](err); ok {
				for _, fault := range faults {
					if fault.File == "" || fault.Message == "" || fault.Fix == "" {
						t.Errorf("an unhelpful fault: %+v", fault)
					}
				}
			}
		})
	}
}

// TestBuildAll checks that one pass finds the faults of all views.
func TestBuildAll(t *testing.T) {
	t.Parallel()
	project := newProject(files(map[string]string{
		"views/a/index.ts":          `import "./x";`,
		"views/b/index.ts":          "console.log(1);",
		"views/c/main.ts":           "",
		"views/day-chart/index.ts":  "console.log(1);",
		"views/day--chart/index.ts": "console.log(1);",
		"views/3d/index.ts":         "console.log(1);",
		"views/aux/index.ts":        "console.log(1);",
		"views/Caps/index.ts":       "console.log(1);",
	}))
	_, err := project.BuildAll(t.Context())
	want := []string{"view_name_invalid", "view_name_invalid", "view_name_invalid", "view_name_collision", "import_missing", "entry_missing"}
	if diff := cmp.Diff(want, codes(t, err)); diff != "" {
		t.Errorf("%s\n%v", diff, err)
	}
}
