package statetest

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/state"
)

var concurrencyFaults = []fault{
	{"compares, then writes", "OneWins", "calls of Put that expected the same revision", with(broken{put: comparesFirst})},
	{"compares, then deletes", "OneWins", "calls of Delete that expected the same revision", with(broken{del: func(ctx ctx, s st, key string, expected rev) error {
		if now := current(ctx, s, key); now == state.NoRevision || now != expected && expected != state.AnyRevision {
			return state.ErrConflict
		}
		time.Sleep(time.Millisecond)
		return s.Delete(ctx, key, state.AnyRevision)
	}})},
	{"the losers fail", "OneWins", "returned an error that isn't", func() st { return saying(errOutOfRange, state.ErrConflict) }},
	{"nobody wins", "OneWins", "0 returned no error", with(broken{put: func(ctx, st, string, []byte, rev, span) (rev, error) { return 0, state.ErrConflict }})},

	{"one place for all", "ManyKeys", "concurrent ", func() st {
		var mu sync.Mutex
		var last string
		return &broken{Store: state.NewMemory(), put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
			mu.Lock()
			last = key
			mu.Unlock()
			time.Sleep(time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			return s.Put(ctx, last, value, expected, ttl)
		}}
	}},
	{"has room for a hundred", "ManyKeys", "failed: reading", func() st { return state.NewMemoryWith(state.MemoryOptions{MaxEntries: 100}) }},
	{"busy", "ManyKeys", "concurrent Put(", func() st {
		var mu sync.Mutex
		return &broken{Store: state.NewMemory(), put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
			if !mu.TryLock() {
				return 0, errors.New("the database is locked")
			}
			defer mu.Unlock()
			time.Sleep(time.Millisecond)
			return s.Put(ctx, key, value, expected, ttl)
		}}
	}},

	{"busy deleting", "ManyKeys", "concurrent Delete(\"0/1\") failed", func() st {
		var mu sync.Mutex
		return &broken{Store: state.NewMemory(), del: func(ctx ctx, s st, key string, expected rev) error {
			if !mu.TryLock() || strings.HasSuffix(key, "/0/1") {
				return errors.New("the database is locked")
			}
			defer mu.Unlock()
			time.Sleep(time.Millisecond)
			return s.Delete(ctx, key, expected)
		}}
	}},

	{"finds what isn't there", "Update", "but there should be no entry", with(broken{get: func(ctx ctx, s st, key string) (state.Entry, error) {
		e, err := s.Get(ctx, key)
		if err != nil {
			e.Value = []byte{}
		}
		return e, nil
	}})},
	{"nil stays", "Update", "but there should be no entry", with(broken{del: func(ctx, st, string, rev) error { return nil }})},
	{"empty is nil", "Update", "found no entry", with(broken{get: reading(func(e state.Entry) state.Entry {
		if len(e.Value) == 0 {
			e.Value = nil
		}
		return e
	})})},
	{"from memory", "Update", "failed", with(broken{put: expecting(func(expected, _ rev) rev { return expected + 1 })})},

	{"lost update", "UpdateConflicts", "should have found old, other", with(broken{put: expecting(func(_, _ rev) rev { return state.AnyRevision })})},
	{"lost deletion", "UpdateConflicts", "should have found old, nothing", with(broken{put: expecting(func(expected, current rev) rev {
		if current == state.NoRevision {
			return state.AnyRevision
		}
		return expected
	})})},
	{"lost creation", "UpdateConflicts", "should have found nothing, other", with(broken{put: expecting(func(expected, _ rev) rev {
		if expected == state.NoRevision {
			return state.AnyRevision
		}
		return expected
	})})},
	{"deletes another's", "UpdateConflicts", "written before removal: it found old,", with(broken{del: deleting(func(_, _ rev) rev { return state.AnyRevision })})},
	{"compares values", "UpdateConflicts", "should have found old, old", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if e, err := s.Get(ctx, key); err == nil && expected != state.NoRevision && string(e.Value) == "old" {
			expected = state.AnyRevision
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"from 1 after a deletion", "UpdateConflicts", "made again: it found old,", func() st { return newNumbered() }},

	{"reads the first value", "UpdateConflicts", "that was made again is", first(func(first, now state.Entry) state.Entry {
		now.Value = first.Value
		return now
	})},

	{"gives away its own", "UpdateFails", `the value "other"`, newSharing(false, true)},
	{"writes without a context", "UpdateFails", "that ends meanwhile returned no error", with(broken{put: func(c ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		return s.Put(context.WithoutCancel(c), key, value, expected, ttl)
	}})},
	{"cuts values", "UpdateFails", "too large returned no error", with(broken{put: writing(func(value []byte) []byte { return value[:min(len(value), math.MaxUint16)] })})},
	{"negative is for good", "UpdateFails", "negative ttl returned no error", with(broken{put: keeping(func(ttl span, _ bool, _ span) span { return max(ttl, 0) })})},

	{"lost update", "UpdateSum", "increments by 8 goroutines", with(broken{put: expecting(func(_, _ rev) rev { return state.AnyRevision })})},
	{"compares, then writes", "UpdateSum", "increments by 8 goroutines", with(broken{put: comparesFirst})},
	{"another error", "UpdateSum", "concurrent Update failed", func() st { return saying(errOutOfRange, state.ErrConflict) }},
}

// comparesFirst is a Put that lets others write between its two steps.
func comparesFirst(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
	if now := current(ctx, s, key); now != expected && expected != state.AnyRevision {
		return 0, state.ErrConflict
	}
	time.Sleep(time.Millisecond)
	return s.Put(ctx, key, value, state.AnyRevision, ttl)
}
