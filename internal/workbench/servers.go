package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/mcpclient"
	"github.com/orielapps/oriel/ui"
)

const (
	// startPatience is how long a server may take until it answers at all.
	startPatience = 30 * time.Second
	// knock is how long to wait for one answer, and knockAgain between two
	// tries, while a server starts.
	knock      = 5 * time.Second
	knockAgain = 150 * time.Millisecond
	// listLife is how long a list of resources is good for.
	listLife = time.Minute
)

type status string

const (
	starting status = "starting"
	ready    status = "ready"
	failed   status = "failed"
)

// server is one MCP server, with a session for each profile that looks at it.
type server struct {
	endpoint mcpclient.Server
	events   *hub
	timeout  time.Duration

	mu       sync.Mutex
	status   status
	reason   string
	info     mcpclient.Info
	sessions map[string]*session
	closed   bool
}

// session is a server as one profile sees it.
type session struct {
	// opening is held while the client connects. It is a channel so that a
	// server that hangs doesn't outlast a caller's deadline.
	opening chan struct{}

	mu        sync.Mutex
	client    *mcpclient.Client
	tools     map[string]tool
	resources map[string]json.RawMessage // _meta by URI
	listed    time.Time
}

func newServer(endpoint mcpclient.Server, events *hub, timeout time.Duration) *server {
	return &server{
		endpoint: endpoint, events: events, timeout: timeout,
		status: starting, sessions: map[string]*session{},
	}
}

// awaitStart connects as the given profile until the server answers, and says
// so to the pages.
func (s *server) awaitStart(ctx context.Context, p *hosts.Profile) {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	for {
		attempt, stop := context.WithTimeout(ctx, knock)
		_, err := s.connect(attempt, p)
		stop()
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			s.failed(err)
			return
		case <-time.After(knockAgain):
		}
	}
}

func (s *server) state() (status, string, mcpclient.Info) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status, s.reason, s.info
}

func (s *server) set(now status, reason string) {
	s.mu.Lock()
	changed := s.status != now || s.reason != reason
	s.status, s.reason = now, reason
	s.mu.Unlock()
	if changed {
		s.events.publish(serverEvent{Type: "server", ID: s.endpoint.ID, Status: now, Reason: reason})
	}
}

func (s *server) failed(err error) { s.set(failed, err.Error()) }

// note learns from the outcome of a request how the server is.
func (s *server) note(err error) {
	now, _, _ := s.state()
	var (
		known   *ui.Error
		refused *mcpclient.RPCError
	)
	switch {
	case err == nil, errors.As(err, &refused):
		s.set(ready, "")
	case now == ready && errors.As(err, &known) && (known.Code == "server_unreachable" || known.Code == "server_gone"):
		s.failed(err)
	}
}

func (s *server) session(p *hosts.Profile) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.sessions[p.ID]
	if one == nil {
		one = &session{opening: make(chan struct{}, 1)}
		s.sessions[p.ID] = one
	}
	return one
}

// connect returns the session of a profile, connected.
func (s *server) connect(ctx context.Context, p *hosts.Profile) (*session, error) {
	one := s.session(p)
	select {
	case one.opening <- struct{}{}:
		defer func() { <-one.opening }()
	case <-ctx.Done():
		return nil, &ui.Error{
			Code:    "server_timeout",
			Message: fmt.Sprintf("The server %s did not answer in time.", s.endpoint.ID),
			Fix:     "See whether the server hangs; its own log should say where.",
		}
	}
	if one.connected() {
		return one, nil
	}
	client, err := mcpclient.Dial(ctx, s.endpoint, p, s.events)
	if err != nil {
		s.note(err)
		return nil, fmt.Errorf("connecting as %s: %w", p.Title, err)
	}
	if !s.keep(one, client) {
		_ = client.Close() // the workbench is closing; there is no one to tell
		return nil, &ui.Error{Code: "client_closed", Message: "The workbench is shutting down."}
	}
	s.set(ready, "")
	return one, nil
}

func (s *server) keep(one *session, client *mcpclient.Client) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.info = client.Info()
	one.mu.Lock()
	defer one.mu.Unlock()
	one.client = client
	return true
}

func (one *session) connected() bool {
	one.mu.Lock()
	defer one.mu.Unlock()
	return one.client != nil
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
	result, err := do(ctx, one)
	s.note(err)
	if err != nil {
		return none, err
	}
	return result, nil
}

// listTools asks for the tools and remembers what each says of itself.
func (one *session) listTools(ctx context.Context) ([]json.RawMessage, error) {
	list, err := one.client.Tools(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing the tools: %w", err)
	}
	tools := make(map[string]tool, len(list))
	for _, raw := range list {
		if t, ok := readTool(raw); ok {
			tools[t.name] = t
		}
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	one.tools = tools
	return list, nil
}

// tool returns what the profile was told of a tool, listing them if it hasn't
// been told yet.
func (one *session) tool(ctx context.Context, name string) (found tool, told bool, err error) {
	one.mu.Lock()
	found, told = one.tools[name]
	one.mu.Unlock()
	if told {
		return found, true, nil
	}
	if _, err := one.listTools(ctx); err != nil {
		return tool{}, false, err
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	found, told = one.tools[name]
	return found, told, nil
}

// resourceMeta returns the _meta of a resource's entry in resources/list; nil
// where it has none, is not listed, or the server has no list.
func (one *session) resourceMeta(ctx context.Context, uri string) json.RawMessage {
	one.mu.Lock()
	meta, fresh := one.resources[uri], time.Since(one.listed) < listLife
	one.mu.Unlock()
	if fresh {
		return meta
	}
	list, err := one.client.Resources(ctx)
	if err != nil {
		return nil
	}
	resources := make(map[string]json.RawMessage, len(list))
	for _, raw := range list {
		var entry struct {
			URI  string          `json:"uri"`
			Meta json.RawMessage `json:"_meta"`
		}
		if json.Unmarshal(raw, &entry) == nil {
			resources[entry.URI] = entry.Meta
		}
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	one.resources, one.listed = resources, time.Now()
	return resources[uri]
}

// close ends all sessions.
func (s *server) close() {
	s.mu.Lock()
	s.closed = true
	sessions := s.sessions
	s.sessions = map[string]*session{}
	s.mu.Unlock()
	var all sync.WaitGroup
	for _, one := range sessions {
		one.mu.Lock()
		client := one.client
		one.mu.Unlock()
		if client != nil {
			all.Go(func() { _ = client.Close() }) // a server that is gone already is none to tell
		}
	}
	all.Wait()
}
