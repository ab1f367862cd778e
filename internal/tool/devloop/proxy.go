package devloop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"
)

// holdTimeout is how long a request waits for a server that is restarting.
const holdTimeout = 10 * time.Second

// proxy is the stable address of the server. It passes requests to the current process;
// while there is none, they wait for one.
type proxy struct {
	reverse   *httputil.ReverseProxy
	transport *http.Transport
	// public is the host of the public address; empty without one.
	public string
	// open are the public paths, each with everything below it.
	open []string
	// rewriteHost puts the process's own address into Host: servers of other frameworks
	// may refuse any other.
	rewriteHost bool

	mu      sync.Mutex
	target  *url.URL // nil while no process runs
	reason  error    // why none will run before the next change; nil while one is starting
	changed chan struct{}
	// pending counts the requests that a process has received and not begun to answer.
	pending map[*url.URL]int
}

func newProxy(public string, rename bool) *proxy {
	const idle = 100
	p := &proxy{
		transport: &http.Transport{
			DialContext: (&net.Dialer{Timeout: holdTimeout}).DialContext, MaxIdleConnsPerHost: idle, DisableCompression: true,
		},
		public: public, rewriteHost: rename, changed: make(chan struct{}), pending: make(map[*url.URL]int),
	}
	p.reverse = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetXForwarded()
			r.Out.URL.Scheme, r.Out.URL.Host = "http", "server" // RoundTrip replaces it
			if isLoopback(r.In.Host) {
				// On one machine, compression takes longer than it saves.
				r.Out.Header.Del("Accept-Encoding")
			}
		},
		Transport:     p,
		FlushInterval: -1, // pass on events at once
		ErrorHandler:  unavailable,
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	return p
}

// setTarget sends requests to a process from now on.
func (p *proxy) setTarget(target *url.URL) {
	p.set(target, nil)
	p.transport.CloseIdleConnections() // to the process before
}

// clearTarget holds requests for the next process, or refuses them with a reason.
func (p *proxy) clearTarget(why error) { p.set(nil, why) }

func (p *proxy) set(target *url.URL, why error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target, p.reason = target, why
	close(p.changed)
	p.changed = make(chan struct{})
}

// serve answers on a listener until ctx ends.
func (p *proxy) serve(ctx context.Context, listener net.Listener) {
	const headerTimeout = 10 * time.Second
	server := &http.Server{
		Handler: p, ReadHeaderTimeout: headerTimeout,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	defer context.AfterFunc(ctx, func() {
		_ = server.Close()
		p.transport.CloseIdleConnections()
	})()
	_ = server.Serve(listener) // always fails, when the server is closed
}

// ServeHTTP passes a request on.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p.allow(w, r) {
		p.reverse.ServeHTTP(w, r)
	}
}

// RoundTrip sends a request to the current process, or to the next one.
func (p *proxy) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), holdTimeout)
	defer cancel()
	var tried *url.URL
	for {
		target, err := p.waitTarget(ctx, tried)
		if err != nil {
			return nil, err
		}
		out := *r
		to := *r.URL
		to.Scheme, to.Host = target.Scheme, target.Host
		out.URL = &to
		if p.rewriteHost {
			out.Host = target.Host
		}
		if r.Body != nil {
			// A failed dial has read nothing of the body, so it must stay open for the next
			// attempt. ReverseProxy closes it.
			out.Body = io.NopCloser(r.Body)
		}
		p.addPending(target, 1)
		response, err := p.transport.RoundTrip(&out)
		p.addPending(target, -1)
		if err == nil || !isDial(err) {
			return response, err //nolint:wrapcheck // ReverseProxy distinguishes errors of its transport
		}
		tried = target
	}
}

// drainTimeout is how long a replaced process has to begin its last answers.
const drainTimeout = 300 * time.Millisecond

// drain waits until a replaced process has begun to answer all its requests. A server that
// shuts down closes idle connections, even those to which a request is on its way.
func (p *proxy) drain(target *url.URL) {
	const look = 2 * time.Millisecond
	deadline := time.Now().Add(drainTimeout)
	for p.addPending(target, 0) > 0 && time.Now().Before(deadline) {
		time.Sleep(look)
	}
}

// addPending changes and returns the number of pending requests of a process.
func (p *proxy) addPending(target *url.URL, more int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.pending[target] + more
	if now > 0 {
		p.pending[target] = now
	} else {
		delete(p.pending, target)
	}
	return now
}

// waitTarget waits for a process other than the one that could not be reached.
func (p *proxy) waitTarget(ctx context.Context, tried *url.URL) (*url.URL, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.target == nil || p.target == tried {
		if p.target == nil && p.reason != nil {
			return nil, p.reason
		}
		changed := p.changed
		p.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			p.mu.Lock()
			return nil, errNotUp
		}
		p.mu.Lock()
	}
	return p.target, nil
}

var errNotUp = errors.New("it is still being built or started")

func isDial(err error) bool {
	operation, ok := errors.AsType[*net.OpError](err)
	return ok && operation.Op == "dial"
}

// unavailable answers a request that no process answers, in words for people.
func unavailable(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client has gone
	}
	status, retry := http.StatusServiceUnavailable, "1"
	if _, ok := errors.AsType[*net.OpError](err); ok {
		status = http.StatusBadGateway // the connection broke
	}
	w.Header().Set("Retry-After", retry)
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, fmt.Sprintf("The server can't answer: %v.\nSee the output of oriel dev.", err), status)
}

func isLoopback(host string) bool {
	name := hostname(host)
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}
