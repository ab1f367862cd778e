package workbench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

type status string

const (
	starting status = "starting"
	ready    status = "ready"
	failed   status = "failed"
)

// server is one MCP server, with a line to it for each profile that looks at it.
type server struct {
	endpoint mcpclient.Server
	// first connects by itself; the other profiles when they are asked for. Nil
	// where there are no profiles.
	first   *hosts.Profile
	events  *hub
	timeout time.Duration
	// retry is the first pause before a connection that has ended is opened again.
	retry time.Duration

	mu     sync.Mutex
	status status
	reason string
	info   mcpclient.Info
	lines  map[string]*line
	// restarting is closed when the restart under way is over; nil where none is.
	restarting chan struct{}
	closed     bool
	// leaving are clients that still have requests under way.
	leaving sync.WaitGroup
}

func newServer(endpoint mcpclient.Server, events *hub, o Options) *server {
	s := &server{
		endpoint: endpoint, events: events, timeout: o.Timeout, retry: o.Retry,
		status: starting, lines: map[string]*line{},
	}
	for i, p := range o.Profiles {
		// The page lists what there is as the generic host.
		if i == 0 || p.ID == hosts.GenericID {
			s.first = p
		}
	}
	return s
}

func (s *server) isProgram() bool { return len(s.endpoint.Command) > 0 }

func (s *server) state() (status, string, mcpclient.Info) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status, s.reason, s.info
}

// begin connects for the first time.
func (s *server) begin(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first != nil && !s.closed {
		s.line(ctx, s.first)
	}
}

// line returns the line of a profile; s.mu is held.
func (s *server) line(ctx context.Context, p *hosts.Profile) *line {
	l := s.lines[p.ID]
	if l == nil {
		l = newLine(ctx, s, p)
		s.lines[p.ID] = l
	}
	return l
}

// review takes the server's state from its first line and tells the pages. What a
// server thinks of another host is no reason to call it failed; s.mu is held.
func (s *server) review() {
	switch l := s.lines[s.first.ID]; {
	case l == nil:
	case l.down != nil:
		s.set(failed, sentences(l.down))
	case l.open:
		s.set(ready, "")
	}
}

// set is called with s.mu held.
func (s *server) set(now status, reason string) {
	reason = s.events.redact.clean(reason)
	if s.closed || s.status == now && sameFailure(s.reason, reason) {
		return
	}
	s.status, s.reason = now, reason
	s.events.publish(serverEvent{Type: "server", ID: s.endpoint.ID, Status: now, Reason: reason})
}

// connect returns the session of a profile, connected. Whoever gets it must
// leave it.
func (s *server) connect(ctx context.Context, p *hosts.Profile) (*session, error) {
	for {
		one, err := s.current(ctx, p)
		if err != nil {
			return nil, err
		}
		select {
		case <-one.opened:
		case <-ctx.Done():
			return nil, s.unanswered(ctx)
		}
		if one.err != nil {
			return nil, fmt.Errorf("connecting as %s: %w", p.Title, one.err)
		}
		if one.enter() {
			return one, nil
		}
	}
}

// current returns the session of a profile, which may still be opening.
func (s *server) current(ctx context.Context, p *hosts.Profile) (*session, error) {
	s.mu.Lock()
	for s.restarting != nil {
		over := s.restarting
		s.mu.Unlock()
		select {
		case <-over:
		case <-ctx.Done():
			return nil, s.unanswered(ctx)
		}
		s.mu.Lock()
	}
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed()
	}
	l := s.line(ctx, p)
	if l.stuck && l.down != nil {
		return nil, l.down
	}
	return l.want(), nil
}

func (s *server) unanswered(ctx context.Context) error {
	if !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return &ui.Error{Code: "cancelled", Message: "The request was cancelled."}
	}
	return &ui.Error{
		Code:    "server_timeout",
		Message: fmt.Sprintf("The server %s did not answer in time.", s.endpoint.ID),
		Fix:     "See whether the server hangs; its own log should say where.",
	}
}

// note learns from the outcome of a request how the server is. It returns the
// error that whoever made the request is told.
func (s *server) note(one *session, err error) error {
	var refused *mcpclient.RPCError
	switch {
	case err == nil, errors.As(err, &refused):
		s.answered()
	case one.line.left() != nil && (meansGone(err) || codeOf(err) == "client_closed"):
		return one.line.left()
	case meansGone(err):
		s.mu.Lock()
		if l := one.line; l.current == one {
			l.current, l.open, l.down = nil, false, err
			l.tell(err)
			s.doubt()
		}
		s.mu.Unlock()
		one.lose(err)
	}
	return err
}

// meansGone reports whether an error says that there is no connection any more.
// What a server answers, however bad, does not.
func meansGone(err error) bool {
	return slices.Contains([]string{"server_unreachable", "server_gone", "server_exited"}, codeOf(err))
}

// doubt lets the first line find out whether the endpoint is still there that
// another one has lost. Programs each stand for themselves; s.mu is held.
func (s *server) doubt() {
	l := s.lines[s.first.ID]
	if s.isProgram() || l == nil || !l.open || l.current == nil {
		return
	}
	select {
	case l.current.doubted <- struct{}{}:
	default:
	}
}

// answered lets the lines to an endpoint that has answered on one of them try
// at once, but for those that only a restart opens. Programs each stand for
// themselves.
func (s *server) answered() {
	if s.isProgram() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lines {
		if l.down != nil && !l.stuck && l.current == nil {
			l.nudge()
		}
	}
}

// ask connects if need be and runs a request within the server's time limit.
func ask[T any](ctx context.Context, s *server, p *hosts.Profile, do func(context.Context, *session) (T, error)) (T, error) {
	var none T
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	one, err := s.connect(ctx, p)
	if err != nil {
		return none, err
	}
	defer one.leave()
	result, err := do(ctx, one)
	if err = s.note(one, err); err != nil {
		return none, err
	}
	return result, nil
}

// restart ends all connections and programs and starts anew.
func (s *server) restart(ctx context.Context) error {
	s.mu.Lock()
	switch over := s.restarting; {
	case s.closed:
		s.mu.Unlock()
		return errClosed()
	case over != nil:
		s.mu.Unlock()
		<-over
		return nil
	}
	over := make(chan struct{})
	s.restarting = over
	lines := s.takeLines()
	s.set(starting, "")
	s.mu.Unlock()

	hangUp(lines, errRestarted())

	s.mu.Lock()
	s.restarting = nil
	s.mu.Unlock()
	close(over)
	s.begin(ctx)
	return nil
}

// renew connects anew to an endpoint that is another process now; tell is called
// once whoever asks for a connection gets one to that. What is under way with the
// old process ends. A program is restarted.
func (s *server) renew(tell func()) {
	if s.isProgram() {
		go func() {
			// Whatever is wrong with it shows in its state.
			_ = s.restart(context.Background())
			tell()
		}()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.restarting != nil {
		return
	}
	lines := s.takeLines()
	if s.first != nil {
		s.line(context.Background(), s.first)
	}
	tell()
	s.leaving.Go(func() { hangUp(lines, errRestarted()) })
}

// close ends all connections and programs for good.
func (s *server) close() {
	s.mu.Lock()
	s.closed = true
	over := s.restarting
	lines := s.takeLines()
	s.mu.Unlock()
	hangUp(lines, errClosed())
	if over != nil {
		<-over
	}
	s.leaving.Wait()
}

// forget drops what all sessions were told of the server's lists.
func (s *server) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lines {
		if l.current != nil {
			l.current.forget()
		}
	}
}

// takeLines is called with s.mu held.
func (s *server) takeLines() map[string]*line {
	lines := s.lines
	s.lines = map[string]*line{}
	return lines
}

func hangUp(lines map[string]*line, reason error) {
	for _, l := range lines {
		l.hangUp(reason)
	}
	for _, l := range lines {
		<-l.done
	}
}

// codeOf returns the code of an error for people; empty where it is none.
func codeOf(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return ""
}
