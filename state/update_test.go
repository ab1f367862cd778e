package state_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel/state"
)

// contested is a store in which somebody else is always faster, for a while.
type contested struct {
	state.Store

	conflicts int // how many are still to come
	puts      []time.Time
}

func (c *contested) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	c.puts = append(c.puts, time.Now())
	if c.conflicts > 0 {
		c.conflicts--
		return 0, fmt.Errorf("writing: %w", state.ErrConflict)
	}
	return c.Store.Put(ctx, key, value, expected, ttl)
}

func constant(value string) func([]byte) ([]byte, error) {
	return func([]byte) ([]byte, error) { return []byte(value), nil }
}

func TestUpdateReturnsTheEntry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := state.NewMemory()
		for _, tt := range []struct {
			ttl     time.Duration
			expires time.Time
		}{
			{0, time.Time{}},
			{time.Hour, time.Now().Add(time.Hour)},
		} {
			e, err := state.Update(t.Context(), s, "a", tt.ttl, constant("value"))
			if err != nil {
				t.Fatal(err)
			}
			stored, err := s.Get(t.Context(), "a")
			if err != nil {
				t.Fatal(err)
			}
			if string(e.Value) != "value" || e.Revision != stored.Revision || !e.Expires.Equal(tt.expires) || !stored.Expires.Equal(tt.expires) {
				t.Errorf("with a ttl of %v: %+v, and the store has %+v", tt.ttl, e, stored)
			}
		}
		for range 2 {
			e, err := state.Update(t.Context(), s, "a", time.Hour, func([]byte) ([]byte, error) { return nil, nil })
			if err != nil || e.Value != nil || e.Revision != state.NoRevision || !e.Expires.IsZero() {
				t.Errorf("after a deletion: %+v, %v", e, err)
			}
		}
	})
}

func TestUpdateTriesAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		conflicts int
		want      error
	}{
		{0, nil},
		{1, nil},
		{state.UpdateTries - 1, nil},
		{state.UpdateTries, state.ErrConflict},
	} {
		t.Run(strconv.Itoa(tt.conflicts), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &contested{Store: state.NewMemory(), conflicts: tt.conflicts}
				calls := 0
				start := time.Now()
				_, err := state.Update(t.Context(), s, "a", 0, func([]byte) ([]byte, error) {
					calls++
					return []byte("value"), nil
				})
				if !errors.Is(err, tt.want) {
					t.Errorf("it ends with %v, not %v", err, tt.want)
				}
				if want := min(tt.conflicts+1, state.UpdateTries); calls != want || len(s.puts) != want {
					t.Errorf("change was called %d times, and Put %d times; both should be %d", calls, len(s.puts), want)
				}
				if !s.puts[0].Equal(start) {
					t.Errorf("there was a pause of %v before the first try", s.puts[0].Sub(start))
				}
				for i, put := range s.puts[1:] {
					if pause := put.Sub(s.puts[i]); pause >= min(time.Millisecond<<min(i, 10), 250*time.Millisecond) {
						t.Errorf("there was a pause of %v after try %d", pause, i+1)
					}
				}
				// Chance may shorten all of the pauses, but not to a tenth.
				if took := time.Since(start); tt.conflicts > 50 && (took < time.Second || took > 25*time.Second) {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

func TestUpdateEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &contested{Store: state.NewMemory(), conflicts: state.UpdateTries}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		_, err := state.Update(ctx, s, "a", 0, constant("value"))
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != time.Second {
			t.Errorf("it ends with %v, after %v", err, took)
		}
	})
}

// What change returns is returned, even if it looks like the store's own.
func TestUpdateReturnsTheErrorOfChange(t *testing.T) {
	t.Parallel()
	for _, own := range []error{errors.New("own"), state.ErrConflict, state.ErrNotFound, context.Canceled} {
		calls := 0
		_, err := state.Update(t.Context(), state.NewMemory(), "a", 0, func([]byte) ([]byte, error) {
			calls++
			return nil, own
		})
		if err != own || calls != 1 { //nolint:errorlint // that very error
			t.Errorf("after %d calls it returns %v, not %v", calls, err, own)
		}
	}
}

// defective is a store that is out of order.
type defective struct {
	state.Store

	err error
}

func (d defective) Get(context.Context, string) (state.Entry, error) { return state.Entry{}, d.err }

func TestUpdateReturnsTheErrorOfTheStore(t *testing.T) {
	t.Parallel()
	broken := errors.New("the connection is broken")
	_, err := state.Update(t.Context(), defective{state.NewMemory(), broken}, "a", 0, func([]byte) ([]byte, error) {
		t.Error("change is called without an old value")
		return nil, nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	full := state.NewMemoryWith(state.MemoryOptions{MaxBytes: 1})
	if _, err := state.Update(t.Context(), full, "a", 0, constant("value")); !errors.Is(err, state.ErrFull) {
		t.Errorf("got %v", err)
	}
}
