package serve

import (
	"context"
	"mime"
	"net/http"
	"time"

	"github.com/orielapps/oriel/hosts"
)

const allowedMethods = "GET, POST, OPTIONS"

// Handler returns the MCP endpoint over Streamable HTTP. It works under any path.
func (s *Server) Handler() http.Handler {
	h := &handler{s: s, guard: newGuard(s.opts.PublicURL, s.opts.AllowedOrigins)}
	h.bodies = newWatch(s.opts.BodyTimeout, (*reply).endBody)
	h.stalls = newWatch(s.opts.StallTimeout, (*reply).endBody)
	h.writes = newWatch(s.opts.WriteTimeout, (*reply).endWrite)
	h.hurried = newWatch(min(s.opts.StallTimeout, s.opts.WriteTimeout), (*reply).endWrite)
	h.calls = newWatch(s.opts.CallTimeout+lateness, func(p *reply) { go h.late(p) }) // a client that is slow to receive holds up nobody
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers = append(s.handlers, h)
	return h
}

type handler struct {
	s     *Server
	guard guard
	// What may take too long: a body to arrive, or the next piece of it; an answer to be
	// received, which is hurried where too much waits for clients; and a handler that
	// does not look at its context.
	bodies, stalls, writes, hurried, calls *watch
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := newReply(w, r, h)
	defer p.release()
	if fault := h.guard.refuses(r); fault != nil {
		h.refuse(p, nil, public(codeInvalidRequest, fault).withStatus(http.StatusForbidden))
		return
	}
	allowOrigin(w, r)
	if name := repeatedHeader(r.Header); name != "" {
		h.refuse(p, nil, headerRepeated(name))
		return
	}
	switch r.Method {
	case http.MethodPost:
		h.post(p, r)
	case http.MethodGet:
		h.get(p, r)
	case http.MethodOptions:
		preflight(p, r)
	default:
		w.Header().Set("Allow", allowedMethods)
		h.refuse(p, nil, invalidRequest("method_not_allowed", "This endpoint does not serve "+quoted(r.Method)+".",
			"Send POST. Sessions end by themselves.").withStatus(http.StatusMethodNotAllowed))
	}
}

// refuse answers a request that is not worked on.
func (h *handler) refuse(p *reply, id []byte, failure *rpcError) {
	h.s.log.Info("request refused", "code", failure.Data["code"], "error", failure.Message)
	p.finish(failure.httpStatus(true), failureJSON(id, failure))
}

// post takes a message.
func (h *handler) post(p *reply, r *http.Request) {
	if !isJSON(r.Header) {
		h.refuse(p, nil, invalidRequest("content_type_unsupported", "The Content-Type of the request is not JSON.",
			"Send Content-Type: application/json.").withStatus(http.StatusUnsupportedMediaType))
		return
	}
	if !p.events && !p.json {
		h.refuse(p, nil, invalidRequest("not_acceptable", "The client accepts neither JSON nor events.",
			"Send Accept: application/json, text/event-stream.").withStatus(http.StatusNotAcceptable))
		return
	}
	body, failure := h.body(p, r)
	if failure != nil {
		h.refuse(p, nil, failure)
		return
	}
	one, batch, failure := parse(body)
	if failure != nil {
		h.refuse(p, one.id, failure)
		return
	}
	session, failure := h.s.sessionOf(r)
	if failure != nil {
		h.refuse(p, one.requestID(), failure)
		return
	}
	if batch != nil {
		h.batch(p, r, session, batch)
		return
	}
	h.message(p, r, session, one)
}

// isJSON reports whether a request is declared as JSON.
func isJSON(header http.Header) bool {
	const want = "application/json"
	said := header.Get("Content-Type")
	if said == want {
		return true
	}
	kind, _, err := mime.ParseMediaType(said)
	return err == nil && kind == want
}

// requestID is the id that an answer would have.
func (m *message) requestID() []byte {
	if m.isRequest() {
		return m.id
	}
	return nil
}

// message works on one message.
func (h *handler) message(p *reply, r *http.Request, session *session, m message) {
	s, ctx := h.s, r.Context()
	if m.isAnswer() {
		if failure := s.deliver(ctx, m); failure != nil {
			h.refuse(p, nil, failure)
			return
		}
		p.accepted()
		return
	}
	req := &p.work
	*req = request{message: m, header: r.Header, raw: r, out: p, session: session}
	if failure := req.read(); failure != nil {
		h.refuse(p, m.requestID(), failure)
		return
	}
	if !m.isRequest() {
		h.notified(p, r, req)
		return
	}
	if failure := h.identify(req, r); failure != nil {
		h.refuse(p, m.id, failure)
		return
	}
	if req.modern && m.method == methodListen {
		h.listen(p, r, req)
		return
	}
	h.work(p, r, req)
}

// notified takes a notification.
func (h *handler) notified(p *reply, r *http.Request, req *request) {
	if version := r.Header.Get(versionHeader); version != "" && !supported(version) {
		h.refuse(p, nil, unsupported(version))
		return
	}
	if req.method == "notifications/cancelled" && req.session != nil {
		h.s.cancel(r.Context(), req.session, req.arguments.get("requestId"))
	}
	p.accepted()
}

// work answers a request.
func (h *handler) work(p *reply, r *http.Request, req *request) {
	s := h.s
	if failure := p.startWork(); failure != nil {
		p.header("Retry-After", "1")
		h.refuse(p, req.id, failure)
		return
	}
	defer p.endWork()
	given, failure := h.handle(r.Context(), p, req)
	if req.call.Cancelled() && p.abandon() {
		return
	}
	if failure != nil {
		if failure.challenge != nil {
			p.header("Www-Authenticate", failure.challenge.Header(failure.Message))
		}
		p.finish(failure.httpStatus(req.modern), failureJSON(req.id, failure))
		return
	}
	written, err := s.answer(req.id, given)
	if err != nil {
		s.log.Error("an answer could not be encoded", "method", req.shown(), "name", req.name(), "error", err)
		p.finish(http.StatusOK, failureJSON(req.id, internalError()))
		return
	}
	if req.method == "initialize" {
		p.header(sessionHeader, req.session.id)
	}
	p.end(h.status(p, req, given), written, false)
}

// handle has a request answered in the time that it may take.
func (h *handler) handle(ctx context.Context, p *reply, req *request) (result, *rpcError) {
	if !req.modern {
		// That a connection ends is no cancellation there (2025-11-25, "Streamable
		// HTTP", "Sending Messages to the Server").
		ctx = context.WithoutCancel(ctx)
	}
	ctx, end := context.WithTimeout(ctx, h.s.opts.CallTimeout)
	defer end()
	h.s.cancellable(ctx, req, end)
	defer h.s.replica.Calls.Remove(&req.call)
	h.calls.enter(p, &p.place)
	defer p.leaveCalls()
	return h.s.handle(ctx, req)
}

// late answers for a handler that does not look at its context: it must not keep the
// client waiting.
func (h *handler) late(p *reply) {
	req := &p.work
	h.s.log.Error("a handler does not return in time", "method", req.shown(), "name", req.name())
	p.finishNow(http.StatusOK, failureJSON(req.id, tookTooLong()))
}

// lateness is how much longer than its context a handler may run before its client
// is answered without it.
const lateness = time.Second

func tookTooLong() *rpcError {
	return coded(codeInternal, "deadline_exceeded", "The request took too long.", "Ask for less at a time.")
}

func busy() *rpcError {
	return coded(codeBusy, "server_busy", "The server is busy with other requests.", "Try again in a moment.").withStatus(http.StatusServiceUnavailable)
}

func closing() *rpcError {
	return coded(codeBusy, "server_closing", "The server is about to end.", "Try again in a moment.").withStatus(http.StatusServiceUnavailable)
}

// challengeKey is where a result asks for a sign-in (OpenAI Apps SDK reference,
// "Triggering authentication UI").
const challengeKey = "mcp/www_authenticate"

// status is the HTTP status of a result. One that asks for a sign-in gets what
// clients of MCP sign in at (2025-11-25, "Authorization"); ChatGPT does at the
// result itself.
func (h *handler) status(p *reply, req *request, answer result) int {
	call, isCall := answer.(*callResult)
	if !isCall || !call.IsError {
		return http.StatusOK
	}
	challenges, _ := call.Meta[challengeKey].([]string)
	if len(challenges) == 0 || p.began() || hosts.Detect(req.client).Adapter.Value == hosts.ChatGPT {
		return http.StatusOK
	}
	p.header("Www-Authenticate", challenges...)
	if challengesForScope(challenges) {
		return http.StatusForbidden
	}
	return http.StatusUnauthorized
}
