package main

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the pages are now into testdata")

// The runtime in testdata has each thing that a page can show; its pages stand
// beside it.
func TestPages(t *testing.T) {
	t.Parallel()
	files, err := generate("testdata")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err = replace("testdata", files); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := filepath.Glob("testdata/docs/view/*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(kept)+1 != len(files) {
		t.Errorf("%d pages for %d in testdata", len(files)-1, len(kept))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		want, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
		} else if got := files[name]; got != string(want) {
			t.Errorf("%s is now:\n%s\nwith -update, testdata is written again", name, got)
		}
	}
}

// A page that nothing writes any more goes.
func TestReplaceRemovesOldPages(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	old := filepath.Join(root, "docs", "view", "gone.md")
	if err := replace(root, map[string]string{"docs/view/gone.md": "old"}); err != nil {
		t.Fatal(err)
	}
	if err := replace(root, map[string]string{"docs/view/new.md": "new"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", old, err)
	}
}

const supported = ` * @support mcp-apps native ` + "`a`" + `
 * @support bare refuses -32601
 * @support chatgpt native ` + "`a`" + `
 * @support openai nothing
 * @support mcp-ui nothing
 * @support standalone fallback b
`

// What a comment lacks is an error that says where.
func TestCommentsThatArePoor(t *testing.T) {
	t.Parallel()
	call := func(tags string) string {
		return "/**\n * Does it.\n" + tags + " */\nexport const f = async (a: string): Promise<void> => b(a);\n"
	}
	example := " * @example\n * await f(\"x\");\n"
	for name, test := range map[string]struct{ source, want string }{
		"good":               {call(example + supported), ""},
		"no comment":         {"export const f = (): void => {};\n", "f.ts:1: f: no TSDoc"},
		"another's comment":  {"/** Another. */\nconst g = 1;\n// One.\nexport const f = (): void => {};\n", "f.ts:4: f: no TSDoc"},
		"no sentence":        {"/** @local */\nexport const f = (): void => {};\n", "begins with a tag"},
		"no support":         {call(example), "f.ts:6: f: a call needs a @support line"},
		"one line missing":   {call(example + strings.Replace(supported, " * @support bare refuses -32601\n", "", 1)), "f.ts:11: f: no @support line says what happens in bare"},
		"a line twice":       {call(example + supported + " * @support bare nothing\n"), "says twice what happens in bare"},
		"unknown kind":       {call(example + strings.Replace(supported, "bare", "bear", 1)), "no such kind of host"},
		"unknown value":      {call(example + strings.Replace(supported, "nothing", "nope", 1)), "want native, fallback, refuses or nothing"},
		"native what":        {call(example + strings.Replace(supported, "native `a`", "native a", 1)), "want native `what is sent`"},
		"fallback to what":   {call(example + strings.Replace(supported, "fallback b", "fallback", 1)), "want native `what is sent`, or fallback and what"},
		"no code":            {call(example + strings.Replace(supported, "-32601", "always", 1)), "want refuses and a code"},
		"no comma":           {call(example + strings.Replace(supported, "nothing", "nothing it is", 1)), "want a comma"},
		"no example":         {call(supported), "f: its page needs an @example"},
		"foreign example":    {call(" * @example\n * import { f } from \"x\";\n" + supported), "imports from \"@oriel/view\" alone"},
		"example of nothing": {call(" * @example\n * g();\n" + supported), "uses nothing of the runtime"},
		"typed example":      {call(" * @example\n * const n: number = f();\n" + supported), "plain JavaScript"},
		"unknown tag":        {call(example + supported + " * @return x\n"), "@return is no tag"},
		"unknown parameter":  {call(example + supported + " * @param b - x\n"), "@param b: there is no such parameter"},
		"dead link":          {call(" * {@link g}\n" + example + supported), "{@link g} leads nowhere"},
		"support of no call": {"/**\n * It.\n" + supported + " */\nexport const f: number = 1;\n", "@support is for calls"},
		"no result type":     {"/** Does it. */\nexport const f = (a: string) => a;\n", "its result has no declared type"},
		"not written out":    {"/** Does it. */\nexport const f = other(1);\n", "neither a function written out"},
		"unexported type":    {"type T = string;\n/** Does it. */\nexport const f = (): T => \"\";\n", "names T, which is not exported"},
		"member without":     {"interface O {\n  a: 1;\n}\n" + strings.Replace(call(example+supported), "a: string", "o: O", 1), "f.ts:2: a: 1: no comment says what it is"},
		"no end":             {"export const f = \"\n", "f.ts: line 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := generate(runtimeWith(t, test.source))
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestHooksThatArePoor(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ source, want string }{
		"good":              {"/**\n * Does it.\n * @param a - x\n * @example\n * useF(1);\n */\nexport const useF = (a: number): void => {};\n", ""},
		"no comment":        {"export const useF = (): void => {};\n", "f.ts:1: useF: no TSDoc"},
		"no example":        {"/** Does it. */\nexport const useF = (): void => {};\n", "f.ts:2: useF: its section needs an @example"},
		"unknown parameter": {"/**\n * Does it.\n * @param b - x\n * @example\n * useF(1);\n */\nexport const useF = (a: number): void => {};\n", "@param b: there is no such parameter"},
		"dead link":         {"/**\n * Does {@link g}.\n * @example\n * useF();\n */\nexport const useF = (): void => {};\n", "{@link g} leads nowhere"},
		"no result type":    {"/**\n * Does it.\n * @example\n * useF();\n */\nexport const useF = () => {};\n", "its result has no declared type"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := runtimeWith(t, "/** One. */\nexport type f = string;\n")
			dir := filepath.Join(root, "view", "src", "react")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			for file, content := range map[string]string{"index.ts": "/** Hooks. */\nexport { useF } from \"./f.ts\";", "f.ts": test.source} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := generate(root)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestIndexThatHidesNames(t *testing.T) {
	t.Parallel()
	for index, want := range map[string]string{
		`export { f };`:                 "index.ts:1: want export { names }",
		`export * from "./g.ts";`:       "index.ts:1: view/src/g.ts does not declare *",
		`export { f as g } from "./f";`: "index.ts:1: an export has the name of its declaration",
		`export { g } from "./f.ts";`:   "index.ts:1: view/src/f.ts does not declare g",
	} {
		root := runtimeWith(t, "")
		if err := os.WriteFile(filepath.Join(root, "view", "src", "index.ts"), []byte(index), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := generate(root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", index, err, want)
		}
	}
}

// All that is wrong is said at once.
func TestEveryErrorIsSaid(t *testing.T) {
	t.Parallel()
	root := runtimeWith(t, "export const f = (): void => {};\nexport const g = (): void => {};\n")
	if err := os.WriteFile(filepath.Join(root, "view", "src", "index.ts"), []byte(`export { f, g } from "./f.ts";`), 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	if code := run([]string{"-root", root}, &stderr); code != 1 || strings.Count(stderr.String(), "no TSDoc") != 2 {
		t.Errorf("exit %d: %s", code, stderr.String())
	}
}

func runtimeWith(t *testing.T, source string) (root string) {
	t.Helper()
	root = t.TempDir()
	dir := filepath.Join(root, "view", "src")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"index.ts": `export { f } from "./f.ts";`, "f.ts": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
