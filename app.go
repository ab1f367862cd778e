package oriel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/ui"
)

// Tool describes a tool to hosts and models. It is [ui.Tool], because packages below
// this one need it, too.
type Tool = ui.Tool

// Error is an error whose text the model and people may read: a stable code, what is
// wrong, and how to fix it. The text of any other error stays in the log. It is
// [ui.Error], because packages below this one return it, too.
type Error = ui.Error

// Options configure an [App]. The zero value works.
type Options struct {
	// Title names the app for people. Empty means the name.
	Title string
	// Instructions tell models when and how to use the app's tools. ChatGPT
	// reads the first 512 characters.
	Instructions string
	// URL is the public address of the app's MCP endpoint, as people give it to
	// hosts: "https://weather.example.com/mcp". Some hosts derive a view's own
	// domain from it; empty means it isn't known, and such hosts use their
	// default. Its host and origin are let in also where the server listens on
	// loopback, behind a proxy or a tunnel.
	URL string
	// SplitViews has hosts that are known to load scripts from a view's own domains, such
	// as ChatGPT, get documents without the scripts and styles that are longer than 8 KB.
	// The app serves those as files that browsers keep for ever, which makes the second
	// and later appearances of a view quicker. It takes effect where URL is known, or
	// [App.Main] listens on this machine; elsewhere, documents have all inside. Behind a
	// proxy on the same machine, URL has to be known: browsers elsewhere don't reach
	// what listens here.
	//
	// Documents and files have to be of the same build. Where hosts keep documents, or
	// replicas of two builds serve at the same time, a view may ask for a file that is
	// no more there, and stay empty: put a cache in front that keeps what it has seen of
	// /oriel/ for some days, which the answers allow it.
	SplitViews bool
	// OpenAIChallenge is the token that proves to OpenAI whose domain it is; [App.Routes]
	// serves it at /.well-known/openai-apps-challenge. Empty means that of the
	// environment variable ORIEL_OPENAI_CHALLENGE, if there is one.
	OpenAIChallenge string
	// Logger receives a line for each request, at the level Info, and what goes wrong.
	// Nil means slog.Default().
	Logger *slog.Logger
	// Key signs what travels with clients between two requests. All replicas of an
	// app need the same: a long random text, kept secret. Empty means that of the
	// environment variable ORIEL_KEY, and without one a random key for this process.
	Key string
	// Store keeps what outlives a request, where all replicas find it; see package
	// state. Nil means the memory of this process, which is enough for one.
	Store state.Store
	// StateTTL is how long the app keeps the state of a view after its last change, on
	// hosts that keep none themselves. It is kept in Store; but where that is nil or in
	// this process's memory, in a [state.Memory] for such states alone, with its default
	// limits: 64 MiB, beyond which those go that have not changed for longest. Zero means
	// 30 days; negative, that the app keeps none.
	StateTTL time.Duration
	// AllowedOrigins are the origins of the pages that may call the endpoint beside
	// those of the server itself, such as "https://inspector.example.com"; "*" is
	// all. A page of any other is refused with 403.
	AllowedOrigins []string
	// MaxRequestBytes bounds a request. Zero means 4 MiB.
	MaxRequestBytes int64
	// CallTimeout is how long a request may be worked on, questions to the user
	// included. Zero means 10 minutes. Its context ends then, and a moment later the
	// client gets an error, whether the handler has noticed or not.
	CallTimeout time.Duration
	// MaxCalls is how many requests are worked on at the same time, MaxStreams how
	// many streams of notifications may be open; who comes after that is told to try
	// again (503). Zero means 5,000 and 10,000. A call counts until its answer is made,
	// also where the client is slow to receive it.
	MaxCalls, MaxStreams int
	// MaxMemory bounds what the bodies of all requests take together, in bytes, from when
	// they arrive until they are answered: one for which there is no room is told to try
	// again (503). Apart from those, it bounds what answers take that clients have not
	// received yet: one for which there is no room goes on counting as a call, and its
	// client has 5 seconds to receive it. Zero means 256 MiB. It is at least four times
	// MaxRequestBytes, and a quarter of it is for messages up to 64 KiB.
	MaxMemory int64
	// Observe is called when a request begins; it returns the context of the request
	// and a function that is called when it has ended. It is where traces and metrics
	// attach. Nil observes nothing.
	Observe func(ctx context.Context, o Observation) (context.Context, func(Outcome))
}

// App is a set of tools, views, resources and prompts. It is safe for concurrent
// use. What is declared or removed while it serves, its clients are told of;
// middleware has to be there before.
type App struct {
	name, version string
	options       Options
	adapters      *adapter.Set

	middleware []func(next RequestHandler) RequestHandler

	mu        sync.Mutex
	draft     catalogue
	published atomic.Pointer[catalogue] // the draft as requests see it; nil when it has changed
	faulty    []*ui.View                // what AddView returned for views that it could not accept
	faults    []error

	watching sync.Mutex
	watchers map[*watcher]bool

	making    sync.Mutex
	documents map[documentKey]*document
	assets    assets
	local     string // the endpoint on this machine, where documents may load files from

	requests *requestIDs
	signing  keyring
	memory   state.Memory
	states   viewStates
	servers  []*serve.Server
	http     *serve.Server // that of Handler; nil until it is asked for
	mounts   []mount
	dev      *development // nil but in a program of "oriel dev"
	serving  bool         // faults come too late for Err

	ending atomic.Bool     // Main has been interrupted
	hurry  <-chan struct{} // closed when Main is interrupted again; nil where nobody can
}

// New returns an app without tools, with the default [Options]. The name identifies
// it to hosts and in the URIs of its views; it must have a letter or a digit. The
// version is the app's own, such as "1.0.0", and must not be empty.
//
// Faulty declarations, here and in [AddTool], [AddView] and the like, are collected:
// [App.Err] returns all of them with the place where each was made, [App.Run]
// returns them, [App.Main] prints them, [App.Handler] panics with them.
func New(name, version string) *App { return NewWith(name, version, Options{}) }

// NewWith is [New] with options.
func NewWith(name, version string, o Options) *App {
	a := &App{
		name: name, version: version, options: o,
		requests: newRequestIDs(), adapters: adapter.All(), draft: catalogue{byName: map[string]*tool{}},
	}
	a.dev = newDevelopment(a, os.Getenv(devVariable))
	a.options.Title = cmp.Or(a.options.Title, name)
	if ui.ViewPrefix(name) == ui.ViewPrefix("") {
		a.fault(&Error{
			Code:    "app_name_invalid",
			Message: fmt.Sprintf("%q can't name an app.", name),
			Fix:     "Use a name with letters or digits; it becomes part of the views' URIs.",
		})
	}
	if err := checkKey(a.configuredKey()); err != nil {
		a.fault(err)
	}
	if a.options.URL != "" {
		if err := checkURL(a.options.URL); err != nil {
			a.fault(err)
		}
	}
	if version == "" {
		a.fault(&Error{Code: "app_version_missing", Message: "The app has no version.", Fix: `Give one, such as "1.0.0".`})
	}
	return a
}

// Err returns all faulty declarations, joined, or nil.
func (a *App) Err() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.Join(a.faults...)
}

func (a *App) logger() *slog.Logger {
	if a.options.Logger != nil {
		return a.options.Logger
	}
	return slog.Default()
}

// fault notes a faulty declaration with the place of the first caller outside
// this package.
func (a *App) fault(err error) {
	fault := &declarationError{place: callerPlace(), err: err}
	a.mu.Lock()
	a.faults = append(a.faults, fault)
	serving := a.serving
	a.mu.Unlock()
	if serving {
		a.logger().Error("a declaration is faulty, and left out", "error", fault)
	}
}

type declarationError struct {
	place string
	err   error
}

func (e *declarationError) Error() string { return e.place + ": " + e.err.Error() }
func (e *declarationError) Unwrap() error { return e.err }

func callerPlace() string {
	const depth = 16
	callers := make([]uintptr, depth)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for {
		frame, more := frames.Next()
		if !inThisPackage(frame.Function) {
			return fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}
