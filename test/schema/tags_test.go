package schema_test

import (
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/schema"
)

// field makes a struct type with one field, whose tag may be one that the
// compiler's checks would refuse.
func field(of reflect.Type, tag string) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "F", Type: of, Tag: reflect.StructTag(tag)}})
}

func TestTags(t *testing.T) {
	t.Parallel()
	text, number, count := reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[int]()
	for tag, test := range map[string]struct {
		of   reflect.Type
		want string
	}{
		`doc:"A <b> & \"c\"\x01" title:"T"`:          {text, `{"type":"string","title":"T","description":"A <b> & \"c\"\u0001"}`},
		`deprecated:"true"`:                          {text, `{"type":"string","deprecated":true}`},
		`deprecated:"false"`:                         {text, `{"type":"string"}`},
		`example:"7"`:                                {text, `{"type":"string","examples":["7"]}`},
		`example:" 7 "`:                              {count, `{"type":"integer","examples":[7]}`},
		`default:""`:                                 {text, `{"type":"string","default":""}`},
		`enum:"a, b"`:                                {text, `{"type":"string","enum":["a","b"]}`},
		`enum:"[\"a, b\",\"c\"]"`:                    {text, `{"type":"string","enum":["a, b","c"]}`},
		`enum:"1,2" default:"2"`:                     {count, `{"type":"integer","enum":[1,2],"default":2}`},
		`min:"-0.10" max:"1e3"`:                      {number, `{"type":"number","minimum":-0.10,"maximum":1e3}`},
		`above:"0" below:"1"`:                        {number, `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`},
		`min:"1" max:"1"`:                            {number, `{"type":"number","minimum":1,"maximum":1}`},
		`min:"3"`:                                    {reflect.TypeFor[uint8](), `{"type":"integer","minimum":3,"maximum":255}`},
		`minlen:"1" maxlen:"2" pattern:"^[A-Z]+$"`:   {text, `{"type":"string","pattern":"^[A-Z]+$","minLength":1,"maxLength":2}`},
		`minlen:"1" maxlen:"2"`:                      {reflect.TypeFor[[]int](), `{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2}`},
		`maxlen:"2" minlen:"0"`:                      {reflect.TypeFor[map[string]int](), `{"type":"object","additionalProperties":{"type":"integer"},"minProperties":0,"maxProperties":2}`},
		`enum:"a,b" minlen:"1"`:                      {reflect.TypeFor[[]string](), `{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1}`},
		`min:"0"`:                                    {reflect.TypeFor[map[string][]int](), `{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer","minimum":0}}}`},
		`default:"[1]"`:                              {reflect.TypeFor[[]int](), `{"type":"array","items":{"type":"integer"},"default":[1]}`},
		`format:"date"`:                              {text, `{"type":"string","format":"date"}`},
		`format:"color"`:                             {text, `{"type":"string","format":"color"}`},
		`default:"1m30s" min:"1s" doc:"How long"`:    {reflect.TypeFor[time.Duration](), `{"type":"integer","description":"How long (nanoseconds)","minimum":1000000000,"default":90000000000}`},
		`default:"5"`:                                {reflect.TypeFor[time.Duration](), `{"type":"integer","description":"Nanoseconds","default":5}`},
		`json:",string" default:"5"`:                 {count, `{"type":"string","pattern":"^-?(0|[1-9][0-9]*)$","default":"5"}`},
		`json:",string"#`:                            {reflect.TypeFor[bool](), `{"type":"string","enum":["true","false"]}`},
		`json:",string"##`:                           {reflect.TypeFor[*uint16](), `{"type":"string","pattern":"^(0|[1-9][0-9]*)$"}`},
		`json:",string" doc:"methods win"`:           {reflect.TypeFor[time.Time](), `{"type":"string","description":"methods win","format":"date-time"}`},
		`example:"2026-01-26T09:30:00Z"`:             {reflect.TypeFor[time.Time](), `{"type":"string","format":"date-time","examples":["2026-01-26T09:30:00Z"]}`},
		`db:"f" validate:"required,min=1" bin:"x"`:   {text, `{"type":"string"}`},
		`minimum:"3" min:"3" yaml:",inline" xml:"-"`: {count, `{"type":"integer","minimum":3}`},
		`default:"{\"name\":\"x\"}" doc:"A tree"`:    {reflect.TypeFor[tree](), `{"$ref":"#/$defs/tree","description":"A tree","default":{"name":"x"}}`},
		`enum:"miles"`:                               {reflect.TypeFor[unit](), `{"type":"string","enum":["miles"]}`},
	} {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			s, err := schema.ForType(field(test.of, strings.TrimRight(tag, "#")))
			if err != nil {
				t.Fatal(err)
			}
			got, _ := strings.CutPrefix(string(s.JSON()), `{"type":"object","properties":{"F":`)
			if !strings.HasPrefix(got, test.want+"}") {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if err := fitsSecond(t, meta(t), s.JSON()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestMistakesInTags(t *testing.T) {
	t.Parallel()
	text, number, count := reflect.TypeFor[string](), reflect.TypeFor[float64](), reflect.TypeFor[int]()
	list := reflect.TypeFor[[]int]()
	for tag, test := range map[string]struct {
		of   reflect.Type
		want string
	}{
		`json:"a"doc:"x"`:     {text, `key:"value"`},
		`doc:x`:               {text, `key:"value"`},
		`doc:'x'`:             {text, `key:"value"`},
		`doc: "x"`:            {text, `key:"value"`},
		"doc:`x`":             {text, `key:"value"`},
		`doc:"x`:              {text, `key:"value"`},
		`doc`:                 {text, `key:"value"`},
		`doc:"a" doc:"b"`:     {text, "has the tag twice doc"},
		`Doc:"a"`:             {text, "the tag Doc must be named doc"},
		`exampl:"a"`:          {text, "the tag exampl must be named example"},
		`examples:"a"`:        {text, "the tag examples must be named example"},
		`description:"a"`:     {text, "the tag description must be named doc"},
		`minLength:"1"`:       {text, "the tag minLength must be named minlen"},
		`json:"a,omitemtpy"`:  {text, `did you mean "omitempty"?`},
		`json:"a,string"`:     {text, "quotes inside of the quotes"},
		`deprecated:"yes"`:    {text, "must be \"true\" or \"false\""},
		`min:"1"`:             {text, "on a field that is a number"},
		`min:""`:              {count, "must be a number"},
		`min:"+5"`:            {count, "must be a number"},
		`min:"0x10"`:          {count, "must be a number"},
		`min:"1_000"`:         {count, "must be a number"},
		`max:"Infinity"`:      {number, "must be a number"},
		`min:"1h"`:            {count, "must be a number"},
		`min:"1" above:"1"`:   {count, "exclude each other"},
		`above:"1" below:"1"`: {count, "nothing between"},
		`min:"1" below:"1"`:   {count, "nothing between"},
		`min:"9007199254740993" max:"9007199254740992"`: {count, "nothing between"},
		`min:"-1"`:                 {reflect.TypeFor[uint](), "is not a number that uint can hold"},
		`max:"300"`:                {reflect.TypeFor[uint8](), "is not a number that uint8 can hold"},
		`max:"1e999"`:              {number, "too large for a float64"},
		`minlen:"-1"`:              {text, "must be an integer"},
		`minlen:"1.0"`:             {text, "must be an integer"},
		`minlen:"1"`:               {count, "string, list or map"},
		`maxlen:"1"`:               {reflect.TypeFor[[]byte](), "string, list or map"},
		`maxlen:"2"`:               {reflect.TypeFor[[3]int](), "whose length is fixed"},
		`minlen:"2" maxlen:"1"`:    {list, "nothing between"},
		`pattern:"("`:              {text, "missing closing )"},
		`pattern:"(?i)a"`:          {text, "(?i works in Go, but not in JavaScript"},
		`pattern:"a"`:              {count, "is only for strings"},
		`pattern:"b"`:              {reflect.TypeFor[time.Time](), "is only for strings"},
		`format:"datetime"`:        {text, `did you mean "date-time"?`},
		`format:"url"`:             {text, `did you mean "uri"?`},
		`format:"date"`:            {reflect.TypeFor[[]byte](), "format of their own"},
		`enum:""`:                  {count, `this is not an integer: ""`},
		`enum:"a,b"`:               {count, `this is not an integer: "a"`},
		`enum:"a,a"`:               {text, `"a" twice`},
		`enum:"1,1.0"`:             {number, `1.0 twice`},
		`enum:"[1"`:                {count, "begins like a JSON list, but is not one"},
		`enum:"[]"`:                {count, "begins like a JSON list, but is not one"},
		`enum:"1,2" min:"2"`:       {count, "1 does not fit its field: must be at least 2"},
		`enum:"km,furlong"`:        {reflect.TypeFor[unit](), `"furlong" does not fit its field`},
		`enum:"a"`:                 {reflect.TypeFor[any](), "is only for strings"},
		`enum:"b"`:                 {reflect.TypeFor[tree](), "is only for strings"},
		`default:"1.5"`:            {count, "must be an integer, not a number"},
		`default:"[1,\"a\"]"`:      {list, "[1]: must be an integer"},
		`default:"x" pattern:"^y"`: {text, "must match ^y"},
		`default:"{\"name\":1}"`:   {reflect.TypeFor[tree](), "name: must be a string"},
		`default:"{\"name\":\"a\",\"name\":\"b\"}"`: {reflect.TypeFor[tree](), "a member twice"},
		`example:"yesterday"`:                       {reflect.TypeFor[time.Time](), "must be a date and time"},
		`example:"?"`:                               {reflect.TypeFor[[]byte](), "must be base64"},
		`default:"1x"`:                              {reflect.TypeFor[time.Duration](), "does not fit its field"},
	} {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			_, err := schema.ForType(field(test.of, tag))
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "field F: ") || !strings.Contains(err.Error(), "struct {") {
				t.Errorf("got %v, want an error with %q that names type and field", err, test.want)
			}
		})
	}
}

type withMistake struct {
	Fine string
	Bad  int `min:"low"`
}

func TestMistakesNameTypeAndField(t *testing.T) {
	t.Parallel()
	type middle struct {
		List []map[string]*withMistake
	}
	type outer struct{ M middle }
	type hidden struct {
		A      int
		secret string `doc:"Not told"` //nolint:unused // that is the mistake
	}
	type ignored struct {
		A    int
		high int `json:"-"` //nolint:unused // it is not meant to be told
	}
	if _, err := schema.For[ignored](); err != nil {
		t.Errorf("a field that is left out on purpose: %v", err)
	}
	// go vet refuses such a struct in a source.
	lowered := reflect.StructOf([]reflect.StructField{{Name: "high", PkgPath: "example.com/weather", Type: reflect.TypeFor[int](), Tag: `json:"high"`}})
	for name, test := range map[string]struct {
		build func() (*schema.Schema, error)
		want  string
	}{
		"not exported":           {func() (*schema.Schema, error) { return schema.ForType(lowered) }, `struct { high int "json:\"high\"" }: field high: encoding/json leaves it out because it is not exported, but it has the tag json; write its name with a capital letter, High, or remove the tag`},
		"a part is not exported": {func() (*schema.Schema, error) { return schema.ForType(field(lowered, `json:"days"`)) }, `field high: encoding/json leaves it out`},
		"nested":                 {schema.For[outer], `schema_test.outer: field M: schema_test.middle: field List: schema_test.withMistake: field Bad: the tag min:"low" must be a number`},
		"embedded":               {schema.For[struct{ withMistake }], `field Bad: the tag min:"low"`},
		"hidden":                 {schema.For[hidden], `schema_test.hidden: field secret: encoding/json leaves it out because it is not exported, but it has the tag doc`},
	} {
		if _, err := test.build(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

// Patterns that are accepted must be ones that hosts can compile, and find the
// same.
func TestPatternsAreThoseOfJavaScript(t *testing.T) {
	t.Parallel()
	samples := []string{"", "a", "A", "ab", "a-b", "1", "é", "😀", "]", "{", "a{1}", "/", "\\", "_", " ", "\n", "x]y", "aaa", "-"}
	patterns := []string{
		`^[a-c]+$`, `^\d{1,3}$`, `^(?:a|b)*?$`, `^(?<x>a)b?$`, `\p{Lu}`, `\P{L}`, `\x41`, `[^\]]`, `a{2}`, `a{2,}`, `^.$`, `\/`, `[\-a]`, `[a-]`,
		`^\S+\s?$`, `\bab\b`, `\.`, `[{}]`, `\{`, `[\w-]`, `[\d]`, ``, `^$|x`,
	}
	refused := []string{
		`(?i)a`, `(?P<x>a)`, `\Aa`, `a\z`, `\Qa\E`, `[[:alpha:]]`, `\pL`, `\p{Greek}`, `\p{^Lu}`, `\x{41}`, `a]`, `a}`, `{`, `a{,2}`, `\-`, `\_`, `[]a]`,
		`[^]a]`, `\a`, `\C`, `(?s:.)`, `(?U)a`, `\07`, `[\w-z]`, `x{a}`, `\ `,
	}
	var matches []string
	for _, p := range patterns {
		s, err := schema.ForType(field(reflect.TypeFor[string](), `pattern:`+quoted(p)))
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		for _, text := range samples {
			fits := "0"
			if s.Check([]byte(`{"F":`+quoted(text)+`}`)) == nil {
				fits = "1"
			}
			matches = append(matches, fits)
		}
	}
	for _, p := range refused {
		if _, err := schema.ForType(field(reflect.TypeFor[string](), `pattern:`+quoted(p))); err == nil {
			t.Errorf("%s is accepted", p)
		}
	}
	script := "const out = []; for (const p of " + quotedAll(patterns) + ") for (const s of " + quotedAll(samples) +
		") out.push(new RegExp(p, 'u').test(s) ? 1 : 0); process.stdout.write(out.join(''));"
	output, err := exec.CommandContext(t.Context(), installed(t, "node", "bin", "node"), "-e", script).Output()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Join(matches, ""), string(output)); diff != "" {
		t.Error(diff)
	}
}
