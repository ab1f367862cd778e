package statetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/orielapps/oriel/state"
)

const (
	// keep is the time to live of what a check expects to find again.
	keep = 10 * time.Minute
	// short is that of what it waits for to expire.
	short = 2 * time.Second
	// clockError is how far a store's clock may be off, and rounding how far it may
	// round a time to live up.
	clockError = time.Second
	rounding   = time.Second
	// patience is how long a check waits for what has to happen, on a busy machine.
	patience = 30 * time.Second
	// pollEvery is how often it looks.
	pollEvery = 50 * time.Millisecond
)

// subject is a store under test, with keys that nobody else uses.
type subject struct {
	tester

	store  state.Store
	prefix string
}

func newSubject(t tester, store state.Store) *subject {
	return &subject{tester: t, store: store, prefix: "statetest/" + rand.Text() + "/"}
}

// key returns the key of a name.
func (s *subject) key(name string) string { return s.prefix + name }

// put writes and returns the revision. The check ends if that fails.
func (s *subject) put(name, value string, expected state.Revision, ttl time.Duration) state.Revision {
	s.Helper()
	revision, err := s.store.Put(s.Context(), s.key(name), []byte(value), expected, ttl)
	if err != nil {
		s.Fatalf("Put(%q, expected %s) failed: %v", name, told(expected), err)
	}
	return revision
}

// get reads an entry. The check ends if that fails. The value is a copy, because a
// store may wrongly write into what it has returned.
func (s *subject) get(name string) state.Entry {
	s.Helper()
	e, err := s.store.Get(s.Context(), s.key(name))
	if err != nil {
		s.Fatalf("Get(%q) failed: %v", name, err)
	}
	e.Value = bytes.Clone(e.Value)
	return e
}

// remove deletes whatever is there. The check ends if that fails.
func (s *subject) remove(name string) {
	s.Helper()
	if err := s.store.Delete(s.Context(), s.key(name), state.AnyRevision); err != nil {
		s.Fatalf("Delete(%q, AnyRevision) failed: %v", name, err)
	}
}

// forget deletes what would stay for good, at the end of a check, however that ends.
func (s *subject) forget(name string) {
	s.Helper()
	if err := s.store.Delete(context.WithoutCancel(s.Context()), s.key(name), state.AnyRevision); err != nil {
		s.Errorf("deleting %q at the end: %v", name, err)
	}
}

// has tests that an entry is there, with a value and a revision.
func (s *subject) has(name, value string, revision state.Revision) {
	s.Helper()
	e := s.get(name)
	if !bytes.Equal(e.Value, []byte(value)) {
		s.Errorf("Get(%q) returned the value %.100q, not %.100q", name, e.Value, value)
	}
	if e.Revision != revision {
		s.Errorf("Get(%q) returned the revision %s, not %s", name, told(e.Revision), told(revision))
	}
}

// unchanged tests that an entry is there just as it was.
func (s *subject) unchanged(name string, before state.Entry) {
	s.Helper()
	s.has(name, string(before.Value), before.Revision)
	if now := s.get(name); !now.Expires.Equal(before.Expires) {
		s.Errorf("Get(%q) says that it expires at %v, and before that it was %v", name, now.Expires, before.Expires)
	}
}

// missing tests that no entry is there.
func (s *subject) missing(name string) {
	s.Helper()
	e, err := s.store.Get(s.Context(), s.key(name))
	if err == nil {
		s.Errorf("Get(%q) returned the value %.100q, where nothing should be", name, e.Value)
		return
	}
	s.failed(err, state.ErrNotFound, "Get(%q)", name)
}

// failed tests that an error is the one wanted, and none of the others. What failed
// is a format and its arguments.
func (s *subject) failed(err, want error, what string, args ...any) {
	s.Helper()
	did := fmt.Sprintf(what, args...)
	if err == nil {
		s.Errorf("%s returned no error, and not %q", did, want)
		return
	}
	if !errors.Is(err, want) {
		s.Errorf("%s returned an error that isn't %q: %v", did, want, err)
	}
	for _, other := range []error{
		state.ErrNotFound, state.ErrConflict, state.ErrKey, state.ErrTooLarge, state.ErrTTL, state.ErrFull,
	} {
		if !errors.Is(want, other) && errors.Is(err, other) {
			s.Errorf("%s returned an error that is %q beside %q: %v", did, other, want, err)
		}
	}
}

// unwritable tests that writing under a condition is a conflict.
func (s *subject) unwritable(name string, expected state.Revision) {
	s.Helper()
	_, err := s.store.Put(s.Context(), s.key(name), []byte("conflict"), expected, 2*keep)
	s.failed(err, state.ErrConflict, "Put(%q, expected %s)", name, told(expected))
}

// undeletable tests that deleting under a condition is a conflict.
func (s *subject) undeletable(name string, expected state.Revision) {
	s.Helper()
	err := s.store.Delete(s.Context(), s.key(name), expected)
	s.failed(err, state.ErrConflict, "Delete(%q, expected %s)", name, told(expected))
}

// awaitGone waits until an entry isn't there. The check ends if that lasts too long.
func (s *subject) awaitGone(name string) {
	s.Helper()
	for start := time.Now(); ; time.Sleep(pollEvery) {
		_, err := s.store.Get(s.Context(), s.key(name))
		if err != nil {
			s.failed(err, state.ErrNotFound, "Get(%q)", name)
			return
		}
		if waited := time.Since(start); waited > patience {
			s.Fatalf("%q should have expired, and is still there after %v", name, waited)
		}
	}
}

// told returns a revision as messages show it.
func told(r state.Revision) string {
	switch r {
	case state.NoRevision:
		return "NoRevision"
	case state.AnyRevision:
		return "AnyRevision"
	}
	return fmt.Sprintf("%d", r)
}
