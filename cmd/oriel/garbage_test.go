package main

import (
	"context"
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

func TestCollectAtRest(t *testing.T) { //nolint:paralleltest // the whole process is asked to rest
	before := debug.SetGCPercent(123)
	defer debug.SetGCPercent(before)
	for gogc, want := range map[string]int{"": 200, "50": 123} {
		t.Setenv("GOGC", gogc)
		ctx, stop := context.WithCancel(t.Context())
		var collecting sync.WaitGroup
		collecting.Go(func() { collectAtRest(ctx) })
		time.Sleep(time.Second) // it is at rest several times
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
