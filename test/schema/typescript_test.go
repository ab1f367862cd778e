package schema_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/internal/schema/typescript"
)

type page[T any] struct {
	Items []T      `json:"items" maxlen:"50"`
	Next  *page[T] `json:"next,omitempty" doc:"The page after this one"`
}

type everyType struct {
	Name     string                 `json:"name" doc:"Ends a comment? */ No." example:"x" pattern:"^[a-z]+$"`
	Unit     unit                   `json:"unit" default:"km"`
	Level    level                  `json:"level"`
	Flag     bool                   `json:"flag" deprecated:"true"`
	ID       int64                  `json:"id,string"`
	Ratio    float64                `json:"a ratio"`
	Pair     [2]*int                `json:"pair"`
	Long     [20]int                `json:"long"`
	Units    []unit                 `json:"units"`
	ByDay    map[int][]string       `json:"byDay"`
	Nested   map[string]map[int]any `json:"nested,omitempty"`
	Raw      json.RawMessage        `json:"raw"`
	When     time.Time              `json:"when"`
	Took     time.Duration          `json:"took,omitzero"`
	Bytes    []byte                 `json:"bytes"`
	Empty    struct{}               `json:"empty"`
	Tree     *tree                  `json:"tree"`
	Pages    page[unit]             `json:"pages,omitzero"`
	Anything any                    `json:"anything,omitempty" title:"Anything" example:"[1]"`
}

func forType[T any](t *testing.T) *schema.Schema {
	t.Helper()
	s, err := schema.For[T]()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTypeScript(t *testing.T) {
	t.Parallel()
	want := `export type EveryType = {
  /**
   * Ends a comment? *\/ No.
   * @example "x"
   */
  name: string;
  /** @default "km" */
  unit?: "km" | "miles" | "a, b";
  level: 1 | 2 | 3;
  /** @deprecated */
  flag: boolean;
  id: string;
  "a ratio": number;
  pair: [number, number];
  long: number[];
  units: ("km" | "miles" | "a, b")[];
  byDay: { [key: string]: string[] };
  nested?: { [key: string]: { [key: string]: unknown } };
  raw: unknown;
  /** @format date-time */
  when: string;
  /** Nanoseconds */
  took?: number;
  /** @encoding base64 */
  bytes: string;
  empty: Record<string, never>;
  tree?: Tree;
  pages?: PageOfUnit;
  /**
   * Anything
   * @example [1]
   */
  anything?: unknown;
};

export type Tree = {
  name: string;
  children?: Tree[];
};

export type PageOfUnit = {
  items: ("km" | "miles" | "a, b")[];
  /** The page after this one */
  next?: PageOfUnit;
};
`
	if diff := cmp.Diff(want, typescript.Declare("every-type", forType[everyType](t).JSON())); diff != "" {
		t.Error(diff)
	}
}

// typeScript runs the compiler over files, and returns what it complains of.
func typeScript(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	arguments := []string{
		installed(t, "typescript", "bin", "tsc"), "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", "esnext",
		"--moduleResolution", "bundler", "--types", "",
	}
	linkRuntime(t, dir)
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, path)
	}
	command := exec.CommandContext(t.Context(), installed(t, "node", "bin", "node"), arguments...)
	command.Dir = dir // away from the tsconfig.json of the repository
	output, err := command.CombinedOutput()
	if err != nil && len(output) == 0 {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(output), dir, "")
}

// linkRuntime gives the files of a folder the runtime's package.
func linkRuntime(t *testing.T, dir string) {
	t.Helper()
	scope := filepath.Join(dir, "node_modules", "@oriel")
	if err := os.MkdirAll(scope, 0o700); err != nil {
		t.Fatal(err)
	}
	runtime, err := filepath.Abs(filepath.Join("..", "..", "view"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(runtime, filepath.Join(scope, "view")); err != nil {
		t.Fatal(err)
	}
}

// Each value is assigned to the type of its schema. What the checker accepts
// must compile; what it refuses for a reason that TypeScript knows must not.
func TestSystemTypeScriptAgreesWithTheChecker(t *testing.T) {
	t.Parallel()
	const full = `"name":"ada","level":1,"flag":true,"id":"9007199254740993","a ratio":0.5,"pair":[1,2],"long":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],` +
		`"units":["km"],"byDay":{"-1":["a"]},"raw":[null],"when":"2026-01-26T09:30:00Z","bytes":"AA==","empty":{}`
	var types typescript.Declarations
	var out strings.Builder
	n := 0
	try := func(name string, s *schema.Schema, values ...string) {
		name = types.Add(name, s.JSON())
		for _, value := range values {
			n++
			if s.Check(json.RawMessage(value)) != nil {
				out.WriteString("// @ts-expect-error\n")
			}
			fmt.Fprintf(&out, "export const value%d: %s = %s;\n", n, name, value)
		}
	}
	parsed := func(text string) *schema.Schema {
		s, err := schema.Parse(json.RawMessage(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	try("EveryType", forType[everyType](t),
		`{`+full+`}`,
		`{`+full+`,"unit":"a, b","tree":{"name":"a","children":[{"name":"b","children":[]}]},"anything":{"x":1},"took":5,"nested":{"a":{"1":null}}}`,
		`{`+full+`,"pages":{"items":["km"],"next":{"items":[]}}}`,
		`{`+full+`,"unit":"furlong"}`,
		`{`+full+`,"unknown":1}`,
		`{`+full+`,"tree":{"name":"a","children":[{"name":1}]}}`,
		`{`+full+`,"tree":null}`,
		`{"name":"ada"}`,
		`{`+strings.Replace(full, `"pair":[1,2]`, `"pair":[1]`, 1)+`}`,
		`{`+strings.Replace(full, `"pair":[1,2]`, `"pair":[1,null]`, 1)+`}`,
		`{`+strings.Replace(full, `"level":1`, `"level":4`, 1)+`}`,
		`{`+strings.Replace(full, `"empty":{}`, `"empty":{"a":1}`, 1)+`}`,
		`{`+strings.Replace(full, `"id":"9007199254740993"`, `"id":9007199254740993`, 1)+`}`,
		`{`+strings.Replace(full, `"byDay":{"-1":["a"]}`, `"byDay":{"-1":[1]}`, 1)+`}`,
	)
	try("Endless", forType[struct{ E endless }](t), `{"E":[[],[[]]]}`, `{"E":[1]}`)
	try("Dictionary", forType[map[string]*tree](t), `{}`, `{"a":{"name":"b"}}`, `{"a":1}`)
	try("Foreign", parsed(`{"type":"object","required":["shape"],"additionalProperties":false,"properties":{
		"shape":{"oneOf":[{"$ref":"#/$defs/circle"},{"$ref":"#/$defs/group"}]},
		"t":{"type":"array","prefixItems":[{"type":"string"},{"enum":[1,2]}],"items":{"type":"boolean"},"minItems":1},
		"both":{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"number"}}}]},
		"free":{"if":{"type":"string"},"then":{"minLength":2}},"never":false,
		"p":{"type":"object","patternProperties":{"^x":{"type":"number"}},"additionalProperties":{"type":"string"}}},
		"$defs":{
		"circle":{"type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"],"additionalProperties":false},
		"group":{"type":"object","properties":{"kind":{"const":"group"},"of":{"type":"array","items":{"$ref":"#/properties/shape"}},"self":{"$ref":"#"}},"required":["kind"]}}}`),
		`{"shape":{"kind":"circle","r":1}}`,
		`{"shape":{"kind":"group","of":[{"kind":"circle","r":1}],"self":{"shape":{"kind":"group"}},"more":1}}`,
		`{"shape":{"kind":"circle"}}`,
		`{"shape":{"kind":"group","self":{"shape":1}}}`,
		`{"shape":{"kind":"group"},"t":["a",2,true,false],"both":{"a":"x","b":1,"c":[]},"free":["x"],"p":{"x1":1,"a":"b"}}`,
		`{"shape":{"kind":"group"},"t":[]}`,
		`{"shape":{"kind":"group"},"t":["a",3]}`,
		`{"shape":{"kind":"group"},"both":{"b":1}}`,
		`{"shape":{"kind":"group"},"never":1}`,
	)
	// What a view does with it: pass it on as an open object.
	out.WriteString("export const passed: Record<string, unknown> = value1;\n")
	text := types.String() + out.String()
	if complaints := typeScript(t, map[string]string{"values.ts": text}); complaints != "" {
		t.Errorf("%s\n%s", complaints, numbered(text))
	}
}

// The same by chance, for what the checker accepts.
func TestSystemTypeScriptTakesWhatTheCheckerAccepts(t *testing.T) {
	t.Parallel()
	var types typescript.Declarations
	var out strings.Builder
	n := 0
	add := func(s *schema.Schema, c *choices) {
		name := types.Add("Made", s.JSON())
		for range 5 {
			if value := c.instance(s.JSON()); s.Check(value) == nil {
				n++
				fmt.Fprintf(&out, "export const value%d: %s = %s;\n", n, name, value)
			}
		}
	}
	for seed := range 120 {
		c := chosen([]byte{byte(seed)})
		if s, err := schema.ForType(c.structType(3)); err == nil {
			add(s, c)
		}
		document := c.jsonSchema(3)
		delete(document, "$ref")
		document["type"] = "object"
		document["$defs"] = map[string]any{"d": c.jsonSchema(2)}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := schema.Parse(text); err == nil {
			add(s, c)
		}
	}
	if n < 300 {
		t.Fatalf("only %d values", n)
	}
	text := types.String() + out.String()
	if complaints := typeScript(t, map[string]string{"values.ts": text}); complaints != "" {
		t.Errorf("%s\n%s", complaints, numbered(text))
	}
}

func numbered(text string) string {
	var out strings.Builder
	for i, line := range strings.Split(text, "\n") {
		fmt.Fprintf(&out, "%d\t%s\n", i+1, line)
	}
	return out.String()
}
