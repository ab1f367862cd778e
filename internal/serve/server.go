package serve

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/replicas"
)

// Options configure a [Server]. The zero value works.
type Options struct {
	// Logger receives a line for each request, and problems. Nil discards them.
	Logger *slog.Logger
	// MaxBodyBytes bounds a message. Zero means [DefaultMaxBodyBytes].
	MaxBodyBytes int64
	// BodyTimeout is how long a body may take to arrive, CallTimeout how long a request may
	// run, WriteTimeout how long a client may take to receive an answer, or a part of a
	// stream. Zero means 30 seconds, 10 minutes and a minute.
	BodyTimeout, CallTimeout, WriteTimeout time.Duration
	// StallTimeout is how long each 16 KiB of a body may take to arrive, and what is left
	// after them. It is also the timeout for the rest of a refused body, and for receiving a
	// notification of a call, or an answer that exceeds MaxMemory. Zero means 5 seconds.
	StallTimeout time.Duration
	// MaxCalls is how many requests run at the same time, MaxStreams how many streams of
	// notifications are open. Zero means 5,000 and 10,000.
	MaxCalls, MaxStreams int
	// MaxMemory bounds the memory for the bodies of all requests until they are answered
	// and, separately, for answers that are not received yet, in bytes. Zero means 256 MiB;
	// less than eight times MaxBodyBytes means that. A quarter is reserved for messages up
	// to 64 KiB. Bodies count as they arrive, those up to 4 KiB not at all.
	MaxMemory int64
	// PublicURL is the public address of the endpoint; empty if it is not known.
	PublicURL string
	// AllowedHosts are further host names of the server. If there are any, requests to
	// others are refused on every listener.
	AllowedHosts []string
	// Mounted says that the program listens by itself: only the requests show at which
	// addresses.
	Mounted bool
	// AllowedOrigins are the origins whose pages may send requests, in addition to the
	// server's own: "https://inspector.example.com", or "*" for all.
	AllowedOrigins []string
	// Key signs the ids of questions. All replicas have the same.
	Key []byte
	// Store has what outlives a request; it may be nil. Shared says that other replicas
	// use it, too.
	Store  replicas.Store
	Shared bool
	// Observe is called when a request begins. It returns the request's context, and a
	// function that is called when the request has ended. It may be nil.
	Observe func(ctx context.Context, o Observation) (context.Context, func(Outcome))
	// Hurry is closed when [Server.Stdio] shall not wait for calls any more. It may be nil.
	Hurry <-chan struct{}
}

// Observation is a request that begins.
type Observation struct {
	// Method is that of MCP, Name the tool, prompt or URI that it is about.
	Method, Name string
	Client       hosts.Client
}

// Outcome is how a request ended.
type Outcome struct {
	// Code is the stable code of the error, empty if there was none; "tool_error" is that
	// of a result with an error.
	Code string
	Took time.Duration
}

const (
	// DefaultMaxBodyBytes is how large a message may be.
	DefaultMaxBodyBytes = 4 << 20

	defaultBodyTimeout  = 30 * time.Second
	defaultCallTimeout  = 10 * time.Minute
	defaultWriteTimeout = time.Minute
	defaultStallTimeout = 5 * time.Second
	defaultMaxMemory    = 256 << 20
	defaultMaxCalls     = 5000
	defaultMaxStreams   = 10_000
)

// Server answers the messages of clients, over any transport. It is safe for concurrent
// use.
type Server struct {
	app     App
	opts    Options
	log     *slog.Logger
	replica *replicas.Replica
	hub     *hub
	calls   limit
	streams limit
	bodies  budget // of requests
	unsent  budget // of answers that are not received yet
	wanted  budget // of the URIs that streams of the newer lifecycle have subscribed to

	draining atomic.Bool // answers close their connections
	refusing atomic.Bool // new calls and streams are refused

	handler *handler

	prepared   prepared
	strangers  strangers
	serverMeta []byte // the beginning of a _meta with the server's identity

	closing chan struct{}
	close   func()
}

// New returns a server for an app.
func New(app App, opts Options) *Server {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	opts.Shared = opts.Shared && opts.Store != nil
	opts.MaxBodyBytes = cmp.Or(opts.MaxBodyBytes, DefaultMaxBodyBytes)
	opts.BodyTimeout = cmp.Or(opts.BodyTimeout, defaultBodyTimeout)
	opts.CallTimeout = cmp.Or(opts.CallTimeout, defaultCallTimeout)
	opts.WriteTimeout = cmp.Or(opts.WriteTimeout, defaultWriteTimeout)
	opts.StallTimeout = cmp.Or(opts.StallTimeout, defaultStallTimeout)
	const bodiesAtLeast = 8 // a long body takes twice its size at its end, and a quarter is for small ones
	opts.MaxMemory = max(cmp.Or(opts.MaxMemory, defaultMaxMemory), bodiesAtLeast*opts.MaxBodyBytes)
	s := &Server{
		app: app, opts: opts, log: opts.Logger,
		calls:   limit{most: int64(cmp.Or(opts.MaxCalls, defaultMaxCalls))},
		streams: limit{most: int64(cmp.Or(opts.MaxStreams, defaultMaxStreams))},
		bodies:  budget{most: opts.MaxMemory},
		unsent:  budget{most: opts.MaxMemory},
		wanted:  budget{most: maxStreamURIBytes},
		closing: make(chan struct{}),
	}
	if self, err := encode(s.implementation()); err == nil { // it can't fail
		s.serverMeta = append([]byte(`{"`+serverMetaKey+`":`), self...)
	}
	s.close = sync.OnceFunc(func() { close(s.closing) })
	s.replica = replicas.New(replicas.Options{App: app.Identity().Name, Store: opts.Store, Shared: opts.Shared, Key: opts.Key, Logger: s.log})
	s.hub = newHub(app, s.replica.Changes)
	s.handler = newHandler(s)
	return s
}

// Drain makes each answer over HTTP close its connection, so that clients open another
// one.
func (s *Server) Drain() { s.draining.Store(true) }

// Refuse makes the server refuse new calls and streams over HTTP, with 503. It accepts what
// belongs to running ones: cancellations, and answers to questions.
func (s *Server) Refuse() { s.refusing.Store(true) }

// Interrupt ends the contexts of the running calls over HTTP, and refuses new ones.
func (s *Server) Interrupt() {
	s.Refuse()
	for x := range s.handler.calls.all() {
		x.interrupt()
	}
}

// Running returns the methods and names of the requests over HTTP whose handlers have not
// returned, as in the log, the oldest first, 100 at most.
func (s *Server) Running() (names []string) {
	const most = 100
	for x := range s.handler.calls.all() {
		if len(names) == most {
			break
		}
		names = append(names, strings.TrimSpace(x.request.shown()+" "+x.request.name()))
	}
	return names
}

// Close ends the streams of notifications. Running requests continue.
func (s *Server) Close() {
	s.close()
	s.hub.close()
}
