package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// collectRarely lets memory grow further than usual before garbage is collected, until
// the returned function is called. It suits short work that allocates much: it ends
// before a collection pays off.
func collectRarely() (restore func()) {
	const growth = 400 // percent
	before := debug.SetGCPercent(growth)
	return func() { debug.SetGCPercent(before) }
}

// collectWhenIdle collects garbage while the program is idle, until ctx ends, so that
// collections don't delay the build of a view. It does nothing if GOGC is set.
func collectWhenIdle(ctx context.Context) {
	const (
		growth   = 200 // percent; an edit allocates less than that
		interval = 250 * time.Millisecond
	)
	if os.Getenv("GOGC") != "" {
		return
	}
	before := debug.SetGCPercent(growth)
	defer debug.SetGCPercent(before)
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for detector := newIdleDetector(allocated()); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if detector.shouldCollect(allocated()) {
				runtime.GC()
			}
		}
	}
}

// idleDetector finds the moments when a garbage collection is useful and delays no work.
type idleDetector struct {
	last, collected uint64 // bytes allocated until the last check, and until the last collection
	checks          int    // since the last collection
}

func newIdleDetector(allocated uint64) *idleDetector {
	return &idleDetector{last: allocated, collected: allocated}
}

// shouldCollect reports whether to collect now, given the bytes allocated so far.
func (d *idleDetector) shouldCollect(allocated uint64) bool {
	const (
		busy   = 1 << 20
		little = 3 << 20 // less than an edit allocates, so there is room for the next edit
		rare   = 4       // checks; polling files allocates a little all the time
	)
	idle := allocated-d.last < busy
	d.last = allocated
	d.checks++
	if !idle || allocated-d.collected < little || d.checks < rare {
		return false
	}
	d.collected, d.checks = allocated, 0
	return true
}

// allocated returns the bytes allocated since the start.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
