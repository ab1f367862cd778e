package mcpclient

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Client is a connection to one server as one host. It reconnects when the
// connection ends. It may be used from several goroutines.
type Client struct {
	server  Server
	profile *hosts.Profile
	options Options
	// hide takes secrets, and the address with what is secret in it, out of a
	// text of ours; mask takes secrets out of what the server sent.
	hide func(string) string
	mask mask
	// mirrors are the headers that tools want of their calls.
	mirrors mirrors

	// cancel closes the client, and closed returns the reason; nil while it is open.
	cancel   context.CancelCauseFunc
	closed   func() error
	done     chan struct{}  // closed when nothing is left of the client
	closeErr error          // set before done is closed
	leaving  sync.WaitGroup // sessions that end when their last request does
	wake     chan struct{}  // holds one: ends a pause before an attempt

	// The next two belong to the goroutine that connects: whether Auto has found
	// Streamable HTTP, and the last failure that Changed was told.
	streamable bool
	reported   string

	mu sync.Mutex
	// current is connecting or connected; nil during a pause.
	current *attempt
	info    Info
	level   hosts.LogLevel
	err     error // why the client doesn't try again; nil while it does
}

// State is how the connection of a client is.
type State struct {
	// Info is what the server said of itself; nil while there is no connection.
	Info *Info
	// Starting says what the endpoint of a server that may still be starting
	// answers, such as "connection refused"; empty otherwise.
	Starting string
	// Err is why there is no connection.
	Err error
}

// New returns a client that connects to a server as the host that the profile
// describes, and reconnects until it is closed. A program is started for it.
//
// The pause before an attempt to reconnect starts at Options.Retry and doubles,
// up to thirty times as long; a request to an endpoint ends the pause. A client
// stops trying, until a new one is made, where the server's settings are wrong or
// a program has ended five times within ten seconds of its start.
//
// Over Streamable HTTP a request whose session the server has forgotten is sent
// once more in a new session. Any other request that is cut off fails.
//
// Errors of requests are of type [*RPCError] where the server answered with an
// error of JSON-RPC, and [*ui.Error] otherwise, with these codes. Wrong settings:
// "endpoint_invalid", "transport_unknown", "header_invalid", "arguments_invalid".
// The server can't be reached, or the connection was cut off before an answer
// began: "server_unreachable". It refuses a message by its HTTP status:
// "auth_required" (401, 403), "request_too_large" (413), "server_status" (any
// other). It redirects: "server_redirects", "endpoint_elsewhere". Its answer is
// not MCP: "server_answer_malformed", "result_too_large". It stops answering:
// "server_timeout", "server_gone". The request was cancelled: "cancelled". A
// program: "server_not_started", "server_exited". The client was closed:
// "client_closed". A question of the server that fails the request: "question_malformed",
// "question_too_large", "question_url_refused", "question_not_offered", "question_unknown",
// "question_unanswered", "too_many_questions", and what the Asker returns.
func New(server Server, profile *hosts.Profile, options Options) *Client {
	if options.Recorder == nil {
		options.Recorder = RecorderFunc(func(Message) {})
	}
	if options.Changed == nil {
		options.Changed = func(State) {}
	}
	options.Timeout = cmp.Or(options.Timeout, time.Minute)
	options.Retry = cmp.Or(options.Retry, time.Second)
	ctx, cancel := context.WithCancelCause(context.Background())
	c := &Client{
		server: server, profile: profile, options: options, level: options.LogLevel, hide: server.hide(), mask: server.mask(),
		cancel: cancel, closed: func() error { return context.Cause(ctx) },
		done: make(chan struct{}), wake: make(chan struct{}, 1),
	}
	c.current = c.newAttempt(false)
	go c.run(ctx)
	return c
}

// Dial returns a client that is connected. It fails with the first attempt, as
// requests do.
func Dial(ctx context.Context, server Server, profile *hosts.Profile, options Options) (*Client, error) {
	c := New(server, profile, options) //nolint:contextcheck // it outlives the attempt to connect
	if err := c.Connect(ctx); err != nil {
		_ = c.Close() // there is no session to end
		return nil, err
	}
	return c, nil
}

// Connect waits until the client is connected. During a pause it makes the
// client try at once. It fails with that attempt.
func (c *Client) Connect(ctx context.Context) error {
	a, err := c.connected(ctx)
	if err == nil {
		a.leave()
	}
	return err
}

// Retry makes a client that waits before it reconnects try at once.
func (c *Client) Retry() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Info returns what the server said of itself when it was last connected to.
func (c *Client) Info() Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

// Close ends the connection. Requests under way, and later ones, fail with the
// code "client_closed". When it returns, nothing of a program is left, which may take some four seconds where the program
// ignores the end of its input.
func (c *Client) Close() error {
	return c.CloseWith(&ui.Error{Code: "client_closed", Message: "The connection to the server was closed."})
}

// codeRestarted says that another process answers for the server now, which doesn't know the
// session.
const codeRestarted = "server_restarted"

// CloseWith is Close with the error that requests fail with. If its code is "server_restarted",
// the server is not asked to end the session.
func (c *Client) CloseWith(reason error) error {
	c.cancel(reason)
	<-c.done
	return c.closeErr
}

// Disconnected reports whether an error says that there is no connection to the
// server any more. An answer of the server, however bad, doesn't.
func Disconnected(err error) bool {
	return slices.Contains([]string{"server_unreachable", "server_gone", "server_exited"}, codeOf(err))
}

// codeOf returns the code of an error for people; empty where it has none.
func codeOf(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return ""
}
