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
	// openFor is how long it goes on serving while requests arrive, so that load
	// balancers have time to send them elsewhere, and refusingFor how long it tells
	// clients after that to try again.
	openFor     = 3 * time.Second
	refusingFor = 2 * time.Second
	// look is how often it is looked whether something has arrived. When nothing has at
	// calmLooks in a row, nothing is on its way. Time alone would not tell: a process that
	// has not been given a processor for long finds nothing at first.
	look      = 5 * time.Millisecond
	calmLooks = 10
	// firstRequest is how long the first request of a connection is waited for: browsers
	// open some that they don't use.
	firstRequest = 500 * time.Millisecond
)

// httpServer is what serves an app over HTTP until it is told to end.
type httpServer struct {
	http.Server

	app      *App
	endpoint *serve.Server
	say      func(string, ...any)

	running atomic.Int64 // requests, streams included
	arrived atomic.Int64 // connections and requests so far
	unread  sync.Map     // connections of which no request has been read yet, and since when
}

// newHTTPServer returns what serves an app. It does not listen yet.
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
				w.Header().Set("Connection", "close") // the client's next request goes elsewhere
			}
			routes.ServeHTTP(w, r)
		}),
	}
	a.ending.Store(false)
	s.RegisterOnShutdown(a.Close)
	return s
}

// note is the ConnState of the server.
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

// awaited reports whether a connection has just been opened whose first request has not
// come yet.
func (s *httpServer) awaited() (awaited bool) {
	s.unread.Range(func(_, since any) bool {
		opened, _ := since.(time.Time)
		awaited = time.Since(opened) < firstRequest
		return !awaited
	})
	return awaited
}

// settle waits until nothing arrives any more, and refuses calls where that takes long.
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

// end ends the server without losing a call that has been executed, or a client that
// has just come. Each answer ends its connection. As long as requests arrive, they are
// served, then told to try again; the listener is closed when none do: closing resets
// connections that are not accepted yet. What runs then may end. What has not ended
// after the grace, or when the program is told again to end, is cut off, which is an
// error.
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
	_ = s.Close() // it ends anyway
	return fmt.Errorf("%d requests are cut off", requests)
}
