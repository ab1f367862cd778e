package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// noSender is the sender of requests in a batch, which share a response.
type noSender struct{}

var errInBatch = errors.New("requests of a batch can't send notifications or questions")

func (noSender) notify(string, any) error                  { return nil }
func (noSender) canAsk() bool                              { return false }
func (noSender) gone() <-chan struct{}                     { return nil }
func (noSender) ask(string, string, json.RawMessage) error { return errInBatch }

// batch answers the messages of a batch, one after the other. Only MCP 2025-03-26 has
// batches.
func (h *handler) batch(x *exchange, r *http.Request, session *session, messages []message) {
	version := r.Header.Get(versionHeader)
	if version == "" {
		version = defaultProtocol
		if session != nil {
			version = session.client.Protocol
		}
	}
	if version != defaultProtocol {
		x.refuse(nil, invalidRequest("batch_not_supported", "MCP "+quoted(version)+" has no batches.", "Send one message at a time."))
		return
	}
	if failure := x.startWork(); failure != nil {
		x.header("Retry-After", "1")
		x.refuse(nil, failure)
		return
	}
	defer x.endWork()
	answers := h.each(r, x, session, messages)
	if len(answers) == 0 {
		x.accepted()
		return
	}
	body, err := encode(answers)
	if err != nil {
		x.refuse(nil, internalError().withStatus(http.StatusInternalServerError))
		return
	}
	x.finish(http.StatusOK, body)
}

// each returns the answers to the requests in a batch.
func (h *handler) each(r *http.Request, x *exchange, session *session, messages []message) []json.RawMessage {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), h.s.opts.CallTimeout)
	defer cancel()
	x.request.method = "batch"
	h.calls.start(&x.timeout, x)
	defer x.handled()
	var answers []json.RawMessage
	for _, m := range messages {
		switch {
		case ctx.Err() == nil:
			if answer := h.one(ctx, r, session, m); answer != nil {
				answers = append(answers, answer)
			}
		case m.isRequest():
			answers = append(answers, failureJSON(m.id, tookTooLong()))
		}
	}
	return answers
}

// one returns the answer to a message of a batch; nil if it is not a request.
func (h *handler) one(ctx context.Context, r *http.Request, session *session, m message) json.RawMessage {
	if m.isAnswer() {
		if failure := h.s.deliver(ctx, m); failure != nil {
			return failureJSON(nil, failure)
		}
		return nil
	}
	req := &request{message: m, header: r.Header, raw: r, out: noSender{}, session: session}
	failure := req.read()
	switch {
	case !m.isRequest():
		if m.method == "notifications/cancelled" && session != nil {
			h.s.cancel(ctx, session, req.arguments.get("requestId"))
		}
		return nil
	case failure == nil && (m.method == "initialize" || strings.HasPrefix(m.method, "subscriptions/")):
		failure = invalidRequest("batch_not_supported", quoted(m.method)+" can't be part of a batch.", "Send it alone.")
	case failure == nil:
		failure = h.identify(req, r)
	}
	var answer result
	if failure == nil {
		inner, end := context.WithCancel(ctx)
		h.s.cancellable(inner, req, end)
		answer, failure = h.s.handle(inner, req)
		h.s.replica.Calls.Remove(&req.call)
		end()
	}
	if failure != nil {
		return failureJSON(m.id, failure)
	}
	written, err := h.s.answer(m.id, answer)
	if err != nil {
		h.s.log.Error("an answer could not be encoded", "method", req.shown(), "error", err)
		return failureJSON(m.id, internalError())
	}
	return written.message()
}
