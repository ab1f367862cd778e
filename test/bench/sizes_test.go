package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestImportsOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, source string
		want         []string
		fails        bool
	}{
		{
			name: "values only, sorted, once",
			source: `import { onToolResult, callTool as call, type ToolResult, getState } from "@oriel/view";
				import { call as again } from "./other.ts";
				onToolResult((r: ToolResult) => { call(r.text); again() });`,
			want: []string{"callTool", "onToolResult"},
		},
		{name: "none", source: `document.title = "x";`, fails: true},
		{name: "a fault in the source", source: `import {`, fails: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{
				"index.ts": test.source,
				"other.ts": `import { callTool } from "@oriel/view"; export const call = () => callTool("x");`,
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := importsOf(filepath.Join(dir, "index.ts"))
			if (err != nil) != test.fails {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEveryCall(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, index string
		want        []string
		fails       bool
	}{
		{
			name: "functions and what waits, no types and no presets",
			index: `export { b as call, type T } from "./other.ts"; export const A_PRESET = {}, HOST2 = 1;
				export const connected = Promise.resolve(), onX = () => {}; export class ViewError {}`,
			want: []string{"ViewError", "call", "connected", "onX"},
		},
		{name: "presets alone", index: `export const A_PRESET = 1;`, fails: true},
		{name: "a missing file", index: `export * from "./none.ts";`, fails: true},
	} {
		got, err := exportedCalls(fstest.MapFS{
			"index.ts": {Data: []byte(test.index)},
			"other.ts": {Data: []byte(`export type T = 1; export const b = () => 2, c = 3;`)},
		})
		if (err != nil) != test.fails {
			t.Errorf("%s: error %v", test.name, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// What a shim uses of the runtime is what its modules import from there, as values,
// however many of its own they are.
func TestUsedBy(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		"calls/tool.ts":   `export const callTool = () => "tools/call";`,
		"data/store.ts":   `export const on = () => "on", read = () => "read", other = () => "other"; export type Topic = 1;`,
		"compat/one.ts":   `import { on } from "../data/store.ts"; import { call } from "./calls.ts"; globalThis.one = "ONE" + on() + call();`,
		"compat/calls.ts": `import { callTool as it } from "../calls/tool.ts"; import { read, on, type Topic } from "../data/store.ts"; export const call = () => it() + read() + on();`,
		"compat/none.ts":  `globalThis.none = 1;`,
		"compat/bad.ts":   `import {`,
	} {
		path := filepath.Join(root, "view", "src", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source, err := usedBy(root, "compat/one.ts")
	if err != nil {
		t.Fatal(err)
	}
	script, err := buildScript(root, source)
	if err != nil {
		t.Fatal(err)
	}
	for mark, wanted := range map[string]bool{"tools/call": true, `"on"`: true, `"read"`: true, "other": false, "ONE": false} {
		if strings.Contains(string(script), mark) != wanted {
			t.Errorf("that the script has %s is %v: %s", mark, !wanted, script)
		}
	}
	for _, shim := range []string{"compat/none.ts", "compat/bad.ts", "compat/missing.ts"} {
		if source, err := usedBy(root, shim); err == nil {
			t.Errorf("%s uses %s", shim, source)
		}
	}
	if script, err := buildScript(root, `import "./missing.ts"`); err == nil {
		t.Errorf("of nothing: %s", script)
	}
}

func TestReplaceScript(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ document, want string }{
		{
			`<!doctype html><script>first</script><p>x</p><script type=module>a<b;"<\/script>"</script>`,
			`<!doctype html><script>first</script><p>x</p><script type=module>new</script>`,
		},
		{"<html><body><script>old</script></body></html>\n", "<html><body><script>new</script></body></html>\n"},
		{"<p>no script</p>", ""},
		{"<script>old</script><p>something after it</p>", ""},
	} {
		got, err := replaceScript([]byte(test.document), []byte("new"))
		if string(got) != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s became %s, %v", test.document, got, err)
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, args := range map[string][]string{
		"an unknown flag":    {"-nonsense"},
		"an empty checkout":  {"-root", dir},
		"a missing checkout": {"-root", filepath.Join(dir, "none")},
		"an unknown part":    {"-parts", "servers,nonsense"},
		"profiles of none":   {"-parts", "sizes", "-profiles", dir},
		"servers of nothing": {"-parts", "servers", "-root", dir},
	} {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), args, &stdout, &stderr); code == 0 || stderr.String() == "" {
			t.Errorf("%s: exit code %d, %q", name, code, stderr.String())
		}
	}

	broken := &sizes{Rows: []row{{Name: "a", Ours: 10, Budget: 10}, {Name: "b", Ours: 11, Budget: 10, Official: 110}}}
	if !broken.Broken() || (&sizes{Rows: broken.Rows[:1]}).Broken() {
		t.Error("a budget is broken from the first byte above it, and only then")
	}
	var table strings.Builder
	if err := broken.report(&table); err != nil || !strings.Contains(table.String(), "BROKEN") || !strings.Contains(table.String(), "1 : 10.0") {
		t.Errorf("the table is %s, %v", table.String(), err)
	}
}
