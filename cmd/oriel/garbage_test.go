package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"
)

func TestResting(t *testing.T) {
	t.Parallel()
	const megabyte = 1 << 20
	r := newResting(100 * megabyte)
	for i, step := range []struct {
		more uint64 // since the last look, in megabytes
		want bool
	}{
		{0, false},  // nothing to collect
		{2, false},  // busy
		{0, false},  // too little
		{20, false}, // busy
		{30, false}, // busy
		{0, true},   // at rest
		{0, false},  // collected already
		{9, false},  // busy
		{0, false},  // too soon
		{0, true},
	} {
		if got := r.worth(r.last + step.more*megabyte); got != step.want {
			t.Errorf("step %d: %t", i, got)
		}
	}
}

// kept and dropped are what the test allocates.
var kept, dropped []byte

// collections is how often garbage was collected so far.
func collections() int64 {
	var stats debug.GCStats
	debug.ReadGCStats(&stats)
	return stats.NumGC
}

func TestCollectAtRest(t *testing.T) { //nolint:paralleltest // the whole process is asked to rest
	before := debug.SetGCPercent(123)
	defer debug.SetGCPercent(before)
	kept = make([]byte, 64<<20)
	defer func() { kept, dropped = nil, nil }()
	for gogc, want := range map[string]int{"": 200, "50": 123} {
		t.Setenv("GOGC", gogc)
		ctx, stop := context.WithCancel(t.Context())
		var collecting sync.WaitGroup
		runtime.GC() // what comes next is too little to be collected without being asked
		collecting.Go(func() { collectAtRest(ctx) })
		time.Sleep(400 * time.Millisecond) // it has looked
		dropped = make([]byte, 16<<20)
		made := collections()
		for deadline := time.Now().Add(10 * time.Second); gogc == "" && collections() == made; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Error("nothing was collected at rest")
				break
			}
		}
		during := debug.SetGCPercent(123)
		debug.SetGCPercent(during)
		stop()
		collecting.Wait()
		after := debug.SetGCPercent(123)
		if during != want || after != 123 {
			t.Errorf("GOGC=%q: %d while it rests, %d afterwards", gogc, during, after)
		}
	}
}
