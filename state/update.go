package state

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// UpdateTries is how often Update tries to write. Including the pauses, that takes about
// ten seconds.
const UpdateTries = 100

// Update pauses for a random time: up to firstPause before the second try, up to twice
// that before the third, and so on until longestPause.
const (
	firstPause   = time.Millisecond
	longestPause = 250 * time.Millisecond
)

// Update changes an entry without losing concurrent changes: it reads the entry and writes
// the result of change, unless the entry was changed meanwhile; then it pauses and starts
// again with the new value. So change may be called several times, and should have no side
// effects.
//
// The argument of change is the old value, or nil if there is no entry; change may modify
// it. Its result is written with the time to live ttl, as by Put, even if it is the old
// value. A nil result deletes the entry; return an empty slice that isn't nil for an empty
// value. If change fails, nothing is written, and Update returns that error unwrapped.
//
// Update returns the entry that it has written, with Expires by the clock of this machine,
// or the zero Entry if change has returned nil. Its errors are those of the store; after
// [UpdateTries] attempts it is ErrConflict.
func Update(ctx context.Context, s Store, key string, ttl time.Duration, change func(old []byte) ([]byte, error)) (Entry, error) {
	var longest time.Duration
	for range UpdateTries {
		if err := pause(ctx, longest); err != nil {
			return Entry{}, fmt.Errorf("changing %s: %w", quote(key), err)
		}
		longest = min(max(firstPause, 2*longest), longestPause)
		old, err := s.Get(ctx, key)
		if errors.Is(err, ErrNotFound) {
			old = Entry{Revision: NoRevision}
		} else if err != nil {
			return Entry{}, fmt.Errorf("changing a value: %w", err)
		}
		value, err := change(old.Value)
		if err != nil {
			return Entry{}, err
		}
		written, err := replace(ctx, s, key, old.Revision, value, ttl)
		if err == nil {
			return written, nil
		}
		if !errors.Is(err, ErrConflict) {
			return Entry{}, fmt.Errorf("changing a value: %w", err)
		}
	}
	return Entry{}, fmt.Errorf("changing %s: other writers were faster %d times: %w", quote(key), UpdateTries, ErrConflict)
}

// replace writes a value if the entry still has the old revision; nil deletes the entry.
func replace(ctx context.Context, s Store, key string, old Revision, value []byte, ttl time.Duration) (Entry, error) {
	if value == nil {
		if old == NoRevision {
			return Entry{}, nil
		}
		return Entry{}, s.Delete(ctx, key, old)
	}
	var expires time.Time
	if ttl > 0 {
		expires = time.Now().Round(0).Add(ttl)
	}
	revision, err := s.Put(ctx, key, value, old, ttl)
	return Entry{Value: value, Revision: revision, Expires: expires}, err
}

// pause waits for a random time below longest, which may be zero. It returns the error of
// ctx if that ends before.
func pause(ctx context.Context, longest time.Duration) error {
	if longest == 0 {
		return nil
	}
	timer := time.NewTimer(rand.N(longest)) //nolint:gosec // it only spreads retries
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // Update wraps it
	}
}
