package serve

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// mute is the outlet of a request whose answer can't be a stream of its own.
type mute struct{}

var errMute = errors.New("requests of a batch can't send notifications or questions")

func (mute) notify(string, any) error                  { return nil }
func (mute) canAsk() bool                              { return false }
func (mute) gone() <-chan struct{}                     { return nil }
func (mute) ask(string, string, json.RawMessage) error { return errMute }

// batch works on the messages of a batch, one after the other. Only 2025-03-26 has
// batches.
func (h *handler) batch(p *reply, r *http.Request, session *session, messages []message) {
	version := r.Header.Get(versionHeader)
	if version == "" {
		version = unsaidProtocol
		if session != nil {
			version = session.client.Protocol
		}
	}
	if version != unsaidProtocol {
		h.refuse(p, nil, invalidRequest("batch_not_supported", "MCP "+quoted(version)+" has no batches.", "Send one message at a time."))
		return
	}
	if failure := p.startWork(); failure != nil {
		p.header("Retry-After", "1")
		h.refuse(p, nil, failure)
		return
	}
	defer p.endWork()
	answers := h.each(r, p, session, messages)
	if len(answers) == 0 {
		p.accepted()
		return
	}
	body, err := encode(answers)
	if err != nil {
		h.refuse(p, nil, internalError().withStatus(http.StatusInternalServerError))
		return
	}
	p.finish(http.StatusOK, body)
}

// each returns the answers to the messages of a batch.
func (h *handler) each(r *http.Request, p *reply, session *session, messages []message) []json.RawMessage {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), h.s.opts.CallTimeout)
	defer cancel()
	p.work.method = "batch"
	h.calls.enter(p, &p.place)
	defer p.leaveCalls()
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

// one works on one message of a batch and returns its answer, if it has one.
func (h *handler) one(ctx context.Context, r *http.Request, session *session, m message) json.RawMessage {
	if m.isAnswer() {
		if failure := h.s.deliver(ctx, m); failure != nil {
			return failureJSON(nil, failure)
		}
		return nil
	}
	req := &request{message: m, header: r.Header, raw: r, out: mute{}, session: session}
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
