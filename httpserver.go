package oriel

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/internal/serve"
)

const (
	// grace is how long a program has to end: Kubernetes waits for 30 seconds.
	grace = 25 * time.Second
	// openFor is how long it continues to serve while requests arrive, so that load
	// balancers have time to redirect them. refusingFor is how long it refuses them after
	// that, so that clients try again.
	openFor     = 3 * time.Second
	refusingFor = 2 * time.Second
	// look is how often to check for arrivals. If calmLooks checks in a row find none,
	// nothing is on its way. A single period would not be enough: on a busy machine, a
	// process may have had no time to accept what has arrived.
	look      = 5 * time.Millisecond
	calmLooks = 10
	// firstRequest is how long to wait for the first request of a connection: browsers
	// open connections that they don't use.
	firstRequest = 500 * time.Millisecond
)

// httpServer serves an app over HTTP.
type httpServer struct {
	http.Server

	app      *App
	endpoint *serve.Server
	say      func(string, ...any)

	running atomic.Int64 // requests, streams included
	arrived atomic.Int64 // connections and requests so far
	unread  sync.Map     // when connections without a request were opened
}

// newHTTPServer returns a server that does not listen yet.
func newHTTPServer(a *App, say func(string, ...any)) *httpServer {
	const (
		headerTimeout = 10 * time.Second
		idleTimeout   = 2 * time.Minute
		headerBytes   = 64 << 10
	)
	routes := a.Routes()
	s := &httpServer{app: a, endpoint: a.endpoint(), say: say}
	s.Server = http.Server{
		ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytes, ConnState: s.note,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.running.Add(1)
			defer s.running.Add(-1)
			if a.ending.Load() && r.ProtoMajor < 2 {
				w.Header().Set("Connection", "close") // so that the client's next request goes to another replica
			}
			routes.ServeHTTP(w, r)
		}),
	}
	a.ending.Store(false)
	s.RegisterOnShutdown(a.Close)
	return s
}

// note is the server's ConnState hook.
func (s *httpServer) note(conn net.Conn, state http.ConnState) {
	if state == http.StateNew {
		s.unread.Store(conn, time.Now())
	} else {
		s.unread.Delete(conn)
	}
	if state == http.StateNew || state == http.StateActive {
		s.arrived.Add(1)
	}
}

// awaited reports whether a connection was opened recently and has had no request yet.
func (s *httpServer) awaited() (awaited bool) {
	s.unread.Range(func(_, since any) bool {
		opened, _ := since.(time.Time)
		awaited = time.Since(opened) < firstRequest
		return !awaited
	})
	return awaited
}

// settle waits until nothing arrives. If that takes too long, it starts to refuse calls.
func (s *httpServer) settle() {
	begun, seen := time.Now(), s.arrived.Load()
	for calm := 0; calm < calmLooks && time.Since(begun) < openFor+refusingFor; calm++ {
		select {
		case <-time.After(look):
		case <-s.app.hurry:
			return
		}
		if time.Since(begun) > openFor {
			s.endpoint.Refuse()
		}
		if now := s.arrived.Load(); now != seen || s.awaited() {
			calm, seen = -1, now
		}
	}
}

// end ends the server without losing executed calls or new clients. Each answer closes its
// connection. Arriving requests are served, and later refused, so that clients try again. It
// closes the listener only when no more arrive, because that resets connections which are
// not accepted yet. Then it waits for running requests. After the grace period, or on a
// second interrupt, it cuts off the others and returns an error.
func (s *httpServer) end() error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	go func() {
		select {
		case <-s.app.hurry:
			cancel()
		case <-ctx.Done():
		}
	}()
	s.app.ending.Store(true)
	s.endpoint.Drain()
	s.settle()
	if calls := s.endpoint.Running(); len(calls) > 0 {
		s.say("waiting for %d calls to end; interrupt again to end at once", len(calls))
	}
	if s.Shutdown(ctx) == nil {
		return nil
	}
	requests := s.running.Load()
	s.app.logger().Error("requests are cut off", "requests", requests, "calls", s.endpoint.Running())
	_ = s.Close() // the program ends anyway
	return fmt.Errorf("%d requests are cut off", requests)
}
