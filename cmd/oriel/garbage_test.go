package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"
)

// held and dropped are what the test allocates.
var held, dropped []byte

func TestCollectAtRest(t *testing.T) { //nolint:paralleltest // the whole process is asked to rest
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	held = make([]byte, 64<<20)
	runtime.GC() // what comes next is too little to be collected by itself
	ctx, stop := context.WithCancel(t.Context())
	var collecting sync.WaitGroup
	collecting.Go(func() { collectAtRest(ctx) })
	time.Sleep(100 * time.Millisecond) // it has looked for the first time
	dropped = make([]byte, 16<<20)
	var stats debug.GCStats
	debug.ReadGCStats(&stats)
	made, deadline := stats.NumGC, time.Now().Add(30*time.Second)
	for stats.NumGC == made {
		if time.Now().After(deadline) {
			t.Fatal("nothing was collected")
		}
		time.Sleep(50 * time.Millisecond)
		debug.ReadGCStats(&stats)
	}
	held, dropped = nil, nil
	stop()
	collecting.Wait()
	if percent := debug.SetGCPercent(100); percent != 100 {
		t.Errorf("memory may grow by %d %% afterwards", percent)
	}
}
