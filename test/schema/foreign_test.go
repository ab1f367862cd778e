package schema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/internal/schema/typescript"
)

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	in := func(inner string) string { return `{"type":"object","properties":{"a":` + inner + `}}` }
	branches := func(levels int) string { // each level uses the next one twice
		var defs strings.Builder
		for i := range levels {
			fmt.Fprintf(&defs, `"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
		}
		fmt.Fprintf(&defs, `"d%d":{"type":"string"}`, levels)
		return `{"type":"object","$defs":{` + defs.String() + `},"properties":{"a":{"$ref":"#/$defs/d0"}}}`
	}
	for name, test := range map[string]struct{ text, want string }{
		"empty":             {``, "is not JSON"},
		"not JSON":          {`{`, "is not JSON"},
		"not UTF-8":         {"{\"type\":\"object\",\"title\":\"\xff\"}", "it is not UTF-8"},
		"true":              {`true`, "not an object"},
		"a string":          {`{"type":"string"}`, "not an object"},
		"two types":         {`{"type":["object","null"]}`, "not an object"},
		"twice":             {`{"type":"object","type":"object"}`, "a member twice"},
		"too long":          {`{"type":"object","title":"` + strings.Repeat("a", schema.MaxSchemaBytes) + `"}`, "the limit is 1048576"},
		"too deep":          {`{"type":"object","default":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`, "nests more than 100 deep"},
		"very deep":         {in(strings.Repeat(`{"items":`, 90_000) + `{}` + strings.Repeat(`}`, 90_000)), ""},
		"remote":            {in(`{"$ref":"https://evil.example/x.json"}`), "only references inside the document"},
		"a file":            {in(`{"$ref":"other.json#/a"}`), "only references inside the document"},
		"nothing there":     {in(`{"$ref":"#/$defs/x"}`), "it refers to nothing"},
		"no schema there":   {in(`{"$ref":"#/type"}`), "it refers to nothing"},
		"no such anchor":    {in(`{"$ref":"#x"}`), "it refers to nothing"},
		"another document":  {in(`{"$id":"https://evil.example/"}`), `below the root`},
		"itself":            {`{"type":"object","$ref":"#"}`, "refers to itself"},
		"loop":              {`{"type":"object","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, "refers to itself"},
		"loop by all of":    {`{"type":"object","$defs":{"a":{"allOf":[{"not":{"$ref":"#/$defs/a"}}]}}}`, "refers to itself"},
		"loop by if":        {`{"type":"object","$defs":{"a":{"if":{},"then":{"$ref":"#/$defs/a"}}}}`, "refers to itself"},
		"loop, dependent":   {`{"type":"object","$defs":{"a":{"dependentSchemas":{"x":{"$ref":"#/$defs/a"}}}}}`, "refers to itself"},
		"loop, dynamic":     {`{"type":"object","$defs":{"a":{"$dynamicAnchor":"x","anyOf":[{"$dynamicRef":"#x"}]}}}`, "refers to itself"},
		"loop out of sight": {`{"type":"object","x":{"a":{"$ref":"#/x/a"}},"properties":{"a":{"$ref":"#/x/a"}}}`, "refers to itself"},
		"exponential":       {branches(40), "too many steps"},
		"look-ahead":        {in(`{"pattern":"^(?=a)"}`), "no look-around"},
		"back-reference":    {in(`{"pattern":"(a)\\1"}`), "no look-around"},
		"pattern name":      {in(`{"patternProperties":{"(?!a)":{}}}`), "no look-around"},
		"broken pattern":    {in(`{"pattern":"("}`), "missing closing )"},
		"pattern repeats":   {in(`{"pattern":"((a{1000}){1000}){1000}"}`), "can't be checked"},
		"draft 4":           {`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object"}`, "neither 2020-12 nor draft 7"},
		"unknown type":      {in(`{"type":"text"}`), `the keyword "type" must be a type`},
		"type twice":        {in(`{"type":["string","string"]}`), `the keyword "type" must be a type`},
		"negative length":   {in(`{"minLength":-1}`), `the keyword "minLength" must be a whole number from 0, not -1`},
		"fraction of items": {in(`{"maxItems":1.5}`), `the keyword "maxItems" must be a whole number`},
		"text as number":    {in(`{"minimum":"1"}`), `the keyword "minimum" must be a number`},
		"multiple of 0":     {in(`{"multipleOf":0}`), `the keyword "multipleOf" must be a number above 0`},
		"old exclusive":     {in(`{"minimum":1,"exclusiveMinimum":true}`), `the keyword "exclusiveMinimum" must be a number`},
		"old required":      {in(`{"required":true}`), `the keyword "required" must be a list of names`},
		"required twice":    {in(`{"required":["a","a"]}`), `the keyword "required" must be a list of names`},
		"no branches":       {in(`{"anyOf":[]}`), `the keyword "anyOf" must be a list of schemas`},
		"no schema":         {in(`{"not":"string"}`), `the keyword "not" must be a schema`},
		"items":             {in(`{"items":"string"}`), `the keyword "items" must be a schema`},
		"properties":        {in(`{"properties":["a"]}`), `the keyword "properties" must be an object of schemas`},
		"a property":        {in(`{"properties":{"b":"string"}}`), `the keyword "properties" must be an object of schemas`},
		"description":       {in(`{"description":7}`), `the keyword "description" must be a string`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quickly(t, func() {
				_, err := schema.Parse(json.RawMessage(test.text))
				if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 1000 {
					t.Errorf("got %.300v, want %s", err, test.want)
				}
			})
		})
	}
}

// Keywords of 2020-12 that our checker leaves to the other one, and its own.
func TestParseChecksEveryKeyword(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ schema, fits, fails, want string }{
		"path":           {`{"type":"array","items":{"type":"object","properties":{"b":{"type":"integer"}}}}`, `[{"b":1}]`, `[{"b":1},{"b":"x"}]`, "a[1].b: must be an integer, not a string"},
		"nullable":       {`{"type":["string","null"],"minLength":1}`, `null`, `""`, "a: must have at least 1 character"},
		"open":           {`{"type":"object","properties":{"b":{}}}`, `{"c":1}`, `[]`, "a: must be an object"},
		"closed":         {`{"additionalProperties":false,"properties":{"unit":{}}}`, `7`, `{"units":1}`, `a.units: is not known; did you mean "unit"?`},
		"required":       {`{"required":["b"]}`, `{"b":null}`, `{}`, "a.b: is required"},
		"required, no":   {`{"required":["b"],"additionalProperties":false}`, `1`, `{"b":1}`, "a.b: is not allowed"},
		"others":         {`{"additionalProperties":{"const":1}}`, `{"b":1.0}`, `{"b":2}`, "a.b: must be one of 1"},
		"enum":           {`{"enum":["on",{"x":[1,2]},null]}`, `{"x":[1.0,2]}`, `"no"`, `a: must be one of "on", {"x":[1,2]}, null`},
		"enum and const": {`{"enum":[1,2],"const":2}`, `2`, `1`, "a: must be one of 2"},
		"two limits":     {`{"minimum":1,"exclusiveMinimum":1,"maximum":5,"exclusiveMaximum":9}`, `5`, `1`, "a: must be more than 1"},
		"members":        {`{"minProperties":1,"maxProperties":1}`, `{"b":1}`, `{}`, "a: must have 1 member, not 0"},
		"false":          {`{"properties":{"b":false}}`, `{}`, `{"b":1}`, "a.b: is not allowed"},
		"reference":      {`{"$ref":"#/$defs/list"}`, `[[],[[]]]`, `[[1]]`, "a[0][0]: must be an array"},
		"unknown":        {`{"type":"integer","x-order":7,"widget":{"pattern":"("}}`, `1`, `"1"`, "a: must be an integer, not a string; write 1"},
		"format":         {`{"type":"string","format":"date"}`, `"no date"`, `7`, "a: must be a string"},
		"any of":         {`{"anyOf":[{"type":"string"},{"minimum":5}]}`, `"x"`, `3`, "anyOf"},
		"one of":         {`{"oneOf":[{"minimum":1},{"minimum":5}]}`, `3`, `7`, "oneOf"},
		"all of":         {`{"allOf":[{"type":"object"},{"required":["b"]}]}`, `{"b":1}`, `{}`, "required"},
		"not":            {`{"not":{"type":"string"}}`, `1`, `"x"`, "not"},
		"if":             {`{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":5}}`, `"xx"`, `1`, "minimum"},
		"patterns":       {`{"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}`, `{"x1":1}`, `{"y":1}`, "additional"},
		"names":          {`{"propertyNames":{"maxLength":1}}`, `{"b":1}`, `{"bb":1}`, "propertyNames"},
		"tuple":          {`{"prefixItems":[{"type":"string"}],"items":false}`, `["x"]`, `["x",1]`, "items"},
		"contains":       {`{"contains":{"const":1},"maxContains":1}`, `[1,2]`, `[1,1]`, "ontains"},
		"unique":         {`{"uniqueItems":true}`, `[1,2]`, `[1,1]`, "unique"},
		"multiple":       {`{"multipleOf":0.5}`, `1.5`, `1.2`, "multipleOf"},
		"dependent":      {`{"dependentRequired":{"b":["c"]}}`, `{"c":1}`, `{"b":1}`, "dependentRequired"},
		"unevaluated":    {`{"allOf":[{"properties":{"b":{}}}],"unevaluatedProperties":false}`, `{"b":1}`, `{"c":1}`, "unevaluated"},
		"beside":         {`{"$ref":"#/$defs/list","maxItems":1}`, `[[]]`, `[[],[]]`, "maxItems"},
		"anchor":         {`{"$ref":"#l"}`, `[]`, `1`, "type"},
		"dynamic":        {`{"$dynamicRef":"#l"}`, `[]`, `1`, "type"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"a":` + test.schema +
				`},"$defs":{"list":{"$dynamicAnchor":"l","type":"array","items":{"$ref":"#/$defs/list"}}}}`
			if err := fitsSecond(t, meta(t), json.RawMessage(text)); err != nil {
				t.Fatal(err)
			}
			s, err := schema.Parse(json.RawMessage(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(s.JSON()); got != text {
				t.Errorf("the schema is changed to %s", got)
			}
			fits, fails := json.RawMessage(`{"a":`+test.fits+`}`), json.RawMessage(`{"a":`+test.fails+`}`)
			if err := s.Check(fits); err != nil {
				t.Errorf("%s: %v", fits, err)
			}
			if err := s.Check(fails); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: got %v, want %s", fails, err, test.want)
			}
			other := opinion(t, json.RawMessage(text), false)
			if fitsSecond(t, other, fits) != nil || fitsSecond(t, other, fails) == nil {
				t.Error("another implementation disagrees")
			}
		})
	}
}

func TestDraft7(t *testing.T) {
	t.Parallel()
	s, err := schema.Parse(json.RawMessage(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",
		"definitions":{"n":{"type":"integer"}},"properties":{"a":{"$ref":"#/definitions/n"},"t":{"type":"array","items":[{"type":"string"}],"additionalItems":false}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(json.RawMessage(`{"a":1,"t":["x"]}`)); err != nil {
		t.Error(err)
	}
	for _, text := range []string{`{"a":"x"}`, `{"t":["x",1]}`, `{"t":[1]}`} {
		if s.Check(json.RawMessage(text)) == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

func TestNormal(t *testing.T) {
	t.Parallel()
	s, err := schema.Parse(json.RawMessage(`{"type":"object","required":["r"],"properties":{
		"r":{"type":["string","null"]},"o":{"type":"string"},"n":{"type":["integer","null"]},"any":{},"in":{"type":"object","properties":{"o":{"type":"string"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"r":null,"o":null,"n":null,"any":null,"in":{"o":null,"x":null}}`: `{"r":null,"n":null,"any":null,"in":{"x":null}}`,
		`{ "r" : "a" }`:                   `{ "r" : "a" }`,
		`{"r":"a","n":1.50}`:              ``,
		`{"r":"a","n":1e400,"any":"<&>"}`: `{"r":"a","n":1e400,"any":"<&>"}`,
	} {
		got, err := s.Normal(json.RawMessage(text))
		if (err == nil) != (want != "") || string(got) != want {
			t.Errorf("%s\ngot  %s, %v\nwant %s", text, got, err, want)
		}
	}
}

// What the other checker gets is bounded: its messages quote whole values, and
// grow with each level.
func TestLargeInputOfForeignSchemas(t *testing.T) {
	t.Parallel()
	s, err := schema.Parse(json.RawMessage(`{"type":"object","$defs":{"l":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/l"}},{"const":1}]}},
		"properties":{"l":{"$ref":"#/$defs/l"},"u":{"uniqueItems":true},"n":{"multipleOf":2}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"deep":        `{"l":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
		"fairly deep": `{"l":` + strings.Repeat("[", 400) + "7" + strings.Repeat("]", 400) + `}`,
		"long":        `{"l":"` + strings.Repeat("a", 5<<20) + `"}`,
		"huge number": `{"n":1e400000}`,
		"many items":  `{"u":[` + strings.Repeat(`1,`, 200_000) + `1]}`,
		"odd":         `{"n":3}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quickly(t, func() {
				if err := s.Check(json.RawMessage(text)); err == nil || len(err.Error()) > 1000 {
					t.Errorf("got %.300v", err)
				}
			})
		})
	}
	var unique strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&unique, "%d,", i)
	}
	quickly(t, func() {
		if err := s.Check(json.RawMessage(`{"u":[` + unique.String() + `"x"]}`)); err != nil {
			t.Error(err)
		}
	})
}

// FuzzParse looks for schemas that can't be parsed, checked or declared
// without trouble.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#"}}}`, `{"type":"object","patternProperties":{"^a":{"not":{}}},"allOf":[{"if":true}]}`,
		`{"type":"object","$defs":{"a":{"$dynamicAnchor":"x","items":{"$dynamicRef":"#x"}}},"dependentSchemas":{"a":{"$ref":"#/$defs/a"}}}`,
		`{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"],"c":{}},"items":[{}]}`,
		`{"type":"object","unevaluatedProperties":{"$anchor":"b"},"properties":{"a":{"$ref":"#b"}},"required":["\u0000"]}`,
	} {
		f.Add(seed, `{"a":{"a":[1,"b",null]}}`)
	}
	f.Fuzz(func(t *testing.T, text, value string) {
		s, err := schema.Parse(json.RawMessage(text))
		if err != nil {
			return
		}
		_ = s.Check(json.RawMessage(value))
		if normal, err := s.Normal(json.RawMessage(value)); err == nil {
			if err := s.Check(normal); err != nil {
				t.Errorf("%s is made of %s, and does not fit %s: %v", normal, value, text, err)
			}
		}
		if declared := typescript.Declare("T", s.JSON()); !strings.HasPrefix(strings.TrimPrefix(declared, "/**"), "export type T = ") && !strings.Contains(declared, "export type T = ") {
			t.Errorf("got %s", declared)
		}
	})
}
