package workbench

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/mcpclient"
	"github.com/orielapps/oriel/ui"
)

const (
	// startPatience is how long an endpoint may take until it answers at all, and
	// knockAgain the pause between two tries meanwhile.
	startPatience = 30 * time.Second
	knockAgain    = 150 * time.Millisecond
	// defaultRetry is the first pause before a connection that has ended is opened
	// again. Each further one is twice as long, up to longestPause times the first.
	defaultRetry = time.Second
	longestPause = 30
	// steady is how long a connection must have lasted to count as a good one. A
	// program that exits sooner quickExits times in a row is left alone.
	steady     = 10 * time.Second
	quickExits = 5
)

// line is a server's connection as one profile. It is kept up: when it ends by
// itself, it is opened again.
type line struct {
	server  *server
	profile *hosts.Profile
	hangUp  context.CancelFunc
	done    chan struct{} // closed when it has been hung up and nothing is left
	nudged  chan struct{} // holds one

	// The rest is guarded by server.mu.

	// current is opening or open; nil during a pause.
	current *session
	open    bool
	// down is why the connection ended or can't be opened, until it is open again.
	down error
	// stuck is set where nothing but a restart opens it again.
	stuck bool
}

// newLine returns a line that opens.
func newLine(ctx context.Context, s *server, p *hosts.Profile) *line {
	ctx, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	l := &line{server: s, profile: p, hangUp: hangUp, done: make(chan struct{}), nudged: make(chan struct{}, 1)}
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
		l.disappoint(errHungUp())
	}()
	defer l.hangUp()
	course := pace{first: l.server.retry, program: l.server.isProgram()}
	if l.profile == l.server.first && !l.server.isProgram() {
		course.grace = time.Now().Add(startPatience)
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
	if err == nil {
		select {
		case <-one.client.Done():
			if err = one.client.Err(); err == nil {
				err = s.gone()
			}
		case <-one.lost:
			err = one.cause
		case <-ctx.Done():
			err = errHungUp()
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
			err = errHungUp()
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
		l.open, l.down, l.stuck = true, nil, false
		s.review()
	}
	s.mu.Unlock()
	close(one.opened)
	s.answered()
	return nil
}

// rest waits until it is time to open the line again, and reports whether it
// ever is.
func (l *line) rest(ctx context.Context, next turn, err error) bool {
	s := l.server
	var refused *mcpclient.RPCError
	s.mu.Lock()
	switch {
	case next.again:
	case errors.As(err, &refused) && l.profile != s.first:
		// The server is there, and does not want this host: only who asks has to know.
		l.down = nil
		s.review()
	case next.stuck:
		l.down, l.stuck = giveUp(err), true
		l.disappoint(l.down)
		s.review()
	default:
		l.down = err
		s.review()
	}
	if l.current == nil {
		select {
		case <-l.nudged: // it is older than this pause
		default:
		}
	}
	idle := l.down == nil && !next.again || l.stuck
	s.mu.Unlock()

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

// complaint says, for people, why the line is down.
func (l *line) complaint() string {
	text := l.down.Error()
	if known, ok := errors.AsType[*ui.Error](l.down); ok {
		text = known.Error()
	}
	if l.profile != l.server.first {
		text = "As " + l.profile.Title + ": " + text
	}
	return text
}

// giveUp adds to the last failure that no other attempt follows.
func giveUp(err error) error {
	known, ok := errors.AsType[*ui.Error](err)
	if !ok || known.Code != "server_exited" {
		return err
	}
	return &ui.Error{
		Code: known.Code,
		Message: fmt.Sprintf("%s It has exited %d times in a row right after its start, and is not started again by itself.",
			known.Message, quickExits),
		Fix: "Correct the program, then restart the server.",
	}
}

func errHungUp() error {
	return &ui.Error{
		Code:    "client_closed",
		Message: "The connection to the server was closed, because the server is started anew or the workbench ends.",
	}
}

// gone is the end of a connection that gave no reason.
func (s *server) gone() error {
	return &ui.Error{
		Code:    "server_gone",
		Message: fmt.Sprintf("The server %s ended the connection.", s.endpoint.ID),
		Fix:     "See whether the server has crashed.",
	}
}

// pace decides when a line is opened again.
type pace struct {
	first   time.Duration
	program bool
	// grace is until when an endpoint that does not answer yet is still starting.
	grace       time.Time
	ends, quick int
}

// turn is what comes after a connection has ended, or could not be opened.
type turn struct {
	// pause is how long to wait, and least how long if somebody asks meanwhile.
	pause, least time.Duration
	// again is set while the server is still starting.
	again bool
	// stuck is set where trying again has no sense.
	stuck bool
}

func (p *pace) ended(lasted time.Duration, opened bool, err error) turn {
	if opened {
		p.grace = time.Time{}
	}
	stuck := false
	switch codeOf(err) {
	case "server_unreachable", "server_gone", "server_timeout":
		if time.Now().Before(p.grace) {
			return turn{pause: knockAgain, again: true}
		}
	case "endpoint_invalid", "header_invalid", "transport_unknown", "auth_required":
		stuck = true // it is as the server was given to us
	}
	if opened && lasted >= steady {
		p.ends = 0
	}
	if p.program && codeOf(err) == "server_exited" && lasted < steady {
		p.quick++
	} else {
		p.quick = 0
	}
	p.ends++
	next := turn{pause: p.first * longestPause, stuck: stuck || p.quick >= quickExits}
	const doublings = 5 // more would be over the longest pause
	if p.ends <= doublings {
		next.pause = min(next.pause, p.first<<(p.ends-1))
	}
	if p.program {
		next.least = p.first
	}
	return next
}

// ownPort is the address at our end, with another port each time.
var ownPort = regexp.MustCompile(`[0-9.:\[\]a-f]+->`)

// sameFailure reports whether two descriptions tell a person the same.
func sameFailure(a, b string) bool {
	return ownPort.ReplaceAllString(a, "") == ownPort.ReplaceAllString(b, "")
}
