package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/schema"
)

// What comes in here took a few milliseconds when it was written. Work that
// grows faster than its input would take minutes.
const patience = time.Minute

func quickly(t *testing.T, f func()) {
	t.Helper()
	began := time.Now()
	f()
	if took := time.Since(began); took > patience {
		t.Errorf("it took %v", took)
	}
}

type open struct {
	Any   any              `json:"any,omitempty"`
	Int   int              `json:"int,omitempty" min:"-5"`
	Float float64          `json:"float,omitempty"`
	Text  string           `json:"text,omitempty"`
	List  []int            `json:"list,omitempty"`
	Map   map[string]int   `json:"map,omitempty"`
	Tree  *tree            `json:"tree,omitempty"`
	Raw   json.RawMessage  `json:"raw,omitempty"`
	Opt   *int             `json:"opt,omitempty"`
	ByID  map[int64]string `json:"byId,omitempty"`
}

func TestHostileArguments(t *testing.T) {
	t.Parallel()
	s := forType[open](t)
	nines := strings.Repeat("9", 1_000_000)
	for name, test := range map[string]struct{ text, want string }{
		"invalid UTF-8":           {"{\"text\":\"\xff\"}", "is not JSON: it is not UTF-8"},
		"invalid UTF-8 in a name": {"{\"\xff\":1}", "is not JSON: it is not UTF-8"},
		"byte order mark":         {"\ufeff{}", "is not JSON: invalid character"},
		"not a number":            {`{"float":NaN}`, "is not JSON"},
		"hexadecimal":             {`{"int":0x10}`, "is not JSON"},
		"leading zero":            {`{"int":007}`, "is not JSON"},
		"comment":                 {`{"int":1 /* one */}`, "is not JSON"},
		"trailing comma":          {`{"int":1,}`, "is not JSON"},
		"cut off":                 {`{"text":"a`, "is not JSON: unexpected end of JSON input at byte 10"},
		"cut off in an escape":    {`{"text":"\`, "is not JSON"},
		"two values":              {`{}{}`, "after top-level value"},
		"control character":       {"{\"text\":\"\x00\"}", "is not JSON"},
		"very deep":               {`{"any":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, "exceeded max depth"},
		"very deep objects":       {strings.Repeat(`{"any":`, 100_000) + `1` + strings.Repeat(`}`, 100_000), "exceeded max depth"},
		"deep and wrong":          {`{"tree":` + strings.Repeat(`{"name":"a","children":[`, 4000) + `7` + strings.Repeat(`]}`, 4000) + `}`, "…"},
		"huge exponent":           {`{"int":1e400000}`, "int: must be between -9223372036854775808 and 9223372036854775807"},
		"huger exponent":          {`{"int":1e99999999999999999999}`, "int: must be between"},
		"huge negative exponent":  {`{"int":1e-400000}`, "int: must be an integer, not a number"},
		"negative huge exponent":  {`{"int":-1e400000}`, "int: must be at least -5"},
		"huge float":              {`{"float":1e400000}`, "float: is too large for a float64"},
		"a million digits":        {`{"int":` + nines + `}`, "int: must be between"},
		"a million digits, float": {`{"float":` + nines + `.5}`, "float: is too large for a float64"},
		"a million decimals":      {`{"int":1.` + nines + `e5}`, "int: must be an integer, not a number"},
		"a name with everything":  {`{"map":{"a\"]\n<script>\u2028":"x"}}`, `map["a\"]\n<script>\u2028"]: must be an integer`},
		"an empty name":           {`{"map":{"":"x"}}`, `map[""]: must be an integer`},
		"a name with dots":        {`{"map":{"a.b":"x"}}`, `map["a.b"]: must be an integer`},
		"a prototype":             {`{"__proto__":{"int":1}}`, `__proto__: is not known`},
		"another case":            {`{"INT":7}`, `INT: is not known; did you mean "int"?`},
		"folded case":             {`{"lıst":[1]}`, `lıst: is not known`},
		"a long name":             {`{"` + strings.Repeat("ü", 100_000) + `":1}`, `ü…: is not known`},
		"a long enum":             {`{"text":7}`, "text: must be a string"},
		"names as integers":       {`{"byId":{"1e3":"","+1":"","01":"","-0":"","9223372036854775808":""}}`, "byId"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quickly(t, func() {
				for _, check := range []func(json.RawMessage) error{
					s.Check,
					func(data json.RawMessage) error { return s.Decode(data, new(open)) },
					func(data json.RawMessage) error { _, err := s.Normal(data); return err },
				} {
					err := check(json.RawMessage(test.text))
					if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 4000 {
						t.Errorf("got %.300v, want %s", err, test.want)
					}
					if _, ok := errors.AsType[schema.Faults](err); !ok {
						t.Errorf("%T is not Faults", err)
					}
				}
			})
		})
	}
}

func TestStrangeArgumentsThatFit(t *testing.T) {
	t.Parallel()
	s := forType[open](t)
	for text, want := range map[string]string{
		"":                         `{}`,
		"\t\nnull":                 `{}`,
		`{"int":-0}`:               `{}`,
		`{"int":5.000e0}`:          `{"int":5}`,
		`{"int":50e-1}`:            `{"int":5}`,
		`{"int":0e999999999999}`:   `{}`,
		`{"float":1e-400000}`:      `{}`,
		`{"text":"\ud800"}`:        `{"text":"�"}`,
		`{"text":"\u0000\u2028<"}`: `{"text":"\u0000\u2028\u003c"}`,
		`{"map":{"__proto__":1}}`:  `{"map":{"__proto__":1}}`,
		`{"opt":null,"list":null}`: `{}`,
	} {
		var got open
		if err := s.Decode(json.RawMessage(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if written, err := json.Marshal(got); err != nil || string(written) != want {
			t.Errorf("%s decodes to %s, %v, want %s", text, written, err, want)
		}
	}
}

//nolint:paralleltest // one large value in memory at a time
func TestLargeArguments(t *testing.T) {
	s := forType[open](t)
	const size, items = 50 << 20, 3_000_000
	for name, text := range map[string]string{
		"a string":  `{"text":"` + strings.Repeat("a", size) + `"}`,
		"a list":    `{"list":[` + strings.Repeat("1,", items) + `1]}`,
		"wrong":     `{"list":[` + strings.Repeat("[],", items) + `1]}`,
		"a number":  `{"int":` + strings.Repeat("1", size) + `}`,
		"backslash": `{"text":"` + strings.Repeat(`\"`, items) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			quickly(t, func() {
				err := s.Check(json.RawMessage(text))
				if fits := name != "wrong" && name != "a number"; (err == nil) != fits || (err != nil && len(err.Error()) > 2000) {
					t.Errorf("got %.300v", err)
				}
			})
		})
	}
	var many strings.Builder
	many.WriteString(`{"map":{"first":1`)
	for i := range 200_000 {
		fmt.Fprintf(&many, `,"name%d":%d`, i, i)
	}
	many.WriteString(`}}`)
	quickly(t, func() {
		var got open
		if err := s.Decode(json.RawMessage(many.String()), &got); err != nil || len(got.Map) != 200_001 {
			t.Errorf("%d members, %v", len(got.Map), err)
		}
	})
}

type loop struct {
	Next *loop `json:"next,omitempty"`
	Any  any   `json:"any,omitempty"`
}

func TestResultsWithoutJSONForm(t *testing.T) {
	t.Parallel()
	type out struct {
		Points map[string][]point `json:"points"`
		Any    any                `json:"any"`
		Small  float32            `json:"small"`
	}
	round := &loop{}
	round.Next = &loop{Next: round}
	list := []any{nil}
	list[0] = list
	table := map[string]any{}
	table["a b"] = table
	outs, loops := forType[out](t), forType[loop](t)
	for name, test := range map[string]struct {
		schema *schema.Schema
		value  any
		want   string
	}{
		"NaN":          {outs, out{Points: map[string][]point{"a": {{}, {Lon: math.NaN()}}}}, `schema_test.out.Points["a"][1].Lon is NaN`},
		"infinity":     {outs, &out{Small: float32(math.Inf(-1))}, `.Small is -Inf`},
		"NaN in any":   {outs, out{Any: []any{1, math.NaN()}}, `.Any[1] is NaN`},
		"pointers":     {loops, round, `.Next.Next contains itself`},
		"slices":       {outs, out{Any: list}, `.Any[0] contains itself`},
		"maps":         {outs, out{Any: table}, `.Any["a b"] contains itself`},
		"channel":      {outs, out{Any: make(chan int)}, `unsupported type: chan int`},
		"another type": {outs, 7, `int does not fit its own schema: must be an object, not an integer`},
		"a method":     {forType[struct{ T time.Time }](t), struct{ T time.Time }{time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}, `year outside of range`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quickly(t, func() {
				_, err := test.schema.Encode(test.value)
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v, want %s", err, test.want)
				}
				if _, ok := errors.AsType[schema.Faults](err); ok {
					t.Error("a fault of the app must not look like one of the arguments")
				}
			})
		})
	}
}

func TestResultsWithInvalidUTF8(t *testing.T) {
	t.Parallel()
	type out struct {
		Text string         `json:"text" maxlen:"2"`
		Map  map[string]int `json:"map"`
	}
	written, err := forType[out](t).Encode(out{Text: "a\xff", Map: map[string]int{"\xff": 1}})
	if want := "{\"text\":\"a\ufffd\",\"map\":{\"\ufffd\":1}}"; err != nil || strings.ReplaceAll(string(written), `\ufffd`, "\ufffd") != want {
		t.Errorf("got %q, %v, want %q", written, err, want)
	}
}

//nolint:paralleltest // one large value in memory at a time
func TestLargeResults(t *testing.T) {
	s := forType[open](t)
	quickly(t, func() {
		written, err := s.Encode(open{Text: strings.Repeat("ü", 25<<20), List: make([]int, 1_000_000)})
		if err != nil || len(written) < 50<<20 {
			t.Errorf("%d bytes, %v", len(written), err)
		}
	})
}

func TestEncodeNothing(t *testing.T) {
	t.Parallel()
	s := forType[open](t)
	for _, value := range []any{nil, (*open)(nil), open{}, &open{}} {
		if written, err := s.Encode(value); err != nil || string(written) != `{}` {
			t.Errorf("%T: got %s, %v", value, written, err)
		}
	}
	if written, err := forType[map[string]int](t).Encode(map[string]int(nil)); err != nil || string(written) != `{}` {
		t.Errorf("got %s, %v", written, err)
	}
}
