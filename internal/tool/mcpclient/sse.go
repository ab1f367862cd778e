package mcpclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/addresses"
	"github.com/orielapps/oriel/ui"
)

// endpointTimeout is how long a server may take to begin its stream with the
// address for our messages.
const endpointTimeout = 10 * time.Second

// sseTransport is HTTP with SSE of protocol 2024-11-05: messages come on one
// stream of events, and go to an address that its first event names.
type sseTransport struct {
	server Server
	client *http.Client
	record func(Message)
}

// Connect implements [mcp.Transport].
func (t *sseTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	// The stream outlives the context that it was opened with.
	living, end := context.WithCancel(context.WithoutCancel(ctx))
	waiting, waited := context.WithTimeoutCause(ctx, endpointTimeout, errNoEndpoint)
	defer waited()
	release := context.AfterFunc(waiting, end)
	s, err := t.open(living)
	if !release() && err == nil {
		err = context.Canceled // it ended just now
		_ = s.body.Close()     // nothing more is wanted of it
	}
	if err != nil {
		end()
		if waiting.Err() != nil {
			return nil, context.Cause(waiting) //nolint:wrapcheck // it is compared
		}
		return nil, err
	}
	s.living, s.end = living, end
	return s, nil
}

var errNoEndpoint = fmt.Errorf("no address for messages came within %v", endpointTimeout)

func (t *sseTransport) open(ctx context.Context) (*sse, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.server.Endpoint, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("asking for a stream of events: %w", err)
	}
	request.Header.Set("Accept", "text/event-stream")
	response, err := t.client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("asking for a stream of events: %w", err)
	}
	s := &sse{transport: t, body: response.Body, events: newEventReader(response.Body, MaxMessage)}
	switch {
	case response.StatusCode != http.StatusOK:
		err = t.server.refusedStatus(response, refusal(response))
	case !isEventStream(response):
		err = t.server.refusedKind(response)
	default:
		s.address, err = s.awaitAddress(response.Request.URL)
	}
	if err != nil {
		_ = response.Body.Close() // nothing more is wanted of it
		return nil, err
	}
	return s, nil
}

// sse is the connection to a server of protocol 2024-11-05.
type sse struct {
	transport *sseTransport
	address   *url.URL
	body      io.Closer
	events    *eventReader
	queue     []jsonrpc.Message

	living  context.Context //nolint:containedctx // the life of the stream, which outlives each call
	end     context.CancelFunc
	endOnce sync.Once
}

// awaitAddress reads the event that says where messages go. A server must not
// send them, and with them the user's headers, to another one.
func (s *sse) awaitAddress(base *url.URL) (*url.URL, error) {
	const most = 100
	for range most {
		one, err := s.events.next()
		if err != nil {
			return nil, fmt.Errorf("the stream of events ended before an address for messages came: %w", err)
		}
		if one.name != "endpoint" {
			s.noise(one.data, "it came before the address for messages")
			continue
		}
		address, err := base.Parse(string(bytes.TrimSpace(one.data)))
		if err != nil || !addresses.SameOrigin(base, address) {
			return nil, &ui.Error{
				Code: "endpoint_elsewhere",
				Message: fmt.Sprintf("The server %s wants its messages sent to %q, which is not on the same server.",
					s.transport.server.ID, clean(string(one.data))),
				Fix: `Its "endpoint" event has to name a path, or an address with the same scheme, host and port.`,
			}
		}
		return address, nil
	}
	return nil, errors.New("its first events name no address for messages")
}

func (s *sse) noise(text []byte, why string) { s.transport.record(noiseMessage(text, why)) }

// SessionID implements [mcp.Connection].
func (s *sse) SessionID() string { return "" }

// Close implements [mcp.Connection].
func (s *sse) Close() error {
	s.endOnce.Do(func() {
		s.end()
		_ = s.body.Close() // its messages have been read
	})
	return nil
}

// Read implements [mcp.Connection]. It is called again only after it returned.
func (s *sse) Read(context.Context) (jsonrpc.Message, error) {
	for {
		if len(s.queue) > 0 {
			message := s.queue[0]
			s.queue = s.queue[1:]
			return message, nil
		}
		one, err := s.events.next()
		switch {
		case errors.Is(err, errTooLarge):
			return nil, err
		case err != nil && s.living.Err() != nil:
			return nil, errEnded
		case err != nil:
			return nil, &ui.Error{
				Code:    "server_gone",
				Message: fmt.Sprintf("The server %s ended its stream of events.", s.transport.server.ID),
				Fix:     "See whether it has crashed, and connect again.",
			}
		case one.name == "" || one.name == "message":
			s.queue = decode(one.data, s.noise)
		default:
			s.noise(one.data, fmt.Sprintf("the event is of the kind %q", clean(one.name)))
		}
	}
}

// Write implements [mcp.Connection].
func (s *sse) Write(ctx context.Context, message jsonrpc.Message) error {
	body, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return fmt.Errorf("writing the message as JSON: %w", err)
	}
	if s.living.Err() != nil {
		return errEnded
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address.String(), bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("sending the message: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.transport.client.Do(request)
	if err != nil {
		return &rejectedError{err}
	}
	defer func() { _ = response.Body.Close() }() // what it said has been read
	// Reading it lets the connection be used again.
	said := refusal(response)
	if response.StatusCode < 200 || response.StatusCode >= 300 {
		return &rejectedError{s.transport.server.refusedStatus(response, said)}
	}
	return nil
}

// rejectedError is the failure of one message. The SDK takes any error but a
// wrapped jsonrpc.Error of this code for the end of the connection.
type rejectedError struct{ cause error }

func (e *rejectedError) Error() string { return e.cause.Error() }

func (e *rejectedError) Unwrap() []error {
	return []error{e.cause, &jsonrpc.Error{Code: transportRejected, Message: "rejected by transport"}}
}
