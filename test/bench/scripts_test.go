package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is imported counts for the start, also by what is imported, and what is loaded with import() does not.
func TestLoadedAtStart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"main.js":  `import{a as b}from"./chunk.js";import"./more.js";b(await import("./later.js"));`,
		"chunk.js": `import{c}from"./main.js";export{d}from"./deep.js";`,
		"more.js":  `let from="./none.js";`,
		"deep.js":  ``,
		"later.js": `import"./last.js";`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := loadedAtStart(filepath.Join(folder, "main.js"))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		files[i] = filepath.Base(file)
	}
	if diff := cmp.Diff([]string{"main.js", "chunk.js", "more.js", "deep.js"}, files); diff != "" {
		t.Error(diff)
	}
	if _, err := loadedAtStart(filepath.Join(folder, "none.js")); err == nil {
		t.Error("a script that is missing was measured")
	}
}

// Each of both budgets counts.
func TestScriptBudgets(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		minified, gzip int
		broken         bool
	}{{100, 50, false}, {101, 50, true}, {100, 51, true}} {
		s := sizes{Scripts: []script{{Name: "x", Minified: test.minified, Gzip: test.gzip, Budget: 100, GzipBudget: 50}}}
		var table strings.Builder
		if err := s.report(&table); err != nil {
			t.Fatal(err)
		}
		if s.Broken() != test.broken || strings.Contains(table.String(), "BROKEN") != test.broken {
			t.Errorf("%d and %d bytes: broken is %v in %s", test.minified, test.gzip, s.Broken(), table.String())
		}
	}
}
