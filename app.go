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

// Tool describes a tool to hosts and models. Name and Description are required. View shows
// the result; ReadOnly, Destructive, Idempotent and OpenWorld say what a call does;
// Visibility says who may call. It is an alias of [ui.Tool], which has the documentation
// of each field ("go doc oriel/ui.Tool").
type Tool = ui.Tool

// Error is an error whose text models and people may read: a stable code, what is
// wrong, and the fix. The text of any other error stays in the log. It is an alias of
// [ui.Error], which packages below this one return too.
type Error = ui.Error

// Options configure an [App]. The zero value works.
type Options struct {
	// Title is the app's name for people. Empty means the name given to [New].
	Title string
	// Instructions tell models when and how to use the app's tools. ChatGPT
	// reads the first 512 characters.
	Instructions string
	// URL is the public address of the app's MCP endpoint, as people give it to
	// hosts: "https://weather.example.com/mcp". Some hosts derive a view's own
	// domain from it; empty means unknown, and such hosts use their default. Requests
	// for its host and from its origin are accepted even when the server listens on
	// loopback, behind a proxy or a tunnel.
	URL string
	// SplitViews moves scripts and styles longer than 8 KB out of the documents of views,
	// for hosts that are known to load them from a view's own domains, such as ChatGPT.
	// The app serves them as files that browsers cache for ever, so a view opens faster
	// from the second time on. It takes effect where URL is set, or where [App.Main]
	// listens on this machine; elsewhere, documents contain everything. Behind a proxy on
	// the same machine, set URL: other machines can't load files from a loopback address.
	//
	// A document only works with the files of the same build. A host may keep an old
	// document, and replicas of two builds may serve side by side; then a view may ask
	// for a file that no longer exists, and stay empty. To avoid that, put a cache in
	// front that keeps responses below /oriel/ for some days; their headers allow it.
	SplitViews bool
	// OpenAIChallenge is the token with which OpenAI verifies the domain. [App.Routes]
	// serves it at /.well-known/openai-apps-challenge. Empty means the value of the
	// environment variable ORIEL_OPENAI_CHALLENGE; if that is empty too, nothing is served.
	OpenAIChallenge string
	// Logger receives one line per request, at level Info, and all failures. Nil means
	// slog.Default().
	Logger *slog.Logger
	// Key signs data that clients carry between two requests. All replicas of an app
	// need the same key: a long random text, kept secret, at least 16 bytes. Empty means
	// the value of the environment variable ORIEL_KEY, or else a random key for this process.
	Key string
	// Store keeps data that outlives a request, where all replicas find it; see package
	// state. Nil means the memory of this process, which is enough for a single replica.
	Store state.Store
	// StateTTL is how long the app keeps the state of a view after its last change, on
	// hosts that don't keep it themselves. Zero means 30 days; a negative value means
	// that the app keeps no states. States are in Store. If Store is nil or a
	// [state.Memory], they are in a separate [state.Memory] with default limits: 64 MiB,
	// beyond which the states that have not changed for longest are removed. Other replicas
	// then refuse their tokens, also with the same Key, and views use the browser.
	StateTTL time.Duration
	// Auth checks the access token of each HTTP request to the MCP endpoint; package auth has
	// implementations. Handlers of Mount are not behind it. The app has to know the endpoint's
	// address (URL, or -public-url), unless the verifier has an audience of its own.
	// Requests without a token get 401, unless a tool, resource or prompt declares
	// [ui.NoAuth]: then everybody may connect, list what there is and use that. What declares no
	// Security needs a sign-in, but no scope. Nil means that the app has no sign-in of its own.
	// Over stdio there is none; see [WithoutSignIn].
	Auth Auth
	// SignInChecked says that the program itself signs users in: HTTP middleware in front of
	// the app calls [WithUser]. The app then refuses calls of what requires a sign-in
	// ([ui.OAuth2] without [ui.NoAuth] in Security) if there is no user, or not with all
	// scopes. If it is false and Auth is nil, such a declaration is faulty, with the code
	// "security_unenforced": it would answer anybody.
	SignInChecked bool
	// AllowedHosts are names of the server in addition to that of URL, without a port:
	// "mcp.internal" or "192.0.2.7". If there are any, requests to other hosts get 403. A
	// page that was loaded from one of them may call the endpoint. Set it, or URL, where
	// the server does not listen on loopback: if neither is set, a page may call the
	// endpoint under any name that leads to the server, also one that the page's author
	// has pointed at it (DNS rebinding). Main warns of that at its start, and a handler of
	// [App.Handler] at the first request. Addresses are compared as such: "::1" is
	// "0:0:0:0:0:0:0:1".
	AllowedHosts []string
	// AllowedOrigins are the origins of web pages that may call the endpoint, in
	// addition to the server's own: "https://inspector.example.com", or "*" for all.
	// Requests from other pages get 403.
	AllowedOrigins []string
	// MaxRequestBytes is the maximum size of a request body. Zero means 4 MiB.
	MaxRequestBytes int64
	// CallTimeout is the maximum duration of a request, including questions to the
	// user. Zero means 10 minutes. Then the request's context ends, and a moment later
	// the client gets an error, even if the handler is still running.
	CallTimeout time.Duration
	// MaxCalls is the maximum number of requests at the same time, MaxStreams that of
	// open notification streams. Requests beyond a limit get 503, which asks clients to
	// try again. Zero means 5,000 and 10,000. A request counts until its answer is made,
	// even if the client is slow to receive it. They apply to HTTP: over stdio at most 500
	// requests run at the same time, notification streams among them.
	MaxCalls, MaxStreams int
	// MaxMemory is the maximum size of the bodies of all requests together, in bytes,
	// from their arrival until they are answered. Bodies up to 4 KiB do not count. A
	// request that exceeds it gets 503, which asks the client to try again. The same limit
	// applies separately to answers that clients have not received yet: an answer that
	// exceeds it continues to count for MaxCalls, and its client has 5 seconds to receive
	// it. Zero means 256 MiB. It is at least eight times MaxRequestBytes, and a quarter of
	// it is reserved for messages up to 64 KiB. It applies to HTTP: over stdio, messages
	// are bounded by MaxRequestBytes and by the 500 requests at the same time.
	MaxMemory int64
	// Observe is called when a request begins. It returns the context of the request
	// and a function that is called when the request ends. Use it for traces and
	// metrics. Nil observes nothing.
	Observe func(ctx context.Context, o Observation) (context.Context, func(Outcome))
}

// App is a set of tools, views, resources and prompts. It is safe for concurrent
// use. Tools, views, resources and prompts can be added and removed while it serves:
// clients are notified. Middleware must be added before it serves.
type App struct {
	name, version string
	options       Options
	adapters      *adapter.Set

	middleware []func(next RequestHandler) RequestHandler

	mu        sync.Mutex
	draft     catalogue
	published atomic.Pointer[catalogue] // a copy of draft for requests; nil after a change
	faulty    []*ui.View                // returned by AddView for faulty declarations
	faults    []error

	watching sync.Mutex
	watchers map[*watcher]bool

	making    sync.Mutex
	documents map[documentKey]*document
	assets    assets
	local     string // the endpoint's address on this machine, from which documents may load files

	verifier TokenVerifier // nil if the app checks no tokens
	issuers  []string
	// unconfigured is why the app can't check tokens yet; nil if it can, or needs not.
	unconfigured   *Error
	uncheckedToken uncheckedToken
	endpointURL    atomic.Pointer[string] // options.URL, that of "oriel dev", or local

	requests *requestIDs
	signing  keyring
	memory   state.Memory
	states   viewStates
	// oversized are the names of tools whose results were too large for some hosts.
	oversized sync.Map
	servers   []*serve.Server
	opening   sync.Mutex    // held while http is made or closed, because that takes mu
	http      *serve.Server // answers for Handler; nil until its first call
	mounts    []mount
	dev       *development // nil unless "oriel dev" runs the program
	serving   bool         // the app serves, so faults are logged, not returned by Err

	listens atomic.Bool     // Main listens, and has warned of the address
	ending  atomic.Bool     // Main has been interrupted
	hurry   <-chan struct{} // closed when Main is interrupted while it ends; nil if it can't be
}

// New returns an app without tools, with the default [Options]. The name identifies
// it to hosts and in the URIs of its views; it must contain a letter or a digit. The
// version is the app's own, such as "1.0.0", and must not be empty.
//
// Faulty declarations, here and in [AddTool], [AddView] and the others, are collected
// with the place of each: [App.Err] and [App.Run] return them, [App.Main] prints them,
// [App.Handler] panics with them.
func New(name, version string) *App { return NewWith(name, version, Options{}) }

// NewWith is [New] with options.
func NewWith(name, version string, o Options) *App {
	a := &App{
		name: name, version: version, options: o,
		requests: newRequestIDs(), adapters: adapter.All(), draft: catalogue{byName: map[string]*tool{}},
	}
	a.dev = newDevelopment(a, os.Getenv(devVariable))
	a.dev.setURL(os.Getenv(devURLVariable))
	a.options.Title = cmp.Or(a.options.Title, name)
	if ui.ViewPrefix(name) == ui.ViewPrefix("") {
		a.fault(&Error{
			Code:    "app_name_invalid",
			Message: fmt.Sprintf("%q can't name an app.", name),
			Fix:     "Use a name with letters or digits; it becomes part of the URIs of views.",
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
	for _, host := range a.options.AllowedHosts {
		if err := checkHost(host); err != nil {
			a.fault(err)
		}
	}
	a.publishURL()
	if err := a.startAuth(); err != nil {
		a.fault(err)
	}
	if version == "" {
		a.fault(&Error{Code: "app_version_missing", Message: "The app has no version.", Fix: `Give one, such as "1.0.0".`})
	}
	return a
}

// Err returns all faulty declarations, joined, each with its file and line. It returns
// nil if there are none.
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

// fault records a faulty declaration with the place of the first caller outside
// this package. While the app serves, it logs it instead.
func (a *App) fault(err error) {
	fault := &declarationError{place: callerPlace(), err: err}
	a.mu.Lock()
	a.faults = append(a.faults, fault)
	serving := a.serving
	a.mu.Unlock()
	if serving {
		a.logger().Error("a declaration is faulty and was ignored", "error", fault)
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
