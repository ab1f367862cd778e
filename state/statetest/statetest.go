// Package statetest tests implementations of [state.Store]. All stores should pass it:
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

// Run tests a store, in parallel subtests that take some seconds. Each subtest opens a
// store, which may contain other data: keys are random, and all test data expires within
// ten minutes.
//
// Times to live are real, down to two seconds. The store's clock may differ from this
// machine's by up to a second.
//
// The test fails if all subtests are skipped, or none matches the flag -run. If the store
// needs a server that may be missing, skip before calling Run.
func Run(t *testing.T, open func(t *testing.T) state.Store) {
	t.Helper()
	var done atomic.Int32
	t.Cleanup(func() { // runs after the parallel subtests
		if done.Load() == 0 {
			t.Error("no check of the store has run")
		}
	})
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			store := open(t)
			if store == nil {
				t.Fatal("open returned no store")
			}
			done.Add(1)
			c.inspect(t, store)
		})
	}
}

// check tests one requirement.
type check struct {
	name string
	run  func(s *subject)
}

// checks are all checks, the simple ones first.
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

// tester is the part of *testing.T that checks use.
type tester interface {
	Helper()
	Context() context.Context
	// Errorf may be called from any goroutine, Fatalf only from that of the check.
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// counter counts the calls of a store.
type counter struct {
	state.Store

	calls atomic.Int64
}

// Get calls the store's Get.
func (c *counter) Get(ctx context.Context, key string) (state.Entry, error) {
	c.calls.Add(1)
	return c.Store.Get(ctx, key)
}

// Put calls the store's Put.
func (c *counter) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	c.calls.Add(1)
	return c.Store.Put(ctx, key, value, expected, ttl)
}

// Delete calls the store's Delete.
func (c *counter) Delete(ctx context.Context, key string, expected state.Revision) error {
	c.calls.Add(1)
	return c.Store.Delete(ctx, key, expected)
}
