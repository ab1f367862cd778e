package sandbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// maxPorts limits the listeners of [ByPort].
const maxPorts = 48

const (
	headerTimeout = 10 * time.Second
	loopback      = "127.0.0.1"
)

// ports keeps one loopback listener per origin.
type ports struct {
	handler http.Handler

	mu      sync.Mutex
	byLabel map[string]*port
	closed  bool
	clock   uint64
}

type port struct {
	origin string
	server *http.Server
	users  int
	// used orders ports by their last use.
	used uint64
}

// open returns the origin of a label, and a function to call when it is no longer used. apart
// requests an IP address of its own; see [ports.listen].
func (p *ports) open(ctx context.Context, label string, apart bool) (origin string, release func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return "", nil, &ui.Error{Code: "sandbox_closed", Message: "The workbench is shutting down."}
	}
	one := p.byLabel[label]
	if one == nil {
		if err = p.makeRoom(); err != nil {
			return "", nil, err
		}
		if one, err = p.listen(ctx, label, apart); err != nil {
			return "", nil, err
		}
		p.byLabel[label] = one
	}
	p.clock++
	one.users++
	one.used = p.clock
	return one.origin, sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		one.users--
	}), nil
}

// makeRoom closes the port that has been idle for longest, if all are taken.
func (p *ports) makeRoom() error {
	if len(p.byLabel) < maxPorts {
		return nil
	}
	idle := ""
	for label, one := range p.byLabel {
		if one.users == 0 && (idle == "" || one.used < p.byLabel[idle].used) {
			idle = label
		}
	}
	if idle == "" {
		return &ui.Error{
			Code:    "too_many_origins",
			Message: fmt.Sprintf("There are already %d views with their own port.", maxPorts),
			Fix:     "Close some of them.",
		}
	}
	err := p.byLabel[idle].server.Close()
	delete(p.byLabel, idle)
	if err != nil {
		return fmt.Errorf("closing an idle port: %w", err)
	}
	return nil
}

// listen listens on a free port. Cookies ignore ports, so with apart, it uses another address in 127.0.0.0/8,
// which is all loopback on Linux and Windows. macOS only has 127.0.0.1: there, views by port share
// their cookies with each other and with other programs.
func (p *ports) listen(ctx context.Context, label string, apart bool) (*port, error) {
	address := loopback
	if apart {
		address = addressOf(label)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp4", net.JoinHostPort(address, "0"))
	if err != nil && apart {
		listener, err = new(net.ListenConfig).Listen(ctx, "tcp4", net.JoinHostPort(loopback, "0"))
	}
	if err != nil {
		return nil, &ui.Error{
			Code:    "no_port",
			Message: fmt.Sprintf("No port is free for the view: %v.", err),
			Fix:     "Close other programs, or use a browser that resolves names below localhost.",
		}
	}
	host := listener.Addr().String()
	server := &http.Server{
		ReadHeaderTimeout: headerTimeout,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Host != host {
				http.NotFound(w, r)
				return
			}
			p.handler.ServeHTTP(w, r)
		}),
	}
	go func() {
		// It ends when the port is closed. If it fails, the view shows the error.
		_ = server.Serve(listener)
	}()
	return &port{origin: "http://" + host, server: server}, nil
}

// addressOf returns a loopback address made from a label. The second byte is never 0,
// because other programs use those addresses.
func addressOf(label string) string {
	sum := sha256.Sum256([]byte(label))
	return fmt.Sprintf("127.%d.%d.%d", 1+sum[0]%254, sum[1], 1+sum[2]%254)
}

func (p *ports) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	errs := make([]error, 0, len(p.byLabel))
	for label, one := range p.byLabel {
		errs = append(errs, one.server.Close())
		delete(p.byLabel, label)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("closing the views' ports: %w", err)
	}
	return nil
}
