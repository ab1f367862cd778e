package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/orielapps/oriel/hosts"
)

// notes are what a client of the older lifecycle wants of a session's stream of
// notifications. They are kept where the stream is, and for an hour in the store, for
// a stream that comes later or at another replica.
type notes struct {
	Level hosts.LogLevel `json:"level,omitempty"`
	URIs  []string       `json:"uris,omitempty"`
}

const (
	// storeTime is how long a request waits for the store, where it can do without.
	storeTime = 2 * time.Second
	// notesLife is how long a store keeps the notes of a session that nobody uses.
	notesLife = time.Hour
	// maxURIs is how many resources a session may subscribe to.
	maxURIs = 1000
	// maxURIBytes is how long they may be together, in bytes: each stream and each
	// session has its own.
	maxURIBytes = 256 << 10

	defaultLevel = hosts.LevelInfo
)

func setLevel(ctx context.Context, s *Server, r *request) (result, *rpcError) {
	text, failure := r.arguments.text("level")
	if failure != nil {
		return nil, failure
	}
	level := hosts.LogLevel(text)
	if !level.Known() {
		return nil, invalidParams("log_level_unknown", "There is no level "+quoted(text)+".", `The levels go from "debug" to "emergency".`)
	}
	return s.note(ctx, r, func(n *notes) *rpcError {
		n.Level = level
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
	return s.note(ctx, r, func(n *notes) *rpcError {
		if slices.Contains(n.URIs, uri) {
			return nil
		}
		uris := append(slices.Clip(n.URIs), uri)
		if !fewEnough(uris) {
			return invalidParams("too_many_subscriptions", "The session has too many subscriptions, or their URIs are too long.", "Unsubscribe first.")
		}
		n.URIs = uris
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
	return s.note(ctx, r, func(n *notes) *rpcError {
		n.URIs = slices.DeleteFunc(n.URIs, func(other string) bool { return other == uri })
		return nil
	})
}

// fewEnough reports whether somebody may subscribe to as many resources.
func fewEnough(uris []string) bool {
	bytes := 0
	for _, uri := range uris {
		bytes += len(uri)
	}
	return len(uris) <= maxURIs && bytes <= maxURIBytes
}

// note changes the notes of a request's session.
func (s *Server) note(ctx context.Context, r *request, change func(n *notes) *rpcError) (result, *rpcError) {
	if r.session == nil {
		return &emptyResult{}, nil // nothing of it could reach a client without a session
	}
	if l := s.hub.ofSession(r.session.key()); l != nil {
		if failure := l.change(change); failure != nil {
			return nil, failure
		}
	}
	if s.opts.Store == nil {
		return &emptyResult{}, nil
	}
	var failure *rpcError
	err := s.opts.Store.Update(ctx, s.notesKey(r.session), notesLife, func(old []byte) ([]byte, error) {
		var n notes
		if old != nil && json.Unmarshal(old, &n) != nil {
			n = notes{}
		}
		if failure = change(&n); failure != nil {
			return old, nil
		}
		return json.Marshal(n)
	})
	if err != nil {
		s.log.Error("the store can't be written", "error", err)
		return nil, internalError()
	}
	if failure != nil {
		return nil, failure
	}
	return &emptyResult{}, nil
}

func (s *Server) notesKey(session *session) string { return s.storeKey("session", session.key()) }

// notesOf returns what is noted of a session.
func (s *Server) notesOf(ctx context.Context, session *session) (n notes, found bool) {
	if session == nil || s.opts.Store == nil {
		return notes{}, false
	}
	reading, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	kept, found, err := s.opts.Store.Get(reading, s.notesKey(session))
	if err != nil {
		s.log.Warn("the store can't be read", "error", err)
	}
	return n, err == nil && found && json.Unmarshal(kept, &n) == nil
}

// keepNotes keeps the notes of a session whose stream is open.
func (s *Server) keepNotes(ctx context.Context, session *session) {
	if s.opts.Store == nil {
		return
	}
	writing, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	err := s.opts.Store.Update(writing, s.notesKey(session), notesLife, func(old []byte) ([]byte, error) { return old, nil })
	if err != nil && ctx.Err() == nil {
		s.log.Warn("the store can't be written, so a session's subscriptions may be lost", "error", err)
	}
}

// levelOf is how much the client of a request wants to hear.
func (s *Server) levelOf(ctx context.Context, r *request) hosts.LogLevel {
	if r.session == nil {
		return defaultLevel
	}
	var here hosts.LogLevel
	if l := s.hub.ofSession(r.session.key()); l != nil {
		here = l.level()
	}
	if here != "" && !s.opts.Shared {
		return here
	}
	// Another replica may have been told another level since.
	if n, found := s.notesOf(ctx, r.session); found && n.Level != "" {
		return n.Level
	}
	return cmp.Or(here, defaultLevel)
}
