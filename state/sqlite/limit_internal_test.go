package sqlite

import (
	"math"
	"path/filepath"
	"testing"
)

// A file that nobody sets a limit for has one, and SQLite accepts the largest.
func TestDefaultLimit(t *testing.T) {
	t.Parallel()
	for most, want := range map[int64]int64{0: 1 << 30 / pageSize, 100*pageSize + 1: 101, math.MaxInt64: mostPages} {
		store, err := OpenWith(filepath.Join(t.TempDir(), "state.db"), Options{MaxBytes: most})
		if err != nil {
			t.Fatal(err)
		}
		var pages int64
		if err = store.writer.QueryRowContext(t.Context(), "PRAGMA max_page_count").Scan(&pages); err != nil || pages != want {
			t.Errorf("with MaxBytes %d: %d pages, %v", most, pages, err)
		}
		if err = store.Close(); err != nil {
			t.Error(err)
		}
	}
}
