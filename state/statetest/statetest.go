// Package statetest tests that a [state.Store] keeps what the interface promises:
//
//	func TestStore(t *testing.T) {
//		statetest.Run(t, func(t *testing.T) state.Store {
//			return mystore.New(server(t))
//		})
//	}
package statetest

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/state"
)

// Run tests a store, in subtests that run side by side for some seconds. Each opens
// a store of its own, which may have the data of others: the keys are made up anew
// each time, and nothing is left behind for more than ten minutes.
//
// Times to live are real, down to two seconds. The store's clock may differ from this
// machine's by a second.
//
// If all subtests are skipped, or none is run because of the flag -run, then the test
// fails. Where there may be no server to test against, skip before Run.
func Run(t *testing.T, open func(t *testing.T) state.Store) {
	t.Helper()
	var done atomic.Int32
	t.Cleanup(func() { // runs after the subtests, which are parallel
		if done.Load() == 0 {
			t.Error("nothing of the store has been tested")
		}
	})
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			store := open(t)
			if store == nil {
				t.Fatal("there is no store to test")
			}
			done.Add(1)
			c.inspect(t, store)
		})
	}
}

// check is one thing that a store has to do right.
type check struct {
	name string
	run  func(s *subject)
}

// checks are all of them, the simple ones first.
var checks = []check{
	{"PutAndGet", putAndGet},
	{"Revisions", revisions},
	{"Conditions", conditions},
	{"Conflicts", conflicts},
	{"Delete", deletion},
	{"KeyLimits", keyLimits},
	{"ValueLimits", valueLimits},
	{"TTLLimits", ttlLimits},
	{"Keys", keys},
	{"Prefixes", prefixes},
	{"Values", values},
	{"Copies", copies},
	{"Contexts", contexts},
	{"Expires", expires},
	{"Expiry", expiry},
	{"ShortestTTL", shortestTTL},
	{"NewTTL", newTTL},
	{"OneWins", oneWins},
	{"ManyKeys", manyKeys},
	{"Update", update},
	{"UpdateConflicts", updateConflicts},
	{"UpdateFails", updateFails},
	{"UpdateSum", updateSum},
}

// inspect runs the check on a store.
func (c check) inspect(t tester, store state.Store) {
	t.Helper()
	used := &counter{Store: store}
	c.run(newSubject(t, used))
	if used.calls.Load() == 0 {
		t.Errorf("the check %s has not used the store", c.name)
	}
}

// tester is what the checks need of *testing.T.
type tester interface {
	Helper()
	Context() context.Context
	// Errorf may be called from any goroutine, Fatalf only from the check's own.
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// counter counts the uses of a store.
type counter struct {
	state.Store

	calls atomic.Int64
}

// Get is that of the store.
func (c *counter) Get(ctx context.Context, key string) (state.Entry, error) {
	c.calls.Add(1)
	return c.Store.Get(ctx, key)
}

// Put is that of the store.
func (c *counter) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	c.calls.Add(1)
	return c.Store.Put(ctx, key, value, expected, ttl)
}

// Delete is that of the store.
func (c *counter) Delete(ctx context.Context, key string, expected state.Revision) error {
	c.calls.Add(1)
	return c.Store.Delete(ctx, key, expected)
}
