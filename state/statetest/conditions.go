package statetest

import (
	"math"
	"time"

	"github.com/orielapps/oriel/state"
)

func putAndGet(s *subject) {
	s.missing("a")
	first := s.put("a", "one", state.NoRevision, keep)
	s.has("a", "one", first)
	second := s.put("a", "two", first, keep)
	s.has("a", "two", second)
	third := s.put("a", "three", state.AnyRevision, keep)
	s.has("a", "three", third)
	s.has("b", "also", s.put("b", "also", state.AnyRevision, keep))
	s.has("a", "three", third)
	s.missing("c")
	s.put("a b", "", state.AnyRevision, keep)
	// Other tests may use a key of one byte too, so its value is not checked.
	if _, err := s.store.Put(s.Context(), "s", []byte("short"), state.AnyRevision, keep); err != nil {
		s.Errorf("Put with a key of one byte failed: %v", err)
	}
}

// revisions tests that revisions grow, whatever happens between two writes.
func revisions(s *subject) {
	last := state.NoRevision
	grown := func(after string, r state.Revision) {
		s.Helper()
		if r <= last || r > math.MaxInt64 {
			s.Errorf("after %s the revision is %s, and was %s; it should be greater, and at most %d", after, text(r), text(last), int64(math.MaxInt64))
		}
		last = r
	}
	grown("the first write", s.put("a", "same", state.NoRevision, keep))
	grown("writing", s.put("a", "same", last, keep))
	grown("writing the same again", s.put("a", "same", state.AnyRevision, keep))
	for range 10 {
		s.remove("a")
		s.remove("a")
		grown("a deletion", s.put("a", "same", state.NoRevision, keep))
	}
	s.remove("a")
	s.put("b", "other", state.NoRevision, keep)
	grown("a deletion and a write elsewhere", s.put("a", "same", state.AnyRevision, keep))
	s.has("a", "same", last)
}

// conditions tests that all other revisions than the entry's are conflicts.
func conditions(s *subject) {
	// No entry.
	for _, expected := range strange(0) {
		s.unwritable("a", expected)
		s.undeletable("a", expected)
	}
	s.undeletable("a", state.NoRevision)
	s.missing("a")

	stale := s.put("a", "one", state.NoRevision, keep)
	current := s.put("a", "one", stale, keep)
	before := s.get("a")
	for _, expected := range append(strange(current), state.NoRevision, stale) {
		s.unwritable("a", expected)
		s.undeletable("a", expected)
		s.unchanged("a", before)
	}

	// A deleted entry.
	s.remove("a")
	s.unwritable("a", current)
	s.undeletable("a", current)
	s.undeletable("a", state.NoRevision)
	s.missing("a")
	again := s.put("a", "one", state.NoRevision, keep)
	for _, expected := range []state.Revision{stale, current, state.NoRevision} {
		s.unwritable("a", expected)
		s.undeletable("a", expected)
	}
	s.has("a", "one", again)
}

// strange returns revisions that no entry has, least of all one with the revision r.
func strange(r state.Revision) []state.Revision {
	return []state.Revision{
		r + 1, // greater, not equal
		math.MaxInt64,
		math.MaxInt64 + 1, // exceeds a database's integers
		r + math.MaxInt64 + 1,
		state.AnyRevision - 1,
	}
}

// conflicts tests that a refused write changes nothing.
func conflicts(s *subject) {
	defer s.forget("good")
	s.put("good", "one", state.NoRevision, 0)
	s.put("kept", "one", state.NoRevision, keep)
	for _, name := range []string{"good", "kept"} {
		before := s.get(name)
		for _, ttl := range []time.Duration{0, keep / 2, 2 * keep} {
			for _, value := range []string{"one", "another", ""} {
				_, err := s.store.Put(s.Context(), s.key(name), []byte(value), state.NoRevision, ttl)
				s.failed(err, state.ErrConflict, "Put(%q, expected NoRevision)", name)
				s.unchanged(name, before)
			}
		}
		// Its revision is still the expected one.
		s.put(name, "two", before.Revision, keep)
	}
}

func deletion(s *subject) {
	s.remove("a") // there is no entry
	first := s.put("a", "one", state.NoRevision, keep)
	second := s.put("a", "two", first, keep)
	s.undeletable("a", first)
	s.undeletable("a", state.NoRevision)
	s.has("a", "two", second)
	if err := s.store.Delete(s.Context(), s.key("a"), second); err != nil {
		s.Errorf("Delete with the entry's revision failed: %v", err)
	}
	s.missing("a")
	s.undeletable("a", second)
	s.undeletable("a", state.NoRevision)

	s.put("a", "three", state.NoRevision, keep)
	s.remove("a")
	s.missing("a")
	s.remove("a")
	s.has("a", "four", s.put("a", "four", state.NoRevision, keep))
}

// prefixes tests that entries whose keys begin alike are independent.
func prefixes(s *subject) {
	names := []string{"cart", "cart/", "cart/1", "cart/12", "cart/1/2", "car", "cart*", "cart%", "cart_", "cart/?", "cart:1", "{cart}"}
	written := map[string]state.Revision{}
	for _, name := range names {
		written[name] = s.put(name, "value of "+name, state.NoRevision, keep)
	}
	for i, name := range names {
		s.has(name, "value of "+name, written[name])
		written[name] = s.put(name, "new value of "+name, written[name], keep)
		for _, other := range names[i+1:] {
			s.has(other, "value of "+other, written[other])
		}
	}
	for i, name := range names {
		s.remove(name)
		s.missing(name)
		for _, other := range names[i+1:] {
			s.has(other, "new value of "+other, written[other])
		}
	}
}
