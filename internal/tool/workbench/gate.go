package workbench

import (
	"sync"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// maxHeld is how many messages of one attempt to connect are held back.
const maxHeld = 64

// gate records a connection's messages. It can hold back those of an attempt to
// connect until it is known whether they tell anything new: knocking at a
// server that is away would fill the timeline with the same failure.
type gate struct {
	hub *hub

	mu      sync.Mutex
	holding bool
	shut    bool
	held    []messageEvent
}

func newGate(h *hub, quiet bool) *gate { return &gate{hub: h, holding: quiet} }

// Record implements [mcpclient.Recorder].
func (g *gate) Record(m mcpclient.Message) {
	e := g.hub.describe(m)
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case !g.holding:
		g.hub.publish(e)
	case !g.shut && len(g.held) < maxHeld:
		g.held = append(g.held, e)
	}
}

// pass records what was held back, and all that follows.
func (g *gate) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range g.held {
		g.hub.publish(e)
	}
	g.holding, g.held = false, nil
}

// settle decides over an attempt that has failed and returns the failure that
// the timeline tells last; empty after a connection that was open.
func (g *gate) settle(told string, err error, opened bool) string {
	if opened {
		return ""
	}
	failure := err.Error()
	if !sameFailure(told, failure) {
		g.pass()
		return failure
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut, g.held = true, nil
	return failure
}
