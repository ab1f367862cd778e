package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/schema"
)

// What goes wrong with schemas that other Go libraries derive.

// Claude Code cuts off arguments whose schema is a union with null, which is
// what pointers and slices become elsewhere.
func TestClaudeCodeNeverSeesUnionsWithNull(t *testing.T) {
	t.Parallel()
	type inner struct {
		Deep *[]*string `json:"deep"`
	}
	type in struct {
		Pointer  *string            `json:"pointer"`
		Slice    []string           `json:"slice"`
		Pointers []*inner           `json:"pointers"`
		Both     *[]int             `json:"both"`
		Map      map[string]*inner  `json:"map"`
		Maps     *map[string][]byte `json:"maps"`
		Inner    *inner             `json:"inner,omitempty"`
	}
	s := forType[in](t)
	if text := string(s.JSON()); strings.Contains(text, "null") || strings.Contains(text, `"type":[`) || strings.Contains(text, "anyOf") {
		t.Errorf("got %s", text)
	}
	written, err := s.Encode(in{})
	if want := `{"slice":[],"pointers":[],"map":{}}`; err != nil || string(written) != want {
		t.Errorf("got %s, %v, want %s: the value has to keep what the schema says", written, err, want)
	}
	var got in
	if err := s.Decode(json.RawMessage(`{"pointer":null,"slice":[],"pointers":[],"map":{},"both":null}`), &got); err != nil {
		t.Errorf("null for what may be left out: %v", err)
	}
}

// Elsewhere []byte and json.RawMessage are said to be lists of integers, and
// every result that has one fails its own schema.
func TestBytesInOutputsFitTheirSchema(t *testing.T) {
	t.Parallel()
	type blob []byte
	type out struct {
		Bytes  []byte            `json:"bytes"`
		None   []byte            `json:"none"`
		Named  blob              `json:"named"`
		Many   [][]byte          `json:"many"`
		ByName map[string][]byte `json:"byName"`
		Array  [3]byte           `json:"array"`
		Raw    json.RawMessage   `json:"raw"`
		Raws   []json.RawMessage `json:"raws"`
	}
	s := forType[out](t)
	value := out{
		Bytes: []byte{0xff, 0}, Named: blob("x"), Many: [][]byte{{1}, nil}, ByName: map[string][]byte{"a": {2}}, Array: [3]byte{1, 2, 3},
		Raw: json.RawMessage(`{"a":[1]}`), Raws: []json.RawMessage{json.RawMessage(`1`), nil},
	}
	written, err := s.Encode(value)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"bytes":"/wA=","none":"","named":"eA==","many":["AQ==",""],"byName":{"a":"Ag=="},"array":[1,2,3],"raw":{"a":[1]},"raws":[1,null]}`
	if diff := cmp.Diff(want, string(written)); diff != "" {
		t.Error(diff)
	}
	if err := fitsSecond(t, opinion(t, s.JSON(), true), written); err != nil {
		t.Errorf("another implementation: %v", err)
	}
	var back out
	if err := s.Decode(written, &back); err != nil {
		t.Fatal(err)
	}
	value.None, value.Many[1], value.Raws[1] = []byte{}, []byte{}, json.RawMessage(`null`)
	if diff := cmp.Diff(value, back); diff != "" {
		t.Error(diff)
	}
	for _, wrong := range []string{`"bytes":"?"`, `"bytes":"AA"`, `"bytes":[1]`, `"array":[1,2]`, `"array":[1,2,256]`, `"array":"AQID"`} {
		name, _, _ := strings.Cut(strings.Trim(wrong, `"`), `"`)
		text := strings.Replace(string(written), `"`+name+`":`, wrong+`,"x":`, 1)
		if err := s.Check(json.RawMessage(text)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// Elsewhere integers go through float64 when defaults are filled in, and
// 9007199254740993 becomes …992.
func TestIntegersAbove2To53AreExact(t *testing.T) {
	t.Parallel()
	type in struct {
		ID     int64           `json:"id" max:"9007199254740993"`
		Text   int64           `json:"text,string"`
		Big    uint64          `json:"big"`
		List   []uint64        `json:"list"`
		ByID   map[int64]int64 `json:"byId"`
		Number json.Number     `json:"number"`
		Raw    json.RawMessage `json:"raw"`
		Preset int64           `json:"preset" default:"9007199254740993" enum:"9007199254740993"`
	}
	s := forType[in](t)
	const text = `{"id":9007199254740993,"text":"9007199254740993","big":18446744073709551615,"list":[9007199254740993],` +
		`"byId":{"9007199254740993":9007199254740993},"number":9007199254740993,"raw":[9007199254740993]`
	var got in
	if err := s.Decode(json.RawMessage(text+`}`), &got); err != nil {
		t.Fatal(err)
	}
	written, err := s.Encode(got)
	if want := text + `,"preset":9007199254740993}`; err != nil || string(written) != want {
		t.Errorf("got  %s, %v\nwant %s", written, err, want)
	}
	if !strings.Contains(string(s.JSON()), `"maximum":9007199254740993}`) {
		t.Errorf("the schema rounds: %s", s.JSON())
	}
	for wrong, path := range map[string]string{
		`"id":9007199254740994`: "id", `"id":9223372036854775808`: "id", `"big":18446744073709551616`: "big", `"big":-1`: "big",
		`"list":[18446744073709551616]`: "list[0]", `"byId":{"9223372036854775808":1}`: "byId", `"text":"9223372036854775808"`: "text",
		`"text":9007199254740993`: "text", `"preset":9007199254740992`: "preset",
	} {
		name, _, _ := strings.Cut(strings.Trim(wrong, `"`), `"`)
		full := strings.Replace(text+`,"preset":9007199254740993}`, `"`+name+`":`, wrong+`,"x":`, 1)
		err = s.Check(json.RawMessage(full))
		if err == nil || !strings.Contains(err.Error(), path+": ") && !strings.Contains(err.Error(), path+".") {
			t.Errorf("%s: got %v", wrong, err)
		}
	}
	foreign, err := schema.Parse(json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","maximum":9007199254740992}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := foreign.Check(json.RawMessage(`{"n":9007199254740993}`)); err == nil {
		t.Error("a schema from elsewhere rounds")
	}
}

type (
	person struct {
		Name    string             `json:"name"`
		Spouse  *person            `json:"spouse,omitempty" doc:"If married"`
		Parents [2]*person         `json:"parents,omitzero"`
		Known   map[string]*person `json:"known,omitempty"`
		House   *house             `json:"house,omitempty"`
		Forest  forest             `json:"forest,omitempty"`
	}
	house struct {
		Owner *person `json:"owner"`
		Rooms rooms   `json:"rooms,omitempty"`
	}
	rooms  map[string]rooms
	forest []branch
	branch struct {
		Children forest `json:"children,omitempty" example:"[{}]"`
	}
)

// Elsewhere types that contain themselves panic when a tool is registered.
func TestRecursiveTypes(t *testing.T) {
	t.Parallel()
	s := forType[person](t)
	if err := fitsSecond(t, meta(t), s.JSON()); err != nil {
		t.Fatalf("%s: %v", s.JSON(), err)
	}
	for _, def := range []string{`"#/$defs/person","description":"If married"`, `"person":{`, `"rooms":{"type":"object","additionalProperties":{"$ref":"#/$defs/rooms"}}`} {
		if !strings.Contains(string(s.JSON()), def) {
			t.Errorf("there is no %s in %s", def, s.JSON())
		}
	}
	text := `{"name":"a","spouse":{"name":"b","known":{"c":{"name":"c"}}},"house":{"owner":{"name":"d"},"rooms":{"attic":{}}},` +
		`"forest":[{"children":[{}]}]}`
	var got person
	if err := s.Decode(json.RawMessage(text), &got); err != nil {
		t.Fatal(err)
	}
	written, err := s.Encode(got)
	if err != nil || string(written) != text {
		t.Errorf("got  %s, %v\nwant %s", written, err, text)
	}
	err = s.Check(json.RawMessage(`{"name":"a","spouse":{"name":"b","house":{"owner":{"name":7},"rooms":{"a":{"b":1}}}}}`))
	want := "spouse.house.owner.name: must be a string, not an integer\nspouse.house.rooms.a.b: must be an object, not an integer"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	var deep strings.Builder
	const levels = 3000
	deep.WriteString(strings.Repeat(`{"name":"a","spouse":`, levels) + `{"name":"a"}` + strings.Repeat(`}`, levels))
	if err := s.Decode(json.RawMessage(deep.String()), &got); err != nil {
		t.Errorf("%d levels: %v", levels, err)
	}
}

type (
	wide0 struct{ A, B, C wide1 }
	wide1 struct{ A, B, C wide2 }
	wide2 struct{ A, B, C wide3 }
	wide3 struct{ A, B, C wide4 }
	wide4 struct{ A, B, C wide5 }
	wide5 struct{ A, B, C wide6 }
	wide6 struct{ A, B, C wide7 }
	wide7 struct{ A, B, C int }
)

// Written out, this type would be 6,561 times its innermost one.
func TestTypesThatRepeatAreShared(t *testing.T) {
	t.Parallel()
	type root struct {
		Self *root `json:",omitempty"`
		W    wide0 `doc:"Wide"`
	}
	s := forType[root](t)
	if len(s.JSON()) > 5000 {
		t.Errorf("%d bytes", len(s.JSON()))
	}
	if !strings.Contains(string(s.JSON()), `"wide7":{"type":"object"`) {
		t.Errorf("got %s", s.JSON())
	}
	written, err := s.Encode(root{})
	if err != nil {
		t.Fatal(err)
	}
	if err := fitsSecond(t, opinion(t, s.JSON(), true), written); err != nil {
		t.Error(err)
	}
	again := forType[root](t)
	if string(again.JSON()) != string(s.JSON()) {
		t.Error("the schema is not the same every time")
	}
}
