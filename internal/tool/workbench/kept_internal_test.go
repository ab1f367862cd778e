package workbench

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/ui"
)

// shelf is a kept with a clock of its own.
type shelf struct {
	*kept

	t     *testing.T
	clock time.Time
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	s := &shelf{kept: newKept(), t: t, clock: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)}
	s.now = func() time.Time { return s.clock }
	return s
}

func pageNumber(n int) pageKey { return sha256.Sum256([]byte(strconv.Itoa(n))) }

func (s *shelf) puts(page, run int, part, value string) {
	s.t.Helper()
	if err := s.put(pageNumber(page), run, part, json.RawMessage(value)); err != nil {
		s.t.Fatal(err)
	}
	s.clock = s.clock.Add(time.Second)
}

func (s *shelf) has(page, run int, want map[string]string) {
	s.t.Helper()
	number, parts := s.get(pageNumber(page))
	got := map[string]string{}
	for name, value := range parts {
		got[name] = string(value)
	}
	if number != run || !cmp.Equal(got, want) {
		s.t.Errorf("page %d has run %d with %.200v, want run %d with %.200v", page, number, got, run, want)
	}
}

func TestKeptRuns(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	nothing := map[string]string{}
	s.has(1, 0, nothing)
	s.puts(1, 1, "run", `{"a":1}`)
	s.puts(1, 1, "call:claude", `[1]`)
	s.puts(2, 5, "run", `"other"`)
	s.has(1, 1, map[string]string{"run": `{"a":1}`, "call:claude": `[1]`})
	s.has(2, 5, map[string]string{"run": `"other"`})
	s.has(3, 0, nothing)

	s.puts(1, 1, "call:claude", `[2]`)
	s.puts(1, 1, "gone", `1`)
	s.puts(1, 1, "gone", `null`)
	s.has(1, 1, map[string]string{"run": `{"a":1}`, "call:claude": `[2]`})

	s.puts(1, 2, "run", `2`)
	s.puts(1, 1, "call:claude", `"late"`)
	s.has(1, 2, map[string]string{"run": `2`})

	size := 0
	for _, p := range s.pages {
		size += p.bytes
	}
	if want := len("run2") + len(`run"other"`); s.bytes != want || size != want {
		t.Errorf("%d bytes are counted, %d in the pages, want %d", s.bytes, size, want)
	}
}

func TestKeptRunsExpire(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	s.puts(1, 1, "run", `1`)
	s.puts(2, 1, "run", `1`)
	s.clock = s.clock.Add(keptFor - 10*time.Second)
	s.puts(2, 1, "state", `2`) // a change counts anew
	s.has(1, 1, map[string]string{"run": `1`})
	s.clock = s.clock.Add(10 * time.Second)
	s.has(1, 0, map[string]string{})
	s.has(2, 1, map[string]string{"run": `1`, "state": `2`})
	s.clock = s.clock.Add(keptFor)
	s.has(2, 0, map[string]string{})
	if s.bytes != 0 || len(s.pages) != 0 {
		t.Errorf("%d bytes of %d pages are left", s.bytes, len(s.pages))
	}
}

func TestKeptRunsAreBounded(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	for page := range maxKeptPages + 3 {
		s.puts(page, 1, "run", `1`)
	}
	s.has(2, 0, map[string]string{})
	s.has(3, 1, map[string]string{"run": `1`})

	large := `"` + strings.Repeat("x", maxKeptBytes/4) + `"`
	for page := range 5 {
		s.puts(100+page, 1, "run", large)
	}
	if s.bytes > maxKeptBytes {
		t.Errorf("%d bytes are kept", s.bytes)
	}
	s.has(101, 0, map[string]string{})
	s.has(104, 1, map[string]string{"run": large})

	// One page alone can't exceed the limits.
	var full *ui.Error
	for part := range 5 {
		if err := s.put(pageNumber(104), 1, strconv.Itoa(part), json.RawMessage(large)); err != nil && !errors.As(err, &full) {
			t.Fatal(err)
		}
	}
	if full == nil || full.Code != "kept_full" || s.bytes > maxKeptBytes {
		t.Errorf("%d bytes are kept, and the error is %v", s.bytes, full)
	}
	s.puts(104, 2, "run", `1`)
	full = nil
	for part := range maxKeptParts {
		if err := s.put(pageNumber(104), 2, strconv.Itoa(part), json.RawMessage(`1`)); err != nil && !errors.As(err, &full) {
			t.Fatal(err)
		}
	}
	if full == nil || full.Code != "kept_full" {
		t.Errorf("a page has %d parts", len(s.pages[pageNumber(104)].parts))
	}
}

// What the page gets can't be changed afterwards, and values are not those of the request.
func TestKeptValuesAreCopies(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	value := json.RawMessage(`"a"`)
	if err := s.put(pageNumber(1), 1, "run", value); err != nil {
		t.Fatal(err)
	}
	copy(value, `"b"`)
	_, parts := s.get(pageNumber(1))
	delete(parts, "run")
	s.has(1, 1, map[string]string{"run": `"a"`})
	if got := slices.Sorted(maps.Keys(parts)); len(got) != 0 {
		t.Error(got)
	}
}
