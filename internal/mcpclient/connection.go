package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// firstID is where the ids of our requests begin. The SDK counts its own from
// 1 and sends a handful in the life of a session.
const firstID = 100

// cancelTimeout bounds the notice to a server that we no longer wait.
const cancelTimeout = 5 * time.Second

// transport wraps another one so that each message is recorded and so that we
// can send requests beside the SDK's.
type transport struct {
	inner  mcp.Transport
	record func(Message)
	// opened is set by Connect.
	opened *connection
}

func (t *transport) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := t.inner.Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	t.opened = &connection{
		inner:   inner,
		record:  t.record,
		sent:    map[string]*call{},
		arrived: map[string]*call{},
		next:    firstID,
		ended:   make(chan struct{}),
	}
	return t.opened, nil
}

// call is a request that waits for its response.
type call struct {
	method string
	at     time.Time
	// answer is nil for requests of the SDK, which pairs them itself.
	answer chan *jsonrpc.Response
}

type connection struct {
	inner  mcp.Connection
	record func(Message)

	mu      sync.Mutex
	sent    map[string]*call // our requests and the SDK's, by id
	arrived map[string]*call // the server's requests, by id
	next    int64
	meta    map[string]json.RawMessage // of server/discover

	endOnce sync.Once
	ended   chan struct{}
	cause   error // set before ended is closed
}

// SessionID implements [mcp.Connection].
func (c *connection) SessionID() string { return c.inner.SessionID() }

// Close implements [mcp.Connection].
func (c *connection) Close() error {
	c.end(errEnded)
	if err := c.inner.Close(); err != nil {
		return fmt.Errorf("closing the connection: %w", err)
	}
	return nil
}

func (c *connection) end(cause error) {
	c.endOnce.Do(func() {
		c.cause = cause
		close(c.ended)
	})
}

// Read implements [mcp.Connection]. Responses to our own requests end here.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		message, err := c.inner.Read(ctx)
		if err != nil {
			c.end(errors.Join(errEnded, err))
			// The SDK compares this error, so it goes through as it is.
			return nil, err //nolint:wrapcheck // see above
		}
		response, ok := message.(*jsonrpc.Response)
		if !ok {
			c.received(message)
			return message, nil
		}
		if waiting := c.answered(response); waiting != nil && waiting.answer != nil {
			waiting.answer <- response
			continue
		}
		return message, nil
	}
}

// Write implements [mcp.Connection].
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	return c.write(ctx, message, nil)
}

func (c *connection) write(ctx context.Context, message jsonrpc.Message, answer chan *jsonrpc.Response) error {
	sent := c.sending(message, answer)
	err := c.inner.Write(ctx, message)
	if err == nil {
		return nil
	}
	c.mu.Lock()
	delete(c.sent, sent.ID)
	c.mu.Unlock()
	sent.Kind, sent.Direction = Failure, Received
	sent.Duration, sent.Time = time.Since(sent.Time), time.Now()
	sent.Body = errorBody(err)
	c.record(sent)
	// The SDK looks into this error, so it goes through as it is.
	return err //nolint:wrapcheck // see above
}

// sending notes and records a message that is about to be written.
func (c *connection) sending(message jsonrpc.Message, answer chan *jsonrpc.Response) Message {
	m := Message{Time: time.Now(), Direction: Sent}
	switch message := message.(type) {
	case *jsonrpc.Request:
		m.Kind, m.Method, m.Body = Notification, message.Method, message.Params
		if message.IsCall() {
			m.Kind, m.ID = Request, idText(message.ID)
			c.mu.Lock()
			c.sent[m.ID] = &call{method: message.Method, at: m.Time, answer: answer}
			if message.Method == "server/discover" {
				c.meta = metaOf(message.Params)
			}
			c.mu.Unlock()
		}
	case *jsonrpc.Response:
		m.ID = idText(message.ID)
		c.mu.Lock()
		request := c.arrived[m.ID]
		delete(c.arrived, m.ID)
		c.mu.Unlock()
		fillResponse(&m, message, request)
	}
	c.record(m)
	return m
}

// answered records a response and returns the request it belongs to, nil when
// there is none any more.
func (c *connection) answered(response *jsonrpc.Response) *call {
	m := Message{Time: time.Now(), Direction: Received, ID: idText(response.ID)}
	c.mu.Lock()
	request := c.sent[m.ID]
	delete(c.sent, m.ID)
	c.mu.Unlock()
	fillResponse(&m, response, request)
	c.record(m)
	return request
}

func (c *connection) received(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if !ok {
		return
	}
	m := Message{Time: time.Now(), Direction: Received, Kind: Notification, Method: request.Method, Body: request.Params}
	if request.IsCall() {
		m.Kind, m.ID = Request, idText(request.ID)
		c.mu.Lock()
		c.arrived[m.ID] = &call{method: request.Method, at: m.Time}
		c.mu.Unlock()
	}
	c.record(m)
}

// roundTrip sends a request beside the SDK's and waits for its raw result. The
// error is errUnseen where the server can't have acted on the request.
func (c *connection) roundTrip(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	select {
	case <-c.ended:
		return nil, errors.Join(errUnseen, c.cause)
	default:
	}
	c.mu.Lock()
	number := c.next
	c.next++
	c.mu.Unlock()
	id, err := jsonrpc.MakeID(float64(number))
	if err != nil {
		return nil, fmt.Errorf("making a request id: %w", err)
	}
	answer := make(chan *jsonrpc.Response, 1)
	request := &jsonrpc.Request{ID: id, Method: method, Params: params}
	sending, sent := c.untilEnded(ctx)
	defer sent()
	if err := c.write(sending, request, answer); err != nil {
		if ctx.Err() == nil && sending.Err() != nil {
			return nil, c.cause
		}
		return nil, sendError(ctx, method, err)
	}
	select {
	case response := <-answer:
		return responseResult(method, response)
	case <-ctx.Done():
		c.abandon(ctx, id, ctx.Err())
		return nil, fmt.Errorf("waiting for %s: %w", method, ctx.Err())
	case <-c.ended:
		return nil, c.cause
	}
}

// untilEnded returns a context that ends with the connection, too: writing
// takes as long as the server takes to begin its answer.
func (c *connection) untilEnded(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-c.ended:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

func responseResult(method string, response *jsonrpc.Response) (json.RawMessage, error) {
	if response.Error == nil {
		return response.Result, nil
	}
	if wire := wireError(response.Error); wire != nil {
		return nil, fmt.Errorf("calling %s: %w", method, wire)
	}
	// The transport makes such a response when a stream ends without one.
	return nil, fmt.Errorf("calling %s: %w: %w", method, errEnded, response.Error)
}

func sendError(ctx context.Context, method string, err error) error {
	var dial *net.OpError
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("sending %s: %w", method, ctx.Err())
	case errors.Is(err, mcp.ErrSessionMissing), errors.As(err, &dial) && dial.Op == "dial":
		return fmt.Errorf("sending %s: %w: %w", method, errUnseen, err)
	default:
		return fmt.Errorf("sending %s: %w", method, err)
	}
}

// abandon tells the server, without waiting for it, that nobody waits for an
// answer any more.
func (c *connection) abandon(ctx context.Context, id jsonrpc.ID, reason error) {
	c.mu.Lock()
	delete(c.sent, idText(id))
	c.mu.Unlock()
	params, err := json.Marshal(map[string]any{"requestId": id.Raw(), "reason": reason.Error()})
	if err != nil {
		return
	}
	notifyCtx, stop := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	go func() {
		defer stop()
		// A server that hangs may not take this either; there is no one to tell.
		_ = c.write(notifyCtx, &jsonrpc.Request{Method: "notifications/cancelled", Params: params}, nil)
	}()
}

// requestMeta is the _meta that protocol 2026-07-28 wants in each request: what
// the SDK sent in server/discover.
func (c *connection) requestMeta() map[string]json.RawMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.meta
}

func fillResponse(m *Message, response *jsonrpc.Response, request *call) {
	m.Kind, m.Body = Response, response.Result
	if response.Error != nil {
		m.Kind, m.Body = Failure, errorBody(response.Error)
	}
	if request != nil {
		m.Method, m.Duration = request.method, m.Time.Sub(request.at)
	}
}

func errorBody(err error) json.RawMessage {
	body := RPCError{Message: err.Error()}
	if wire := wireError(err); wire != nil {
		body = RPCError{Code: wire.Code, Message: wire.Message, Data: wire.Data}
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil
	}
	return raw
}

func metaOf(params json.RawMessage) map[string]json.RawMessage {
	var with struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	if err := json.Unmarshal(params, &with); err != nil {
		return nil
	}
	return with.Meta
}

func idText(id jsonrpc.ID) string {
	if !id.IsValid() {
		return ""
	}
	return fmt.Sprint(id.Raw())
}
