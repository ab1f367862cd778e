package workbench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// line is a server's connection as one profile. It is kept up: when it ends by
// itself, it is opened again.
type line struct {
	server  *server
	profile *hosts.Profile
	// hangUp ends it for good, and left then returns the reason; nil before.
	hangUp context.CancelCauseFunc
	left   func() error
	done   chan struct{} // closed when it has been hung up and nothing is left
	nudged chan struct{} // holds one

	// The rest is guarded by server.mu.

	// current is opening or open; nil during a pause.
	current *session
	open    bool
	// down is why the connection ended or can't be opened, until it is open again.
	down error
	// told is the last failure that the pages were told of, until it is open again.
	told string
	// stuck is set where nothing but a restart opens it again.
	stuck bool
}

// newLine returns a line that opens.
func newLine(ctx context.Context, s *server, p *hosts.Profile) *line {
	ctx, hangUp := context.WithCancelCause(context.WithoutCancel(ctx))
	l := &line{
		server: s, profile: p, hangUp: hangUp, left: func() error { return context.Cause(ctx) },
		done: make(chan struct{}), nudged: make(chan struct{}, 1),
	}
	l.current = newSession(l, false)
	go l.run(ctx)
	return l
}

// want returns the session, opening one during a pause; server.mu is held.
func (l *line) want() *session {
	if l.current == nil {
		l.current = newSession(l, false)
		l.nudge()
	}
	return l.current
}

// nudge ends a pause.
func (l *line) nudge() {
	select {
	case l.nudged <- struct{}{}:
	default:
	}
}

// disappoint ends the wait for a session that is not going to be opened;
// server.mu is held.
func (l *line) disappoint(err error) {
	if l.current != nil {
		l.current.err = err
		close(l.current.opened)
		l.current = nil
	}
}

// run keeps the line up until it is hung up.
func (l *line) run(ctx context.Context) {
	defer close(l.done)
	defer func() {
		l.server.mu.Lock()
		defer l.server.mu.Unlock()
		l.disappoint(l.left())
	}()
	defer l.hangUp(nil)
	course := pace{first: l.server.retry, program: l.server.isProgram()}
	if l.profile == l.server.first && !l.server.isProgram() {
		course.begun = time.Now()
	}
	told := ""
	for {
		l.server.mu.Lock()
		one := l.current
		if one == nil {
			one = newSession(l, told != "" && !l.server.isProgram())
			l.current = one
		}
		l.server.mu.Unlock()

		begun := time.Now()
		err := l.live(ctx, one)
		if ctx.Err() != nil {
			return
		}
		told = one.gate.settle(told, err, one.client != nil)
		if !l.rest(ctx, course.ended(time.Since(begun), one.client != nil, err), err) {
			return
		}
	}
}

// live opens a session and returns why it ended.
func (l *line) live(ctx context.Context, one *session) error {
	s := l.server
	err := l.dial(ctx, one)
	for err == nil {
		select {
		case <-one.client.Done():
			if err = one.client.Err(); err == nil {
				err = s.gone()
			}
		case <-one.lost:
			err = one.cause
		case <-one.doubted:
			err = l.probe(ctx, one)
		case <-ctx.Done():
			err = l.left()
		}
	}
	s.mu.Lock()
	if l.current == one {
		l.current, l.open = nil, false
	}
	s.mu.Unlock()
	switch {
	case one.client == nil:
		one.err = err
		close(one.opened)
	case ctx.Err() != nil || s.isProgram():
		_ = one.client.Close() // there is no one to tell
	default:
		unused := one.retire()
		s.leaving.Go(func() {
			select {
			case <-unused:
			case <-ctx.Done():
			}
			_ = one.client.Close() // it is lost already; nothing depends on the farewell
		})
	}
	return err
}

func (l *line) dial(ctx context.Context, one *session) error {
	s := l.server
	patience := s.timeout
	if !s.isProgram() {
		patience = min(patience, startPatience)
	}
	dialing, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	client, err := mcpclient.Dial(dialing, s.endpoint, l.profile, mcpclient.Options{
		Recorder: one.gate, Notified: one.notified, Printed: one.printed,
	})
	if err != nil {
		if ctx.Err() != nil {
			err = l.left()
		}
		return err
	}
	one.client = client
	one.gate.pass()
	s.mu.Lock()
	if ctx.Err() == nil {
		if info := client.Info(); l.profile == s.first || s.info.Protocol == "" {
			s.info = info
		}
		l.open, l.down, l.told = true, nil, ""
		s.review()
	}
	s.mu.Unlock()
	close(one.opened)
	s.answered()
	return nil
}

// probe asks a server of which another line has found that it is gone, and returns
// why it is.
func (l *line) probe(ctx context.Context, one *session) error {
	asking, cancel := context.WithTimeout(ctx, l.server.timeout)
	defer cancel()
	_, _, err := one.listTools(asking)
	switch {
	case ctx.Err() != nil:
		return l.left()
	case meansGone(err):
		return err
	default:
		return nil
	}
}

// rest waits until it is time to open the line again, and reports whether it
// ever is.
func (l *line) rest(ctx context.Context, next turn, err error) bool {
	s := l.server
	var refused *mcpclient.RPCError
	s.mu.Lock()
	l.stuck = next.stuck
	switch {
	case next.again:
		if next.waiting != "" {
			s.set(starting, next.waiting)
		}
	case errors.As(err, &refused) && l.profile != s.first:
		// The server is there, and does not want this host: only who asks has to know.
		l.down = nil
		l.tell(err)
	case next.stuck:
		l.down = giveUp(err)
		l.disappoint(l.down)
		l.tell(l.down)
	default:
		l.down = err
		l.tell(err)
		if l.profile != s.first && meansGone(err) {
			s.doubt()
		}
	}
	if l.current == nil {
		select {
		case <-l.nudged: // it is older than this pause
		default:
		}
	}
	idle := l.down == nil && !next.again
	s.mu.Unlock()
	if next.stuck {
		<-ctx.Done()
		return false
	}

	var pause <-chan time.Time
	if !idle {
		timer := time.NewTimer(next.pause)
		defer timer.Stop()
		pause = timer.C
	}
	least := time.NewTimer(next.least)
	defer least.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-pause:
		return true
	case <-l.nudged:
	}
	select {
	case <-ctx.Done():
		return false
	case <-least.C:
		return true
	}
}

// tell tells the pages of a failure, once: that of the first line is how the
// server is, that of another one concerns its host alone; server.mu is held.
func (l *line) tell(err error) {
	s := l.server
	if l.profile == s.first {
		s.review()
		return
	}
	text := s.events.redact.clean(fmt.Sprintf("%s, as %s: %s", s.endpoint.ID, l.profile.Title, sentences(err)))
	if !sameFailure(l.told, text) {
		l.told = text
		s.events.publish(warning(text))
	}
}

// sentences puts an error into words for people.
func sentences(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Error()
	}
	return err.Error()
}

// giveUp adds to the last failure that no other attempt follows.
func giveUp(err error) error {
	known, ok := errors.AsType[*ui.Error](err)
	if !ok || known.Code != "server_exited" && known.Code != "server_gone" {
		return err
	}
	return &ui.Error{
		Code: known.Code,
		Message: fmt.Sprintf("%s It has ended %d times in a row right after its start, and is not started again by itself.",
			known.Message, quickEnds),
		Fix: "Correct the program, then restart the server.",
	}
}

// errRestarted is why a line is hung up that is opened anew.
func errRestarted() error {
	return &ui.Error{
		Code:    "server_restarted",
		Message: "The server was restarted during the call.",
		Fix:     "Try again.",
	}
}

// errClosed is why a line is hung up at the end.
func errClosed() error {
	return &ui.Error{Code: "client_closed", Message: "The workbench is shutting down."}
}

// gone is the end of a connection that gave no reason.
func (s *server) gone() error {
	return &ui.Error{
		Code:    "server_gone",
		Message: fmt.Sprintf("The server %s ended the connection.", s.endpoint.ID),
		Fix:     "See whether the server has crashed.",
	}
}
