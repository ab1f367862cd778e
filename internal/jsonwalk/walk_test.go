package jsonwalk_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// member is a member of an object, or with an empty name an item of an array.
type member struct{ Name, Value string }

// FuzzMembers compares the scanner with encoding/json, on every valid JSON text in
// UTF-8:
// each member of each object and each item of each array, as it is written.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, ` { } `, "\t[\r\n]\n", `null`, `"a"`, `-1.5e+3`, `{"a":1}`, `{"a" : {"b":[1,{"c":null}]} , "a":"\"}" }`, `[[],[[]],{}]`,
		`{"\u0061":"\\","b\"":"\\\"","":{}}`, `["]","}",",",":"]`, `{"a":[true,false,null,0,-0,1e9]}`, `[ 1 , "2" ,3 ]`,
		`{"\ud800":"\udfff","é":"\/","😀":"\t"}`, `{"a":"{\"a\":[","b":"]}"}`, `{"x":{"x":{"x":{}}},"y":[[[]]]}`,
		`{"`, `{"a`, `{"\`, `[`, `["`, `{"a"`, `{"a":`, `[1,`, `}`, `{"a":1}}`, `01`, `-`, `1.`, `1e`, `+1`, `.5`, `tru`, `nulll`, `{"a":1,}`, `[1,]`, `{,}`, `"\x"`, `"\u12g4"`, "\"\x1f\"", "\"\x7f\"", "{\"\xde\":0}", `1e1000`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) || !utf8.Valid(text) {
			// There is no promise, but that it ends.
			jsonwalk.Members(text)(func([]byte, json.RawMessage) bool { return true })
			jsonwalk.Items(text)(func(json.RawMessage) bool { return true })
			if fault := jsonwalk.Check(text, 1000); fault == jsonwalk.None {
				t.Errorf("%q is taken for JSON", text)
			}
			return
		}
		compareMembers(t, text)
		for _, most := range []int{0, 1, 2, 5} {
			want := jsonwalk.None
			if levels(t, text) > most {
				want = jsonwalk.TooDeep
			}
			if got := jsonwalk.Check(text, most); got != want {
				t.Errorf("Check(%q, %d) is %v", text, most, got)
			}
		}
	})
}

// compareMembers compares an object or array, and what is in it.
func compareMembers(t *testing.T, text []byte) {
	t.Helper()
	var got []member
	for name, value := range jsonwalk.Members(text) {
		got = append(got, member{string(name), string(value)})
	}
	for item := range jsonwalk.Items(text) {
		got = append(got, member{"", string(item)})
	}
	want := membersByDecoder(t, text)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%q:\n%s", text, diff)
	}
	if got != nil {
		calls := 0
		jsonwalk.Members(text)(func([]byte, json.RawMessage) bool { calls++; return false })
		jsonwalk.Items(text)(func(json.RawMessage) bool { calls++; return false })
		if calls != 1 {
			t.Errorf("it goes on after the end: %q", text)
		}
	}
	for _, m := range want {
		compareMembers(t, []byte(m.Value))
	}
}

// membersByDecoder reads an object or array with encoding/json, without merging
// what stands twice.
func membersByDecoder(t *testing.T, text []byte) (members []member) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	first, err := decoder.Token()
	if err != nil {
		t.Fatal(err)
	}
	if first != json.Delim('{') && first != json.Delim('[') {
		return nil
	}
	for decoder.More() {
		var m member
		if first == json.Delim('{') {
			name, err := decoder.Token()
			if err != nil {
				t.Fatal(err)
			}
			text, ok := name.(string)
			if !ok {
				t.Fatalf("a name is %v", name)
			}
			m.Name = text
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
		m.Value = string(value)
		members = append(members, m)
	}
	return members
}

// levels is how deep a JSON text is.
func levels(t *testing.T, text []byte) (most int) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	for depth := 0; ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return most
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
			most = max(most, depth)
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}
