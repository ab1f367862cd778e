package serve

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/serve/replicas"
	"github.com/orielapps/oriel/ui"
)

// listen answers subscriptions/listen, with a stream.
func (h *handler) listen(x *exchange, r *http.Request, req *request) {
	if failure := h.s.startStream(); failure != nil {
		x.header("Retry-After", "10")
		x.refuse(req.id, failure)
		return
	}
	defer h.s.streams.leave()
	if !x.events {
		x.refuse(req.id, noEvents())
		return
	}
	ctx, end := whileSignedIn(r.Context(), h.s.app)
	defer end()
	want, failure := h.s.subscriptionOf(ctx, req)
	if failure != nil {
		x.turnAwayFrom(req.id, failure)
		return
	}
	size := int64(totalLength(want.URIs))
	if !h.s.wanted.take(size, size) {
		x.header("Retry-After", "10")
		x.refuse(req.id, subscriptionsFull())
		return
	}
	defer h.s.wanted.give(size)
	id := slices.Clone(req.id)
	x.dropBody() // the stream may last for days
	req.id = id
	answer := h.s.listen(ctx, req, want, x.silence)
	if written, err := h.s.answer(req.id, answer); err == nil {
		x.end(http.StatusOK, written)
	}
}

// whileSignedIn returns a context that ends when the sign-in of its user does.
func whileSignedIn(ctx context.Context, app App) (context.Context, context.CancelFunc) {
	if until := app.SignedInUntil(ctx); !until.IsZero() {
		return context.WithDeadline(ctx, until)
	}
	return context.WithCancel(ctx)
}

// startStream takes a place among the streams, or returns why there is none.
func (s *Server) startStream() *rpcError {
	if s.refusing.Load() {
		return closing()
	}
	if !s.streams.enter() {
		return busy()
	}
	return nil
}

func noEvents() *rpcError {
	return invalidRequest("not_acceptable", "The client does not accept events, which a stream consists of.",
		"Send Accept: text/event-stream.").withStatus(http.StatusNotAcceptable)
}

// get opens the stream of notifications of a session.
func (h *handler) get(x *exchange, r *http.Request) {
	s := h.s
	session, failure := h.s.sessionOf(r)
	if failure == nil && r.ContentLength != 0 {
		failure = invalidRequest("body_unexpected", "A request that opens a stream must not have a body.", "Send messages with POST.")
	}
	if failure != nil {
		x.refuse(nil, failure)
		return
	}
	switch version := r.Header.Get(versionHeader); {
	case session == nil:
		x.header("Allow", "POST, OPTIONS")
		x.refuse(nil, invalidRequest("method_not_allowed", "GET needs a session here.",
			"This is an MCP endpoint: give its address to an MCP client.").withStatus(http.StatusMethodNotAllowed))
		return
	case version != "" && !supported(version):
		x.refuse(nil, unsupported(version))
		return
	case !x.events:
		x.refuse(nil, noEvents())
		return
	}
	if failure = s.startStream(); failure != nil {
		x.header("Retry-After", "10")
		x.refuse(nil, failure)
		return
	}
	defer s.streams.leave()
	l := newSubscriber(ui.ToolList, ui.PromptList, ui.ResourceList)
	ctx, end := whileSignedIn(r.Context(), s.app)
	defer end()
	l.shared, l.loading = s.opts.Shared, make(chan struct{})
	sessions, key := s.replica.Sessions, session.key()
	// Changes of the settings that the store has too late for this stream reach l itself.
	s.hub.add(ctx, l, key)
	defer s.endStream(context.WithoutCancel(ctx), l, key)
	l.load(func() replicas.Settings { return sessions.Open(ctx, key, l.id) })
	if x.silence() != nil { // so that the client receives the headers
		return
	}
	var refresh func()
	if s.opts.Shared {
		refresh = func() {
			if stored, found := sessions.Settings(ctx, key); found {
				l.set(stored)
			}
		}
	}
	const extensions = 3 // per life of the settings
	// The client may send its first settings while its stream is being opened. They may be
	// stored as those of a session without one.
	extended, next := time.Now(), replicas.ClosedLife/extensions
	silence := func() error {
		if time.Since(extended) > next {
			extended, next = time.Now(), replicas.OpenLife/extensions
			sessions.Extend(ctx, key, l.id)
		}
		return x.silence()
	}
	s.pass(ctx, l, refresh, silence, func(method string, params map[string]any) error { return x.notify(method, params) })
}

// endStream ends the notifications of a session. Its settings then expire soon, unless the
// server closes: the client opens another stream as soon as it can.
func (s *Server) endStream(ctx context.Context, l *subscriber, session replicas.Session) {
	s.hub.remove(l, session)
	select {
	case <-s.closing:
	default:
		s.replica.Sessions.Close(ctx, session, l.id)
	}
}
