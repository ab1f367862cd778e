package serve

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/orielapps/oriel/hosts"
)

const allowedMethods = "GET, POST, OPTIONS"

// Handler returns the MCP endpoint over Streamable HTTP. It works under any path.
func (s *Server) Handler() http.Handler {
	return &handler{s: s, guard: newGuard(s.opts.PublicURL, s.opts.AllowedOrigins)}
}

type handler struct {
	s     *Server
	guard guard
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p := newReply(w, r, h.s.opts.WriteTimeout)
	defer p.release()
	if r.ContentLength != 0 {
		// Also a body that nobody wants is read, by net/http: it must not take longer.
		_ = p.control.SetReadDeadline(time.Now().Add(h.s.opts.BodyTimeout)) // a recorder of tests has none
	}
	if fault := h.guard.refuses(r); fault != nil {
		h.refuse(p, nil, public(codeInvalidRequest, fault).withStatus(http.StatusForbidden))
		return
	}
	allowOrigin(w, r)
	if name := doubled(r.Header); name != "" {
		h.refuse(p, nil, saidTwice(name))
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
			"Sessions need no end; send POST.").withStatus(http.StatusMethodNotAllowed))
	}
}

// refuse answers a request that is not worked on.
func (h *handler) refuse(p *reply, id []byte, failure *rpcError) {
	h.s.log.Info("refused", "code", failure.Data["code"], "error", failure.Message)
	p.finish(failure.httpStatus(true), failureJSON(id, failure))
}

// post takes a message.
func (h *handler) post(p *reply, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		h.refuse(p, nil, invalidRequest("content_type_unsupported", "The request is not declared as JSON.",
			"Send Content-Type: application/json.").withStatus(http.StatusUnsupportedMediaType))
		return
	}
	if !p.events && !acceptsType(r.Header, "application", "json") {
		h.refuse(p, nil, invalidRequest("not_acceptable", "The client takes neither JSON nor events.",
			"Send Accept: application/json, text/event-stream.").withStatus(http.StatusNotAcceptable))
		return
	}
	body, failure := h.body(p, r)
	if failure != nil {
		h.refuse(p, nil, failure)
		return
	}
	messages, batch, failure := parse(body)
	if failure != nil {
		var id []byte
		if len(messages) == 1 && !batch {
			id = messages[0].id
		}
		h.refuse(p, id, failure)
		return
	}
	session, failure := h.s.sessionOf(r)
	if failure != nil {
		var id []byte
		if !batch {
			id = messages[0].requestID()
		}
		h.refuse(p, id, failure)
		return
	}
	if batch {
		h.batch(p, r, session, messages)
		return
	}
	h.message(p, r, session, messages[0])
}

// requestID is the id that an answer would have.
func (m *message) requestID() []byte {
	if m.isRequest() {
		return m.id
	}
	return nil
}

// body reads the message of a request, in the time and up to the size that it may
// have.
func (h *handler) body(p *reply, r *http.Request) ([]byte, *rpcError) {
	limit := h.s.opts.MaxBodyBytes
	tooLarge := invalidRequest("request_too_large", "The request is larger than this server takes.",
		"Send less at a time, or raise Options.MaxRequestBytes of the app.").withStatus(http.StatusRequestEntityTooLarge)
	if r.ContentLength > limit {
		p.header("Connection", "close") // the body is not read
		return nil, tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(p.w, r.Body, limit))
	if err == nil {
		_ = p.control.SetReadDeadline(time.Time{}) // it would end the request later
		if skipSpace(body, 0) == len(body) {
			return nil, notJSON("The request has no body.")
		}
		return body, nil
	}
	p.header("Connection", "close") // the rest of the body is not read
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, tooLarge
	}
	return nil, coded(codeParse, "request_unreadable", "The request ended early, or took too long.", "Send it again.")
}

// message works on one message.
func (h *handler) message(p *reply, r *http.Request, session *session, m message) {
	s, ctx := h.s, r.Context()
	if m.isAnswer() {
		if failure := s.mail.deliver(ctx, m); failure != nil {
			h.refuse(p, nil, failure)
			return
		}
		p.accepted()
		return
	}
	req := &request{message: m, header: r.Header, raw: bodiless(r), out: p, session: session}
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

// bodiless is a request as the app sees it.
func bodiless(r *http.Request) *http.Request {
	clone := *r
	clone.Body = http.NoBody
	return &clone
}

// notified takes a notification.
func (h *handler) notified(p *reply, r *http.Request, req *request) {
	if version := r.Header.Get(versionHeader); version != "" && !supported(version) {
		h.refuse(p, nil, unsupported(version))
		return
	}
	if req.method == "notifications/cancelled" && req.session != nil {
		h.s.running.cancel(r.Context(), req.session, req.arguments["requestId"])
	}
	p.accepted()
}

// work answers a request.
func (h *handler) work(p *reply, r *http.Request, req *request) {
	s := h.s
	if !s.calls.enter() {
		p.header("Retry-After", "1")
		h.refuse(p, req.id, busy())
		return
	}
	defer s.calls.leave()
	ctx := r.Context()
	if !req.modern {
		// That a connection ends is no cancellation there (2025-11-25, "Streamable
		// HTTP", "Sending Messages to the Server").
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.CallTimeout)
	defer cancel()
	ctx, leave := s.running.enter(ctx, req)
	defer leave()
	defer h.late(p, req).Stop()

	answer, failure := s.handle(ctx, req)
	if errors.Is(context.Cause(ctx), errCancelled) && p.abandon() {
		return
	}
	if failure != nil {
		if failure.challenge != nil {
			p.header("Www-Authenticate", failure.challenge.Header(failure.Message))
		}
		p.finish(failure.httpStatus(req.modern), failureJSON(req.id, failure))
		return
	}
	data, err := answerJSON(req.id, answer)
	if err != nil {
		s.log.Error("an answer could not be written", "method", req.shown(), "name", req.name(), "error", err)
		p.finish(http.StatusOK, failureJSON(req.id, internalError()))
		return
	}
	if req.method == "initialize" {
		p.header(sessionHeader, req.session.id)
	}
	p.finish(h.status(p, req, answer), data)
}

// late answers for a handler that does not look at its context: it must not keep the
// client waiting.
func (h *handler) late(p *reply, req *request) *time.Timer {
	return time.AfterFunc(h.s.opts.CallTimeout+lateness, func() {
		h.s.log.Error("a handler runs longer than a call may", "method", req.shown(), "name", req.name())
		p.finishNow(http.StatusOK, failureJSON(req.id, tookTooLong()))
	})
}

// lateness is how much longer than its context a handler may run before its client
// is answered without it.
const lateness = time.Second

func tookTooLong() *rpcError {
	return coded(codeInternal, "deadline_exceeded", "The request took longer than it may.", "Ask for less at a time.")
}

func busy() *rpcError {
	return coded(codeBusy, "server_busy", "The server works on as many requests as it can.", "Try again in a moment.").withStatus(http.StatusServiceUnavailable)
}

// challengeKey is where a result asks for a sign-in (OpenAI Apps SDK reference,
// "Triggering authentication UI").
const challengeKey = "mcp/www_authenticate"

// status is the HTTP status of a result. One that asks for a sign-in gets what
// clients of MCP sign in at (2025-11-25, "Authorization"); ChatGPT does at the
// result itself.
func (h *handler) status(p *reply, req *request, answer result) int {
	challenges, _ := answer.base().Meta[challengeKey].([]string)
	call, isCall := answer.(*callResult)
	if !isCall || !call.IsError || len(challenges) == 0 || p.began() || hosts.Detect(req.client).Adapter.Value == hosts.ChatGPT {
		return http.StatusOK
	}
	p.header("Www-Authenticate", challenges...)
	if challengesForScope(challenges) {
		return http.StatusForbidden
	}
	return http.StatusUnauthorized
}
