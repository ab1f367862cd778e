package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/state"
)

func BenchmarkStore(b *testing.B) {
	for _, size := range []int{100, 100_000} {
		store := open(b, filepath.Join(b.TempDir(), "state.db"))
		value := noise(size)
		b.Run(fmt.Sprint("Put/", size), func(b *testing.B) {
			for b.Loop() {
				if _, err := store.Put(b.Context(), "k", value, state.AnyRevision, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprint("Get/", size), func(b *testing.B) {
			for b.Loop() {
				if _, err := store.Get(b.Context(), "k"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
