package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// collectSeldom lets memory grow further than usual before garbage is collected,
// until the function that it returns is called: for what makes much of it, and is over
// before collecting it pays.
func collectSeldom() (asBefore func()) {
	const growth = 400 // percent
	before := debug.SetGCPercent(growth)
	return func() { debug.SetGCPercent(before) }
}

// collectAtRest collects garbage when nothing has been done for a moment, until ctx
// ends: while a view is built and shown, somebody waits for it.
func collectAtRest(ctx context.Context) {
	const (
		growth = 200 // percent; an edit makes less than that
		look   = 250 * time.Millisecond
		rest   = 1 << 20 // less than this between two looks, in bytes
		worth  = 8 << 20
	)
	before := debug.SetGCPercent(growth)
	defer debug.SetGCPercent(before)
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	last := allocated()
	for collected := last; ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := allocated()
		if now-last < rest && now-collected > worth {
			runtime.GC()
			collected = now
		}
		last = now
	}
}

// allocated is how much has been allocated so far, in bytes.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
