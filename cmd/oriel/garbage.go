package main

import (
	"context"
	"os"
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
// ends: while a view is built and shown, somebody waits for it. A GOGC that the
// developer has set stays.
func collectAtRest(ctx context.Context) {
	const (
		growth = 200 // percent; an edit makes less than that
		look   = 250 * time.Millisecond
	)
	if os.Getenv("GOGC") != "" {
		return
	}
	before := debug.SetGCPercent(growth)
	defer debug.SetGCPercent(before)
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	for r := newResting(allocated()); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if r.worth(allocated()) {
				runtime.GC()
			}
		}
	}
}

// resting finds the moments at which to collect garbage is worth it, and disturbs nobody.
type resting struct {
	last, collected uint64 // allocated until then, in bytes
	looks           int    // since then
}

func newResting(allocated uint64) *resting { return &resting{last: allocated, collected: allocated} }

// worth reports whether to collect now, given what has been allocated so far.
func (r *resting) worth(allocated uint64) bool {
	const (
		busy   = 1 << 20
		little = 3 << 20 // less than an edit makes, so the next one finds room for its own
		seldom = 4       // looks; to look at files again and again makes garbage for ever
	)
	idle := allocated-r.last < busy
	r.last = allocated
	r.looks++
	if !idle || allocated-r.collected < little || r.looks < seldom {
		return false
	}
	r.collected, r.looks = allocated, 0
	return true
}

// allocated is how much has been allocated so far, in bytes.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
