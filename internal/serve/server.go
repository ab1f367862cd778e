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
	// Logger receives a line for each request, and what goes wrong; nil discards
	// it.
	Logger *slog.Logger
	// MaxBodyBytes bounds a message. Zero means [DefaultMaxBodyBytes].
	MaxBodyBytes int64
	// BodyTimeout is how long a body may take to arrive, CallTimeout how long a
	// request may be worked on, WriteTimeout how long a client may take to receive an
	// answer, or a part of a stream. Zero means 30 seconds, 10 minutes and a minute.
	BodyTimeout, CallTimeout, WriteTimeout time.Duration
	// StallTimeout is how long each further 16 KiB of a body may take to arrive that is
	// longer than 64 KiB, or whose length is not told and which is longer than 16 KiB. It
	// is also how long the rest of a body is waited for that nobody wants, and how long a client may take to receive an answer for which there is no
	// room in MaxMemory. Zero means 5 seconds.
	StallTimeout time.Duration
	// MaxCalls is how many requests are worked on at the same time, MaxStreams how
	// many streams of notifications are open. Zero means 5,000 and 10,000.
	MaxCalls, MaxStreams int
	// MaxMemory bounds what the bodies of all requests take together, from when they
	// arrive until they are answered, and, apart from those, what answers take that wait
	// for their clients, in bytes. Zero means 256 MiB. It is at least four times
	// MaxBodyBytes. A quarter is for messages up to 64 KiB.
	MaxMemory int64
	// PublicURL is where people reach the endpoint; empty where that isn't known.
	PublicURL string
	// AllowedOrigins are the origins of pages that may call, beside those of the
	// server itself: "https://inspector.example.com", or "*" for all.
	AllowedOrigins []string
	// Key signs the ids of questions. All replicas have the same.
	Key []byte
	// Store has what outlives a request; it may be nil. Shared says that other replicas
	// use it, too.
	Store  replicas.Store
	Shared bool
	// Observe is called when a request begins; what it returns is the request's
	// context, and called when it has ended. Nil observes nothing.
	Observe func(ctx context.Context, o Observation) (context.Context, func(Outcome))
	// Hurry is closed when calls over pipes are not waited for any more. It may be nil.
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
	// Code is the stable code of the error, empty where there was none; "tool_error"
	// is a result that says so.
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

// Server answers the messages of clients, whatever carries them. It is safe for
// concurrent use.
type Server struct {
	app     App
	opts    Options
	log     *slog.Logger
	replica *replicas.Replica
	hub     *hub
	calls   limit
	streams limit
	bodies  budget // of requests
	unsent  budget // of answers that wait for their clients

	draining atomic.Bool // answers end their connections
	refusing atomic.Bool // nothing more is begun

	mu       sync.Mutex
	handlers []*handler

	prepared   prepared
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
	const bodiesAtLeast = 4 // a long body is there twice for a moment
	opts.MaxMemory = max(cmp.Or(opts.MaxMemory, defaultMaxMemory), bodiesAtLeast*opts.MaxBodyBytes)
	s := &Server{
		app: app, opts: opts, log: opts.Logger,
		calls:   limit{most: int64(cmp.Or(opts.MaxCalls, defaultMaxCalls))},
		streams: limit{most: int64(cmp.Or(opts.MaxStreams, defaultMaxStreams))},
		bodies:  budget{most: opts.MaxMemory},
		unsent:  budget{most: opts.MaxMemory},
		closing: make(chan struct{}),
	}
	if self, err := encode(s.implementation()); err == nil { // it can't fail
		s.serverMeta = append([]byte(`{"`+serverMetaKey+`":`), self...)
	}
	s.close = sync.OnceFunc(func() { close(s.closing) })
	s.replica = replicas.New(replicas.Options{App: app.Identity().Name, Store: opts.Store, Shared: opts.Shared, Key: opts.Key, Logger: s.log})
	s.hub = newHub(app, s.replica.Changes)
	return s
}

// Drain has each answer over HTTP end its connection from now on, so that clients go on
// with another.
func (s *Server) Drain() { s.draining.Store(true) }

// Refuse has calls and streams over HTTP refused from now on, with 503. What belongs to
// those that run is still taken: cancellations, and answers to questions.
func (s *Server) Refuse() { s.refusing.Store(true) }

// Running returns the methods and names of the requests over HTTP that are worked on,
// the oldest first, as in the log. Of many it returns the first 100.
func (s *Server) Running() (names []string) {
	const most = 100
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.handlers {
		for p := range h.calls.all() {
			if len(names) < most {
				names = append(names, strings.TrimSpace(p.work.shown()+" "+p.work.name()))
			}
		}
	}
	return names
}

// Close ends the streams of notifications. Requests that are worked on go on.
func (s *Server) Close() {
	s.close()
	s.hub.close()
}
