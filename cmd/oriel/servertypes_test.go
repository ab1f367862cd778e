package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	almanac "github.com/orielapps/oriel/examples/almanac/app"
	greeter "github.com/orielapps/oriel/examples/hello/app"
)

// Of a running server, all is known but the view data.
func TestTypesOfServers(t *testing.T) {
	t.Parallel()
	endpoint := httptest.NewServer(almanac.New().Routes())
	t.Cleanup(endpoint.Close)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	lines := newWatch(t)
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"over HTTP":   {[]string{endpoint.URL + "/mcp"}, almanac.New().TypeScript()},
		"over stdio":  {[]string{"--env", serverMode + "=hello", "--env", serverWatch + "=" + lines.address, "--", self}, greeter.New().TypeScript()},
		"with header": {[]string{endpoint.URL + "/mcp", "--header", "X-Test: 1"}, almanac.New().TypeScript()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			args := append([]string{"types", "-o", "-"}, test.args...)
			if code := run(t.Context(), args, os.Environ(), strings.NewReader(""), &stdout, &stderr); code != exitOK {
				t.Fatalf("exit code %d: %s", code, &stderr)
			}
			_, tools, _ := strings.Cut(stdout.String(), "export interface Tools")
			_, want, _ := strings.Cut(test.want, "export interface Tools")
			for _, name := range []string{"AlmanacDayViewData"} {
				want = strings.ReplaceAll(want, "viewData: "+name, "viewData: unknown")
			}
			if diff := cmp.Diff(want, tools); diff != "" {
				t.Error(diff)
			}
			if strings.Contains(want, "AlmanacDayOutput") && !strings.Contains(stdout.String(), "export type AlmanacDayOutput = {") {
				t.Errorf("the type of the output is missing in\n%s", &stdout)
			}
		})
	}
}

// Whatever a server lists, what is written stays small and says what is left out.
func TestTypesOfHostileServers(t *testing.T) {
	t.Parallel()
	tool := func(name, input string) json.RawMessage {
		return json.RawMessage(`{"name":` + name + `,"inputSchema":` + input + `}`)
	}
	deep := strings.Repeat(`{"type":"object","properties":{"x":`, 2000) + `{}` + strings.Repeat(`}}`, 2000)
	many := make([]json.RawMessage, 3000)
	for i := range many {
		many[i] = tool(fmt.Sprintf(`"a%s"`, strings.Repeat("-", i%190)), `{"type":"object"}`)
	}
	large := `{"type":"object","properties":{` + strings.TrimSuffix(strings.Repeat(`"p":{"enum":["x"]},`, 40_000), ",") + `}}`
	for name, test := range map[string]struct {
		listed []json.RawMessage
		want   string // in the types
		warns  string
		fails  string
	}{
		"nothing":         {nil, "export interface Tools {\n}", "", ""},
		"no object":       {[]json.RawMessage{json.RawMessage(`7`), json.RawMessage(`{"name":7}`), json.RawMessage(`{}`)}, "export interface Tools {\n}", "Entry 2 of tools/list has no valid name", ""},
		"long name":       {[]json.RawMessage{tool(`"`+strings.Repeat("a", 300)+`"`, `{"type":"object"}`)}, "export interface Tools {\n}", "has no valid name", ""},
		"no schema":       {[]json.RawMessage{json.RawMessage(`{"name":"a","description":7}`), tool(`"b"`, `null`)}, "a: { input: unknown; output: unknown; viewData: unknown };\n  b: { input: unknown", "", ""},
		"strange schema":  {[]json.RawMessage{tool(`"a"`, `"text"`)}, "a: { input: unknown;", `The input of the tool "a" is unknown`, ""},
		"deep":            {[]json.RawMessage{tool(`"a"`, deep)}, "a: { input: unknown;", "nests more than 100 deep", ""},
		"recursive":       {[]json.RawMessage{tool(`"a"`, `{"type":"object","properties":{"next":{"$ref":"#"}}}`)}, "next?: AInput;", "", ""},
		"endless":         {[]json.RawMessage{tool(`"a"`, `{"type":"object","$ref":"#"}`)}, "a: { input: unknown;", "unknown", ""},
		"elsewhere":       {[]json.RawMessage{tool(`"a"`, `{"type":"object","properties":{"x":{"$ref":"http://127.0.0.1:1/x"}}}`)}, "a: { input: unknown;", "unknown", ""},
		"twice":           {[]json.RawMessage{tool(`"a"`, `{"type":"object","properties":{"x":{}}}`), tool(`"a"`, `{"type":"object"}`)}, "x?: unknown;", `"a" is listed twice`, ""},
		"of the runtime":  {[]json.RawMessage{tool(`"oriel_files"`, `{"type":"object"}`), tool(`"oriel_state"`, `{"type":"object"}`), tool(`"oriel_x"`, `{"type":"object"}`)}, "Tools {\n  oriel_x:", "", ""},
		"injection":       {[]json.RawMessage{tool(`"\"}*/;\u2028alert(1)"`, `{"type":"object","description":"*/ alert(1)","properties":{"a\nb":{"const":"\u2028"}}}`)}, `"\"}*/;`, "", ""},
		"same type names": {many, "export type AInput190 =", " more warnings are not shown.", ""},
		"large":           {[]json.RawMessage{tool(`"a"`, large)}, "a: { input: unknown;", "unknown", ""},
		"larger":          {slicesRepeat(tool(`"a"`, `"`+strings.Repeat("x", 1<<20)+`"`), 9), "", "", "are too large: the limit is 16 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, warnings, err := typesOf(test.listed)
			if test.fails != "" {
				if err == nil || !strings.Contains(err.Error(), test.fails) {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil || !strings.Contains(text, test.want) {
				t.Errorf("%v; %q is missing in:\n%.2000s", err, test.want, text)
			}
			if all := strings.Join(warnings, "\n"); len(warnings) > 21 || len(all) > 10_000 || !strings.Contains(all, test.warns) || test.warns == "" && all != "" {
				t.Errorf("want a warning of %q, got %.1000s", test.warns, all)
			}
		})
	}
}

// slicesRepeat returns tools whose names differ.
func slicesRepeat(tool json.RawMessage, n int) []json.RawMessage {
	list := make([]json.RawMessage, n)
	for i := range list {
		list[i] = bytes.Replace(tool, []byte(`"a"`), fmt.Appendf(nil, `"a%d"`, i), 1)
	}
	return list
}

// A file that can't be replaced is left as it was, and nothing stays beside it.
func TestTypesAreWrittenAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "oriel.ts")
	for _, want := range []string{stateWritten, stateUpToDate} {
		if got, err := putTypes(file, typesMark+"\nexport {};\n", false); err != nil || got != want {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if err := os.WriteFile(file, []byte(typesMark+"\r\nexport {};\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := putTypes(file, typesMark+"\nexport {};\n", true); err != nil || got != stateUpToDate {
		t.Errorf("with other line ends: %q, %v", got, err)
	}
	if got, err := putTypes(filepath.Join(dir, "missing", "oriel.ts"), typesMark, false); err == nil {
		t.Errorf("in a folder that is missing: %q", got)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
