package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/orielapps/oriel/schema"
)

type benchQuery struct {
	City string   `json:"city" maxlen:"80"`
	Days int      `json:"days,omitempty" min:"1" max:"14"`
	Tags []string `json:"tags,omitempty"`
}

func BenchmarkDecode(b *testing.B) {
	s, err := schema.For[benchQuery]()
	if err != nil {
		b.Fatal(err)
	}
	text := json.RawMessage(`{"city":"Lisbon","days":3,"tags":["a","b"]}`)
	b.ReportAllocs()
	for b.Loop() {
		var q benchQuery
		if err := s.Decode(text, &q); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	s, err := schema.For[benchQuery]()
	if err != nil {
		b.Fatal(err)
	}
	value := benchQuery{City: "Lisbon", Days: 3, Tags: []string{"a", "b"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Encode(value); err != nil {
			b.Fatal(err)
		}
	}
}
