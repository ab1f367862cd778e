package statetest

import (
	"context"
	"errors"
	"strings"

	"github.com/orielapps/oriel/state"
)

// update tests Update without other writers.
func update(s *subject) {
	appended := func(more string) func([]byte) ([]byte, error) {
		return func(old []byte) ([]byte, error) { return append(old, more...), nil }
	}
	e := s.update("a", func(old []byte) ([]byte, error) {
		if old != nil {
			s.Errorf("Update found %q, but there should be no entry", old)
		}
		return []byte("one"), nil
	})
	s.has("a", "one", e.Revision)
	e = s.update("a", appended(" two"))
	s.has("a", "one two", e.Revision)

	// An empty value is an entry, nil deletes it.
	s.has("a", "", s.update("a", func([]byte) ([]byte, error) { return []byte{}, nil }).Revision)
	s.update("a", func(old []byte) ([]byte, error) {
		if old == nil {
			s.Errorf("Update found no entry, but there should be one with an empty value")
		}
		return nil, nil
	})
	s.missing("a")
	s.update("a", func([]byte) ([]byte, error) { return nil, nil })
	s.missing("a")
	s.has("a", "new", s.update("a", appended("new")).Revision)
}

// update calls state.Update. If that fails, it ends the check.
func (s *subject) update(name string, change func(old []byte) ([]byte, error)) state.Entry {
	s.Helper()
	e, err := state.Update(s.Context(), s.store, s.key(name), keep, change)
	if err != nil {
		s.Fatalf("Update(%q) failed: %v", name, err)
	}
	return e
}

// updateConflicts tests that Update notices each concurrent change.
func updateConflicts(s *subject) {
	for _, tt := range []struct {
		name         string
		before       func(name string)
		meanwhile    func(name string)
		removes      bool
		found, after string
	}{
		{"written", s.writes("old"), s.writes("other"), false, "old, other", "mine"},
		{"written the same", s.writes("old"), s.writes("old"), false, "old, old", "mine"},
		{"made", s.remove, s.writes("other"), false, "nothing, other", "mine"},
		{"deleted", s.writes("old"), s.remove, false, "old, nothing", "mine"},
		{"made again", s.writes("old"), func(name string) { s.remove(name); s.put(name, "old", state.NoRevision, keep) }, false, "old, old", "mine"},
		{"written before removal", s.writes("old"), s.writes("other"), true, "old, other", ""},
		{"deleted before removal", s.writes("old"), s.remove, true, "old, nothing", ""},
	} {
		tt.before(tt.name)
		var found []string
		s.update(tt.name, func(old []byte) ([]byte, error) {
			if old == nil {
				found = append(found, "nothing")
			} else {
				found = append(found, string(old))
			}
			if len(found) == 1 {
				tt.meanwhile(tt.name)
			}
			if tt.removes {
				return nil, nil
			}
			return []byte("mine"), nil
		})
		if got := strings.Join(found, ", "); got != tt.found {
			s.Errorf("while Update worked, the entry was %s: it found %s, and should have found %s", tt.name, got, tt.found)
		}
		if tt.removes {
			s.missing(tt.name)
		} else if e := s.get(tt.name); string(e.Value) != tt.after {
			s.Errorf("after Update, the entry that was %s is %q, not %q", tt.name, e.Value, tt.after)
		}
	}
}

// writes returns a function that writes a value unconditionally.
func (s *subject) writes(value string) func(name string) {
	return func(name string) { s.put(name, value, state.AnyRevision, keep) }
}

// updateFails tests that a failed Update doesn't change the entry.
func updateFails(s *subject) {
	s.put("a", "value", state.NoRevision, keep)
	before := s.get("a")
	own := errors.New("the change's own")
	ctx, cancel := context.WithCancel(s.Context())
	defer cancel()
	for _, tt := range []struct {
		name   string
		ctx    context.Context //nolint:containedctx // one of the arguments
		change func(old []byte) ([]byte, error)
		want   error
	}{
		{"an error of change", s.Context(), func(old []byte) ([]byte, error) { return append(old[:0], "other"...), own }, own},
		{"an error and nil", s.Context(), func([]byte) ([]byte, error) { return nil, own }, own},
		{"a value that is too large", s.Context(), func([]byte) ([]byte, error) { return make([]byte, state.MaxValue+1), nil }, state.ErrTooLarge},
		{"a context that ends meanwhile", ctx, func([]byte) ([]byte, error) { cancel(); return []byte("other"), nil }, context.Canceled},
		{"a context that has ended", ctx, func([]byte) ([]byte, error) { return nil, nil }, context.Canceled},
	} {
		_, err := state.Update(tt.ctx, s.store, s.key("a"), keep, tt.change)
		s.failed(err, tt.want, "Update with %s", tt.name)
		s.unchanged("a", before)
	}
	_, err := state.Update(s.Context(), s.store, s.key("none"), keep, func([]byte) ([]byte, error) { return []byte("other"), own })
	s.failed(err, own, "Update with an error of change")
	s.missing("none")
	_, err = state.Update(s.Context(), s.store, s.key("a"), -1, func([]byte) ([]byte, error) { return []byte("other"), nil })
	s.failed(err, state.ErrTTL, "Update with a negative ttl")
	s.unchanged("a", before)
}
