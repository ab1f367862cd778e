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
	x.finish(http.StatusOK, append(answers, ']'))
}

// maxBatchAnswer is how many bytes the answer to a batch may have before the rest of the
// batch is refused.
const maxBatchAnswer = 4 << 20

// each returns the answers to the requests in a batch, as the beginning of a JSON array; nil
// if there are none. They count as unsent from the moment they are made. When they take too
// much memory, the rest of the requests is refused.
func (h *handler) each(r *http.Request, x *exchange, session *session, messages []message) []byte {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), h.s.opts.CallTimeout)
	defer cancel()
	x.request.method, x.interrupt = "batch", cancel
	h.calls.start(&x.timeout, x)
	defer x.handled()
	var answers []byte
	full := false
	for _, m := range messages {
		var answer []byte
		switch {
		case errors.Is(ctx.Err(), context.Canceled) && m.isRequest():
			answer = failureJSON(m.id, closing())
		case ctx.Err() != nil && m.isRequest():
			answer = failureJSON(m.id, tookTooLong())
		case full && m.isRequest():
			answer = failureJSON(m.id, batchFull())
		case ctx.Err() == nil:
			answer = h.one(ctx, r, session, m)
		}
		if answer == nil {
			continue
		}
		separator := byte(',')
		if answers == nil {
			separator = '['
		}
		answers = append(append(answers, separator), answer...)
		full = full || len(answers) > maxBatchAnswer || !x.takeUnsent(len(answers))
	}
	return answers
}

func batchFull() *rpcError {
	return coded(codeBusy, "batch_too_large", "The answers to the batch take too much memory.", "Send fewer requests at a time.")
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
