package mcpclient

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/secrets"
	"github.com/orielapps/oriel/ui"
)

// Client is a connection to one server as one host. It may be used from several
// goroutines. Over Streamable HTTP, a session that the server has forgotten is
// opened again once per request; a program and a stream of events end for good.
type Client struct {
	server  Server
	profile *hosts.Profile
	options Options
	// hide takes secrets, and the address with what is secret in it, out of a
	// text of ours; mask takes secrets out of what the server sent.
	hide func(string) string
	mask *secrets.Mask
	// mirrors are the headers that tools want of their calls.
	mirrors mirrors
	// streamable says that Auto has found Streamable HTTP.
	streamable atomic.Bool

	// opening is held while a session is opened. It is a channel so that one
	// caller's server that hangs doesn't outlast another caller's deadline.
	opening chan struct{}

	mu      sync.Mutex
	current *session
	info    Info
	closed  bool
	err     error
	done    chan struct{}
}

// Dial connects to a server as the host that the profile describes. A program
// is started for it, and ended again where the connection fails.
//
// Errors, also those of requests, are of type [*RPCError] where the server
// answered with an error of JSON-RPC, and [*ui.Error] otherwise. What was given
// is wrong: "endpoint_invalid", "transport_unknown", "header_invalid",
// "arguments_invalid". The server can't be reached, or the connection to it was
// cut off before an answer began: "server_unreachable". It refuses a message by
// its HTTP status: "auth_required" (401, 403), "request_too_large" (413),
// "server_status" (any other). It sends us elsewhere: "server_redirects",
// "endpoint_elsewhere". Its answer is no MCP: "server_answer_malformed",
// "result_too_large". It doesn't answer any more: "server_timeout",
// "server_gone". Nobody waits any more: "cancelled", "client_closed". Of
// programs: "server_not_started", "server_exited".
func Dial(ctx context.Context, server Server, profile *hosts.Profile, options Options) (*Client, error) {
	if err := server.check(); err != nil {
		return nil, err
	}
	if options.Recorder == nil {
		options.Recorder = RecorderFunc(func(Message) {})
	}
	c := &Client{
		server: server, profile: profile, options: options, hide: server.hide(), mask: server.mask(),
		opening: make(chan struct{}, 1), done: make(chan struct{}),
	}
	if _, err := c.session(ctx, nil); err != nil {
		return nil, err
	}
	return c, nil
}

// Info returns what the server said of itself when it was last connected to.
func (c *Client) Info() Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

// Done is closed when the connection has ended by itself and this client can't
// open it again: its program has exited, or its stream of events (HTTP with
// SSE) was cut off. What there was of the program is gone by then. Streamable
// HTTP has no such end, and Close doesn't close it.
func (c *Client) Done() <-chan struct{} { return c.done }

// Err says why Done is closed; nil before. It is a [*ui.Error]: of a program
// "server_exited", whose message says how it ended and the last line that it
// printed; "server_gone" of a stream; "result_too_large" where a message was
// larger than [MaxMessage]. Requests that wait get the same error.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close ends the session. Requests that wait are ended. When it returns,
// nothing of a program is left, which may take some four seconds where the
// program doesn't want to end.
func (c *Client) Close() error {
	c.mu.Lock()
	c.closed = true
	s := c.current
	c.current = nil
	c.mu.Unlock()
	if s == nil {
		return nil
	}
	return s.close()
}

// session returns the open session, or opens one where there is none but the
// broken one.
func (c *Client) session(ctx context.Context, broken *session) (*session, error) {
	if s, err := c.usable(broken); s != nil || err != nil {
		return s, err
	}
	select {
	case c.opening <- struct{}{}:
		defer func() { <-c.opening }()
	case <-ctx.Done():
		return nil, c.describe("initialize", ctx.Err())
	}
	if s, err := c.usable(broken); s != nil || err != nil {
		return s, err
	}
	if broken != nil {
		go func() { _ = broken.close() }() // it is lost already; nothing depends on the farewell
	}
	s, err := c.open(ctx)
	if err != nil {
		return nil, c.describe("initialize", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		go func() { _ = s.close() }()
		return nil, errClosed()
	}
	c.current, c.info = s, s.info
	if s.single {
		go c.watch(s)
	}
	return s, nil
}

// watch waits for the end of a session that can't be opened again.
func (c *Client) watch(s *session) {
	<-s.conn.ended
	_ = s.close() // it has ended; this is for what is left of it
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.err = c.describe("", s.conn.cause)
		close(c.done)
	}
}

// usable returns the open session, nil where there is none but the broken one.
func (c *Client) usable(broken *session) (*session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return nil, errClosed()
	case c.err != nil:
		return nil, c.err
	case c.current == broken && broken != nil && broken.single:
		return nil, c.describe("", broken.conn.cause)
	case c.current == broken:
		return nil, nil //nolint:nilnil // none, and that is no error
	default:
		return c.current, nil
	}
}

func errClosed() error {
	return &ui.Error{Code: "client_closed", Message: "The connection to the server was closed."}
}
