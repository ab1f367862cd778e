package serve

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"
)

// running are the requests under way that their client can cancel by their id. A
// cancellation that comes to another replica reaches this one through the store.
type running struct {
	s    *Server
	mu   sync.Mutex
	ends map[requestName]*cancellable
}

// requestName names a request among those of all sessions and users.
type requestName struct{ session, user, id string }

// cancellable is a request that its client may cancel.
type cancellable struct {
	end       context.CancelFunc
	cancelled atomic.Bool
	name      requestName
	stop      func() // looking into the store; nil where there is none to look into
}

const (
	// cancelLife is how long a cancellation waits for its replica.
	cancelLife = time.Minute
	// cancelLook is how often that replica looks.
	cancelLook = 300 * time.Millisecond
)

func newRunning(s *Server) *running {
	return &running{s: s, ends: map[requestName]*cancellable{}}
}

// request names a request of a session.
func (s *session) request(id json.RawMessage) requestName {
	return requestName{session: s.id, user: s.user, id: string(id)}
}

func (c *cancellable) cancel() {
	c.cancelled.Store(true)
	c.end()
}

// enter lets a client cancel a request, which end ends, until it leaves.
func (g *running) enter(ctx context.Context, r *request, end context.CancelFunc) {
	if r.session == nil {
		return
	}
	c := &r.cancellable
	c.end, c.name = end, r.session.request(r.id)
	g.mu.Lock()
	g.ends[c.name] = c
	g.mu.Unlock()
	if g.s.opts.Shared {
		c.stop = g.look(ctx, c)
	}
}

func (g *running) leave(r *request) {
	c := &r.cancellable
	if c.end == nil {
		return
	}
	if c.stop != nil {
		c.stop()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ends[c.name] == c { // not that of another request, which has the id, too
		delete(g.ends, c.name)
	}
}

// look looks for a cancellation in the store from time to time.
func (g *running) look(ctx context.Context, c *cancellable) (stop func()) {
	var timer *time.Timer
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(cancelLook, func() {
		if _, found, err := g.s.opts.Store.Get(ctx, g.key(c.name)); err == nil && found {
			c.cancel()
		}
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() == nil {
			timer.Reset(cancelLook)
		}
	})
	return func() { timer.Stop() }
}

// key is where the cancellation of a request is kept for its replica.
func (g *running) key(name requestName) string {
	return g.s.storeKey("cancel", hashed(name.session, name.user, name.id))
}

// cancel ends a request that its client has cancelled, here or elsewhere.
func (g *running) cancel(ctx context.Context, session *session, id json.RawMessage) {
	if !validID(id) {
		return
	}
	name := session.request(id)
	g.mu.Lock()
	c := g.ends[name]
	g.mu.Unlock()
	if c != nil {
		c.cancel()
		return
	}
	if !g.s.opts.Shared {
		return
	}
	if err := g.s.opts.Store.Put(ctx, g.key(name), []byte("1"), cancelLife); err != nil {
		g.s.log.Warn("a cancellation could not be handed to the replica of the request", "error", err)
	}
}
