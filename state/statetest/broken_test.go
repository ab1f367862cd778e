package statetest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/state"
)

// broken is a store with a fault: what isn't nil is called instead of the method of
// the store within.
type broken struct {
	state.Store

	get func(ctx context.Context, s state.Store, key string) (state.Entry, error)
	put putFunc
	del func(ctx context.Context, s state.Store, key string, expected state.Revision) error
	// key, if it isn't nil, makes another one of each key.
	key func(key string) string
}

type putFunc = func(ctx context.Context, s state.Store, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error)

func (b *broken) keyOf(key string) string {
	if b.key == nil {
		return key
	}
	return b.key(key)
}

func (b *broken) Get(ctx context.Context, key string) (state.Entry, error) {
	if b.get == nil {
		return b.Store.Get(ctx, b.keyOf(key))
	}
	return b.get(ctx, b.Store, key)
}

func (b *broken) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	if b.put == nil {
		return b.Store.Put(ctx, b.keyOf(key), value, expected, ttl)
	}
	return b.put(ctx, b.Store, key, value, expected, ttl)
}

func (b *broken) Delete(ctx context.Context, key string, expected state.Revision) error {
	if b.del == nil {
		return b.Store.Delete(ctx, b.keyOf(key), expected)
	}
	return b.del(ctx, b.Store, key, expected)
}

// current returns the revision of what is there; New if nothing is.
func current(ctx context.Context, s state.Store, key string) state.Revision {
	e, err := s.Get(ctx, key)
	if err != nil {
		return state.NoRevision
	}
	return e.Revision
}

// loses is a Put that writes nothing.
func loses(context.Context, state.Store, string, []byte, state.Revision, time.Duration) (state.Revision, error) {
	return 1, nil
}

// expecting is a Put that expects something else than it is told.
func expecting(other func(expected, current state.Revision) state.Revision) putFunc {
	return func(ctx context.Context, s state.Store, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
		return s.Put(ctx, key, value, other(expected, current(ctx, s, key)), ttl)
	}
}

// keeping is a Put with another time to live. It is told whether there is an entry, and
// how long that would still be kept, with 0 for good.
func keeping(other func(ttl time.Duration, exists bool, left time.Duration) time.Duration) putFunc {
	return func(ctx context.Context, s state.Store, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
		e, err := s.Get(ctx, key)
		var left time.Duration
		if err == nil && !e.Expires.IsZero() {
			left = time.Until(e.Expires)
		}
		return s.Put(ctx, key, value, expected, other(ttl, err == nil, left))
	}
}

// writing is a Put of another value.
func writing(other func(value []byte) []byte) putFunc {
	return func(ctx context.Context, s state.Store, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
		return s.Put(ctx, key, other(value), expected, ttl)
	}
}

// deleting is a Delete that expects something else than it is told.
func deleting(other func(expected, current state.Revision) state.Revision) func(context.Context, state.Store, string, state.Revision) error {
	return func(ctx context.Context, s state.Store, key string, expected state.Revision) error {
		return s.Delete(ctx, key, other(expected, current(ctx, s, key)))
	}
}

// reading is a Get that returns something else.
func reading(other func(e state.Entry) state.Entry) func(context.Context, state.Store, string) (state.Entry, error) {
	return func(ctx context.Context, s state.Store, key string) (state.Entry, error) {
		e, err := s.Get(ctx, key)
		if err != nil {
			return e, err
		}
		return other(e), nil
	}
}

// saying are the methods of a store that returns one error instead of another.
func saying(instead, of error) *broken {
	as := func(err error) error {
		if errors.Is(err, of) {
			return instead
		}
		return err
	}
	return &broken{
		Store: state.NewMemory(),
		get: func(ctx context.Context, s state.Store, key string) (state.Entry, error) {
			e, err := s.Get(ctx, key)
			return e, as(err)
		},
		put: func(ctx context.Context, s state.Store, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
			r, err := s.Put(ctx, key, value, expected, ttl)
			return r, as(err)
		},
		del: func(ctx context.Context, s state.Store, key string, expected state.Revision) error {
			return as(s.Delete(ctx, key, expected))
		},
	}
}

// naming is a store that takes another key for each key.
func naming(key func(key string) string) func() state.Store {
	return func() state.Store { return &broken{Store: state.NewMemory(), key: key} }
}

// numbered is a store that counts each key's revisions from 1 on, after each time
// that there was no entry.
type numbered struct {
	state.Store

	mu    sync.Mutex
	count map[string]state.Revision
	inner map[string]state.Revision
}

func newNumbered() *numbered {
	return &numbered{Store: state.NewMemory(), count: map[string]state.Revision{}, inner: map[string]state.Revision{}}
}

func (n *numbered) Get(ctx context.Context, key string) (state.Entry, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	e, err := n.Store.Get(ctx, key)
	if err == nil {
		e.Revision = n.count[key]
	}
	return e, err
}

func (n *numbered) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	exists := current(ctx, n.Store, key) != state.NoRevision
	r, err := n.Store.Put(ctx, key, value, n.translated(key, expected), ttl)
	if err != nil {
		return 0, err
	}
	if !exists {
		n.count[key] = 0
	}
	n.count[key]++
	n.inner[key] = r
	return n.count[key], nil
}

func (n *numbered) Delete(ctx context.Context, key string, expected state.Revision) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.Store.Delete(ctx, key, n.translated(key, expected))
}

func (n *numbered) translated(key string, expected state.Revision) state.Revision {
	switch expected {
	case state.NoRevision, state.AnyRevision:
		return expected
	case n.count[key]:
		return n.inner[key]
	}
	return 1 // no entry of a Memory has it
}

// sloppy is a store that never removes what has expired; single methods see to it.
type sloppy struct {
	state.Store

	mu        sync.Mutex
	deadlines map[string]time.Time
	// careful tells which methods notice.
	careful func(method string) bool
	// late makes Get notice after it has read.
	late bool
}

func newSloppy(careful func(method string) bool) func() state.Store {
	return func() state.Store {
		return &sloppy{Store: state.NewMemory(), deadlines: map[string]time.Time{}, careful: careful}
	}
}

// collect removes an expired entry if this method does so.
func (s *sloppy) collect(ctx context.Context, method, key string) error {
	if !s.careful(method) {
		return nil
	}
	return s.remove(ctx, key)
}

func (s *sloppy) remove(ctx context.Context, key string) error {
	if deadline := s.deadlines[key]; deadline.IsZero() || time.Now().Before(deadline) {
		return nil
	}
	delete(s.deadlines, key)
	return s.Store.Delete(ctx, key, state.AnyRevision)
}

// newLate returns a store whose Get finds each expired entry one last time.
func newLate() state.Store {
	return &sloppy{
		Store: state.NewMemory(), deadlines: map[string]time.Time{}, late: true,
		careful: func(method string) bool { return method != "Get" },
	}
}

// first returns a function that opens a store that tells what it has first told of a key.
func first(what func(first, now state.Entry) state.Entry) func() state.Store {
	return func() state.Store {
		var mu sync.Mutex
		told := map[string]state.Entry{}
		return &broken{Store: state.NewMemory(), put: func(
			ctx context.Context, s state.Store, key string, value []byte, expected state.Revision, ttl time.Duration,
		) (state.Revision, error) {
			r, err := s.Put(ctx, key, value, expected, ttl)
			mu.Lock()
			defer mu.Unlock()
			if _, ok := told[key]; err == nil && !ok {
				told[key], err = s.Get(ctx, key)
			}
			return r, err
		}, get: func(ctx context.Context, s state.Store, key string) (state.Entry, error) {
			e, err := s.Get(ctx, key)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				e = what(told[key], e)
			}
			return e, err
		}}
	}
}

func (s *sloppy) Get(ctx context.Context, key string) (state.Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.collect(ctx, "Get", key); err != nil {
		return state.Entry{}, err
	}
	e, err := s.Store.Get(ctx, key)
	e.Expires = s.deadlines[key]
	if s.late {
		err = errors.Join(err, s.remove(ctx, key))
	}
	return e, err
}

func (s *sloppy) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.collect(ctx, "Put", key); err != nil {
		return 0, err
	}
	r, err := s.Store.Put(ctx, key, value, expected, 0)
	if err != nil {
		return 0, err
	}
	delete(s.deadlines, key)
	if ttl > 0 {
		s.deadlines[key] = time.Now().Add(ttl)
	}
	return r, nil
}

func (s *sloppy) Delete(ctx context.Context, key string, expected state.Revision) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.collect(ctx, "Delete", key); err != nil {
		return err
	}
	return s.Store.Delete(ctx, key, expected)
}

// sharing is a store with a place of its own for values, which it shares with its
// callers.
type sharing struct {
	state.Store

	mu     sync.Mutex
	values map[string][]byte
	// in and out tell whether it shares those that it gets and those that it gives.
	in, out bool
	// place is where the value of a key is.
	place func(key string) string
}

func newSharing(in, out bool) func() state.Store {
	return func() state.Store {
		return &sharing{Store: state.NewMemory(), values: map[string][]byte{}, in: in, out: out, place: strings.Clone}
	}
}

// newPlaced returns a function that opens a store that mixes up values, but not keys.
func newPlaced(place func(key string) string) func() state.Store {
	return func() state.Store {
		return &sharing{Store: state.NewMemory(), values: map[string][]byte{}, place: place}
	}
}

func (s *sharing) Get(ctx context.Context, key string) (state.Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.Store.Get(ctx, key)
	if err == nil {
		e.Value = s.values[s.place(key)]
		if !s.out {
			e.Value = append([]byte{}, e.Value...)
		}
	}
	return e, err
}

func (s *sharing) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, err := s.Store.Put(ctx, key, value, expected, ttl)
	if err == nil {
		if !s.in {
			value = append([]byte{}, value...)
		}
		s.values[s.place(key)] = value
	}
	return r, err
}
