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

// held is how long a request waits for a server that is being restarted.
const held = 10 * time.Second

// front is the stable address of the server. Whichever process runs at the moment
// gets its requests; while there is none, they wait for one.
type front struct {
	proxy     *httputil.ReverseProxy
	transport *http.Transport
	// public is the host under which a tunnel makes it known; empty without one.
	public string
	// open are the paths that are reached there, each with all below it.
	open []string
	// rename has requests name the process's own address in Host: servers of other
	// makes may refuse all others.
	rename bool

	mu      sync.Mutex
	target  *url.URL // nil while there is none
	why     error    // why there is none, and will be none; nil while one is coming
	changed chan struct{}
	// unanswered are how many requests a process has got and not begun to answer.
	unanswered map[*url.URL]int
}

func newFront(public string, rename bool) *front {
	const idle = 100
	f := &front{
		transport: &http.Transport{
			DialContext: (&net.Dialer{Timeout: held}).DialContext, MaxIdleConnsPerHost: idle, DisableCompression: true,
		},
		public: public, rename: rename, changed: make(chan struct{}), unanswered: make(map[*url.URL]int),
	}
	f.proxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetXForwarded()
			r.Out.URL.Scheme, r.Out.URL.Host = "http", "server" // RoundTrip says which
			if isLoopback(r.In.Host) {
				// To compress a view, and to unpack it, takes longer than to send it from here to here.
				r.Out.Header.Del("Accept-Encoding")
			}
		},
		Transport:     f,
		FlushInterval: -1, // events are for now
		ErrorHandler:  unavailable,
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	return f
}

// up has a process take the requests from now on.
func (f *front) up(target *url.URL) {
	f.set(target, nil)
	f.transport.CloseIdleConnections() // those to the process before
}

// down says that there is no server: one is coming, or, with a reason, none.
func (f *front) down(why error) { f.set(nil, why) }

func (f *front) set(target *url.URL, why error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.target, f.why = target, why
	close(f.changed)
	f.changed = make(chan struct{})
}

// serve answers on a listener until ctx ends.
func (f *front) serve(ctx context.Context, listener net.Listener) {
	const headerTimeout = 10 * time.Second
	server := &http.Server{
		Handler: f, ReadHeaderTimeout: headerTimeout,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	defer context.AfterFunc(ctx, func() {
		_ = server.Close()
		f.transport.CloseIdleConnections()
	})()
	_ = server.Serve(listener) // it ends when it is closed
}

// ServeHTTP passes a request on.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.admits(w, r) {
		f.proxy.ServeHTTP(w, r)
	}
}

// RoundTrip sends a request to the process that runs, or the next one that does.
func (f *front) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), held)
	defer cancel()
	var tried *url.URL
	for {
		target, err := f.next(ctx, tried)
		if err != nil {
			return nil, err
		}
		out := *r
		to := *r.URL
		to.Scheme, to.Host = target.Scheme, target.Host
		out.URL = &to
		if f.rename {
			out.Host = target.Host
		}
		if r.Body != nil {
			// A process that can't be reached has read nothing of it, and the next one may.
			// The proxy closes it in the end.
			out.Body = io.NopCloser(r.Body)
		}
		f.count(target, 1)
		response, err := f.transport.RoundTrip(&out)
		f.count(target, -1)
		if err == nil || !isDial(err) {
			return response, err //nolint:wrapcheck // ReverseProxy tells apart what its transport returns
		}
		tried = target
	}
}

// lastWords is how long a process that is not asked any more has to begin its last
// answers.
const lastWords = 300 * time.Millisecond

// settle waits until a process that is not asked any more has begun to answer all that
// it was asked. A server that is told to end closes connections that look unused, also
// when a request is on its way.
func (f *front) settle(target *url.URL) {
	const look = 2 * time.Millisecond
	deadline := time.Now().Add(lastWords)
	for f.count(target, 0) > 0 && time.Now().Before(deadline) {
		time.Sleep(look)
	}
}

// count counts requests that a process has not begun to answer.
func (f *front) count(target *url.URL, more int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.unanswered[target] + more
	if now > 0 {
		f.unanswered[target] = now
	} else {
		delete(f.unanswered, target)
	}
	return now
}

// next waits for a process other than the one that could not be reached.
func (f *front) next(ctx context.Context, tried *url.URL) (*url.URL, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.target == nil || f.target == tried {
		if f.target == nil && f.why != nil {
			return nil, f.why
		}
		changed := f.changed
		f.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			f.mu.Lock()
			return nil, errNotUp
		}
		f.mu.Lock()
	}
	return f.target, nil
}

var errNotUp = errors.New("it is still being built or started")

func isDial(err error) bool {
	operation, ok := errors.AsType[*net.OpError](err)
	return ok && operation.Op == "dial"
}

// unavailable says why a request was not answered, in plain words: it may well be
// read by a person.
func unavailable(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody listens any more
	}
	status, retry := http.StatusServiceUnavailable, "1"
	if _, ok := errors.AsType[*net.OpError](err); ok {
		status = http.StatusBadGateway // it broke off in the middle
	}
	w.Header().Set("Retry-After", retry)
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, fmt.Sprintf("The server can't answer: %v.\nSee what oriel dev says.", err), status)
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
