package state

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// UpdateTries is how often Update tries to write, if others are always faster. With
// the pauses in between, that is about ten seconds.
const UpdateTries = 100

// Update pauses at random, for up to firstPause before the second try, up to twice
// that before the third, and so on until longestPause.
const (
	firstPause   = time.Millisecond
	longestPause = 250 * time.Millisecond
)

// Update changes an entry so that no other change is lost: it reads the entry, and
// writes what change makes of its value, unless somebody else has written in between;
// then it pauses and begins again, with the new value. So change may be called many
// times, and should do nothing but compute.
//
// The argument of change is the old value, or nil where there is none; it may be
// changed in place. What change returns is kept for the time of ttl from now on, as
// by Put, even if it is the old value. Nil removes the entry: for an empty value,
// return one that isn't nil. With an error of change nothing is written, and Update
// returns that very error.
//
// Update returns the entry as it has written it, with Expires by the clock of this
// machine; where change has returned nil, the zero Entry. Its errors are those of
// the store; after [UpdateTries] it is ErrConflict.
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
	return Entry{}, fmt.Errorf("changing %s: others were faster %d times: %w", quote(key), UpdateTries, ErrConflict)
}

// replace writes a value in place of the one with the old revision; nil deletes that.
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

// pause waits for a random time below the longest, which may be zero. It returns the
// error of ctx if that ends before.
func pause(ctx context.Context, longest time.Duration) error {
	if longest == 0 {
		return nil
	}
	timer := time.NewTimer(rand.N(longest)) //nolint:gosec // chance only spreads the tries; nobody gains from foreseeing it
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // Update wraps it
	}
}
