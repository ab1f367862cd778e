package serve

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// running are the requests under way that their client can cancel by their id. A
// cancellation that comes to another replica reaches this one through the store.
type running struct {
	s    *Server
	mu   sync.Mutex
	ends map[string]*context.CancelCauseFunc
}

const (
	// cancelLife is how long a cancellation waits for its replica.
	cancelLife = time.Minute
	// cancelLook is how often that replica looks.
	cancelLook = 300 * time.Millisecond
)

var errCancelled = errors.New("the client cancelled the request")

func newRunning(s *Server) *running {
	return &running{s: s, ends: map[string]*context.CancelCauseFunc{}}
}

// request names a request of a session.
func (s *session) request(id json.RawMessage) string { return s.key + " " + string(id) }

// enter returns a context that ends when the client cancels the request.
func (g *running) enter(ctx context.Context, r *request) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if r.session == nil {
		return ctx, func() { cancel(nil) }
	}
	key := r.session.request(r.id)
	g.mu.Lock()
	g.ends[key] = &cancel
	g.mu.Unlock()
	stopLooking := func() {}
	if g.s.opts.Shared {
		stopLooking = g.look(ctx, key, cancel)
	}
	return ctx, func() {
		stopLooking()
		g.mu.Lock()
		if g.ends[key] == &cancel { // not that of another request, which has the id, too
			delete(g.ends, key)
		}
		g.mu.Unlock()
		cancel(nil)
	}
}

// look looks for a cancellation in the store from time to time.
func (g *running) look(ctx context.Context, key string, cancel context.CancelCauseFunc) (stop func()) {
	var timer *time.Timer
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(cancelLook, func() {
		if _, found, err := g.s.opts.Store.Get(ctx, g.s.storeKey("cancel", hashed(key))); err == nil && found {
			cancel(errCancelled)
		}
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() == nil {
			timer.Reset(cancelLook)
		}
	})
	return func() { timer.Stop() }
}

// cancel ends a request that its client has cancelled, here or elsewhere.
func (g *running) cancel(ctx context.Context, session *session, id json.RawMessage) {
	if !validID(id) {
		return
	}
	key := session.request(id)
	g.mu.Lock()
	end := g.ends[key]
	g.mu.Unlock()
	if end != nil {
		(*end)(errCancelled)
		return
	}
	if !g.s.opts.Shared {
		return
	}
	if err := g.s.opts.Store.Put(ctx, g.s.storeKey("cancel", hashed(key)), []byte("1"), cancelLife); err != nil {
		g.s.log.Warn("a cancellation could not be handed to the replica of the request", "error", err)
	}
}
