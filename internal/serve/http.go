package serve

import (
	"context"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const allowedMethods = "GET, POST, OPTIONS"

// Handler returns the MCP endpoint over Streamable HTTP, always the same. It works under any
// path.
func (s *Server) Handler() http.Handler { return s.handler }

func newHandler(s *Server) *handler {
	h := &handler{s: s, guard: newGuard(s.opts.PublicURL, s.opts.AllowedHosts, s.opts.AllowedOrigins), transport: newTransport(&s.opts, &s.draining)}
	h.calls = newTimeouts(s.opts.CallTimeout+lateness, func(x *exchange) { go h.late(x) }) // writing to a slow client blocks
	return h
}

// handler serves over HTTP. It makes an exchange of each request.
type handler struct {
	s         *Server
	guard     guard
	transport transport
	calls     *timeouts[exchange] // of handlers that ignore their context
	exposure  sync.Once           // logs that the server does not know its names
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{handler: h, response: newResponse(&h.transport, w, r)}
	defer x.release()
	if fault := h.guard.refuses(r); fault != nil {
		x.refuse(nil, public(codeInvalidRequest, fault).withStatus(http.StatusForbidden))
		return
	}
	if h.s.opts.Mounted && h.guard.isExposed(r) {
		h.exposure.Do(func() {
			h.s.log.Warn("the app listens for other machines and does not know its host names, so a web page can point a name of its own at it and call it: " +
				"set Options.URL or Options.AllowedHosts")
		})
	}
	allowOrigin(w, r)
	if name := repeatedHeader(r.Header); name != "" {
		x.refuse(nil, headerRepeated(name))
		return
	}
	switch r.Method {
	case http.MethodPost, http.MethodGet:
		authenticated, failure := h.s.app.Authenticate(r)
		if failure != nil {
			x.turnAway(failure)
			return
		}
		r = authenticated
	}
	switch r.Method {
	case http.MethodPost:
		h.post(x, r)
	case http.MethodGet:
		h.get(x, r)
	case http.MethodOptions:
		preflight(x, r)
	case http.MethodDelete:
		// Many clients end their sessions with it, and expect this answer ("Session Management").
		x.deny(nil, notServed(w, r))
	default:
		x.refuse(nil, notServed(w, r))
	}
}

// turnAway answers a request that the app does not authenticate.
func (x *exchange) turnAway(e *ui.Error) {
	failure := public(codeInvalidRequest, e)
	if e.Challenge == nil {
		x.header("Retry-After", "5")
		failure.status = http.StatusServiceUnavailable
	}
	x.turnAwayFrom(nil, failure)
}

// turnAwayFrom refuses a request that may need a sign-in, or a better one.
func (x *exchange) turnAwayFrom(id []byte, failure *rpcError) {
	x.challenge(failure)
	x.refuse(id, failure)
}

// challenge adds the header with which an error asks for a sign-in.
func (x *exchange) challenge(failure *rpcError) {
	if failure.challenge != nil {
		x.header("Www-Authenticate", failure.challenge.Header(failure.Message))
	}
}

// notServed is the error for a request with another HTTP method.
func notServed(w http.ResponseWriter, r *http.Request) *rpcError {
	w.Header().Set("Allow", allowedMethods)
	return invalidRequest("method_not_allowed", "This endpoint does not serve "+quoted(r.Method)+".",
		"Send POST. Sessions end by themselves.").withStatus(http.StatusMethodNotAllowed)
}

// post reads and answers a message.
func (h *handler) post(x *exchange, r *http.Request) {
	if !isJSON(r.Header) {
		x.refuse(nil, invalidRequest("content_type_unsupported", "The Content-Type of the request is not JSON.",
			"Send Content-Type: application/json.").withStatus(http.StatusUnsupportedMediaType))
		return
	}
	if encoding := strings.Join(r.Header["Content-Encoding"], ", "); encoding != "" && !strings.EqualFold(encoding, "identity") {
		x.header("Accept-Encoding", "identity") // RFC 9110, section 12.5.3
		x.refuse(nil, invalidRequest("content_encoding_unsupported", "The body of the request is encoded as "+quoted(encoding)+".",
			"Send it without a Content-Encoding.").withStatus(http.StatusUnsupportedMediaType))
		return
	}
	if !x.events && !x.json {
		x.refuse(nil, invalidRequest("not_acceptable", "The client accepts neither JSON nor events.",
			"Send Accept: application/json, text/event-stream.").withStatus(http.StatusNotAcceptable))
		return
	}
	body, failure := h.body(x, r)
	if failure != nil {
		x.refuse(nil, failure)
		return
	}
	one, batch, failure := parse(body)
	if failure != nil {
		x.refuse(one.id, failure)
		return
	}
	session, failure := h.s.sessionOf(r)
	if failure != nil {
		x.refuse(one.requestID(), failure)
		return
	}
	if batch != nil {
		h.batch(x, r, session, batch)
		return
	}
	h.message(x, r, session, one)
}

// isJSON reports whether the Content-Type of a request is JSON.
func isJSON(header http.Header) bool {
	const want = "application/json"
	contentType := header.Get("Content-Type")
	if contentType == want {
		return true
	}
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && kind == want
}

// requestID returns the id of a request; nil for other messages.
func (m *message) requestID() []byte {
	if m.isRequest() {
		return m.id
	}
	return nil
}

// message answers one message.
func (h *handler) message(x *exchange, r *http.Request, session *session, m message) {
	s, ctx := h.s, r.Context()
	if m.isAnswer() {
		if failure := s.deliver(ctx, m); failure != nil {
			x.refuse(nil, failure)
			return
		}
		x.accepted()
		return
	}
	req := &x.request
	*req = request{message: m, header: r.Header, raw: r, out: &x.response, session: session}
	if failure := req.read(); failure != nil {
		x.refuse(m.requestID(), failure)
		return
	}
	if !m.isRequest() {
		h.notified(x, r, req)
		return
	}
	if failure := h.identify(req, r); failure != nil {
		x.refuse(m.id, failure)
		return
	}
	if req.modern && m.method == methodListen {
		h.listen(x, r, req)
		return
	}
	h.work(x, r, req)
}

// notified handles a notification.
func (h *handler) notified(x *exchange, r *http.Request, req *request) {
	if version := r.Header.Get(versionHeader); version != "" && !supported(version) {
		x.refuse(nil, unsupported(version))
		return
	}
	if req.method == "notifications/cancelled" && req.session != nil {
		h.s.cancel(r.Context(), req.session, req.arguments.get("requestId"))
	}
	x.accepted()
}

// work answers a request that may take long.
func (h *handler) work(x *exchange, r *http.Request, req *request) {
	s := h.s
	if failure := x.startWork(); failure != nil {
		x.header("Retry-After", "1")
		x.refuse(req.id, failure)
		return
	}
	defer x.endWork()
	given, failure := h.handle(r.Context(), x, req)
	if req.call.Cancelled() && x.abandon() {
		return
	}
	if failure != nil {
		x.challenge(failure)
		x.finish(failure.httpStatus(req.modern), failureJSON(req.id, failure))
		return
	}
	written, err := s.answer(req.id, given)
	if err != nil {
		s.log.Error("an answer could not be encoded", "method", req.shown(), "name", req.name(), "error", err)
		x.finish(http.StatusOK, failureJSON(req.id, internalError()))
		return
	}
	if req.method == "initialize" {
		x.header(sessionHeader, req.session.id)
	}
	x.end(h.status(x, req, given), written)
}

// handle answers a request within its timeout.
func (h *handler) handle(ctx context.Context, x *exchange, req *request) (result, *rpcError) {
	if !req.modern {
		// A client that disconnects does not cancel its request there (2025-11-25,
		// "Streamable HTTP", "Sending Messages to the Server").
		ctx = context.WithoutCancel(ctx)
	}
	ctx, end := context.WithTimeout(ctx, h.s.opts.CallTimeout)
	defer end()
	h.s.cancellable(ctx, req, end)
	defer h.s.replica.Calls.Remove(&req.call)
	x.interrupt = end
	h.calls.start(&x.timeout, x)
	defer x.handled()
	return h.s.handle(ctx, req)
}

// late answers a request whose handler ignores its context.
func (h *handler) late(x *exchange) {
	req := &x.request
	h.s.log.Error("a handler does not return in time", "method", req.shown(), "name", req.name())
	x.finishEarly(http.StatusOK, failureJSON(req.id, tookTooLong()))
}

// lateness is how long after its deadline a handler has to return. Then the client is
// answered without it.
const lateness = time.Second

func tookTooLong() *rpcError {
	return coded(codeInternal, "deadline_exceeded", "The request took too long.", "Ask for less at a time.")
}

func busy() *rpcError {
	return coded(codeBusy, "server_busy", "The server is busy with other requests.", "Try again in a moment.").withStatus(http.StatusServiceUnavailable)
}

func closing() *rpcError {
	return coded(codeBusy, "server_closing", "The server is shutting down.", "Try again in a moment.").withStatus(http.StatusServiceUnavailable)
}

// challengeKey is the key of the challenges in a result's _meta (OpenAI Apps SDK
// reference, "Triggering authentication UI").
const challengeKey = "mcp/www_authenticate"

// status returns the HTTP status of a result. A result that asks for a sign-in has the
// status at which MCP clients sign in (2025-11-25, "Authorization"). ChatGPT reads the
// result instead.
func (h *handler) status(x *exchange, req *request, answer result) int {
	call, isCall := answer.(*callResult)
	if !isCall || !call.IsError {
		return http.StatusOK
	}
	challenges, _ := call.Meta[challengeKey].([]string)
	if len(challenges) == 0 || x.began() || hosts.Detect(req.client).Adapter.Value == hosts.ChatGPT {
		return http.StatusOK
	}
	x.header("Www-Authenticate", challenges...)
	if challengesForScope(challenges) {
		return http.StatusForbidden
	}
	return http.StatusUnauthorized
}
