package serve

import (
	"context"
	"encoding/json"
	"time"
)

// pipeCall is a request over a pipe while it runs, and the sender of its messages.
type pipeCall struct {
	p       *pipe
	request *request
	end     context.CancelFunc
	listens bool

	// These are guarded by p.mu.
	cancelled bool // its client does not want the answer any more
	answered  bool
}

// start runs a request concurrently.
func (p *pipe) start(ctx context.Context, r *request) *rpcError {
	id, listens := string(r.id), r.modern && r.method == methodListen
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closing:
		return coded(codeBusy, "server_closing", "The server is shutting down.", "Restart it.")
	case p.running[id] != nil:
		return invalidRequest("id_in_use", "A request with this id is still running.", "Give each request an id of its own.")
	case !p.calls.enter():
		return busy()
	}
	call := &pipeCall{p: p, request: r, listens: listens}
	r.out = call
	if listens {
		ctx, call.end = context.WithCancel(ctx)
	} else {
		ctx, call.end = context.WithTimeout(ctx, p.s.opts.CallTimeout)
	}
	p.running[id] = call
	p.work.Add(1)
	var late *time.Timer
	if !listens {
		// The client must not wait for a handler that ignores its context.
		late = time.AfterFunc(p.s.opts.CallTimeout+lateness, func() {
			p.s.log.Error("a handler does not return in time", "method", r.shown(), "name", r.name())
			p.finish(id, call, failureJSON(r.id, tookTooLong()))
		})
	}
	go func() {
		defer call.end()
		var answer result
		var failure *rpcError
		if listens {
			var want subscription
			if want, failure = p.s.subscriptionOf(ctx, r); failure == nil {
				r.forget() // the stream may last for days
				r.id = json.RawMessage(id)
				answer = p.s.listen(ctx, r, want, func() error { return nil })
			}
		} else {
			answer, failure = p.s.handle(ctx, r)
			late.Stop()
		}
		p.finish(id, call, p.answer(r, answer, failure))
	}()
	return nil
}

// finish answers a request, unless it has been answered or its client has
// cancelled it.
func (p *pipe) finish(id string, call *pipeCall, answer []byte) {
	p.mu.Lock()
	if call.answered {
		p.mu.Unlock()
		return
	}
	call.answered = true
	wanted := !call.cancelled
	delete(p.running, id)
	p.mu.Unlock()
	defer p.work.Done()
	if !wanted {
		p.calls.leave()
		return
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	p.calls.leave()         // before the answer, so that the client's next call has a place
	_ = p.writeLine(answer) // the client may have disconnected
}

func (p *pipe) cancel(id json.RawMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if call := p.running[string(id)]; call != nil {
		call.cancelled = true
		call.end()
	}
}

func (c *pipeCall) notify(method string, params any) error {
	data, err := notificationJSON("", method, params)
	if err != nil {
		return err
	}
	// The cancellation of a question is sent even if the client has cancelled the call.
	return c.write(data, method == "notifications/cancelled")
}

func (c *pipeCall) canAsk() bool { return true }

// gone returns a channel that is closed when no answer can arrive any more.
func (c *pipeCall) gone() <-chan struct{} { return c.p.unread }

func (c *pipeCall) ask(id, method string, params json.RawMessage) error {
	data, err := requestJSON(id, method, params)
	if err != nil {
		return err
	}
	return c.write(data, false)
}

// write sends a message, unless the call has been answered; or cancelled, and although is
// false.
func (c *pipeCall) write(data []byte, although bool) error {
	c.p.writing.Lock()
	defer c.p.writing.Unlock()
	c.p.mu.Lock()
	over := c.answered || c.cancelled && !although
	c.p.mu.Unlock()
	if over {
		return errFinished
	}
	return c.p.writeLine(data)
}
