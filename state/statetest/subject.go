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
	// keep is the time to live of entries that must not expire during a check.
	keep = 10 * time.Minute
	// short is the time to live of entries that must expire during a check.
	short = 2 * time.Second
	// clockError is the accepted difference between clocks, rounding the accepted rounding
	// up of a time to live.
	clockError = time.Second
	rounding   = time.Second
	// timeout is how long to wait for an expiry, on a busy machine.
	timeout = 30 * time.Second
	// pollEvery is the pause between two looks.
	pollEvery = 50 * time.Millisecond
)

// subject is a store under test, with a prefix for keys that no other test uses.
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

// put writes an entry and returns its revision. If that fails, it ends the check.
func (s *subject) put(name, value string, expected state.Revision, ttl time.Duration) state.Revision {
	s.Helper()
	revision, err := s.store.Put(s.Context(), s.key(name), []byte(value), expected, ttl)
	if err != nil {
		s.Fatalf("Put(%q, expected %s) failed: %v", name, text(expected), err)
	}
	return revision
}

// get reads an entry. If that fails, it ends the check. The value is a copy, because a
// faulty store may modify the slice that it has returned.
func (s *subject) get(name string) state.Entry {
	s.Helper()
	e, err := s.store.Get(s.Context(), s.key(name))
	if err != nil {
		s.Fatalf("Get(%q) failed: %v", name, err)
	}
	e.Value = bytes.Clone(e.Value)
	return e
}

// remove deletes an entry, if there is one. If that fails, it ends the check.
func (s *subject) remove(name string) {
	s.Helper()
	if err := s.store.Delete(s.Context(), s.key(name), state.AnyRevision); err != nil {
		s.Fatalf("Delete(%q, AnyRevision) failed: %v", name, err)
	}
}

// forget deletes an entry without a time to live. It must be deferred.
func (s *subject) forget(name string) {
	s.Helper()
	if err := s.store.Delete(context.WithoutCancel(s.Context()), s.key(name), state.AnyRevision); err != nil {
		s.Errorf("deleting %q at the end: %v", name, err)
	}
}

// has tests the value and revision of an entry.
func (s *subject) has(name, value string, revision state.Revision) {
	s.Helper()
	e := s.get(name)
	if !bytes.Equal(e.Value, []byte(value)) {
		s.Errorf("Get(%q) returned the value %.100q, not %.100q", name, e.Value, value)
	}
	if e.Revision != revision {
		s.Errorf("Get(%q) returned the revision %s, not %s", name, text(e.Revision), text(revision))
	}
}

// unchanged tests that an entry is the same as before.
func (s *subject) unchanged(name string, before state.Entry) {
	s.Helper()
	s.has(name, string(before.Value), before.Revision)
	if now := s.get(name); !now.Expires.Equal(before.Expires) {
		s.Errorf("Get(%q) returned Expires %v, and before it was %v", name, now.Expires, before.Expires)
	}
}

// missing tests that there is no entry.
func (s *subject) missing(name string) {
	s.Helper()
	e, err := s.store.Get(s.Context(), s.key(name))
	if err == nil {
		s.Errorf("Get(%q) returned the value %.100q, but there should be no entry", name, e.Value)
		return
	}
	s.failed(err, state.ErrNotFound, "Get(%q)", name)
}

// failed tests that an error is the wanted one of this package, and no other. The format
// and arguments describe what failed.
func (s *subject) failed(err, want error, what string, args ...any) {
	s.Helper()
	did := fmt.Sprintf(what, args...)
	if err == nil {
		s.Errorf("%s returned no error, want %q", did, want)
		return
	}
	if !errors.Is(err, want) {
		s.Errorf("%s returned an error that isn't %q: %v", did, want, err)
	}
	for _, other := range []error{
		state.ErrNotFound, state.ErrConflict, state.ErrKey, state.ErrTooLarge, state.ErrTTL, state.ErrFull,
	} {
		if !errors.Is(want, other) && errors.Is(err, other) {
			s.Errorf("%s returned an error that is both %q and %q: %v", did, other, want, err)
		}
	}
}

// unwritable tests that writing with an expected revision is a conflict.
func (s *subject) unwritable(name string, expected state.Revision) {
	s.Helper()
	_, err := s.store.Put(s.Context(), s.key(name), []byte("conflict"), expected, 2*keep)
	s.failed(err, state.ErrConflict, "Put(%q, expected %s)", name, text(expected))
}

// undeletable tests that deleting with an expected revision is a conflict.
func (s *subject) undeletable(name string, expected state.Revision) {
	s.Helper()
	err := s.store.Delete(s.Context(), s.key(name), expected)
	s.failed(err, state.ErrConflict, "Delete(%q, expected %s)", name, text(expected))
}

// awaitGone waits until an entry has expired. After the timeout it ends the check.
func (s *subject) awaitGone(name string) {
	s.Helper()
	for start := time.Now(); ; time.Sleep(pollEvery) {
		_, err := s.store.Get(s.Context(), s.key(name))
		if err != nil {
			s.failed(err, state.ErrNotFound, "Get(%q)", name)
			return
		}
		if waited := time.Since(start); waited > timeout {
			s.Fatalf("%q should have expired, and is still there after %v", name, waited)
		}
	}
}

// text returns a revision for messages.
func text(r state.Revision) string {
	switch r {
	case state.NoRevision:
		return "NoRevision"
	case state.AnyRevision:
		return "AnyRevision"
	}
	return fmt.Sprintf("%d", r)
}
