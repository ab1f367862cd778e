package oriel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/state"
)

// Handler returns the app's MCP endpoint, for any path of any mux. It serves Streamable
// HTTP to clients of every MCP version up to 2026-07-28, and keeps nothing between two
// requests: any replica can answer any of them.
//
// The app learns from requests at which addresses the program listens. If other machines
// can reach them, and neither Options.URL nor Options.AllowedHosts is set, web pages can
// call the app under any name that leads to it; the log warns of that once.
//
// Notification streams stay open until the client disconnects. So that an http.Server
// can shut down without waiting for them:
//
//	server.RegisterOnShutdown(app.Close)
//
// Handler panics with [App.Err] if a declaration is faulty, as http.ServeMux does for a
// faulty pattern.
func (a *App) Handler() http.Handler {
	if err := a.Err(); err != nil {
		panic(fmt.Sprintf("oriel: the app %q can't serve:\n%v", a.name, err)) //nolint:forbidigo // a programming error, at start
	}
	return a.endpoint().Handler()
}

// endpoint returns the server of all handlers of the app: they share one, so that the
// limits apply to all of them together.
func (a *App) endpoint() *serve.Server {
	a.opening.Lock()
	defer a.opening.Unlock()
	a.mu.Lock()
	s := a.http
	a.mu.Unlock()
	if s != nil {
		return s
	}
	s = a.server()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.http = s
	return s
}

// Stdio serves the app over a pair of pipes, one JSON-RPC message per line, until the
// input ends, out can't be written, or the context is cancelled. Then it waits up to 10
// seconds for running requests, and fails if some still run. Nothing else may write to out.
// It fails with [App.Err] if a declaration is faulty.
func (a *App) Stdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	if err := a.Err(); err != nil {
		return err
	}
	s := a.server()
	defer a.closeServer(s)
	return s.Stdio(WithoutSignIn(ctx), in, out)
}

// Close ends the open notification streams of the app's handlers. Running requests go
// on.
func (a *App) Close() {
	a.opening.Lock()
	defer a.opening.Unlock()
	a.mu.Lock()
	servers := a.servers
	a.servers, a.http = nil, nil
	a.mu.Unlock()
	for _, s := range servers {
		s.Close()
	}
}

// closeServer ends a server that is no longer needed.
func (a *App) closeServer(s *serve.Server) {
	a.mu.Lock()
	a.servers = slices.DeleteFunc(a.servers, func(other *serve.Server) bool { return other == s })
	a.mu.Unlock()
	s.Close()
}

// server returns a new server, for any transport.
func (a *App) server() *serve.Server {
	s := serve.New(methods{a}, serve.Options{
		Logger: a.logger(), MaxBodyBytes: a.options.MaxRequestBytes, CallTimeout: a.options.CallTimeout,
		MaxCalls: a.options.MaxCalls, MaxStreams: a.options.MaxStreams, MaxMemory: a.options.MaxMemory,
		PublicURL: a.options.URL, AllowedHosts: a.options.AllowedHosts, AllowedOrigins: a.options.AllowedOrigins, Mounted: !a.listens.Load(),
		Key: a.subkey("questions"), Store: keeper{a.store()}, Shared: a.options.Store != nil, Observe: a.observe(), Hurry: a.hurry,
	})
	if a.options.Store != nil {
		a.warnOfMadeUpKey()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.servers = append(a.servers, s)
	a.serving = true
	return s
}

// store returns the app's store.
func (a *App) store() state.Store {
	if a.options.Store != nil {
		return a.options.Store
	}
	return &a.memory
}

// keeper adapts a state.Store to package serve.
type keeper struct{ store state.Store }

// Get returns a value.
func (k keeper) Get(ctx context.Context, key string) (value []byte, found bool, err error) {
	e, err := k.store.Get(ctx, key)
	if errors.Is(err, state.ErrNotFound) {
		return nil, false, nil
	}
	return e.Value, err == nil, err
}

// Put stores a value for the given time.
func (k keeper) Put(ctx context.Context, key string, value []byte, keep time.Duration) error {
	_, err := k.store.Put(ctx, key, value, state.AnyRevision, keep)
	return err
}

// Update changes a value, which is then stored for the time that change returns.
func (k keeper) Update(ctx context.Context, key string, change func(old []byte) ([]byte, time.Duration, error)) error {
	timed := &timedStore{Store: k.store}
	_, err := state.Update(ctx, timed, key, 0, func(old []byte) (value []byte, err error) {
		value, timed.keep, err = change(old)
		return value, err
	})
	return err
}

// timedStore is a store that keeps values for a time of its own.
type timedStore struct {
	state.Store

	keep time.Duration
}

// Put stores a value.
func (s *timedStore) Put(ctx context.Context, key string, value []byte, old state.Revision, _ time.Duration) (state.Revision, error) {
	return s.Store.Put(ctx, key, value, old, s.keep)
}
