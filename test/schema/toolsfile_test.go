package schema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/internal/schema/typescript"
)

func TestToolsTypeScriptCompiles(t *testing.T) {
	t.Parallel()
	type query struct {
		City string `json:"city"`
	}
	type forecast struct {
		High float64 `json:"high"`
		Tree tree    `json:"tree"`
	}
	got := typescript.Tools([]typescript.Tool{
		{Name: "forecast", Description: "The weather.\nOf one city. */ export {", Input: forType[query](t).JSON(), Output: forType[forecast](t).JSON(), ViewData: forType[tree](t).JSON()},
		{Name: "weather.list-all", Input: forType[query](t).JSON(), Output: forType[forecast](t).JSON()},
		{Name: "weather.list_all"},
		{Name: "1\"; }\u2028\n"},
		{Name: "7", Input: forType[struct{}](t).JSON()},
		{Name: "constructor", Output: forType[tree](t).JSON()},
		{Name: "__proto__"},
		{Name: "typed-call-tool"},
		{Name: "forecast", Description: "The same again, of which nothing is to be seen.", Input: forType[tree](t).JSON()},
	}, nil)
	user := `import { callTool, type Tools, type ToolName, type ForecastOutput, type WeatherListAllInput } from "./oriel";
const one: Tools["forecast"]["output"] = { high: 1, tree: { name: "a" } };
const same: ForecastOutput = one;
const input: WeatherListAllInput = { city: "Lisbon" };
const free: Tools["weather.list_all"]["input"] = [1, same, input];
const view: Tools["forecast"]["viewData"] = { name: "x", children: [] };
const name: ToolName = "weather.list-all";
const high: number | undefined = (await callTool("forecast", { city: "Lisbon" }, { signal: AbortSignal.timeout(1) })).data?.high;
const child: string | undefined = (await callTool("forecast", input)).viewData?.name;
const root: string | undefined = (await callTool("constructor")).data?.name;
await callTool("7");
await callTool("7", {});
await callTool("weather.list_all", { any: "thing" });
if (!callTool.isSupported()) throw new Error();
// @ts-expect-error
const wrong: ToolName = "weather";
// @ts-expect-error
await callTool("weather", {});
// @ts-expect-error
await callTool("forecast");
// @ts-expect-error
await callTool("forecast", { town: "Lisbon" });
// @ts-expect-error
await callTool("forecast", { city: 7 });
// @ts-expect-error
await callTool("7", { a: 1 });
// @ts-expect-error
(await callTool("forecast", input)).data?.low;
// @ts-expect-error
(await callTool("forecast", input)).viewData?.high;
// @ts-expect-error
(await callTool("weather.list_all")).data.high;
export { free, view, name, wrong, high, child, root };
`
	if complaints := typeScript(t, map[string]string{"oriel.ts": got, "user.ts": user}); complaints != "" {
		t.Errorf("%s\n%s", complaints, numbered(got))
	}
	if n := strings.Count(got, "  forecast: {"); n != 1 {
		t.Errorf("a tool that stands twice is declared %d times:\n%s", n, got)
	}
}

type place struct {
	Name string     `json:"name"`
	Near []*place   `json:"near,omitempty" doc:"Others"`
	At   [2]float64 `json:"at"`
}

type pageFor[T any] struct {
	Items []T `json:"items"`
}

type record struct {
	Day pageFor[place] `json:"day"`
}

type nested map[string]nested

// Go's names of structs are those of TypeScript: each is declared once for all tools.
func TestToolsTypeScriptKeepsNames(t *testing.T) {
	t.Parallel()
	type findInput struct { // what "oriel new tool find" would call it
		Query string `json:"query"`
	}
	type nameOutput struct {
		Home place  `json:"home" doc:"Where one lives"`
		Tree nested `json:"tree"`
		Any  struct {
			Low int `json:"low"`
		} `json:"any"`
	}
	byHand, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"at":{"$ref":"#/$defs/Place"}},"$defs":{"Place":{"const":7}}}`))
	if err != nil {
		t.Fatal(err)
	}
	schemas := []*schema.Schema{forType[findInput](t), forType[record](t), forType[nameOutput](t), forType[map[string]place](t), nil, byHand}
	texts, definitions := schema.Named(schemas...)
	got := typescript.Tools([]typescript.Tool{
		{Name: "find", Input: texts[0], Output: texts[1], ViewData: texts[3]},
		{Name: "name", Input: texts[4], Output: texts[2], ViewData: texts[5]},
		{Name: "place-type", Input: texts[1], Output: texts[1]}, // not the type Place
		{Name: "name-output", Output: texts[0]},
	}, definitions)
	user := `import type { FindInput, FindViewData, NameOutput, NameViewData, PageForOfPlace, Place, Tools, TRecord } from "./oriel";
const here: Place = { name: "Lisbon", at: [38, -9] };
const page: PageForOfPlace = { items: [here, { ...here, near: [here] }] };
const day: TRecord = { day: page };
const found: Tools["find"]["output"] = day;
const query: FindInput = { query: "x" };
const named: NameOutput = { home: here, tree: { a: { b: {} } }, any: { low: 1 } };
const view: FindViewData = { any: here };
const byHand: NameViewData = { at: 7 };
// @ts-expect-error
const wrong: Place = { name: 7, at: [1, 2] };
export { found, query, named, view, byHand, wrong };
`
	if complaints := typeScript(t, map[string]string{"oriel.ts": got, "user.ts": user}); complaints != "" {
		t.Errorf("%s\n%s", complaints, numbered(got))
	}
	for text, count := range map[string]int{
		"export type Place = {": 1, "export type FindInput =": 1, "export type FindOutput = TRecord;": 1, "  near?: Place[];": 1,
		"/** Where one lives */": 1, "/** Others */": 1, "low: number": 1, "export type NameOutput = {": 1,
	} {
		if n := strings.Count(got, text); n != count {
			t.Errorf("%q is there %d times, not %d:\n%s", text, n, count, numbered(got))
		}
	}
}

func TestToolsTypeScriptOfNothing(t *testing.T) {
	t.Parallel()
	empty := typescript.Tools(nil, nil)
	user := `import { callTool, type ToolName } from "./oriel";
const none: ToolName[] = [];
// @ts-expect-error
await callTool("forecast", {});
export { none };
`
	if complaints := typeScript(t, map[string]string{"oriel.ts": empty, "user.ts": user}); complaints != "" {
		t.Errorf("%s\n%s", complaints, empty)
	}
}

// The callTool of the file is that of the runtime: a page that calls by it carries
// next to nothing more, and one that takes only types nothing at all.
func TestToolsTypeScriptWeighsNothing(t *testing.T) {
	t.Parallel()
	types := typescript.Tools([]typescript.Tool{{Name: "forecast", Description: "The weather", Input: forType[tree](t).JSON()}}, nil)
	build := func(page string) string {
		t.Helper()
		dir := t.TempDir()
		for name, text := range map[string]string{"oriel.ts": types, "page.ts": page} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		runtime, err := filepath.Abs(filepath.Join("..", "..", "view", "src", "index.ts"))
		if err != nil {
			t.Fatal(err)
		}
		result := api.Build(api.BuildOptions{
			AbsWorkingDir: dir, EntryPoints: []string{"page.ts"}, Bundle: true, Format: api.FormatIIFE, Target: api.ES2022,
			MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
			TsconfigRaw: "{}", Alias: map[string]string{"@oriel/view": runtime},
		})
		if len(result.Errors) > 0 {
			t.Fatalf("%+v", result.Errors)
		}
		return string(result.OutputFiles[0].Contents)
	}
	const call = `document.onclick = () => callTool("forecast", { name: "a" });`
	plain := build(`import { callTool } from "@oriel/view"; ` + call)
	bound := build(`import { callTool } from "./oriel.ts"; ` + call)
	const alias = len("var ab=cd;")
	if more := len(bound) - len(plain); more > alias {
		t.Errorf("the bound callTool costs %d bytes", more)
	}
	only := build(`import { callTool } from "@oriel/view"; import type { Tools } from "./oriel.ts"; export type T = Tools; ` + call)
	// The bundler may choose other short names, but no longer ones.
	if len(only) != len(plain) {
		t.Errorf("the types alone cost %d bytes", len(only)-len(plain))
	}
	if unused := build(`import "./oriel.ts"; document.title = "x";`); strings.Contains(unused, "tools/call") {
		t.Error("a page that calls no tool carries callTool")
	}
}
