package bundle_test

import (
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// generate builds a project and makes the changes that it needs.
func generate(t *testing.T, project *bundle.Project) []string {
	t.Helper()
	changes := plan(t, project)
	if err := project.Apply(changes); err != nil {
		t.Fatal(err)
	}
	return described(changes)
}

func plan(t *testing.T, project *bundle.Project) []bundle.Change {
	t.Helper()
	changes, err := tryPlan(t, project)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

func tryPlan(t *testing.T, project *bundle.Project) ([]bundle.Change, error) {
	t.Helper()
	views, err := project.BuildAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	documents := make([]*bundle.Document, len(views))
	for i, view := range views {
		documents[i] = view.Document
	}
	return project.Plan(documents)
}

func described(changes []bundle.Change) []string {
	var list []string
	for _, change := range changes {
		if change.Remove {
			list = append(list, "- "+change.Path)
		} else {
			list = append(list, "+ "+change.Path)
		}
	}
	return list
}

func TestChanges(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"views/one/index.ts":       "console.log(1);",
		"views/two-three/index.ts": "console.log(23);",
		"views/dist/mine.html":     "<p>written by hand</p>",
		"views/dist/notes.txt":     bundle.HashMark("00000000000000000000000000000000"),
	})
	project := open(t, dir)

	if diff := cmp.Diff([]string{
		"+ views/dist/one.html", "+ views/dist/two-three.html", "+ views/oriel.go", "+ views/oriel_test.go",
	}, generate(t, project)); diff != "" {
		t.Errorf("first:\n%s", diff)
	}
	if diff := cmp.Diff([]string(nil), generate(t, project)); diff != "" {
		t.Errorf("again:\n%s", diff)
	}

	// A checkout with other line ends is not stale.
	file := filepath.Join(dir, "views", "oriel.go")
	rewriteFile(t, file, func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") })
	if diff := cmp.Diff([]string(nil), described(plan(t, project))); diff != "" {
		t.Errorf("other line ends:\n%s", diff)
	}

	rewriteFile(t, filepath.Join(dir, "views", "one", "index.ts"), func(string) string { return "console.log(4);" })
	if err := os.RemoveAll(filepath.Join(dir, "views", "two-three")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{
		"+ views/dist/one.html", "+ views/oriel.go", "+ views/oriel_test.go", "- views/dist/two-three.html",
	}, generate(t, project)); diff != "" {
		t.Errorf("one changed, one removed:\n%s", diff)
	}

	got := readAll(t, filepath.Join(dir, "views", "dist"))
	if len(got) != 3 || got["mine.html"] == "" || got["notes.txt"] == "" || !strings.Contains(got["one.html"], "console.log(4)") {
		t.Errorf("dist holds %v", got)
	}
	info, err := os.Stat(filepath.Join(dir, "views", "dist", "one.html"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm()&0o077 == 0 {
		t.Errorf("nobody else may read a generated file: %v", info.Mode())
	}
}

func rewriteFile(t *testing.T, name string, change func(string) string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(change(string(data))), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestForeignFiles checks that nothing is overwritten that somebody wrote.
func TestForeignFiles(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"views/oriel.go", "views/oriel_test.go", "views/dist/one.html"} {
		t.Run(path.Base(name), func(t *testing.T) {
			t.Parallel()
			project := open(t, write(t, map[string]string{"views/one/index.ts": "console.log(1);", name: "by hand"}))
			_, err := tryPlan(t, project)
			if diff := cmp.Diff([]string{"file_not_generated"}, codes(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNotWritable checks what happens where a file can't be written, and that
// nothing half-written stays.
func TestNotWritable(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	dir := write(t, map[string]string{
		"views/one/index.ts": "console.log(1);",
		"views/dist":         "->" + outside,
	})
	project := open(t, dir)
	views, err := project.BuildAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = project.Apply([]bundle.Change{{Path: "views/dist/one.html", Data: []byte(views[0].HTML)}})
	if diff := cmp.Diff([]string{"file_not_written"}, codes(t, err)); diff != "" {
		t.Error(diff)
	}
	err = project.Apply([]bundle.Change{{Path: "views/one", Data: []byte("a folder is in the way")}})
	if diff := cmp.Diff([]string{"file_not_written"}, codes(t, err)); diff != "" {
		t.Error(diff)
	}
	for folder, want := range map[string]int{outside: 0, filepath.Join(dir, "views"): 2} {
		entries, readErr := os.ReadDir(folder)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if len(entries) != want {
			t.Errorf("%s holds %v", folder, entries)
		}
	}
	if err := newProject(os.DirFS(dir)).Apply(nil); err == nil {
		t.Error("a project that was not opened was written to")
	}
}

// TestGoFiles checks that the generated Go is formatted and declares each view.
func TestGoFiles(t *testing.T) {
	t.Parallel()
	project := newProject(files(map[string]string{
		"views/type/index.ts":       `import "../_shared/quote\"s"; console.log(1);`,
		"views/_shared/quote\"s.ts": "console.log(2);",
		"views/day-chart/index.ts":  "console.log(1);",
	}))
	for _, change := range plan(t, project) {
		if path.Ext(change.Path) != ".go" {
			continue
		}
		formatted, err := format.Source(change.Data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(formatted), string(change.Data)); diff != "" {
			t.Errorf("%s is not formatted:\n%s", change.Path, diff)
		}
		file, err := parser.ParseFile(token.NewFileSet(), change.Path, change.Data, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if path.Base(change.Path) != "oriel.go" {
			continue
		}
		for _, name := range []string{"DayChart", "Type"} {
			if file.Scope.Lookup(name) == nil {
				t.Errorf("%s is not declared:\n%s", name, change.Data)
			}
		}
	}
}
