package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/answers"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/signin"
	"github.com/orielapps/oriel/ui"
)

type status string

const (
	starting status = "starting"
	ready    status = "ready"
	failed   status = "failed"
)

// server is one MCP server, with a connection for each profile that uses it.
type server struct {
	endpoint mcpclient.Server
	// first connects by itself; the other profiles when they are asked for. Nil
	// where there are no profiles.
	first   *hosts.Profile
	events  *hub
	timeout time.Duration
	// retry is the first pause before a connection that has ended is opened again.
	retry time.Duration
	// script answers questions for roots outside of any request.
	script *answers.Script

	mu          sync.Mutex
	status      status
	reason      string
	code        string // of the error that is the reason
	info        mcpclient.Info
	connections map[string]*connection
	// restarting is closed when the restart under way is over; nil where there is
	// none.
	restarting chan struct{}
	closed     bool
	// roots is the result of roots/list that was answered last; nil before.
	roots json.RawMessage
	// level is the log level that people have chosen; empty is the server's own choice.
	level hosts.LogLevel
	// checking says that the first connection is being checked.
	checking bool
	// signIn is the sign-in of its user; nil for a program. signIns counts those after which it has
	// connected anew.
	signIn  *signin.Session
	signIns int
	// leaving are connections of before a restart, and checks.
	leaving sync.WaitGroup
}

func newServer(endpoint mcpclient.Server, events *hub, o Options) *server {
	s := &server{
		endpoint: endpoint, events: events, timeout: o.Timeout, retry: o.Retry, script: o.Answers,
		status: starting, connections: map[string]*connection{},
	}
	if s.signIn = newSignIn(s); s.signIn != nil {
		s.endpoint.Auth = s.signIn
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

func (s *server) state() (now status, reason, code string, info mcpclient.Info) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status, s.reason, s.code, s.info
}

// begin connects for the first time.
func (s *server) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.first != nil && !s.closed {
		s.connection(s.first)
	}
}

// connection returns the connection of a profile; s.mu is held.
func (s *server) connection(p *hosts.Profile) *connection {
	one := s.connections[p.ID]
	if one == nil {
		one = newConnection(s, p)
		s.connections[p.ID] = one
	}
	return one
}

// changed takes a new state of a connection and tells the pages. That of the
// first one is how the server is; a failure of another one concerns its host
// alone.
func (s *server) changed(one *connection, state mcpclient.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.connections[one.profile.ID] != one {
		return // it is of before a restart
	}
	_, refused := errors.AsType[*mcpclient.RPCError](state.Err)
	one.down, one.refused = state.Err, refused
	isFirst := one.profile == s.first
	switch {
	case state.Info != nil:
		if isFirst || s.info.Protocol == "" {
			s.info = *state.Info
		}
		if isFirst {
			s.set(ready, "", "")
		}
		s.retryOthers()
	case isFirst && state.Starting != "":
		s.set(starting, state.Starting, "")
	case isFirst:
		s.set(failed, sentences(state.Err), codeOf(state.Err))
	default:
		s.events.publish(warning(s.events.redact.clean(
			fmt.Sprintf("%s, as %s: %s", s.endpoint.ID, one.profile.Title, sentences(state.Err)))))
		if mcpclient.Disconnected(state.Err) {
			s.checkFirst()
		}
	}
}

// sentences puts an error into words for people.
func sentences(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Error()
	}
	return err.Error()
}

// set is called with s.mu held.
func (s *server) set(now status, reason, code string) {
	reason = s.events.redact.clean(reason)
	if s.closed || s.status == now && s.reason == reason {
		return
	}
	s.status, s.reason, s.code = now, reason, code
	s.events.publish(serverEvent{Type: "server", ID: s.endpoint.ID, Status: now, Reason: reason})
}

// checkFirst finds out whether the first connection still works to an endpoint
// that another one has lost: it makes a request. Each program stands for itself;
// s.mu is held.
func (s *server) checkFirst() {
	one := s.connections[s.first.ID]
	if s.isProgram() || one == nil || one.down != nil || s.checking || s.closed {
		return
	}
	s.checking = true
	s.leaving.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
		defer cancel()
		_, _, _ = one.listTools(ctx) // the client reports what it finds
		s.mu.Lock()
		defer s.mu.Unlock()
		s.checking = false
	})
}

// retryOthers makes the connections that are down try at once, as the endpoint
// has answered on another one. Each program stands for itself; s.mu is held.
func (s *server) retryOthers() {
	for _, one := range s.connections {
		if !s.isProgram() && one.down != nil && !one.refused {
			one.client.Retry()
		}
	}
}

// connect returns the connection of a profile, connected.
func (s *server) connect(ctx context.Context, p *hosts.Profile) (*connection, error) {
	s.mu.Lock()
	for s.restarting != nil {
		over := s.restarting
		s.mu.Unlock()
		<-over // it takes seconds at most
		s.mu.Lock()
	}
	if s.closed {
		s.mu.Unlock()
		return nil, errClosed()
	}
	one := s.connection(p) //nolint:contextcheck // it outlives the request
	s.mu.Unlock()
	if err := one.client.Connect(ctx); err != nil {
		return nil, fmt.Errorf("connecting as %s: %w", p.Title, err)
	}
	return one, nil
}

// ask connects if need be and runs a request within the server's time limit.
func ask[T any](ctx context.Context, s *server, p *hosts.Profile, do func(context.Context, *connection) (T, error)) (T, error) {
	var none T
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	one, err := s.connect(ctx, p)
	if err != nil {
		return none, err
	}
	result, err := do(ctx, one)
	if s.note(err); err != nil {
		return none, err
	}
	return result, nil
}

// note learns from the outcome of a request whether the server answers.
func (s *server) note(err error) {
	if _, refused := errors.AsType[*mcpclient.RPCError](err); err == nil || refused {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.retryOthers()
	}
}

// restart ends all connections and programs, and starts anew. With signOut, the sessions end at
// the server, too, and signOut is called before there are others.
func (s *server) restart(signOut func()) error {
	s.mu.Lock()
	for s.restarting != nil && !s.closed {
		over := s.restarting
		s.mu.Unlock()
		<-over
		if signOut == nil {
			return nil
		}
		s.mu.Lock()
	}
	if s.closed {
		s.mu.Unlock()
		return errClosed()
	}
	over := make(chan struct{})
	s.restarting = over
	connections := s.takeConnections()
	s.set(starting, "", "")
	s.mu.Unlock()

	reason := errRestarted()
	if signOut != nil {
		reason = errSignedOut()
	}
	closeAll(connections, reason)
	if signOut != nil {
		signOut()
	}

	s.mu.Lock()
	s.restarting = nil
	s.mu.Unlock()
	close(over)
	s.begin()
	return nil
}

// renew connects to an endpoint that is another process now; then is called once
// requests go to that process. What is under way with the old process ends. A
// program is restarted.
func (s *server) renew(then func()) {
	if s.isProgram() {
		go func() {
			_ = s.restart(nil) // what is wrong shows in its state
			then()
		}()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.restarting != nil {
		return
	}
	connections := s.takeConnections()
	if s.first != nil {
		s.connection(s.first)
	}
	then()
	s.leaving.Go(func() { closeAll(connections, errRestarted()) })
}

// close ends all connections and programs for good.
func (s *server) close() {
	s.mu.Lock()
	s.closed = true
	over := s.restarting
	connections := s.takeConnections()
	s.mu.Unlock()
	if s.signIn != nil {
		s.signIn.Close()
	}
	closeAll(connections, errClosed())
	if over != nil {
		<-over
	}
	s.leaving.Wait()
}

// forget drops what is cached of the server's lists.
func (s *server) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.connections {
		one.forget()
	}
}

// takeConnections is called with s.mu held.
func (s *server) takeConnections() map[string]*connection {
	connections := s.connections
	s.connections = map[string]*connection{}
	return connections
}

// closeAll ends connections; requests under way get the reason.
func closeAll(connections map[string]*connection, reason error) {
	var all sync.WaitGroup
	for _, one := range connections {
		all.Go(func() { _ = one.client.CloseWith(reason) }) // nothing depends on the DELETE
	}
	all.Wait()
}

// errRestarted is why requests to a server end that is restarted.
func errRestarted() error {
	return &ui.Error{
		Code:    "server_restarted",
		Message: "The server was restarted during the call.",
		Fix:     "Try again.",
	}
}

// errSignedOut is why requests end when their user signs out.
func errSignedOut() error {
	return &ui.Error{Code: "signed_out", Message: "The user has signed out during the call.", Fix: "Sign in again."}
}

// errClosed is why requests end when the workbench does.
func errClosed() error {
	return &ui.Error{Code: "client_closed", Message: "The workbench is shutting down."}
}

// codeOf returns the code of an error for people; empty where it has none.
func codeOf(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return ""
}
