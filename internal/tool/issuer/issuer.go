package issuer

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Options of an issuer.
type Options struct {
	// OnUse is called once, at the first request. Nil does nothing.
	OnUse func()
	// RootCAs are the authorities of the servers that have metadata documents of clients.
	// Nil means those of the system.
	RootCAs *x509.CertPool
	// Now is the clock. Nil means that of the system.
	Now func() time.Time
}

// Issuer is an authorization server. Make one with [New].
type Issuer struct {
	options  Options
	listener net.Listener
	origin   string // the issuer's identifier: "http://127.0.0.1:4711"
	handler  http.Handler
	used     sync.Once
	down     atomic.Bool
	fetches  chan struct{} // holds an item for each document that is being fetched

	mu           sync.Mutex
	keys         []*signingKey // the first signs; none before the first use
	clients      bounded[*client]
	documents    bounded[described] // clients whose id is the address of their metadata
	transactions bounded[transaction]
	sessions     bounded[*session]
	codes        bounded[*code]
	refreshes    bounded[*grant]
	accesses     bounded[*access]
}

const (
	maxClients      = 1000
	maxDocuments    = 100
	maxTransactions = 1000
	maxSessions     = 100
	maxCodes        = 1000
	maxRefreshes    = 10_000
	maxAccesses     = 10_000

	clientLife      = 30 * 24 * time.Hour
	documentLife    = refreshLife // from its last use on, so as long as the grants
	documentFresh   = time.Minute // after that, a page reads it again
	transactionLife = 10 * time.Minute
	sessionLife     = 24 * time.Hour
	codeLife        = time.Minute
	codeMemory      = 10 * time.Minute // as long as what a reused code has to revoke
	refreshLife     = 24 * time.Hour
	accessLife      = 10 * time.Minute
)

// New returns an issuer that listens on a free port of 127.0.0.1. The caller calls Serve or
// Close.
func New(ctx context.Context, o Options) (*Issuer, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the test issuer: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	const fetches = 4
	i := &Issuer{
		options: o, listener: listener, origin: "http://" + listener.Addr().String(), fetches: make(chan struct{}, fetches),
		clients: newBounded[*client](maxClients, clientLife), documents: newBounded[described](maxDocuments, documentLife),
		transactions: newBounded[transaction](maxTransactions, transactionLife), sessions: newBounded[*session](maxSessions, sessionLife),
		codes: newBounded[*code](maxCodes, codeMemory), refreshes: newBounded[*grant](maxRefreshes, refreshLife),
		accesses: newBounded[*access](maxAccesses, accessLife),
	}
	i.handler = i.routes()
	return i, nil
}

// URL returns the issuer's identifier, without a slash at its end.
func (i *Issuer) URL() string { return i.origin }

// Serve answers until ctx ends.
func (i *Issuer) Serve(ctx context.Context) {
	const (
		headerTimeout = 10 * time.Second
		timeout       = 30 * time.Second
		maxHeader     = 32 << 10
	)
	server := &http.Server{
		Handler: i, ReadHeaderTimeout: headerTimeout, ReadTimeout: timeout, WriteTimeout: timeout, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog:    slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	_ = server.Serve(i.listener) // always fails, when the server is closed
}

// Close stops listening, where Serve is not called.
func (i *Issuer) Close() error {
	if err := i.listener.Close(); err != nil {
		return fmt.Errorf("closing the test issuer: %w", err)
	}
	return nil
}

// Rotate makes a new key, which signs from now on. The key before it stays published until
// the next rotation; older ones are gone.
func (i *Issuer) Rotate() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.rotate()
}

// Down makes the issuer answer each request with 503, or stops that.
func (i *Issuer) Down(down bool) { i.down.Store(down) }

func (i *Issuer) now() time.Time { return i.options.Now() }
