package oriel

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// grace is how long calls may run on when a program is to end: Kubernetes waits
	// for 30 seconds.
	grace = 25 * time.Second
	// settling is how long requests that are on their way are waited for, look how
	// often.
	settling = 500 * time.Millisecond
	look     = 5 * time.Millisecond
)

// arrivals are the connections of which no request has been read yet.
type arrivals struct{ conns sync.Map }

// note is an http.Server's ConnState.
func (a *arrivals) note(conn net.Conn, state http.ConnState) {
	if state == http.StateNew {
		a.conns.Store(conn, true)
	} else {
		a.conns.Delete(conn)
	}
}

func (a *arrivals) none() bool {
	none := true
	a.conns.Range(func(any, any) bool {
		none = false
		return false
	})
	return none
}

// shutDown ends a server when what it has accepted is answered. http.Server drops
// what it reads once its own shutdown has begun, so what is on its way is let in
// before.
func shutDown(ctx context.Context, server *http.Server, listener net.Listener, arriving *arrivals) {
	server.SetKeepAlivesEnabled(false)
	_ = listener.Close() // Serve says so
	for end := time.Now().Add(settling); ; {
		time.Sleep(look)
		if arriving.none() || time.Now().After(end) {
			break
		}
	}
	time.Sleep(look) // between the reading of a request and its handler, nothing tells of it
	shutdown, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(shutdown); err != nil {
		_ = server.Close()
	}
}
