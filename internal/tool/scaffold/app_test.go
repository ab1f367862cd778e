package scaffold_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/scaffold"
	"github.com/orielapps/oriel/ui"
)

// code returns the code of an error that people may read, and fails the test where an
// error has none, or no mend.
func code(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	known, ok := errors.AsType[*ui.Error](err)
	if !ok || known.Fix == "" && known.Code != "cancelled" {
		t.Fatalf("not an error with a code and a mend: %v", err)
	}
	return known.Code
}

// everyChoice calls a function with all that an app may be made of.
func everyChoice(t *testing.T, each func(t *testing.T, c scaffold.Choice)) {
	t.Helper()
	for _, template := range scaffold.Templates {
		for _, form := range scaffold.UIs {
			for _, platform := range scaffold.Platforms {
				t.Run(template+"-"+form+"-"+platform, func(t *testing.T) {
					t.Parallel()
					each(t, scaffold.Choice{Template: template, UI: form, Platform: platform})
				})
			}
		}
	}
}

// What is written reads as if a person had written it: nothing of the templates is left
// in it, nor anything that belongs to another choice.
func TestFilesReadAsWrittenByHand(t *testing.T) {
	t.Parallel()
	everyChoice(t, func(t *testing.T, c scaffold.Choice) {
		t.Helper()
		files, err := scaffold.App{Dir: filepath.Join(t.TempDir(), "my-app"), Library: scaffold.Library{Version: "v1.2.3"}, Choice: c}.Files()
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, file := range files {
			text := string(file.Data)
			if strings.HasPrefix(filepath.Base(file.Path), "package") || strings.HasPrefix(file.Path, "go.") || filepath.Base(file.Path) == "oriel.ts" {
				continue // a tool's
			}
			all.WriteString(text)
			for what, pattern := range map[string]string{
				"a template's mark":      `<%|%>|template-app`,
				"space at a line's end":  `[ \t]\n`,
				"two empty lines":        `\n\n\n`,
				"an empty line at first": `\A\n`,
				"an empty block":         `\{\n\n|\n\n\s*\}\n`,
			} {
				if found := regexp.MustCompile(pattern).FindStringIndex(text); found != nil {
					t.Errorf("%s has %s: %q", file.Path, what, text[max(0, found[0]-60):min(len(text), found[1]+20)])
				}
			}
			if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
				t.Errorf("%s does not end with one line feed", file.Path)
			}
			if c.UI == "html" && strings.HasSuffix(file.Path, ".js") && regexp.MustCompile(`\): \w+ \{|import type| as \w+;`).MatchString(text) {
				t.Errorf("%s is JavaScript and has types:\n%s", file.Path, text)
			}
		}
		for platform, module := range map[string]string{"chatgpt": "@oriel/view/chatgpt", "mcp": "@oriel/view/mcp"} {
			if got := strings.Contains(all.String(), module); got != (platform == c.Platform) {
				t.Errorf("the app imports %s: %v", module, got)
			}
		}
	})
}

// A minimal app is small.
func TestMinimalIsNineFiles(t *testing.T) {
	t.Parallel()
	for _, form := range scaffold.UIs {
		files, err := scaffold.App{Dir: filepath.Join(t.TempDir(), "my-app"), Choice: scaffold.Choice{UI: form}}.Files()
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, file := range files {
			if !slices.Contains([]string{"go.sum", "package-lock.json", "views/oriel.ts"}, file.Path) { // which tools write
				names = append(names, file.Path)
			}
		}
		if len(names) > 9 {
			t.Errorf("%s: %d files: %s", form, len(names), strings.Join(names, " "))
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, suggested := range map[string]string{
		"hello": "", "a": "", "my-app-2": "", strings.Repeat("a", 64): "",
		"": "my-app", "Hello": "hello", "my_app": "my-app", "my app": "my-app", "-a": "a", "a-": "a", "a--b": "a-b", "2go": "my-go",
		"func": "my-func", "fmt": "my-fmt", "vendor": "my-vendor", "con": "my-con", "com1": "my-com1", "lpt9": "my-lpt9", "lpt10": "", "é": "my-app", "a/b": "b", "..": "my-app",
		"ａ": "my-app", "a\x00b": "a-b", strings.Repeat("a", 65): strings.Repeat("a", 40), "😀": "my-app",
	} {
		err := scaffold.CheckName(name)
		if (err == nil) != (suggested == "") {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if err != nil && !strings.Contains(err.(*ui.Error).Fix, " "+suggested+".") { //nolint:errorlint,errcheck,forcetypeassert // that is what it is
			t.Errorf("%q: the mend is %q, not %q", name, err.(*ui.Error).Fix, suggested) //nolint:errorlint,errcheck,forcetypeassert // likewise
		}
	}
}

func TestModules(t *testing.T) {
	t.Parallel()
	for module, want := range map[string]string{
		"": "", "example.com/app": "", "github.com/Ada/app.v2": "", "app": "", "my-app/server": "",
		"github.com/orielapps/oriel": "module_invalid", "github.com/orielapps/oriel/x": "module_invalid", "fmt": "module_invalid",
		"fmt/x": "module_invalid", "a b": "module_invalid", "/a": "module_invalid", "a/": "module_invalid", "a//b": "module_invalid",
		"../a": "module_invalid", "a\nrequire x v1": "module_invalid", `a"b`: "module_invalid", strings.Repeat("a", 201): "module_invalid",
	} {
		err := scaffold.App{Dir: filepath.Join(t.TempDir(), "my-app"), Module: module}.Check()
		if got := code(t, err); got != want {
			t.Errorf("%q: %v", module, err)
		}
	}
}

// Where an app finds Oriel is in its go.mod: a version with its checksums, in the order
// of the go command, or a checkout.
func TestLibraries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		library  scaffold.Library
		mod, sum string
	}{
		"a release":         {scaffold.Library{Version: "v1.2.3", Sum: "h1:abc="}, "require github.com/orielapps/oriel v1.2.3\n", "github.com/orielapps/oriel v1.2.3 h1:abc=\ngithub.com/orielapps/oriel v1.2.3/go.mod h1:"},
		"a checkout":        {scaffold.Library{Checkout: "/src/oriel"}, "replace github.com/orielapps/oriel => /src/oriel\n", ""},
		"an odd place":      {scaffold.Library{Checkout: "/my code/ö"}, "replace github.com/orielapps/oriel => \"/my code/ö\"\n", ""},
		"no known checksum": {scaffold.Library{Version: "v1.2.3"}, "require github.com/orielapps/oriel v1.2.3\n", ""},
	} {
		files, err := scaffold.App{Dir: filepath.Join(t.TempDir(), "my-app"), Library: c.library}.Files()
		if err != nil {
			t.Fatal(err)
		}
		text := map[string]string{}
		for _, file := range files {
			text[file.Path] = string(file.Data)
		}
		if !strings.Contains(text["go.mod"], c.mod) {
			t.Errorf("%s: go.mod is %s", name, text["go.mod"])
		}
		if has := strings.Contains(text["go.sum"], "orielapps"); has != (c.sum != "") || !strings.Contains(text["go.sum"], c.sum) {
			t.Errorf("%s: go.sum is %s", name, text["go.sum"])
		}
		lines := slices.Collect(strings.Lines(text["go.sum"]))
		if !slices.IsSorted(lines) {
			t.Errorf("%s: go.sum is not sorted:\n%s", name, text["go.sum"])
		}
	}
	if _, err := scaffold.Checkout(t.TempDir()); code(t, err) != "checkout_invalid" {
		t.Errorf("an empty folder as a checkout: %v", err)
	}
	if own, err := scaffold.Own(); err != nil || own.Checkout != root(t) {
		t.Errorf("a test's own checkout: %+v %v", own, err)
	}
}

// Whatever goes wrong, nothing of the app is there.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	for name, c := range map[string]struct {
		before  func(dir string) error // dir is the app's
		prepare func(cancel func(), temporary, dir string) error
		want    string // the code; empty is stop
		keeps   []string
	}{
		"it fails":                 {prepare: func(func(), string, string) error { return stop }},
		"somebody stops it":        {prepare: func(cancel func(), _, _ string) error { cancel(); return nil }, want: "cancelled"},
		"somebody stops and fails": {prepare: func(cancel func(), _, _ string) error { cancel(); return stop }, want: "cancelled"},
		"somebody is quicker": {
			prepare: func(_ func(), _, dir string) error { return os.MkdirAll(filepath.Join(dir, "theirs"), 0o700) },
			want:    "place_taken", keeps: []string{"my-app"},
		},
		"it is prepared oddly": {
			prepare: func(_ func(), temporary, dir string) error {
				return errors.Join(os.RemoveAll(filepath.Join(temporary, "views")), os.Symlink("elsewhere", filepath.Join(filepath.Dir(dir), "other")))
			},
			want: "ok", keeps: []string{"my-app", "other"},
		},
		"a folder that may not be written": {
			before:  func(dir string) error { return os.Chmod(filepath.Dir(dir), 0o500) }, //nolint:gosec // that is the test
			prepare: func(func(), string, string) error { return nil },
			want:    "place_unwritable",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.before != nil && (os.Geteuid() == 0 || runtime.GOOS == "windows") {
				return // who may do everything may write there, too
			}
			around := t.TempDir()
			dir := filepath.Join(around, "my-app")
			if c.before != nil {
				if err := c.before(dir); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			app := scaffold.App{Dir: dir, Prepare: func(_ context.Context, temporary string) error {
				if _, err := os.Stat(filepath.Join(temporary, "main.go")); err != nil || temporary == dir {
					t.Errorf("the app is not in a folder of its own when it is prepared: %v", err)
				}
				return c.prepare(cancel, temporary, dir)
			}}
			_, err := app.Create(ctx)
			switch {
			case c.want == "" && !errors.Is(err, stop), c.want != "" && c.want != "ok" && code(t, err) != c.want, c.want == "ok" && err != nil:
				t.Errorf("got %v", err)
			}
			entries, err := os.ReadDir(around)
			if err != nil {
				t.Fatal(err)
			}
			var left []string
			for _, entry := range entries {
				left = append(left, entry.Name())
			}
			if !slices.Equal(left, c.keeps) {
				t.Errorf("there is %v, want %v", left, c.keeps)
			}
		})
	}
}

// What is there is left as it is; an empty folder is filled, and stays the one that it
// was: somebody may be in it, or it may be a link.
func TestPlaces(t *testing.T) {
	t.Parallel()
	around := t.TempDir()
	if err := os.Mkdir(filepath.Join(around, "target"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, occupy := range map[string]func(dir string) error{
		"empty":  func(dir string) error { return os.Mkdir(dir, 0o700) },
		"linked": func(dir string) error { return os.Symlink("target", dir) },
		"full":   func(dir string) error { return os.MkdirAll(filepath.Join(dir, "x"), 0o700) },
		"file":   func(dir string) error { return os.WriteFile(dir, nil, 0o600) },
		"link":   func(dir string) error { return os.Symlink("nowhere", dir) },
	} {
		dir := filepath.Join(around, name)
		if err := occupy(dir); err != nil {
			t.Fatal(err)
		}
		before, err := os.Lstat(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = scaffold.App{Dir: dir}.Create(t.Context())
		free := name == "empty" || name == "linked"
		if free != (err == nil) || err != nil && code(t, err) != "place_taken" {
			t.Errorf("%s: %v", name, err)
		}
		if after, statErr := os.Lstat(dir); statErr != nil || !os.SameFile(before, after) {
			t.Errorf("%s: it is another one now: %v", name, statErr)
		}
		if !free {
			continue
		}
		if info, statErr := os.Stat(filepath.Join(dir, "main.go")); statErr != nil || info.Mode().Perm()&0o444 == 0 {
			t.Errorf("%s: the app in the empty folder: %v", name, statErr)
		}
		if left, globErr := filepath.Glob(filepath.Join(dir, "."+name+"-*")); globErr != nil || len(left) > 0 {
			t.Errorf("%s: %v is left: %v", name, left, globErr)
		}
	}
	if _, err := (scaffold.App{Dir: filepath.Join(around, "none", "app-1")}).Create(t.Context()); code(t, err) != "place_missing" {
		t.Errorf("no folder around it: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(around, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("something was written through a link")
	}
}

// An empty folder is empty again when its app fails, and what somebody puts into it
// meanwhile stays.
func TestEmptyFolderStays(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	for name, c := range map[string]struct {
		prepare func(dir string) error
		want    string
		keeps   int
	}{
		"it fails":            {func(string) error { return stop }, "", 0},
		"somebody is quicker": {func(dir string) error { return os.WriteFile(filepath.Join(dir, "main.go"), nil, 0o600) }, "place_taken", 1},
	} {
		dir := filepath.Join(t.TempDir(), "my-app")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		_, err := scaffold.App{Dir: dir, Prepare: func(context.Context, string) error { return c.prepare(dir) }}.Create(t.Context())
		if c.want == "" && !errors.Is(err, stop) || c.want != "" && code(t, err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != c.keeps {
			t.Errorf("%s: there is %v: %v", name, entries, err)
		}
	}
}
