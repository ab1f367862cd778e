package jsonwalk_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

func BenchmarkCheck(b *testing.B) {
	text := []byte("[" + strings.TrimSuffix(strings.Repeat(`{"name": "a text of usual length", "count": 12345, "é": [1.5e3, true, null, "\u00e9\n"]},`, 1000), ",") + "]")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if jsonwalk.Check(text, 100) != jsonwalk.None {
			b.Fatal("it is JSON")
		}
	}
}
