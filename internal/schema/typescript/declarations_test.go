package typescript_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/schema/typescript"
)

func TestDeclare(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ schema, want string }{
		"type":              {`{"type":"string"}`, `string`},
		"types":             {`{"type":["integer","null","number"]}`, `number | null`},
		"open object":       {`{"type":"object"}`, `{ [key: string]: unknown }`},
		"closed object":     {`{"type":"object","additionalProperties":false}`, `Record<string, never>`},
		"dictionary":        {`{"type":"object","additionalProperties":{"type":"number"}}`, `{ [key: string]: number }`},
		"no type":           {`{"properties":{"a":{"type":"string"}}}`, `unknown`},
		"true":              {`true`, `unknown`},
		"false":             {`false`, `never`},
		"required only":     {`{"type":"object","required":["b"],"additionalProperties":false}`, "{\n    b: unknown;\n  }"},
		"mixed members":     {`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"number"}}`, "{\n    a?: string;\n    [key: string]: unknown;\n  }"},
		"pattern members":   {`{"type":"object","patternProperties":{"^x":{"type":"number"}},"additionalProperties":false}`, `{ [key: string]: unknown }`},
		"patterns and rest": {`{"type":"object","patternProperties":{"^x":{}},"additionalProperties":{"type":"number"}}`, `{ [key: string]: unknown }`},
		"read only":         {`{"type":"object","properties":{"a":{"type":"string","readOnly":true}},"additionalProperties":false}`, "{\n    readonly a?: string;\n  }"},
		"enum":              {`{"enum":["a\"b",1,1.5,-1,1e400,true,null,{"a":1},[1]]}`, `"a\"b" | 1 | 1.5 | -1 | number | true | null | { [key: string]: unknown } | unknown[]`},
		"const":             {`{"const":"a"}`, `"a"`},
		"any of":            {`{"anyOf":[{"type":"string"},{"type":"object","allOf":[{"type":"object"},{"required":["a"]}]}]}`, `string | { [key: string]: unknown }`},
		"any of, one open":  {`{"anyOf":[{"type":"string"},{"minimum":1}]}`, `unknown`},
		"one of":            {`{"oneOf":[{"const":1},{"const":2}]}`, `1 | 2`},
		"all of": {
			`{"allOf":[{"anyOf":[{"type":"string"},{"type":"null"}]},{"type":["string","number"]},{"minLength":3}]}`,
			`(string | null) & (string | number)`,
		},
		"array of unions":  {`{"type":"array","items":{"enum":[1,2]}}`, `(1 | 2)[]`},
		"array of all of":  {`{"type":"array","items":{"allOf":[{"type":"string"},{"enum":["a"]}]}}`, `(string & "a")[]`},
		"array of nothing": {`{"type":"array","items":false}`, `[]`},
		"tuple":            {`{"type":"array","prefixItems":[{"type":"string"},{"enum":[1,2]}],"items":false,"minItems":1}`, `[string, (1 | 2)?]`},
		"tuple with rest":  {`{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"number"},"minItems":1}`, `[string, ...number[]]`},
		"open tuple":       {`{"type":"array","prefixItems":[{"type":"string"}]}`, `[string?, ...unknown[]]`},
		"tuple with less":  {`{"type":"array","prefixItems":[{},{},{}],"maxItems":1}`, `[unknown?]`},
		"old tuple":        {`{"type":"array","items":[{"type":"string"}],"additionalItems":false}`, `[string?]`},
		"not":              {`{"not":{"type":"string"}}`, `unknown`},
		"if":               {`{"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"number"}}`, `unknown`},
		"dynamic":          {`{"$dynamicRef":"#x"}`, `unknown`},
		"anchor":           {`{"$ref":"#x"}`, `unknown`},
		"reference":        {`{"$ref":"#/$defs/a~1b","description":"Said here"}`, `AB`},
		"place":            {`{"items":{"$ref":"#/properties/x"},"type":"array"}`, `unknown[]`},
		"contains":         {`{"type":"array","contains":{"type":"string"},"uniqueItems":true}`, `unknown[]`},
		"unevaluated":      {`{"type":"object","unevaluatedProperties":false,"dependentSchemas":{"a":{"required":["b"]}},"propertyNames":{"maxLength":3}}`, `{ [key: string]: unknown }`},
		"content":          {`{"type":"string","contentMediaType":"application/json","contentSchema":{"type":"object"}}`, `string`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := typescript.Declare("T", json.RawMessage(`{"type":"object","properties":{"x":`+test.schema+`},"required":["x"],"additionalProperties":false,`+
				`"$defs":{"a/b":{"type":"string","$anchor":"x","$dynamicAnchor":"x"}}}`))
			_, got, _ = strings.Cut(got, "  x: ")
			got, _, _ = strings.Cut(got, ";\n};")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"list-items": "ListItems", "weather.forecast_v2": "WeatherForecastV2", "": "T", "2d": "T2d", "record": "TRecord", "été": "T", "Día": "DA",
		strings.Repeat("x", 500): "X" + strings.Repeat("x", 99),
	} {
		if got := new(typescript.Declarations).Add(name, nil); got != want {
			t.Errorf("%.20q becomes %q, want %q", name, got, want)
		}
	}
}
