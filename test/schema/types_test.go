package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/schema"
)

type colour int

const (
	red colour = iota
	green
)

func (colour) Enum() []colour { return []colour{red, green} }

func (c colour) MarshalText() ([]byte, error) { return []byte([]string{"red", "green"}[c]), nil }

func (c *colour) UnmarshalText(text []byte) error {
	switch string(text) {
	case "red":
		*c = red
	case "green":
		*c = green
	default:
		return errors.New("no such colour")
	}
	return nil
}

// onPointer has its methods on the pointer only, as big.Int has.
type onPointer struct{ n int }

func (p *onPointer) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]int{"n": p.n}) }

func (p *onPointer) UnmarshalJSON(data []byte) error {
	var v map[string]int
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	p.n = v["n"]
	return nil
}

type (
	unrelated    struct{ X int }
	panicking    string
	noValues     string
	mixedValues  struct{}
	byteWithText byte

	pair[A, B any] struct {
		A A              `json:"a"`
		B *pair[A, B]    `json:"b,omitempty"`
		C []map[string]B `json:"c,omitempty"`
	}
)

func (unrelated) Enum() []string { return []string{"not about this type"} }

func (panicking) Enum() []panicking { panic("no") }

func (noValues) Enum() []noValues { return nil }

func (mixedValues) Enum() []mixedValues { return []mixedValues{{}} }

func (mixedValues) MarshalJSON() ([]byte, error) { return []byte(`[]`), nil }

func (b byteWithText) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "b%d", byte(b)), nil }

func TestTypes(t *testing.T) {
	t.Parallel()
	type named struct {
		F map[string]pair[string, []*tree] `json:"f"`
	}
	for name, test := range map[string]struct {
		build func() (*schema.Schema, error)
		want  string // of the property F
	}{
		"small integers":      {schema.For[struct{ F int8 }], `{"type":"integer","minimum":-128,"maximum":127}`},
		"unsigned":            {schema.For[struct{ F uint32 }], `{"type":"integer","minimum":0,"maximum":4294967295}`},
		"64 bits":             {schema.For[struct{ F int64 }], `{"type":"integer"}`},
		"float":               {schema.For[struct{ F float32 }], `{"type":"number"}`},
		"time":                {schema.For[struct{ F **time.Time }], `{"type":"string","format":"date-time"}`},
		"duration":            {schema.For[struct{ F time.Duration }], `{"type":"integer","description":"Nanoseconds"}`},
		"number":              {schema.For[struct{ F json.Number }], `{"type":"number"}`},
		"big":                 {schema.For[struct{ F *big.Int }], `{"type":"integer"}`},
		"text":                {schema.For[struct{ F netip.Addr }], `{"type":"string"}`},
		"methods":             {schema.For[struct{ F onPointer }], `{}`},
		"any":                 {schema.For[struct{ F any }], `{}`},
		"enum":                {schema.For[struct{ F unit }], `{"type":"string","enum":["km","miles","a, b"]}`},
		"enum of text":        {schema.For[struct{ F []*colour }], `{"type":"array","items":{"type":"string","enum":["red","green"]}}`},
		"enum of something":   {schema.For[struct{ F unrelated }], `{"type":"object","properties":{"X":{"type":"integer"}},"required":["X"],"additionalProperties":false}`},
		"array":               {schema.For[struct{ F [0]int }], `{"type":"array","items":{"type":"integer"},"minItems":0,"maxItems":0}`},
		"array of bytes":      {schema.For[struct{ F [2]byte }], `{"type":"array","items":{"type":"integer","minimum":0,"maximum":255},"minItems":2,"maxItems":2}`},
		"bytes with methods":  {schema.For[struct{ F []byteWithText }], `{"type":"array","items":{"type":"string"}}`},
		"map of integers":     {schema.For[struct{ F map[int8]bool }], `{"type":"object","propertyNames":{"pattern":"^(0|-?[1-9][0-9]*)$"},"additionalProperties":{"type":"boolean"}}`},
		"map of unsigned":     {schema.For[struct{ F map[uint]bool }], `{"type":"object","propertyNames":{"pattern":"^(0|[1-9][0-9]*)$"},"additionalProperties":{"type":"boolean"}}`},
		"map of text":         {schema.For[struct{ F map[netip.Addr]bool }], `{"type":"object","additionalProperties":{"type":"boolean"}}`},
		"set":                 {schema.For[struct{ F map[string]struct{} }], `{"type":"object","additionalProperties":{"type":"object","properties":{},"additionalProperties":false}}`},
		"generic":             {schema.For[named], `{"type":"object","additionalProperties":{"$ref":"#/$defs/pairOfStringAndTree"}}`},
		"strings as they are": {schema.For[struct{ F map[string]string }], `{"type":"object","additionalProperties":{"type":"string"}}`},
		"option that has no use": {schema.For[struct {
			F []int `json:"F,string"` //nolint:staticcheck // encoding/json ignores it
		}], `{"type":"array","items":{"type":"integer"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := test.build()
			if err != nil {
				t.Fatal(err)
			}
			_, got, _ := strings.Cut(string(s.JSON()), `"properties":{`)
			if !strings.HasPrefix(strings.ToLower(got), `"f":`+strings.ToLower(test.want)+"}") {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if err := fitsSecond(t, meta(t), s.JSON()); err != nil {
				t.Error(err)
			}
		})
	}
	for name, test := range map[string]struct {
		build func() (*schema.Schema, error)
		want  string
	}{
		"panicking": {schema.For[struct{ F panicking }], "field F: the method Enum of schema_test.panicking: it panics: no"},
		"no values": {schema.For[struct{ F noValues }], "returns no values"},
		"mixed":     {schema.For[struct{ F mixedValues }], "must all be strings, numbers or booleans"},
		"complex":   {schema.For[struct{ F complex128 }], "field F: complex128 has no JSON form"},
		"function":  {schema.For[struct{ F []func() }], "has no JSON form"},
		"interface": {schema.For[struct{ F error }], "has no JSON form"},
		"nothing":   {func() (*schema.Schema, error) { return schema.ForType(nil) }, "not an object"},
		"any":       {schema.For[any], "not an object"},
		"time":      {schema.For[time.Time], "not an object"},
	} {
		if _, err := test.build(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, test.want)
		}
	}
}

// Embedded structs, by the rules of encoding/json: whatever it writes has to
// fit, and each member that it reads has to be known.
func TestEmbeddedStructs(t *testing.T) {
	t.Parallel()
	type Base struct {
		ID   int    `json:"id"`
		Kind string `json:"kind"`
		Deep string `json:"deep"`
	}
	type Named struct {
		Kind string `json:"kind"`
		Only string `json:"only"`
	}
	type Untagged struct{ Title string }
	type Tagged struct {
		T string `json:"Title"`
	}
	type Level2 struct{ Base }
	type Opt struct {
		Extra string `json:"extra"`
	}
	type ID string
	for name, test := range map[string]struct {
		value any
		build func() (*schema.Schema, error)
		names string
	}{
		"promoted": {struct {
			Base

			More int
		}{}, schema.For[struct {
			Base

			More int
		}], `id kind deep More`},
		"hidden by an own one": {struct {
			Base

			Kind string `json:"kind"`
		}{}, schema.For[struct {
			Base

			Kind string `json:"kind"`
		}], `id deep kind`},
		"hidden by one less deep": {struct {
			Level2
			Named
		}{}, schema.For[struct {
			Level2
			Named
		}], `id deep kind only`},
		"the tagged one wins": {struct {
			Untagged
			Tagged
		}{}, schema.For[struct {
			Untagged
			Tagged
		}], `Title`},
		"with a name": {struct {
			Base `json:"base"`
		}{}, schema.For[struct {
			Base `json:"base"`
		}], `base`},
		"pointer":      {struct{ *Opt }{&Opt{}}, schema.For[struct{ *Opt }], `extra?`},
		"not a struct": {struct{ ID }{}, schema.For[struct{ ID }], `ID`},
		"left out": {struct {
			Base `json:"-"`

			A int
		}{}, schema.For[struct {
			Base `json:"-"`

			A int
		}], `A`},
		"a dash": {struct {
			A int `json:"-,"` //nolint:staticcheck // the name is a dash
		}{}, schema.For[struct {
			A int `json:"-,"` //nolint:staticcheck // the name is a dash
		}], `-`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := test.build()
			if err != nil {
				t.Fatal(err)
			}
			var got struct {
				Properties map[string]any `json:"properties"`
				Required   []string       `json:"required"`
			}
			if err = json.Unmarshal(s.JSON(), &got); err != nil {
				t.Fatal(err)
			}
			var names []string
			for name := range strings.FieldsSeq(test.names) {
				bare, optional := strings.CutSuffix(name, "?")
				if !optional {
					names = append(names, bare)
				}
				if _, ok := got.Properties[bare]; !ok {
					t.Errorf("there is no %s in %s", bare, s.JSON())
				}
			}
			if diff := cmp.Diff(names, got.Required); diff != "" {
				t.Error(diff)
			}
			written, err := json.Marshal(test.value)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Check(written); err != nil {
				t.Errorf("encoding/json writes %s: %v", written, err)
			}
		})
	}
}

func TestTypesWithTheirOwnMethods(t *testing.T) {
	t.Parallel()
	type in struct {
		Addr   netip.Addr            `json:"addr"`
		Colour colour                `json:"colour"`
		Own    onPointer             `json:"own"`
		Big    big.Int               `json:"big"`
		ByAddr map[netip.Addr]colour `json:"byAddr"`
		When   time.Time             `json:"when"`
		Took   time.Duration         `json:"took"`
		List   []netip.Addr          `json:"list"`
	}
	s := forType[in](t)
	const text = `{"addr":"192.0.2.1","colour":"green","own":{"n":3},"big":123456789012345678901234567890,"byAddr":{"::1":"red"},` +
		`"when":"2026-01-26T09:30:00Z","took":90000000000,"list":[]}`
	var got in
	if err := s.Decode(json.RawMessage(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Took != 90*time.Second || got.Own.n != 3 || got.Colour != green {
		t.Errorf("got %+v", got)
	}
	written, err := s.Encode(got)
	if err != nil || string(written) != text {
		t.Errorf("got  %s, %v\nwant %s", written, err, text)
	}
	if err := s.Decode(json.RawMessage(strings.Replace(text, "123456789012345678901234567890", "1e30", 1)), &got); err != nil || got.Big.BitLen() != 100 {
		t.Errorf("1e30: %v, %s", err, &got.Big)
	}
	for wrong, want := range map[string]string{
		`"addr":"nowhere"`:             "addr: does not fit netip.Addr: ",
		`"colour":"blue"`:              `colour: must be one of "red", "green"`,
		`"own":{"n":"x"}`:              "own: does not fit schema_test.onPointer: ",
		`"when":"2026-01-26T9:30:00Z"`: "when: must be a date and time",
		`"took":"90s"`:                 "took: must be an integer, not a string",
		`"list":["::1","x"]`:           "list[1]: does not fit netip.Addr: ",
	} {
		name, _, _ := strings.Cut(strings.Trim(wrong, `"`), `"`)
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
		members[name] = json.RawMessage(strings.TrimPrefix(wrong, `"`+name+`":`))
		data, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Decode(data, &got); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", wrong, err, want)
		}
	}
}

func TestFaultsSayWhatWouldFit(t *testing.T) {
	t.Parallel()
	type in struct {
		Unit  unit             `json:"unit,omitempty"`
		Count int              `json:"count,omitempty" above:"0" below:"10"`
		Small int8             `json:"small,omitempty"`
		Flag  bool             `json:"flag,omitempty"`
		Tags  []string         `json:"tags,omitempty" minlen:"1" maxlen:"2"`
		Code  string           `json:"code,omitempty" minlen:"1" maxlen:"3" pattern:"^[A-Z]*$"`
		Pair  [2]int           `json:"pair,omitzero"`
		Map   map[string]point `json:"map,omitempty" maxlen:"1"`
		Days  map[uint8]string `json:"days,omitempty"`
		Point *point           `json:"point"`
		Date  string           `json:"date,omitempty" format:"date"`
	}
	s := forType[in](t)
	for text, want := range map[string]string{
		`{"unit":"mile"}`:           `unit: must be one of "km", "miles", "a, b"; did you mean "miles"?`,
		`{"unti":"km"}`:             `unti: is not known; did you mean "unit"?`,
		`{"count":"3"}`:             `count: must be an integer, not a string; write 3 without the quotes around it`,
		`{"count":"three"}`:         `count: must be an integer, not a string`,
		`{"count":0}`:               `count: must be more than 0`,
		`{"count":10}`:              `count: must be less than 10`,
		`{"small":128}`:             `small: must be at most 127`,
		`{"flag":"true"}`:           `flag: must be a boolean, not a string; write true without the quotes around it`,
		`{"flag":1}`:                `flag: must be a boolean, not an integer`,
		`{"tags":[]}`:               `tags: must have at least 1 item, not 0`,
		`{"tags":["a","b","c"]}`:    `tags: must have at most 2 items, not 3`,
		`{"tags":"[\"a\"]"}`:        `tags: must be an array, not a string; write ["a"] without the quotes around it`,
		`{"code":""}`:               `code: must have at least 1 character, not 0`,
		`{"code":"ÄÖÜß"}`:           "code: must have at most 3 characters, not 4\ncode: must match ^[A-Z]*$",
		`{"pair":[1]}`:              `pair: must have 2 items, not 1`,
		`{"pair":[1,"2"]}`:          `pair[1]: must be an integer, not a string; write 2 without the quotes around it`,
		`{"map":{"a b":{"Lat":1}}}`: `map["a b"].Lon: is required (a number)`,
		`{"map":{"a":{"Lat":1,"Lon":1},"b":{"Lat":1,"Lon":1}}}`: `map: must have at most 1 member, not 2`,
		`{"days":{"x":""}}`:              `days.x: has a name that doesn't match ^(0|[1-9][0-9]*)$`,
		`{"days":{"256":""}}`:            `days.256: has a name that must be between 0 and 255`,
		`{"point":"{\"Lat\":1}"}`:        `point: must be an object, not a string; write {"Lat":1} without the quotes around it`,
		`{"point":{"Lat":1,"Lon":null}}`: `point.Lon: must be a number, not null`,
		`{"date":"26.1.2026"}`:           `date: must be a date such as "2026-01-26"`,
		`7`:                              `must be an object, not an integer`,
	} {
		var got in
		err := s.Decode(json.RawMessage(text), &got)
		if err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for format, texts := range map[string][2][]string{
		"date-time": {{"2026-01-26T09:30:00Z", "2026-01-26T09:30:00.123456789+05:30"}, {"2026-01-26", "2026-01-26 09:30:00Z", "2026-01-26T09:30Z", "2026-02-30T09:30:00Z", "2026-01-26T9:30:00Z", "2026-01-26T09:30:00,5Z"}},
		"date":      {{"2026-01-26", "2024-02-29"}, {"2026-02-29", "26-01-2026", "2026-1-26", ""}},
		"time":      {{"09:30:00Z", "09:30:00.5-08:00"}, {"09:30", "9:30:00Z", "25:00:00Z"}},
		"email":     {{"ada@example.com", "a.b+c@example.org"}, {"ada", "Ada <ada@example.com>", "@", "a@b@c"}},
		"uri":       {{"https://example.com/a?b#c", "urn:isbn:1", "mailto:ada@example.com"}, {"/a", "example.com", "https://exa mple.com", "ht tp://a", ""}},
		"uuid":      {{"9b2ec5a2-0f2f-4b6e-8d0f-6c2a3f3f1c11", "9B2EC5A2-0F2F-4B6E-8D0F-6C2A3F3F1C11"}, {"9b2ec5a20f2f4b6e8d0f6c2a3f3f1c11", "{9b2ec5a2-0f2f-4b6e-8d0f-6c2a3f3f1c11}"}},
		"ipv4":      {{"192.0.2.1"}, {"192.0.2", "192.0.2.256", "::1", "192.0.2.01"}},
		"ipv6":      {{"2001:db8::1", "::ffff:192.0.2.1"}, {"192.0.2.1", "fe80::1%eth0", "::g"}},
		"hostname":  {{"anything at all"}, nil},
	} {
		s, err := schema.ForType(field(reflect.TypeFor[string](), `format:"`+format+`"`))
		if err != nil {
			t.Fatal(err)
		}
		theirs := opinion(t, s.JSON(), format != "hostname")
		for i, list := range texts {
			for _, text := range list {
				value := json.RawMessage(`{"F":` + quoted(text) + `}`)
				if err := s.Check(value); (err == nil) != (i == 0) {
					t.Errorf("%s %q: %v", format, text, err)
				}
				if err := fitsSecond(t, theirs, value); (err == nil) != (i == 0) {
					t.Errorf("%s %q: another implementation says %v", format, text, err)
				}
			}
		}
	}
	// Where the other implementation reads the standard more widely than Go does.
	s, err := schema.ForType(field(reflect.TypeFor[string](), `format:"date-time"`))
	if err != nil {
		t.Fatal(err)
	}
	theirs := opinion(t, s.JSON(), true)
	for _, text := range []string{"2026-01-26t09:30:00z", "2016-12-31T23:59:60Z"} {
		value := json.RawMessage(`{"F":` + quoted(text) + `}`)
		if s.Check(value) == nil || fitsSecond(t, theirs, value) != nil {
			t.Errorf("%s: time.Time reads it, or the other implementation doesn't", text)
		}
	}
}
