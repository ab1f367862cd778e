package oriel

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// Tool describes a tool to hosts and models.
type Tool = ui.Tool

// Error is an error whose text the model and people may read. A handler that
// returns one tells the model what went wrong and how to mend it; the text of
// any other error stays in the log.
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
	// default.
	URL string
	// Logger receives what goes wrong. Nil means slog.Default().
	Logger *slog.Logger
	// Key signs what travels with clients between two requests. All replicas of an
	// app need the same: a long random text, kept secret. Empty means that of the
	// environment variable ORIEL_KEY, and without one a random key for this process.
	Key string
	// MaxRequestBytes bounds a request. Zero means 4 MiB.
	MaxRequestBytes int64
}

// App is a set of tools, views, resources and prompts. It is safe for concurrent
// use; what is declared or removed while it serves, its clients are told of. Use
// and Handle's options belong before.
type App struct {
	name, version string
	options       Options
	adapters      *adapter.Set

	middleware []func(next Handler) Handler

	mu        sync.Mutex
	draft     catalogue
	published atomic.Pointer[catalogue] // the draft as requests see it; nil when it has changed
	faulty    []*ui.View                // what View returned for views that it could not accept
	faults    []error

	watching sync.Mutex
	watchers map[*watcher]bool

	signing keyring
}

// New returns an app without tools. The name identifies it to hosts and in the
// URIs of its views; the version is the app's own. At most one Options may be
// given.
//
// Faulty declarations, here and in [App.View], [AddTool] and [App.Handle], are
// collected: [App.Err] returns all of them with the place where each was made,
// [App.Main] prints them, [App.Handler] panics with them.
func New(name, version string, options ...Options) *App {
	a := &App{name: name, version: version, adapters: adapter.All(), draft: catalogue{byName: map[string]*tool{}}}
	if len(options) > 0 {
		a.options = options[0]
	}
	a.options.Title = cmp.Or(a.options.Title, name)
	if len(options) > 1 {
		a.fault(&Error{Code: "options_twice", Message: "New takes at most one Options.", Fix: "Merge them."})
	}
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

// Handler returns the app's MCP endpoint, to be mounted under any path. It
// serves Streamable HTTP to clients of every MCP version up to 2026-07-28.
//
// Handler panics with [App.Err] when a declaration is faulty, as
// http.ServeMux does for a faulty pattern.
func (a *App) Handler() http.Handler {
	if err := a.Err(); err != nil {
		panic(fmt.Sprintf("oriel: the app %q can't serve:\n%v", a.name, err)) //nolint:forbidigo // a programming error, at start
	}
	return serve.NewHandler(a, serve.Options{Logger: a.logger(), MaxBodyBytes: a.options.MaxRequestBytes})
}

// Identity returns the app's name, title, version and instructions.
func (a *App) Identity() ui.Identity {
	return ui.Identity{Name: a.name, Title: a.options.Title, Version: a.version, Instructions: a.options.Instructions}
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
	a.mu.Lock()
	defer a.mu.Unlock()
	a.faults = append(a.faults, &declarationError{place: callerPlace(), err: err})
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
