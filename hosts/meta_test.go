package hosts_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func TestMeta(t *testing.T) {
	t.Parallel()
	read, err := hosts.ReadMeta(json.RawMessage(`{"text":"a\u0062","number":1.5,"object":{"x":[1]},"null":null,"odd":"\ud800"}`))
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]any{"text": "ab", "number": 1.5, "object": map[string]any{"x": []any{1.0}}, "null": nil, "odd": "\ufffd"}
	for name, m := range map[string]hosts.Meta{"read": read, "made": hosts.MetaOf(values)} {
		if diff := cmp.Diff(values, m.Values()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		for key, want := range values {
			if diff := cmp.Diff(want, m.Value(key)); diff != "" {
				t.Errorf("%s, %s: %s", name, key, diff)
			}
			var raw any
			if err := json.Unmarshal(m.Raw(key), &raw); err != nil || !cmp.Equal(raw, want) {
				t.Errorf("%s, %s is %s, %v", name, key, m.Raw(key), err)
			}
		}
		if got := []string{m.Text("text"), m.Text("number"), m.Text("null"), m.Text("nothing")}; !cmp.Equal(got, []string{"ab", "", "", ""}) {
			t.Errorf("%s: the texts are %q", name, got)
		}
		if m.Value("nothing") != nil || m.Raw("nothing") != nil || m.IsZero() {
			t.Errorf("%s has something that is not there", name)
		}
		more := m.With("text", 7).With("more", true)
		if more.Value("text") != 7 || more.Text("text") != "" || more.Value("more") != true || more.Value("number") != 1.5 || len(more.Values()) != len(values)+1 {
			t.Errorf("%s with more is %v", name, more.Values())
		}
		if m.Text("text") != "ab" || m.Value("more") != nil {
			t.Errorf("%s has changed", name)
		}
	}
	var none hosts.Meta
	if !none.IsZero() || none.Value("a") != nil || none.Text("a") != "" || none.Raw("a") != nil || len(none.Values()) != 0 || none.With("a", 1).Value("a") != 1 {
		t.Error("the zero value is not empty")
	}
}

func TestOddMeta(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 1000 {
		many.WriteString(`"` + strconv.Itoa(i) + `":0,`)
	}
	for _, text := range []string{
		`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, ``, `null`, `[1]`, `"a"`, `7`, `{`, `{"a`, `{"a":`, `{"a":1`, `{"a":1}x`, `{"a" "b":}`, "\xff", "{\"\xff\":1}",
		`{"a":` + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + `}`, "{" + many.String() + `"x":0}`,
	} {
		m, err := hosts.ReadMeta(json.RawMessage(text))
		if e, ok := errors.AsType[*ui.Error](err); !ok || e.Code != "meta_invalid" {
			t.Errorf("%.80q is %v, %v", text, m.Values(), err)
		}
	}
	if m, err := hosts.ReadMeta(json.RawMessage(" \n{ \"a\" : 1 }\t")); err != nil || m.Value("a") != 1.0 {
		t.Errorf("with white space: %v, %v", m.Values(), err)
	}
}
