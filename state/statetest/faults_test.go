package statetest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/state"
)

// fault is a store that does one thing wrong.
type fault struct {
	name  string
	check string
	says  string // part of a message of the check
	open  func() state.Store
}

// with returns a function that opens a broken store.
func with(b broken) func() state.Store {
	return func() state.Store {
		opened := b
		opened.Store = state.NewMemory()
		return &opened
	}
}

// Short names, because the table is long.
type (
	ctx  = context.Context
	st   = state.Store
	rev  = state.Revision
	span = time.Duration
)

var errOutOfRange = errors.New("the number is out of range for a bigint")

// faults are all of them.
var faults = slices.Concat(conditionFaults, limitFaults, expiryFaults, concurrencyFaults)

// conditionFaults are sorted, as the others are, by the checks that notice them.
var conditionFaults = []fault{
	{"finds what isn't there", "PutAndGet", "but there should be no entry", with(broken{get: func(ctx ctx, s st, key string) (state.Entry, error) {
		e, _ := s.Get(ctx, key)
		return e, nil
	}})},
	{"another error", "PutAndGet", `an error that isn't "there is no such entry"`, func() st { return saying(errOutOfRange, state.ErrNotFound) }},
	{"two errors", "PutAndGet", "both", func() st { return saying(errors.Join(state.ErrNotFound, state.ErrConflict), state.ErrNotFound) }},
	{"loses a write", "PutAndGet", "failed: reading", with(broken{put: loses})},
	{"keeps the first value", "PutAndGet", `the value "one", not "two"`, with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if e, err := s.Get(ctx, key); err == nil {
			value = e.Value
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"one entry for all keys", "PutAndGet", `the value "also"`, naming(func(string) string { return "all" })},
	{"returns an old revision", "PutAndGet", "the revision", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(ctx, key, value, expected, ttl)
		return r - 1, err
	}})},
	{"AnyRevision needs an entry", "PutAndGet", "expected AnyRevision) failed", with(broken{put: expecting(func(expected, current rev) rev {
		if expected == state.AnyRevision && current == state.NoRevision {
			return 1
		}
		return expected
	})})},
	{"AnyRevision needs none", "PutAndGet", "expected AnyRevision) failed", with(broken{put: expecting(func(expected, _ rev) rev {
		if expected == state.AnyRevision {
			return state.NoRevision
		}
		return expected
	})})},
	{"no short keys", "PutAndGet", "one byte failed", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if len(key) < 2 {
			return 0, state.ErrKey
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},

	{"from 1 after a deletion", "Revisions", "after a deletion the revision is 1", func() st { return newNumbered() }},
	{"the same for the same value", "Revisions", "after writing the same again", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if e, err := s.Get(ctx, key); err == nil && bytes.Equal(e.Value, value) {
			return e.Revision, nil
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"too great", "Revisions", "at most 9223372036854775807", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if expected != state.AnyRevision {
			expected &= math.MaxInt64
		}
		r, err := s.Put(ctx, key, value, expected, ttl)
		return r | 1<<63, err
	}})},

	{"ignores revisions", "Conditions", "Put(\"a\", expected", with(broken{put: expecting(func(_, _ rev) rev { return state.AnyRevision })})},
	{"NoRevision overwrites", "Conditions", `Put("a", expected NoRevision) returned no error`, with(broken{put: expecting(func(expected, _ rev) rev {
		if expected == state.NoRevision {
			return state.AnyRevision
		}
		return expected
	})})},
	{"any old revision will do", "Conditions", `returned no error`, with(broken{put: expecting(func(expected, current rev) rev {
		if expected != state.NoRevision && expected < current {
			return current
		}
		return expected
	})})},
	{"any greater revision will do", "Conditions", `returned no error`, with(broken{put: expecting(func(expected, current rev) rev {
		return min(expected, max(current, 1))
	})})},
	{"a revision makes an entry", "Conditions", `Put("a", expected 1) returned no error`, with(broken{put: expecting(func(expected, current rev) rev {
		if current == state.NoRevision {
			return state.AnyRevision
		}
		return expected
	})})},
	{"another error", "Conditions", "isn't", func() st { return saying(state.ErrNotFound, state.ErrConflict) }},
	{"signed revisions", "Conditions", "expected 9223372036854775808) returned an error that isn't", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if expected > math.MaxInt64 && expected != state.AnyRevision {
			return 0, errOutOfRange
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"signed revisions on deletion", "Conditions", "Delete(\"a\", expected 9223372036854775808) returned an error that isn't", with(broken{del: func(ctx ctx, s st, key string, expected rev) error {
		if expected > math.MaxInt64 && expected != state.AnyRevision {
			return errOutOfRange
		}
		return s.Delete(ctx, key, expected)
	}})},
	{"every great revision is Any", "Conditions", "expected 18446744073709551614) returned no error", with(broken{put: expecting(func(expected, _ rev) rev {
		if expected > math.MaxInt64 {
			return state.AnyRevision
		}
		return expected
	})})},
	{"revisions of 63 bits", "Conditions", "returned no error", with(broken{put: expecting(func(expected, current rev) rev {
		if expected != state.AnyRevision && expected&math.MaxInt64 == current {
			return current
		}
		return expected
	})})},
	{"deletion ignores revisions", "Conditions", "Delete(\"a\", expected", with(broken{del: deleting(func(_, _ rev) rev { return state.AnyRevision })})},
	{"from 1 after a deletion", "Conditions", "returned no error", func() st { return newNumbered() }},

	{"a conflict prolongs", "Conflicts", "returned Expires", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(ctx, key, value, expected, ttl)
		if e, missing := s.Get(ctx, key); missing == nil && err != nil {
			_, _ = s.Put(ctx, key, e.Value, state.AnyRevision, ttl)
		}
		return r, err
	}})},
	{"a conflict writes", "Conflicts", `the value "another"`, with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(ctx, key, value, expected, ttl)
		if err != nil {
			_, _ = s.Put(ctx, key, value, state.AnyRevision, ttl)
		}
		return r, err
	}})},
	{"a conflict deletes", "Conflicts", `failed: reading`, with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(ctx, key, value, expected, ttl)
		if err != nil {
			_ = s.Delete(ctx, key, state.AnyRevision)
		}
		return r, err
	}})},
	{"the same again is no conflict", "Conflicts", "returned no error", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if e, err := s.Get(ctx, key); err == nil && bytes.Equal(e.Value, value) {
			return e.Revision, nil
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},

	{"deletes nothing", "Delete", "but there should be no entry", with(broken{del: func(ctx, st, string, rev) error { return nil }})},
	{"deletes nothing for Any", "Delete", "but there should be no entry", with(broken{del: func(ctx ctx, s st, key string, expected rev) error {
		if expected == state.AnyRevision {
			return nil
		}
		return s.Delete(ctx, key, expected)
	}})},
	{"ignores revisions", "Delete", "returned no error", with(broken{del: deleting(func(_, _ rev) rev { return state.AnyRevision })})},
	{"AnyRevision needs an entry", "Delete", "AnyRevision) failed", with(broken{del: deleting(func(expected, current rev) rev {
		if current == state.NoRevision {
			return state.NoRevision
		}
		return expected
	})})},
	{"a revision needs none", "Delete", "returned no error", with(broken{del: deleting(func(expected, current rev) rev {
		if current == state.NoRevision {
			return state.AnyRevision
		}
		return expected
	})})},
	{"NoRevision deletes", "Delete", "expected NoRevision) returned no error", with(broken{del: deleting(func(expected, _ rev) rev {
		if expected == state.NoRevision {
			return state.AnyRevision
		}
		return expected
	})})},
	{"only Any deletes", "Delete", "with the entry's revision failed", with(broken{del: deleting(func(expected, _ rev) rev {
		if expected != state.AnyRevision {
			return state.NoRevision
		}
		return expected
	})})},
}

// newBelow returns a store whose Delete takes everything with it that begins with the key.
func newBelow() state.Store {
	var mu sync.Mutex
	written := map[string]bool{}
	return &broken{
		Store: state.NewMemory(),
		put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
			mu.Lock()
			defer mu.Unlock()
			written[key] = true
			return s.Put(ctx, key, value, expected, ttl)
		},
		del: func(ctx ctx, s st, key string, expected rev) error {
			mu.Lock()
			defer mu.Unlock()
			for other := range written {
				if strings.HasPrefix(other, key) {
					_ = s.Delete(ctx, other, state.AnyRevision)
				}
			}
			if expected == state.AnyRevision {
				return nil
			}
			return state.ErrConflict
		},
	}
}
