package replicas

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Calls are the requests under way that their clients can cancel. A cancellation that
// another replica receives arrives here through the store.
type Calls struct {
	*link

	mu      sync.Mutex
	running map[CallID]*Call
}

// CallID identifies a request among those of all sessions.
type CallID struct {
	Session Session
	ID      string // as in the message
}

// Call is a request that its client can cancel. The zero value is ready for [Calls.Add].
type Call struct {
	id        CallID
	end       context.CancelFunc
	cancelled atomic.Bool
	stop      func() // polling the store; nil if it is not shared
}

const (
	// cancelLife is how long a cancellation is stored for another replica.
	cancelLife = time.Minute
	// cancelPoll is how often that replica looks for it.
	cancelPoll = 300 * time.Millisecond
)

// Cancelled reports whether the client has cancelled the call.
func (c *Call) Cancelled() bool { return c.cancelled.Load() }

func (c *Call) cancel() {
	c.cancelled.Store(true)
	c.end()
}

// Add lets a client cancel a call until [Calls.Remove]. The cancellation calls end,
// which has to end the context.
func (g *Calls) Add(ctx context.Context, c *Call, id CallID, end context.CancelFunc) {
	c.id, c.end = id, end
	g.mu.Lock()
	g.running[id] = c
	g.mu.Unlock()
	if g.shared {
		c.stop = g.poll(ctx, c)
	}
}

// Remove ends what Add began. It does nothing for a call that was not added.
func (g *Calls) Remove(c *Call) {
	if c.end == nil {
		return
	}
	if c.stop != nil {
		c.stop()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running[c.id] == c { // a client may use an id twice
		delete(g.running, c.id)
	}
}

// poll looks for the cancellation of a call in the store, until stop is called or the
// context ends.
func (g *Calls) poll(ctx context.Context, c *Call) (stop func()) {
	var timer *time.Timer
	var mu sync.Mutex // guards timer
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(cancelPoll, func() {
		if _, found, err := g.store.Get(ctx, g.cancelKey(c.id)); err == nil && found {
			c.cancel()
		}
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() == nil {
			timer.Reset(cancelPoll)
		}
	})
	return func() { timer.Stop() }
}

func (g *Calls) cancelKey(id CallID) string {
	return g.prefix + "cancel/" + hash(id.Session.ID, id.Session.User, id.ID)
}

// Cancel ends a call, here or at another replica.
func (g *Calls) Cancel(ctx context.Context, id CallID) {
	g.mu.Lock()
	c := g.running[id]
	g.mu.Unlock()
	if c != nil {
		c.cancel()
		return
	}
	if !g.shared {
		return
	}
	if err := g.store.Put(ctx, g.cancelKey(id), []byte("1"), cancelLife); err != nil {
		g.log.Warn("a cancellation can't be stored for the replica that works on the request", "error", err)
	}
}
