package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		"a plot of nothing":  {"-parts", "sizes", "-plot"},
		"servers of nothing": {"-parts", "servers", "-root", dir},
	} {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), args, &stdout, &stderr); code == 0 || stderr.String() == "" {
			t.Errorf("%s: exit code %d, %q", name, code, stderr.String())
		}
	}

	broken := sizes{Rows: []row{{Name: "a", Ours: 10, Budget: 10}, {Name: "b", Ours: 11, Budget: 10, Official: 110}}}
	if !broken.Broken() || (sizes{Rows: broken.Rows[:1]}).Broken() {
		t.Error("a budget is broken from the first byte above it, and only then")
	}
	var table strings.Builder
	if err := broken.report(&table); err != nil || !strings.Contains(table.String(), "BROKEN") || !strings.Contains(table.String(), "1 : 10.0") {
		t.Errorf("the table is %s, %v", table.String(), err)
	}
}
