package jsonwalk_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

func TestReadObject(t *testing.T) {
	t.Parallel()
	many := func(n int, more string) string {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, `"m%d":%d,`, i, i)
		}
		return "{" + text.String() + more + "}"
	}
	for _, test := range []struct {
		text  string
		want  int
		fault string
	}{
		{`{}`, 0, ""},
		{`[1]`, 0, ""},
		{`{"a":1,"b":2}`, 2, ""},
		{`{"a":1,"a":2}`, 0, `the member "a" is there twice`},
		{`{"a":1,"\u0061":2}`, 0, `the member "a" is there twice`},
		{many(40, `"m39x":0`), 41, ""},
		{many(40, `"m3":0`), 0, `the member "m3" is there twice`},
		{many(40, `"m39":0`), 0, `the member "m39" is there twice`},
		{many(16, `"m15":0`), 0, `the member "m15" is there twice`},
		{many(17, `"m16":0`), 0, `the member "m16" is there twice`},
		{many(50, `"x":0`), 0, "the object has too many members"},
	} {
		o, err := jsonwalk.ReadObject(nil, []byte(test.text), 50)
		switch {
		case test.fault == "" && (err != nil || len(o) != test.want):
			t.Errorf("%.60s: %d members, %v", test.text, len(o), err)
		case test.fault != "" && (err == nil || err.Error() != test.fault):
			t.Errorf("%.60s: %v, want %s", test.text, err, test.fault)
		}
	}
	o, err := jsonwalk.ReadObject(nil, []byte(` { "a" : [1] , "\u0062": null } `), 2)
	if err != nil || string(o.Get("a")) != "[1]" || string(o.Get("b")) != "null" || o.Get("c") != nil {
		t.Errorf("%v, %v", o, err)
	}
	if _, err = jsonwalk.ReadObject(o, []byte(`{"c":1}`), 2); !errors.Is(err, jsonwalk.ErrTooMany) {
		t.Errorf("a third member: %v", err)
	}
}
