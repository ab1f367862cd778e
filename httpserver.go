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
	// grace is how long a program has to end: Kubernetes waits for 30 seconds. lastMoment is
	// the end of it, in which interrupted calls can answer.
	grace      = 25 * time.Second
	lastMoment = time.Second
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
func (s *httpServer) settle(ctx context.Context) {
	begun, seen := time.Now(), s.arrived.Load()
	for calm := 0; calm < calmLooks && time.Since(begun) < openFor+refusingFor; calm++ {
		select {
		case <-time.After(look):
		case <-s.app.hurry:
			return
		case <-ctx.Done():
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

// finishCalls waits until no call runs. Meanwhile it listens for what belongs to them, such as
// answers to questions.
func (s *httpServer) finishCalls(ctx context.Context) {
	for len(s.endpoint.Running()) > 0 && ctx.Err() == nil {
		select {
		case <-time.After(look):
		case <-ctx.Done():
		}
	}
}

// cutAfterGrace interrupts the calls that run at the end of the grace period, or on a second
// interrupt, and calls cut a moment later. It returns their number, or none if ctx ends before.
func (s *httpServer) cutAfterGrace(ctx context.Context, cut func()) int {
	reason := "interrupted again"
	select {
	case <-s.app.hurry:
	case <-time.After(grace - lastMoment):
		reason = "they take too long"
	case <-ctx.Done():
		return 0
	}
	calls := s.endpoint.Running()
	if len(calls) > 0 {
		s.app.logger().Error("calls are interrupted", "reason", reason, "calls", calls)
	}
	s.endpoint.Interrupt()
	select {
	case <-time.After(lastMoment):
	case <-ctx.Done():
	}
	cut()
	return len(calls)
}

// end ends the server without losing executed calls or new clients. Each answer closes its
// connection. Arriving requests are served, and later refused, so that clients try again. It
// closes the listener only when no more arrive, because that resets connections which are
// not accepted yet, and when no call waits for an answer of its client. After the grace
// period, or on a second interrupt, it interrupts the calls that still run, cuts off what
// does not end then, and returns an error.
func (s *httpServer) end() error {
	ctx, cut := context.WithCancel(context.Background())
	interrupted := make(chan int, 1)
	go func() { interrupted <- s.cutAfterGrace(ctx, cut) }()
	s.app.ending.Store(true)
	s.endpoint.Drain()
	s.settle(ctx)
	if calls := s.endpoint.Running(); len(calls) > 0 {
		s.say("waiting for %d calls to end; interrupt again to end at once", len(calls))
		s.endpoint.Refuse()
		s.app.Close()
		s.finishCalls(ctx)
		s.settle(ctx)
	}
	err := s.Shutdown(ctx)
	cut()
	calls := <-interrupted
	if err == nil {
		if calls > 0 {
			return fmt.Errorf("%d calls are interrupted", calls)
		}
		return nil
	}
	requests := s.running.Load()
	s.app.logger().Error("requests are cut off", "requests", requests, "calls", s.endpoint.Running())
	_ = s.Close() // the program ends anyway
	return fmt.Errorf("%d requests are cut off", requests)
}
