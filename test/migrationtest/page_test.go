package migrationtest_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The folders of a page's code: what people have, the step that some pages have
// between, and what they get.
const (
	before  = "before"
	between = "between"
	after   = "after"
)

var (
	// fence is a block of code: its language, the name of its file, and its text.
	fence = regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$")
	// part is what belongs to a program, and so has to have a name.
	part = regexp.MustCompile(`^(go|tsx?|json)$`)
)

// guide is the code of one page, by the names of its files.
type guide struct {
	files map[string]string
	// changes are the lines that the step between puts in the place of others.
	changes []change
}

type change struct{ old, by string }

// read takes the code from a page.
func read(t *testing.T, file string) guide {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

func parse(t *testing.T, text string) guide {
	t.Helper()
	g := guide{files: map[string]string{}}
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		language, name, code := block[1], block[2], block[3]
		switch {
		case language == "diff":
			g.changes = append(g.changes, changesOf(t, code)...)
		case !part.MatchString(language):
		case name == "":
			t.Errorf("a block of %s has no file name: %.60q", language, code)
		case g.files[name] != "":
			t.Errorf("two blocks are named %s", name)
		case filepath.Ext(name) != "."+language:
			t.Errorf("%s is said to be %s", name, language)
		default:
			g.files[name] = code
		}
	}
	g.applyChanges(t)
	return g
}

// changesOf pairs the removed lines of a diff with the added ones.
func changesOf(t *testing.T, diff string) []change {
	t.Helper()
	var removed, added []string
	for line := range strings.Lines(diff) {
		switch line[0] {
		case '-':
			removed = append(removed, line[1:])
		case '+':
			added = append(added, line[1:])
		}
	}
	if len(removed) != len(added) {
		t.Fatalf("a diff removes %d lines and adds %d", len(removed), len(added))
	}
	var changes []change
	for i := range removed {
		changes = append(changes, change{removed[i], added[i]})
	}
	return changes
}

// applyChanges makes the files between of those before.
func (g guide) applyChanges(t *testing.T) {
	t.Helper()
	for name, code := range maps.Clone(g.files) {
		rest, isBefore := strings.CutPrefix(name, before+"/")
		changed := code
		for _, c := range g.changes {
			changed = strings.Replace(changed, c.old, c.by, 1)
		}
		if isBefore && changed != code {
			g.files[between+"/"+rest] = changed
		}
	}
	for _, c := range g.changes {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(g.files)), func(name string) bool {
			return strings.HasPrefix(name, between+"/") && strings.Contains(g.files[name], c.by)
		}) {
			t.Errorf("no file has the line %q", c.old)
		}
	}
}

// in returns the names of the files in a folder that match a pattern.
func (g guide) in(folder, pattern string) []string {
	var names []string
	for name := range g.files {
		rest, isIn := strings.CutPrefix(name, folder+"/")
		if matched, err := filepath.Match(pattern, rest); isIn && matched && err == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func TestParse(t *testing.T) {
	t.Parallel()
	got := parse(t, "# A\n\n```ts before/a.ts\nimport a from \"old\";\na();\n```\n\n```diff\n-import a from \"old\";\n+import a from \"new\";\n```\n\n```sh\nmake\n```\n\n```go after/main.go\npackage main\n```\n")
	want := map[string]string{
		"before/a.ts":   "import a from \"old\";\na();\n",
		"between/a.ts":  "import a from \"new\";\na();\n",
		"after/main.go": "package main\n",
	}
	if !maps.Equal(got.files, want) {
		t.Errorf("got %q, want %q", got.files, want)
	}
}
