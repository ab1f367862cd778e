package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/schema"
)

type query struct {
	City  string     `json:"city" doc:"City to look up" example:"Lisbon"`
	Unit  string     `json:"unit" default:"metric" enum:"metric, imperial"`
	Days  int        `json:"days,omitempty" min:"1" max:"14"`
	Since *time.Time `json:"since"`
	Tags  []string   `json:"tags,omitempty"`
}

type tree struct {
	Name     string `json:"name"`
	Children []tree `json:"children,omitempty"`
}

type selfish struct {
	*selfish //nolint:unused // it is here to embed itself

	A int `json:"a"`
}

type (
	ambiguousA struct{ X int }
	ambiguousB struct{ X int }
)

type endless []endless

type endlessPointer *endlessPointer

type point struct{ Lat, Lon float64 }

type everything struct {
	point

	Bytes  []byte            `json:"bytes"`
	Raw    json.RawMessage   `json:"raw"`
	Any    any               `json:"any"`
	Points []point           `json:"points"`
	Counts map[string]uint64 `json:"counts"`
	Pair   [2]int            `json:"pair"`
	Hidden string            `json:"-"`
	Text   int               `json:"text,string"`
}

func TestForWritesTheSchema(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		build func() (*schema.Schema, error)
		want  string
	}{
		"tags": {schema.For[query], `{"type":"object","properties":{` +
			`"city":{"type":"string","description":"City to look up","examples":["Lisbon"]},` +
			`"unit":{"type":"string","enum":["metric","imperial"],"default":"metric"},` +
			`"days":{"type":"integer","minimum":1,"maximum":14},` +
			`"since":{"type":"string","format":"date-time"},` +
			`"tags":{"type":"array","items":{"type":"string"}}},` +
			`"required":["city"],"additionalProperties":false}`},
		"recursion": {schema.For[tree], `{"type":"object","properties":{"name":{"type":"string"},` +
			`"children":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["name"],"additionalProperties":false,` +
			`"$defs":{"tree":{"type":"object","properties":{"name":{"type":"string"},` +
			`"children":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"required":["name"],"additionalProperties":false}}}`},
		"embeds itself": {schema.For[selfish], `{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`},
		"kinds": {schema.For[everything], `{"type":"object","properties":{` +
			`"Lat":{"type":"number"},"Lon":{"type":"number"},` +
			`"bytes":{"type":"string","contentEncoding":"base64"},"raw":{},"any":{},` +
			`"points":{"type":"array","items":{"type":"object","properties":{"Lat":{"type":"number"},"Lon":{"type":"number"}},` +
			`"required":["Lat","Lon"],"additionalProperties":false}},` +
			`"counts":{"type":"object","additionalProperties":{"type":"integer","minimum":0}},` +
			`"pair":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2},` +
			`"text":{"type":"string","pattern":"^-?(0|[1-9][0-9]*)$"}},` +
			`"required":["Lat","Lon","bytes","raw","any","points","counts","pair","text"],"additionalProperties":false}`},
		"list of itself": {schema.For[struct{ E endless }], `{"type":"object","properties":{"E":{"$ref":"#/$defs/endless"}},` +
			`"required":["E"],"additionalProperties":false,"$defs":{"endless":{"type":"array","items":{"$ref":"#/$defs/endless"}}}}`},
		"map": {schema.For[map[string]int], `{"type":"object","additionalProperties":{"type":"integer"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := test.build()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(s.JSON())); diff != "" {
				t.Error(diff)
			}
			if _, err := schema.Parse(s.JSON()); err != nil {
				t.Errorf("another implementation can't read it: %v", err)
			}
		})
	}
}

func TestForRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		build func() (*schema.Schema, error)
		want  string
	}{
		"list":    {schema.For[[]int], "not an object"},
		"text":    {schema.For[string], "not an object"},
		"endless": {schema.For[struct{ E *endlessPointer }], "nests more than"},
		"channel": {schema.For[struct{ C chan int }], "field C: chan int has no JSON form"},
		"map key": {schema.For[struct{ M map[[2]int]int }], "field M"},
		"bad min": {schema.For[struct {
			N int `min:"low"`
		}], `field N: the tag min:"low"`},
		"min of text": {schema.For[struct {
			S string `min:"1"`
		}], `field S`},
		"bad pattern": {schema.For[struct {
			S string `pattern:"("`
		}], `field S: the tag pattern`},
		"default": {schema.For[struct {
			N int `default:"many"`
		}], `field N: the tag default:"many"`},
		"default not in enum": {schema.For[struct {
			S string `enum:"a,b" default:"c"`
		}], `must be one of "a", "b"`},
		"nothing between": {schema.For[struct {
			N int `min:"9" max:"1"`
		}], `leave nothing between`},
		"min that is no number": {schema.For[struct {
			N int `min:"NaN"`
		}], `field N: the tag min:"NaN"`},
		"format of a time": {schema.For[struct {
			T time.Time `format:"date"`
		}], `format of their own`},
		"enum of anything": {schema.For[struct {
			A any `enum:"1,2"`
		}], `field A: the tag enum`},
		"reader": {schema.For[struct{ R io.Reader }], `field R: io.Reader has no JSON form`},
		"one name twice": {schema.For[struct {
			X int
			Y int `json:"X"`
		}], `two fields named "X"`},
		"name with a quote": {schema.For[struct {
			A int `json:"a'b"` //nolint:staticcheck // that is what is refused
		}], `ignores the name "a'b"`},
		"ambiguous": {schema.For[struct {
			ambiguousA
			ambiguousB
		}], `two embedded structs have "X"`},
		"unexported pointer": {schema.For[struct{ *ambiguousA }], `can't set a pointer to an unexported struct`},
		"format of number": {schema.For[struct {
			N int `format:"date"`
		}], `is only for strings`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := test.build()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	s, err := schema.For[query]()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		in   string
		want query
	}{
		"defaults":       {`{"city":"Lisbon"}`, query{City: "Lisbon", Unit: "metric"}},
		"null optional":  {`{"city":"Lisbon","since":null,"tags":null,"unit":null}`, query{City: "Lisbon", Unit: "metric"}},
		"whole fraction": {`{"city":"Lisbon","days":3.0}`, query{City: "Lisbon", Unit: "metric", Days: 3}},
		"exponent":       {`{"city":"Lisbon","days":1e1}`, query{City: "Lisbon", Unit: "metric", Days: 10}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got query
			if err := s.Decode(json.RawMessage(test.in), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeNamesTheField(t *testing.T) {
	t.Parallel()
	s, err := schema.For[query]()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ in, want string }{
		"missing":     {``, "city: is required (a string: City to look up)"},
		"wrong type":  {`{"city":7}`, "city: must be a string, not an integer"},
		"enum":        {`{"city":"x","unit":"furlong"}`, `unit: must be one of "metric", "imperial"`},
		"range":       {`{"city":"x","days":15}`, "days: must be at most 14"},
		"fraction":    {`{"city":"x","days":1.5}`, "days: must be an integer, not a number"},
		"typo":        {`{"city":"x","dayz":1}`, `dayz: is not known; did you mean "days"?`},
		"unknown":     {`{"city":"x","colour":1}`, `colour: is not known; known are "city", "unit"`},
		"date":        {`{"city":"x","since":"tomorrow"}`, "since: must be a date and time"},
		"item":        {`{"city":"x","tags":["a",1]}`, "tags[1]: must be a string, not an integer"},
		"not JSON":    {`{"city":`, "is not JSON"},
		"list":        {`[1]`, "must be an object, not an array"},
		"two values":  {`{"city":"x"}{}`, "after top-level value at byte 13"},
		"huge number": {`{"city":"x","days":1e999999999}`, "days"},
		"deep":        {`{"city":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, "depth"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got query
			err := s.Decode(json.RawMessage(test.in), &got)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
			if _, ok := errors.AsType[schema.Faults](err); err != nil && !ok {
				t.Errorf("%T is not Faults", err)
			}
		})
	}
}

func TestIntegersStayExact(t *testing.T) {
	t.Parallel()
	type in struct {
		ID   int64  `json:"id"`
		Big  uint64 `json:"big"`
		Unit string `json:"unit" default:"m"`
	}
	s, err := schema.For[in]()
	if err != nil {
		t.Fatal(err)
	}
	var got in
	if err := s.Decode(json.RawMessage(`{"id":9007199254740993,"big":18446744073709551615}`), &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != 9007199254740993 || got.Big != 18446744073709551615 {
		t.Errorf("got %d and %d", got.ID, got.Big)
	}
	if err := s.Decode(json.RawMessage(`{"id":9223372036854775808,"big":1}`), &got); err == nil || !strings.Contains(err.Error(), "id") {
		t.Errorf("overflow: got %v, want an error that names id", err)
	}
}

func TestEncodeKeepsThePromiseOfArrays(t *testing.T) {
	t.Parallel()
	type row struct {
		Cells []int `json:"cells"`
		Note  *int  `json:"note"`
	}
	type out struct {
		Rows []row          `json:"rows"`
		None []string       `json:"none"`
		Map  map[string]int `json:"map"`
	}
	s, err := schema.For[out]()
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Encode(out{Rows: []row{{}}})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"rows":[{"cells":[]}],"none":[],"map":{}}`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := s.Check(got); err != nil {
		t.Errorf("what Encode writes does not fit its own schema: %v", err)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	s, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","maximum":3}},"required":["n"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(json.RawMessage(`{"n":2}`)); err != nil {
		t.Error(err)
	}
	if err := s.Check(json.RawMessage(`{"n":4}`)); err == nil || !strings.Contains(err.Error(), "n") {
		t.Errorf("got %v, want an error that names n", err)
	}
	for name, text := range map[string]string{
		"not JSON":   `{`,
		"not object": `{"type":"string"}`,
		"remote":     `{"type":"object","properties":{"a":{"$ref":"https://evil.example/x.json"}}}`,
		"pattern":    `{"type":"object","properties":{"a":{"type":"string","pattern":"("}}}`,
	} {
		if _, err := schema.Parse(json.RawMessage(text)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Readers differ in which of two members with one name they use.
func TestRepeatedMembers(t *testing.T) {
	t.Parallel()
	type inner struct {
		N int `json:"n,omitempty"`
	}
	type in struct {
		N   int            `json:"n,omitempty"`
		M   inner          `json:"m,omitzero"`
		Any map[string]any `json:"any,omitempty"`
	}
	own, err := schema.For[in]()
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"n":{"maximum":10}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for text, path := range map[string]string{
		`{"n":1,"n":null}`: "n", `{"m":{"n":1},"m":{}}`: "m", `{"n":3,"n":3}`: "n", `{"n":3,"\u006e":3}`: "n", `{"n":1,"n":2,"m":{},"m":{}}`: "n",
		`{"m":{"n":1},"any":{"b":{"a":1,"a":2}}}`: "any.b.a", `{"any":{"a":[1],"b":[1,{"":1,"":2}]}}`: `any.b[1][""]`,
		`{"any":{"` + strings.Repeat("x", 1000) + `":1,"` + strings.Repeat("x", 1000) + `":2}}`: "any." + strings.Repeat("x", 80) + "…",
	} {
		_, normal := foreign.Normal(json.RawMessage(text))
		for reader, err := range map[string]error{"Decode": own.Decode(json.RawMessage(text), new(in)), "Check": own.Check(json.RawMessage(text)), "Normal": normal} {
			if _, ok := errors.AsType[schema.Faults](err); !ok || err.Error() != path+": is there twice; write it once" {
				t.Errorf("%s of %.60s: %v", reader, text, err)
			}
		}
	}
	if err := own.Decode(json.RawMessage(`{"n":1,"m":{"n":1},"any":{"n":{"n":1},"m":[{"n":1},{"n":1}]}}`), new(in)); err != nil {
		t.Errorf("one name in several objects: %v", err)
	}
}

// What a client sends is not repeated to it by the megabyte, nor looked at for
// seconds.
func TestLargeNumberOfUnknownMembers(t *testing.T) {
	t.Parallel()
	s, err := schema.For[query]()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	text.WriteString(`{"city":"x"`)
	for i := range 100_000 {
		fmt.Fprintf(&text, `,"unknown%d%s":1`, i, strings.Repeat("y", 200))
	}
	text.WriteString(`}`)
	var faults schema.Faults
	var ok bool
	quickly(t, func() { faults, ok = errors.AsType[schema.Faults](s.Check(json.RawMessage(text.String()))) })
	if !ok || len(faults) != schema.MaxFaults || len(faults.Error()) > 5000 {
		t.Errorf("%d faults in %d bytes", len(faults), len(faults.Error()))
	}
}

func TestEncodeFitsItsOwnSchema(t *testing.T) {
	t.Parallel()
	type part struct {
		Z int `json:"z"`
	}
	type Part struct {
		Y int `json:"y"`
	}
	type out struct {
		*Part

		Bytes []byte           `json:"bytes"`
		Parts []*part          `json:"parts"`
		Named map[string]*part `json:"named"`
		Level string           `json:"level" enum:"low,high"`
	}
	s, err := schema.For[out]()
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Encode(out{Level: "low"})
	if want := `{"bytes":"","parts":[],"named":{},"level":"low"}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	for _, misfit := range []out{{}, {Level: "middle"}, {Level: "low", Parts: []*part{nil}}, {Level: "low", Named: map[string]*part{"a": nil}}} {
		if got, err := s.Encode(misfit); err == nil {
			t.Errorf("%s does not fit and is written", got)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"greet", "forecast", "almanac_day"}
	for name, want := range map[string]string{
		"greeet": "greet", "gret": "greet", "GREET": "greet", "forcast": "forecast", "almanac_dya": "almanac_day",
		"delete_everything": "", "": "", strings.Repeat("g", 1000): "",
	} {
		if got := schema.Nearest(name, known); got != want {
			t.Errorf("Nearest(%.20q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	s, err := schema.For[everything]()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(`{"bytes":"","raw":1,"any":null,"points":[],"counts":{},"pair":[1,2],"text":"1","Lat":1,"Lon":2}`)
	f.Add(`{"counts":{"a":1.0e2}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var v everything
		if err := s.Decode(json.RawMessage(text), &v); err != nil {
			return
		}
		again, err := s.Encode(v)
		if err != nil {
			return
		}
		if err := s.Check(again); err != nil {
			t.Errorf("%s decodes, but %s does not fit: %v", text, again, err)
		}
	})
}
