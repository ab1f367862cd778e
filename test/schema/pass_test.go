package schema_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/schema"
)

// agree demands that what one pass takes, the tree's way takes as well, and
// that both give the same.
func agree(t *testing.T, s *schema.Schema, goType reflect.Type, value json.RawMessage) {
	t.Helper()
	for mend := schema.Nothing; mend <= schema.GoResults; mend++ {
		mended, _, ok := s.InOnePass(value, mend)
		if !ok {
			continue
		}
		other, _, err := s.ByTree(value, mend)
		if err != nil {
			t.Fatalf("schema %s\nmending %d\nvalue %s\none pass gives %s; the tree's way: %v", s.JSON(), mend, value, mended, err)
		}
		if !schema.SameJSON(mended, other) {
			t.Fatalf("schema %s\nmending %d\nvalue %s\none pass %s\nthe tree %s", s.JSON(), mend, value, mended, other)
		}
		if mend == schema.GoArguments && goType != nil {
			decodeAlike(t, goType, mended, other)
		}
	}
}

// decodeAlike demands that two texts decode to the same Go value, or neither
// does.
func decodeAlike(t *testing.T, goType reflect.Type, a, b []byte) {
	t.Helper()
	x, y := reflect.New(goType), reflect.New(goType)
	errX, errY := json.Unmarshal(a, x.Interface()), json.Unmarshal(b, y.Interface())
	if (errX == nil) != (errY == nil) {
		t.Fatalf("%s: %v\n%s: %v", a, errX, b, errY)
	}
	if errX == nil && !schema.SameJSON(written(t, x.Interface()), written(t, y.Interface())) {
		t.Fatalf("%s decodes to %+v\n%s decodes to %+v", a, x.Elem(), b, y.Elem())
	}
}

type passed struct {
	Name   string             `json:"name" minlen:"2" maxlen:"4"`
	Unit   string             `json:"unit" enum:"km,miles" default:"km"`
	Days   int                `json:"days" default:"3" max:"14" above:"0"`
	Share  float32            `json:"share,omitempty" min:"0" below:"0.5"`
	Level  level              `json:"level,omitempty"`
	Text   uint8              `json:"text,string,omitempty"`
	Bytes  []byte             `json:"bytes,omitempty"`
	Date   string             `json:"date,omitempty" format:"date-time"`
	Note   *string            `json:"note"`
	Rows   [][]point          `json:"rows,omitempty" minlen:"1"`
	ByDay  map[int8]*point    `json:"byDay,omitempty" maxlen:"2"`
	Any    any                `json:"any,omitempty"`
	Raw    json.RawMessage    `json:"raw,omitempty"`
	Custom *onPointer         `json:"custom"`
	Means  map[string]float64 `json:"means,omitempty"`
	Tree   *tree              `json:"tree"`
}

// passes has texts that fit, as one pass mends them; the others have it give
// up, fit or not.
var passes = map[string]struct {
	text string
	mend schema.Repairs
	want string // "" where it gives up
}{
	"as it is":                    {` {"name" : "Ada", "unit":"miles",` + "\t\r\n" + `"days":14}` + "\n", schema.GoArguments, ` {"name" : "Ada", "unit":"miles",` + "\t\r\n" + `"days":14}` + "\n"},
	"in another order":            {`{"days":14,"name":"Ada","unit":"km"}`, schema.GoArguments, `{"days":14,"name":"Ada","unit":"km"}`},
	"defaults":                    {`{"name":"Ada"}`, schema.GoArguments, `{"name":"Ada","unit":"km","days":3}`},
	"a default, for null":         {`{"unit":null,"name":"Ada","days":3}`, schema.GoArguments, `{"unit":"km","name":"Ada","days":3}`},
	"no defaults":                 {`{"name":"Ada"}`, schema.Nothing, `{"name":"Ada"}`},
	"no defaults for a handler":   {`{"name":"Ada","unit":null}`, schema.Arguments, `{"name":"Ada"}`},
	"no defaults in results":      {`{"name":"Ada"}`, schema.GoResults, `{"name":"Ada"}`},
	"null first":                  {`{"note":null , "name":"Ada"}`, schema.Arguments, `{  "name":"Ada"}`},
	"null in the middle":          {`{"name":"Ada","note":null,"tree":null, "days":1}`, schema.Arguments, `{"name":"Ada", "days":1}`},
	"null last":                   {`{"name":"Ada","note":null}`, schema.Arguments, `{"name":"Ada"}`},
	"nulls first":                 {`{"note":null,"custom":null,"tree":null,"name":"Ada","any":null}`, schema.Arguments, `{"custom":null,"name":"Ada","any":null}`},
	"null is not mended":          {`{"name":"Ada","note":null}`, schema.Nothing, ``},
	"null that is required":       {`{"name":null}`, schema.GoArguments, ``},
	"null in a list":              {`{"name":"Ada","rows":[null]}`, schema.GoArguments, ``},
	"empty for null":              {`{"name":"Ada","rows":[null,[]],"means":null}`, schema.GoResults, `{"name":"Ada","rows":[[],[]]}`},
	"null for a struct":           {`{"name":"Ada","rows":[[null]]}`, schema.GoResults, ``},
	"whole numbers":               {`{"name":"Ada","days":1.40e1,"level":2.0,"unit":"km"}`, schema.GoArguments, `{"name":"Ada","days":14,"level":2,"unit":"km"}`},
	"whole numbers for a handler": {`{"name":"Ada","days":1.40e1}`, schema.Arguments, `{"name":"Ada","days":1.40e1}`},
	"fraction":                    {`{"name":"Ada","days":1.5}`, schema.Arguments, ``},
	"beyond the range":            {`{"name":"Ada","days":15}`, schema.Nothing, ``},
	"at the end of the range":     {`{"name":"Ada","days":0}`, schema.Nothing, ``},
	"within fractions":            {`{"name":"Ada","share":0.25}`, schema.Nothing, `{"name":"Ada","share":0.25}`},
	"at the end of fractions":     {`{"name":"Ada","share":0.50}`, schema.Nothing, ``},
	"not in the enum":             {`{"name":"Ada","unit":"KM"}`, schema.Nothing, ``},
	"no such level":               {`{"name":"Ada","level":4}`, schema.Nothing, ``},
	"escapes":                     {`{"name":"\u0041d\"","any":"\ud83d\ude00"}`, schema.Nothing, `{"name":"\u0041d\"","any":"\ud83d\ude00"}`},
	"an escape that is long":      {`{"name":"\u0041\u0041\u0041\u0041"}`, schema.Nothing, `{"name":"\u0041\u0041\u0041\u0041"}`},
	"short":                       {`{"name":"\u0041"}`, schema.Nothing, ``},
	"long":                        {`{"name":"ÄÖÜäö"}`, schema.Nothing, ``},
	"long in bytes":               {`{"name":"ÄÖÜä"}`, schema.Nothing, `{"name":"ÄÖÜä"}`},
	"an escape in a name":         {`{"n\u0061me":"Ada"}`, schema.Nothing, ``},
	"an escape in a map":          {`{"name":"Ada","means":{"a":1,"\u0061":2}}`, schema.Nothing, ``},
	"another case":                {`{"Name":"Ada"}`, schema.Nothing, ``},
	"one missing":                 {`{"days":3}`, schema.Nothing, ``},
	"not known":                   {`{"name":"Ada","colour":1}`, schema.Nothing, ``},
	"twice":                       {`{"name":"Ada","name":"Ada"}`, schema.Nothing, ``},
	"twice in a map":              {`{"name":"Ada","means":{"b":1,"a":2,"b":3}}`, schema.Nothing, ``},
	"twice anywhere":              {`{"name":"Ada","raw":[{"a":1,"a":2}]}`, schema.Nothing, ``},
	"not twice":                   {`{"name":"Ada","any":{"b":{"b":1,"a":2},"a":{"b":3,"a":4}}}`, schema.Nothing, `{"name":"Ada","any":{"b":{"b":1,"a":2},"a":{"b":3,"a":4}}}`},
	"number in a string":          {`{"name":"Ada","text":"255"}`, schema.Nothing, `{"name":"Ada","text":"255"}`},
	"too large in a string":       {`{"name":"Ada","text":"256"}`, schema.Nothing, ``},
	"bytes":                       {`{"name":"Ada","bytes":"AA=="}`, schema.Nothing, `{"name":"Ada","bytes":"AA=="}`},
	"no bytes":                    {`{"name":"Ada","bytes":"AA"}`, schema.Nothing, ``},
	"a time":                      {`{"name":"Ada","date":"2026-01-26T09:30:00.5+01:00"}`, schema.Nothing, `{"name":"Ada","date":"2026-01-26T09:30:00.5+01:00"}`},
	"no time":                     {`{"name":"Ada","date":"2026-01-26T9:30:00Z"}`, schema.Nothing, ``},
	"a map":                       {`{"name":"Ada","byDay":{"-1":{"Lat":1,"Lon":2.5},"0":{"Lat":-1,"Lon":0}}}`, schema.Nothing, `{"name":"Ada","byDay":{"-1":{"Lat":1,"Lon":2.5},"0":{"Lat":-1,"Lon":0}}}`},
	"a name that is no number":    {`{"name":"Ada","byDay":{"01":{"Lat":1,"Lon":2}}}`, schema.Nothing, ``},
	"a name that is too large":    {`{"name":"Ada","byDay":{"128":{"Lat":1,"Lon":2}}}`, schema.Nothing, ``},
	"too many in a map":           {`{"name":"Ada","byDay":{"1":{"Lat":1,"Lon":2},"2":{"Lat":1,"Lon":2},"3":{"Lat":1,"Lon":2}}}`, schema.Nothing, ``},
	"too few in a list":           {`{"name":"Ada","rows":[]}`, schema.Nothing, ``},
	"recursion":                   {`{"name":"Ada","tree":{"name":"a","children":[{"name":"b"}]}}`, schema.Nothing, `{"name":"Ada","tree":{"name":"a","children":[{"name":"b"}]}}`},
	"deep":                        {`{"name":"Ada","any":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`, schema.Nothing, ``},
	"a list":                      {`[]`, schema.Nothing, ``},
	"cut off":                     {`{"name":"Ada"`, schema.Nothing, ``},
	"more":                        {`{"name":"Ada"}{}`, schema.Nothing, ``},
	"invalid UTF-8":               {"{\"name\":\"Ad\xff\"}", schema.Nothing, ``},
}

func TestWhatOnePassTakes(t *testing.T) {
	t.Parallel()
	s := forType[passed](t)
	for name, test := range passes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _, ok := s.InOnePass([]byte(test.text), test.mend)
			if ok != (test.want != "") || string(got) != test.want {
				t.Errorf("got %s, %t, want %s", got, ok, test.want)
			}
			agree(t, s, reflect.TypeFor[passed](), json.RawMessage(test.text))
		})
	}
}

// What only other types, and schemas from elsewhere, have.
func TestWhatOnePassTakesElsewhere(t *testing.T) {
	t.Parallel()
	type list struct {
		Rows [][]int `json:"rows" minlen:"1"`
	}
	number, err := schema.ForData(reflect.TypeFor[int]())
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := schema.Parse(json.RawMessage(`{"type":"object","required":["n"],"properties":{"n":{"type":["integer","null"]},"none":false,
		"one":{"enum":[1,"a",true,null,[1],{"a":1}]}},"additionalProperties":{"type":"object","minProperties":1,"required":["a"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for text, test := range map[string]struct {
		s     *schema.Schema
		mend  schema.Repairs
		taken bool
	}{
		`{"rows":[null]}`:                 {forType[list](t), schema.GoResults, true},
		`{"rows":null}`:                   {forType[list](t), schema.GoResults, false},
		`7`:                               {number, schema.Nothing, false},
		`7e0`:                             {number, schema.GoArguments, false}, // it is mended in members and items
		`{"n":null,"one":true}`:           {foreign, schema.Arguments, true},
		`{"n":2.0,"one":1.0}`:             {foreign, schema.Nothing, true},
		`{"n":2,"one":"\u0061"}`:          {foreign, schema.Nothing, true},
		`{"n":2,"one":null}`:              {foreign, schema.Nothing, true},
		`{"n":2,"one":false}`:             {foreign, schema.Nothing, false},
		`{"n":2,"one":"b"}`:               {foreign, schema.Nothing, false},
		`{"n":2,"one":[1]}`:               {foreign, schema.Nothing, false}, // fits, and is rare
		`{"n":2,"none":1}`:                {foreign, schema.Nothing, false},
		`{"n":2,"none":null}`:             {foreign, schema.Arguments, true},
		`{"n":2,"more":{"a":null}}`:       {foreign, schema.Arguments, true},
		`{"n":2,"more":{"b":1}}`:          {foreign, schema.Nothing, false},
		`{"n":2,"more":{}}`:               {foreign, schema.Nothing, false},
		`{"n":2,"a":{"a":1},"b":{"a":1}}`: {foreign, schema.Nothing, true},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if _, _, ok := test.s.InOnePass([]byte(text), test.mend); ok != test.taken {
				t.Errorf("got %t, want %t", ok, test.taken)
			}
			agree(t, test.s, nil, json.RawMessage(text))
		})
	}
}

func TestManyProperties(t *testing.T) {
	t.Parallel()
	fields := make([]reflect.StructField, 200)
	members := make([]string, len(fields))
	for i := range fields {
		fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int]()}
		members[i] = fmt.Sprintf(`"F%d":%d`, i, i)
	}
	goType := reflect.StructOf(fields)
	s, err := schema.ForType(goType)
	if err != nil {
		t.Fatal(err)
	}
	for all, taken := range map[string]bool{
		strings.Join(members, ","):                                  true,
		strings.Join(slices.Concat(members[1:], members[:1]), ","):  true,
		strings.Join(members[1:], ","):                              false,
		strings.Join(slices.Concat(members, members[150:151]), ","): false,
	} {
		text := []byte("{" + all + "}")
		if _, _, ok := s.InOnePass(text, schema.GoArguments); ok != taken {
			t.Errorf("got %t, want %t for %s", ok, taken, text)
		}
		agree(t, s, goType, text)
	}
}

func FuzzTextInOnePass(f *testing.F) {
	s, err := schema.For[passed]()
	if err != nil {
		f.Fatal(err)
	}
	for _, test := range passes {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := schema.SameJSON([]byte(text), []byte(text)), json.Valid([]byte(text)) && utf8.ValidString(text); got != want {
			t.Fatalf("%q: is JSON: %t, and encoding/json says %t", text, got, want)
		}
		agree(t, s, reflect.TypeFor[passed](), json.RawMessage(text))
	})
}

// The deepest text that is JSON for us is the deepest one for encoding/json.
func TestDepthOfText(t *testing.T) {
	t.Parallel()
	for _, levels := range []int{9_999, 10_000, 10_001} {
		for _, ends := range [][2]string{{"[", "]"}, {`{"a":`, "}"}} {
			text := []byte(strings.Repeat(ends[0], levels) + "1" + strings.Repeat(ends[1], levels))
			if got, want := schema.SameJSON(text, text), json.Valid(text); got != want {
				t.Errorf("%d levels of %s: %t, want %t", levels, ends[0], got, want)
			}
		}
	}
}

// readsOnly has methods for reading alone: it is written field by field.
type readsOnly struct {
	N onPointer `json:"n"`
}

func (r *readsOnly) UnmarshalJSON([]byte) error { return nil }

func TestMethodsOnPointersAreFound(t *testing.T) {
	t.Parallel()
	type deep struct {
		Pair [1]struct{ N onPointer }
	}
	for name, test := range map[string]struct {
		s     *schema.Schema
		value any
		want  string
	}{
		"field":            {forType[struct{ N onPointer }](t), struct{ N onPointer }{onPointer{1}}, `{"N":{"n":1}}`},
		"pointer":          {forType[struct{ N onPointer }](t), &struct{ N onPointer }{onPointer{2}}, `{"N":{"n":2}}`},
		"array":            {forType[deep](t), deep{[1]struct{ N onPointer }{{onPointer{3}}}}, `{"Pair":[{"N":{"n":3}}]}`},
		"only for reading": {forType[struct{ R readsOnly }](t), struct{ R readsOnly }{readsOnly{onPointer{4}}}, `{"R":{"n":{"n":4}}}`},
		"embedded":         {forType[struct{ deep }](t), struct{ deep }{deep{[1]struct{ N onPointer }{{onPointer{5}}}}}, `{"Pair":[{"N":{"n":5}}]}`},
		"number":           {forType[struct{ B big.Int }](t), struct{ B big.Int }{*big.NewInt(6)}, `{"B":6}`},
		"another type":     {forType[point](t), struct{ Lat, Lon number }{number{7}, number{8}}, `{"Lat":7,"Lon":8}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := test.s.Encode(test.value)
			if err != nil || string(got) != test.want {
				t.Errorf("got %s, %v, want %s", got, err, test.want)
			}
		})
	}
}

// number has no form but the one that its method gives it.
type number struct{ n int }

func (n *number) MarshalJSON() ([]byte, error) { return json.Marshal(n.n) }
