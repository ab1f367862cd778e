package mcpclient

import (
	"bytes"
	"sync"
)

const (
	// maxHeld and maxHeldBytes bound the messages of one attempt to connect that
	// are held back.
	maxHeld      = 64
	maxHeldBytes = mebibyte
)

// heldRecorder records the messages of an attempt to connect. It can hold them
// back until it is known whether they say anything new: attempts to reach a
// server that is away would fill the record with the same failure.
type heldRecorder struct {
	to func(Message)

	mu      sync.Mutex
	holding bool
	dropped bool
	held    []Message
	size    int
}

func (r *heldRecorder) record(m Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !r.holding:
		r.to(m)
	case !r.dropped && len(r.held) < maxHeld && r.size+len(m.Body) <= maxHeldBytes:
		m.Body = bytes.Clone(m.Body)
		r.held, r.size = append(r.held, m), r.size+len(m.Body)
	}
}

// pass records what was held back, and all that follows.
func (r *heldRecorder) pass() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.held {
		r.to(m)
	}
	r.holding, r.held = false, nil
}

// settle decides what becomes of the messages of an attempt that has ended. It
// returns how it failed; empty after one that was connected.
func (r *heldRecorder) settle(before string, err error, connected bool) string {
	if connected {
		return ""
	}
	failure := err.Error()
	if !sameFailure(before, failure) {
		r.pass()
		return failure
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropped, r.held = true, nil
	return failure
}
