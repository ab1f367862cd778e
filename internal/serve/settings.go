package serve

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/replicas"
)

const (
	// maxClosedURIBytes is how long the URIs of a session without an open stream may be
	// together, in bytes: it costs nobody a connection.
	maxClosedURIBytes = 8 << 10
	// maxStreamURIBytes is how long the URIs of all streams of the newer lifecycle may be
	// together.
	maxStreamURIBytes = 32 << 20

	defaultLevel = hosts.LevelInfo
)

func setLevel(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	text, failure := r.arguments.text("level")
	if failure != nil {
		return nil, failure
	}
	level := hosts.LogLevel(text)
	if !level.Known() {
		return nil, invalidParams("log_level_unknown", "There is no log level "+quoted(text)+".", `The levels go from "debug" to "emergency".`)
	}
	return s.changeSettings(ctx, r, func(settings *replicas.Settings) *rpcError {
		settings.Level = level
		return nil
	})
}

func subscribe(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	uri, failure := r.arguments.uri()
	if failure != nil {
		return nil, failure
	}
	if !s.app.Offers().Subscriptions {
		return nil, methodNotFound(r.method)
	}
	if err := s.app.Admit(ctx, r.method, uri); err != nil {
		return nil, appError(err)
	}
	return s.changeSettings(ctx, r, func(settings *replicas.Settings) *rpcError {
		if slices.Contains(settings.URIs, uri) {
			return nil
		}
		uris := append(slices.Clip(settings.URIs), uri)
		most, fix := hosts.MaxSubscriptionBytes, "Unsubscribe first."
		if settings.Stream == "" {
			most, fix = maxClosedURIBytes, "Open the session's stream with GET first, or unsubscribe."
		}
		if !fewEnough(uris, most) {
			return invalidParams("too_many_subscriptions", "The session has too many subscriptions, or their URIs are too long.", fix)
		}
		settings.URIs = uris
		return nil
	})
}

func unsubscribe(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	uri, failure := r.arguments.uri()
	if failure != nil {
		return nil, failure
	}
	if !s.app.Offers().Subscriptions {
		return nil, methodNotFound(r.method)
	}
	return s.changeSettings(ctx, r, func(settings *replicas.Settings) *rpcError {
		settings.URIs = slices.DeleteFunc(settings.URIs, func(other string) bool { return other == uri })
		return nil
	})
}

// fewEnough reports whether a session, or a stream, may subscribe to all of these.
func fewEnough(uris []string, most int) bool {
	return len(uris) <= hosts.MaxSubscriptions && totalLength(uris) <= most
}

func totalLength(texts []string) int {
	total := 0
	for _, text := range texts {
		total += len(text)
	}
	return total
}

// changeSettings changes the settings of a request's session, here and in the store.
func (s *Server) changeSettings(ctx context.Context, r *request, change func(*replicas.Settings) *rpcError) (result, *rpcError) {
	if r.session == nil {
		return &emptyResult{}, nil // without a session, there is no stream that they apply to
	}
	key := r.session.key()
	stream := ""
	if l := s.hub.ofSession(key); l != nil {
		stream = l.id
	}
	var failure *rpcError
	err := s.replica.Sessions.Update(ctx, key, stream, func(settings *replicas.Settings) bool {
		failure = change(settings)
		return failure == nil
	})
	switch {
	case errors.Is(err, replicas.ErrSettingsFull):
		return nil, subscriptionsFull()
	case err != nil:
		s.log.Error("the store can't be written", "error", err)
		return nil, internalError()
	}
	// A stream may have been opened meanwhile, and have read the settings before the change.
	if l := s.hub.ofSession(key); l != nil && failure == nil {
		failure = l.change(change)
	}
	if failure != nil {
		return nil, failure
	}
	return &emptyResult{}, nil
}

func subscriptionsFull() *rpcError {
	return coded(codeBusy, "server_full", "Other sessions use all the space for subscriptions.", "Try again in a moment.").
		withStatus(http.StatusServiceUnavailable)
}

// levelOf returns the least severe level of log messages that the client of a request
// wants.
func (s *Server) levelOf(ctx context.Context, r *request) hosts.LogLevel {
	if r.session == nil {
		return defaultLevel
	}
	key := r.session.key()
	var here hosts.LogLevel
	if l := s.hub.ofSession(key); l != nil {
		here = l.level()
	}
	if here != "" && !s.opts.Shared {
		return here
	}
	// The client may have sent another level to another replica since.
	if stored, found := s.replica.Sessions.Settings(ctx, key); found && stored.Level != "" {
		return stored.Level
	}
	return cmp.Or(here, defaultLevel)
}
