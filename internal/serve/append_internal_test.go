package serve

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"testing"

	"github.com/orielapps/oriel/ui"
)

// FuzzAppendText holds that texts are written as encoding/json writes them.
func FuzzAppendText(f *testing.F) {
	for _, seed := range []string{
		"", "plain", `"\`, "\x00\x01\b\f\n\r\t\x1f\x7f", "<script>&amp;</script>", "é😀", "\u2028\u2029\u202a", "\xff", "a\xf0\x9f\x98", "\xed\xa0\x80", "\ufffd", "x\xc0\x80y",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, err := encode(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := appendText([]byte("before"), text); string(got) != "before"+string(want) {
			t.Errorf("%q is written as %s, want %s", text, got[len("before"):], want)
		}
	})
}

// FuzzAppendJSON holds that JSON stays the same value, and becomes what encoding/json
// makes of it.
func FuzzAppendJSON(f *testing.F) {
	for _, seed := range []string{`{}`, `[]`, ` { "a" : [ 1 , "b c" , { } ] } `, "\"\\\" \"", "[\n\t1,\r 2 ]", `"<>&"`, `{"a":{"b":null},"":true}`, ` 1e5 `, ``, ` `, `{bad`, `1 2`, "\"\n\"", `{"a":}`, "\"\xff\""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		value := json.RawMessage(text)
		want, refused := encode(value)
		got, err := appendJSON(nil, value)
		if (err != nil) != (refused != nil) || err == nil && !bytes.Equal(got, want) {
			t.Errorf("%q is written as %s, %v, want %s, %v", text, got, err, want, refused)
		}
		if refused != nil {
			return
		}
		object := map[string]any{"raw": value, "in": map[string]any{"x": value, "": "y"}, "list": []string{"<"}, "none": nil}
		if want, err = encode(object); err != nil {
			t.Fatal(err)
		}
		if got, err = appendJSON(nil, object); err != nil || !bytes.Equal(got, want) {
			t.Errorf("it is written as %s, want %s; %v", got, want, err)
		}
	})
}

func TestAppendValues(t *testing.T) {
	t.Parallel()
	for _, value := range []any{
		nil, json.RawMessage(nil), true, 1.5, "a",
		[]any{},
		map[string]any{},
		map[string]any(nil),
		ui.TextContent{Type: "text", Text: "<b>"},
		map[string]string{"b": "2", "a": "1"},
		map[string]any{"z": 1, "a": map[string]any{}},
	} {
		want, err := encode(value)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := appendJSON(nil, value); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%#v is written as %s, want %s; %v", value, got, want, err)
		}
	}
	for _, items := range [][]any{{}, {1}, {"a", nil, ui.TextContent{}}} {
		want, err := encode(items)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := appendArray(nil, items); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v is written as %s, want %s; %v", items, got, want, err)
		}
	}
	for _, odd := range []any{math.NaN(), map[string]any{"a": math.Inf(1)}, map[string]any{"a": map[string]any{"b": func() {}}}} {
		if got, err := appendJSON(nil, odd); err == nil {
			t.Errorf("%v is written as %s", odd, got)
		}
	}
}

// What is written by hand is what encoding/json writes of the same result.
func TestAnswersByHand(t *testing.T) {
	t.Parallel()
	id := json.RawMessage(`"a b"`)
	s := &Server{serverMeta: []byte(`{"` + serverMetaKey + `":{"name":"x"}`)}
	byReflection := func(r result) string {
		c := r.base()
		meta := map[string]any{}
		if c.withServer {
			meta[serverMetaKey] = map[string]any{"name": "x"}
		}
		maps.Copy(meta, c.Meta)
		whole := map[string]any{}
		data, err := encode(r)
		if err == nil {
			err = json.Unmarshal(data, &whole)
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(meta) > 0 {
			whole["_meta"] = meta
		}
		data, err = encode(map[string]any{"jsonrpc": "2.0", "id": id, "result": whole})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	metas := []map[string]any{
		nil, {}, {"a": json.RawMessage(`{"b": [1, 2]}`), "c": "<d>"}, {serverMetaKey: map[string]any{"name": "own"}}, {"a": map[string]any{"b": []string{"c"}}},
	}
	for _, meta := range metas {
		for _, signed := range []bool{false, true} {
			c := common{Meta: meta, withServer: signed}
			if signed {
				c.ResultType = resultComplete
			}
			document := ui.Document{URI: "ui://a/<b>", MIMEType: "text/html", Text: "<p>\u2028", Meta: meta}
			blob := ui.Document{URI: "x:y", Data: []byte{0, 255}}
			for _, r := range []result{
				&callResult{common: c, Content: []any{}},
				&callResult{common: c, Content: []any{ui.TextContent{Type: "text", Text: "a\nb"}, map[string]any{"type": "image"}}, StructuredContent: json.RawMessage(`{"a" : 1}`), IsError: true},
				&readResult{common: c, cacheable: forAMinute(), Contents: []ui.Document{document}},
				&readResult{common: c, cacheable: forAMinute(), Contents: []ui.Document{document}, text: NewDocumentText(document.Text)},
				&readResult{common: c, cacheable: forAMinute(), Contents: []ui.Document{blob}},
				&readResult{common: c, cacheable: forAMinute(), Contents: []ui.Document{{URI: "x:y", Data: []byte{}}}},
				&readResult{common: c, cacheable: forAMinute(), Contents: []ui.Document{{URI: "x:y"}}},
			} {
				written, err := s.answer(id, r)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := canonical(t, written.message()), canonical(t, []byte(byReflection(r))); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
		}
	}
	for _, raw := range []string{"", "{", "1 2"} {
		if _, err := s.answer(id, &callResult{StructuredContent: json.RawMessage(raw), common: common{Meta: map[string]any{"a": json.RawMessage(raw)}}}); err == nil {
			t.Errorf("%q is written", raw)
		}
	}
	// What is written by hand has no place for a member that nobody has thought of.
	for _, r := range []struct {
		value   any
		members int
	}{{common{}, 3}, {cacheable{}, 2}, {ui.TextContent{}, 2}, {callResult{}, 4}, {readResult{}, 4}, {ui.Document{}, 7}} {
		if got := reflect.TypeOf(r.value).NumField(); got != r.members {
			t.Errorf("%T has %d members: write the new one in answer.go or append.go, too", r.value, got)
		}
	}
	if _, err := s.answer(id, &callResult{common: common{Meta: map[string]any{"a": math.NaN()}}}); err == nil {
		t.Error("a number that JSON has not is written")
	}
	if _, err := s.answer(id, &callResult{Content: []any{math.NaN()}}); err == nil {
		t.Error("a number that JSON has not is written")
	}
}

func canonical(t *testing.T, text []byte) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
