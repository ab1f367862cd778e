package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// errReplaced ends an attempt whose session the server has forgotten: a request
// opens the next one at once.
var errReplaced = errors.New("the session is opened again")

// attempt is an attempt to connect, and the session that comes of it.
type attempt struct {
	messages *heldRecorder

	// opened is closed when session or err is set.
	opened  chan struct{}
	session *session
	err     error
	// lost is closed, after cause is set, when a request finds that the session
	// has ended.
	lost  chan struct{}
	cause error

	mu sync.Mutex
	// requests are those under way; unused is closed when there are none and no
	// more are taken.
	requests int
	retired  bool
	unused   chan struct{}
}

func (c *Client) newAttempt(hold bool) *attempt {
	return &attempt{
		messages: &heldRecorder{to: c.record, holding: hold},
		opened:   make(chan struct{}), lost: make(chan struct{}), unused: make(chan struct{}),
	}
}

// enter announces a request, and reports whether the session still takes one.
func (a *attempt) enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.retired {
		return false
	}
	a.requests++
	return true
}

func (a *attempt) leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests--
	if a.retired && a.requests == 0 {
		close(a.unused)
	}
}

// retire makes the session take no more requests.
func (a *attempt) retire() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.retired = true
	if a.requests == 0 {
		close(a.unused)
	}
}

// connected returns an open session. The caller must leave it.
func (c *Client) connected(ctx context.Context) (*attempt, error) {
	for {
		a, err := c.wanted()
		if err != nil {
			return nil, err
		}
		select {
		case <-a.opened:
		case <-ctx.Done():
			return nil, c.describe("initialize", ctx.Err())
		}
		if a.err != nil {
			return nil, a.err
		}
		if a.enter() {
			return a, nil
		}
	}
}

// wanted returns the current attempt. During a pause it begins one.
func (c *Client) wanted() (*attempt, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	if c.current == nil {
		c.current = c.newAttempt(false)
		c.Retry()
	}
	return c.current, nil
}

// lose ends an attempt whose session a request has found to be gone.
func (c *Client) lose(a *attempt, cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == a {
		c.current = nil
		a.cause = cause
		close(a.lost)
	}
}

// run keeps the client connected until it is closed or gives up.
func (c *Client) run(ctx context.Context) {
	defer close(c.done)
	defer c.leaving.Wait()
	attempts := newRetries(c.server, c.options)
	failure := "" // of the attempt before
	for {
		c.mu.Lock()
		a := c.current
		if a == nil {
			// A program's attempts are few; those to an endpoint that is away are not.
			a = c.newAttempt(failure != "" && !c.server.isProgram())
			c.current = a
		}
		c.mu.Unlock()
		begun := time.Now()
		err := c.live(ctx, a)
		failure = a.messages.settle(failure, err, a.session != nil)
		switch {
		case ctx.Err() != nil:
			c.giveUp(c.closed())
			return
		case errors.Is(err, errReplaced):
			attempts.startUntil = time.Time{}
			continue
		}
		next := attempts.next(time.Since(begun), a.session != nil, err)
		switch {
		case next.never:
			err = withoutRetry(err)
			c.giveUp(err)
			c.report(State{Err: err}, err.Error())
			return
		case !next.starting:
			c.report(State{Err: err}, err.Error())
		case next.status != "":
			c.report(State{Starting: next.status, Err: err}, next.status)
		}
		if !c.rest(ctx, next) {
			c.giveUp(c.closed())
			return
		}
	}
}

// live opens a session and returns why it ended, or was not opened.
func (c *Client) live(ctx context.Context, a *attempt) error {
	s, err := c.open(ctx, a)
	if err != nil {
		c.lose(a, err)
		a.err = err
		close(a.opened)
		return err
	}
	a.messages.pass()
	a.session = s
	c.mu.Lock()
	c.info = s.info
	c.mu.Unlock()
	c.reported = ""
	c.options.Changed(State{Info: &s.info})
	close(a.opened)
	c.tellLevel(ctx, s)
	var ended chan struct{} // a session over Streamable HTTP has no end of its own
	if s.single {
		ended = s.conn.ended
	}
	select {
	case <-ended:
		err = c.describe("", s.conn.cause)
	case <-a.lost:
		err = a.cause
	case <-ctx.Done():
		err = c.closed()
	}
	c.lose(a, err)
	if s.abandon != nil && (ctx.Err() == nil || codeOf(context.Cause(ctx)) == codeRestarted) {
		s.abandon()
	}
	if s.single || ctx.Err() != nil {
		c.closeErr = s.close()
		return err
	}
	a.retire()
	c.leaving.Go(func() {
		select {
		case <-a.unused:
		case <-ctx.Done():
		}
		_ = s.close() // it is lost already
	})
	return err
}

// open connects within the time limit.
func (c *Client) open(ctx context.Context, a *attempt) (*session, error) {
	if err := c.server.check(); err != nil {
		return nil, err
	}
	limit := c.options.Timeout
	if !c.server.isProgram() {
		limit = min(limit, longestStart)
	}
	opening, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	s, err := opener{c, a.messages.record}.open(opening)
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, c.closed()
	default:
		return nil, c.describe("initialize", err)
	}
}

// giveUp makes this and all further requests fail that want a connection.
func (c *Client) giveUp(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
	if a := c.current; a != nil {
		c.current = nil
		a.err = err
		close(a.opened)
	}
}

// report tells Changed of a failure, once where it stays the same.
func (c *Client) report(state State, text string) {
	if !sameFailure(c.reported, text) {
		c.reported = text
		c.options.Changed(state)
	}
}

// rest waits until it is time for the next attempt. It reports false where the
// client is closed before.
func (c *Client) rest(ctx context.Context, next retry) bool {
	c.mu.Lock()
	if c.current == nil {
		select {
		case <-c.wake: // it is older than this pause
		default:
		}
	}
	c.mu.Unlock()
	pause, least := time.NewTimer(next.pause), time.NewTimer(next.least)
	defer pause.Stop()
	defer least.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-pause.C:
		return true
	case <-c.wake:
	}
	select {
	case <-ctx.Done():
		return false
	case <-least.C:
		return true
	}
}

// request sends a request, and once more where the session turns out to be
// lost. A tool call is repeated only if the server has not seen it.
func (c *Client) request(ctx context.Context, one exchange) (json.RawMessage, error) {
	for again := true; ; again = false {
		a, err := c.connected(ctx)
		if err != nil {
			return nil, err
		}
		result, err := a.session.conn.roundTrip(ctx, one)
		a.leave()
		if err == nil {
			return result, nil
		}
		unseen := errors.Is(err, errUnseen) || errors.Is(err, errEnded) && one.method != "tools/call"
		if again && unseen && ctx.Err() == nil && !a.session.single && c.closed() == nil {
			c.lose(a, errReplaced)
			continue
		}
		if err = c.describe(one.method, err); Disconnected(err) {
			if reason := c.closed(); reason != nil {
				return nil, reason
			}
			c.lose(a, err)
		}
		return nil, err
	}
}

// withoutRetry adds to the last failure of a program that it is not started again.
func withoutRetry(err error) error {
	known, ok := errors.AsType[*ui.Error](err)
	if !ok || known.Code != "server_exited" && known.Code != "server_gone" {
		return err
	}
	return &ui.Error{
		Code: known.Code,
		Message: fmt.Sprintf("%s It has ended %d times in a row right after its start, and is not started again by itself.",
			known.Message, mostQuickEnds),
		Fix: "Correct the program, then restart the server.",
	}
}
