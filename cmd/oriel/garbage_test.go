package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"
)

func TestIdleDetector(t *testing.T) {
	t.Parallel()
	const megabyte = 1 << 20
	detector := newIdleDetector(100 * megabyte)
	for i, step := range []struct {
		more uint64 // allocated since the last check, in megabytes
		want bool
	}{
		{0, false},  // nothing to collect
		{2, false},  // busy
		{0, false},  // too little
		{20, false}, // busy
		{30, false}, // busy
		{0, true},   // idle
		{0, false},  // collected already
		{9, false},  // busy
		{0, false},  // too soon
		{0, true},
	} {
		if got := detector.shouldCollect(detector.last + step.more*megabyte); got != step.want {
			t.Errorf("step %d: %t", i, got)
		}
	}
}

// kept and dropped are what the test allocates.
var kept, dropped []byte

// collections returns the number of garbage collections so far.
func collections() int64 {
	var stats debug.GCStats
	debug.ReadGCStats(&stats)
	return stats.NumGC
}

func TestCollectWhenIdle(t *testing.T) { //nolint:paralleltest // it sets how the whole process collects
	before := debug.SetGCPercent(123)
	defer debug.SetGCPercent(before)
	kept = make([]byte, 64<<20)
	defer func() { kept, dropped = nil, nil }()
	for gogc, want := range map[string]int{"": 200, "50": 123} {
		t.Setenv("GOGC", gogc)
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			runtime.GC() // so that the next allocation alone doesn't trigger a collection
			go collectWhenIdle(ctx)
			synctest.Wait()
			dropped = make([]byte, 16<<20)
			made := collections()
			time.Sleep(time.Minute) // of the bubble's time
			synctest.Wait()
			if collected := collections() > made; collected != (gogc == "") {
				t.Errorf("GOGC=%q: garbage was collected: %t", gogc, collected)
			}
			during := debug.SetGCPercent(123)
			debug.SetGCPercent(during)
			stop()
			synctest.Wait()
			after := debug.SetGCPercent(123)
			if during != want || after != 123 {
				t.Errorf("GOGC=%q: %d while it runs, %d afterwards", gogc, during, after)
			}
		})
	}
}
