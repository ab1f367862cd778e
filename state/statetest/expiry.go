package statetest

import (
	"math"
	"time"

	"github.com/orielapps/oriel/state"
)

// expires tests the Expires field of entries.
func expires(s *subject) {
	defer s.forget("good")
	s.put("good", "one", state.NoRevision, 0)
	if e := s.get("good"); !e.Expires.IsZero() {
		s.Errorf("an entry without a time to live expires at %v", e.Expires)
	}
	for _, ttl := range []time.Duration{time.Minute, keep} {
		s.remove("kept")
		before := time.Now()
		s.put("kept", "one", state.NoRevision, ttl)
		first := s.get("kept").Expires
		after := time.Now()
		if first.Before(before.Add(ttl-2*clockError)) || first.After(after.Add(ttl+rounding+2*clockError)) {
			s.Errorf("an entry written with a ttl of %v between %v and %v expires at %v", ttl, before, after, first)
		}
		time.Sleep(pollEvery)
		if second := s.get("kept").Expires; !second.Equal(first) {
			s.Errorf("an entry expires at %v, and after reading it at %v", first, second)
		}
	}
}

// expiry tests that an entry expires on time, for all methods.
func expiry(s *subject) {
	old := map[string]state.Revision{}
	names := []string{"put new", "put old", "put any", "delete any", "delete old", "delete new", "update"}
	for _, name := range names {
		old[name] = s.put(name, "old", state.NoRevision, short)
	}
	start := time.Now()
	last := s.put("last", "old", state.NoRevision, short)
	s.awaitGone("last")
	if elapsed := time.Since(start); elapsed < short-clockError-clockError/2 {
		s.Errorf("an entry with a ttl of %v was gone after %v", short, elapsed)
	}
	// The others were written earlier, but the store may have several clocks.
	time.Sleep(clockError)

	// These were not read since, so the first call after expiry must notice it.
	if now := s.put("put new", "new", state.NoRevision, keep); now <= old["put new"] {
		s.Errorf("after expiry the revision is %s, and was %s; it should be greater", text(now), text(old["put new"]))
	}
	s.put("put any", "new", state.AnyRevision, keep)
	s.unwritable("put old", old["put old"])
	s.missing("put old")
	s.remove("delete any")
	s.undeletable("delete old", old["delete old"])
	s.undeletable("delete new", state.NoRevision)
	s.update("update", func(value []byte) ([]byte, error) {
		if value != nil {
			s.Errorf("Update found %q, which has expired", value)
		}
		return []byte("new"), nil
	})

	s.missing("last")
	if now := s.put("last", "new", state.NoRevision, keep); now <= last {
		s.Errorf("after expiry the revision is %s, and was %s; it should be greater", text(now), text(last))
	}
	for _, name := range []string{"put new", "put any", "update", "last"} {
		if e := s.get(name); string(e.Value) != "new" {
			s.Errorf("Get(%q) returned %q after expiry and a new write", name, e.Value)
		}
	}
}

// shortestTTL tests that rounding never results in zero, which means never.
func shortestTTL(s *subject) {
	for _, ttl := range []time.Duration{1, time.Microsecond, time.Millisecond - 1, time.Millisecond, time.Second - 1} {
		name := ttl.String()
		s.put(name, "soon gone", state.NoRevision, ttl)
		defer s.forget(name)
	}
	for _, ttl := range []time.Duration{1, time.Microsecond, time.Millisecond - 1, time.Millisecond, time.Second - 1} {
		s.awaitGone(ttl.String())
	}
}

// newTTL tests that the time to live is that of the last write.
func newTTL(s *subject) {
	defer s.forget("good")
	defer s.forget("good at once")
	s.put("good at once", "one", state.NoRevision, 0)
	s.put("good", "one", state.NoRevision, short)
	good := s.put("good", "two", state.AnyRevision, 0)
	s.put("longer", "one", state.NoRevision, short)
	longer := s.put("longer", "two", state.AnyRevision, keep)
	s.put("updated", "one", state.NoRevision, short)
	s.update("updated", func([]byte) ([]byte, error) { return []byte("two"), nil })
	s.put("shorter", "one", state.NoRevision, keep)
	s.put("shorter", "two", state.AnyRevision, short)
	s.put("no longer good", "one", state.NoRevision, 0)
	defer s.forget("no longer good")
	s.put("no longer good", "two", state.AnyRevision, short)

	s.awaitGone("shorter")
	s.awaitGone("no longer good")
	time.Sleep(rounding + 2*clockError)
	s.has("good", "two", good)
	s.has("longer", "two", longer)
	s.get("good at once")
	s.get("updated")
	if e := s.get("good"); !e.Expires.IsZero() {
		s.Errorf("an entry with a time to live, overwritten without one, expires at %v", e.Expires)
	}
}

func ttlLimits(s *subject) {
	const longest = time.Duration(math.MaxInt64)
	longestKept := s.put("longest", "one", state.NoRevision, longest)
	defer s.forget("longest")
	s.has("longest", "one", longestKept)
	if e := s.get("longest"); e.Expires.Before(time.Now().Add(longest - keep)) {
		s.Errorf("an entry with a ttl of %v expires at %v", longest, e.Expires)
	}

	s.put("kept", "one", state.NoRevision, keep)
	before := s.get("kept")
	for _, ttl := range []time.Duration{-1, -time.Second, math.MinInt64} {
		_, err := s.store.Put(s.Context(), s.key("kept"), []byte("two"), state.AnyRevision, ttl)
		s.failed(err, state.ErrTTL, "Put with a ttl of %v", ttl)
		s.unchanged("kept", before)
		_, err = s.store.Put(s.Context(), s.key("none"), []byte("two"), state.NoRevision, ttl)
		s.failed(err, state.ErrTTL, "Put with a ttl of %v", ttl)
		s.missing("none")
	}
}
