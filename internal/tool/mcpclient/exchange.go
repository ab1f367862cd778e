package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/ui"
)

// cancelTimeout bounds the notification that a request is cancelled. It is long, because a busy
// server that is not told goes on with the request; the end of the connection ends it, too.
const cancelTimeout = 30 * time.Second

// exchange is a request that we send beside the SDK's.
type exchange struct {
	method string
	params map[string]any
	// header is sent with it in protocol 2026-07-28.
	header map[string]string
	// watcher takes its progress; nil doesn't ask for it.
	watcher *watcher
	// silent sends no notifications/cancelled when the context ends.
	silent bool
}

// roundTrip sends a request beside the SDK's and waits for its raw result. The
// error is errUnseen where the server can't have acted on the request.
func (c *connection) roundTrip(ctx context.Context, one exchange) (json.RawMessage, error) {
	select {
	case <-c.ended:
		return nil, errors.Join(errUnseen, c.cause)
	default:
	}
	request, header, err := c.prepare(one)
	if err != nil {
		return nil, err
	}
	if one.watcher != nil {
		defer one.watcher.forget()
	}
	defer c.inquire(ctx, request.ID)()
	answer := make(chan *jsonrpc.Response, 1)
	sending, sent := c.untilEnded(ctx)
	defer sent()
	if err := c.write(sending, request, answer, header); err != nil {
		switch {
		case ctx.Err() != nil && !errors.Is(err, errUnseen):
			c.abandon(ctx, request.ID, one, ctx.Err())
		case ctx.Err() == nil && sending.Err() != nil && !errors.Is(err, mcp.ErrSessionMissing):
			return nil, c.cause
		}
		return nil, sendError(ctx, one.method, err)
	}
	for {
		select {
		case response := <-answer:
			one.watcher.deliver()
			return responseResult(one.method, response)
		case <-one.watcher.news():
			one.watcher.deliver()
		case <-ctx.Done():
			c.abandon(ctx, request.ID, one, ctx.Err())
			return nil, fmt.Errorf("waiting for %s: %w", one.method, ctx.Err())
		case <-c.ended:
			select {
			case response := <-answer: // it came before the end
				one.watcher.deliver()
				return responseResult(one.method, response)
			default:
				return nil, c.cause
			}
		}
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

// prepare gives a request its id, its _meta and its headers.
func (c *connection) prepare(one exchange) (*jsonrpc.Request, map[string]string, error) {
	c.mu.Lock()
	number := c.next
	c.next++
	c.mu.Unlock()
	id, err := jsonrpc.MakeID(float64(number))
	if err != nil {
		return nil, nil, fmt.Errorf("making a request id: %w", err)
	}
	params, meta := one.params, map[string]any{}
	for key, value := range c.requestMeta() {
		meta[key] = value
	}
	if one.watcher != nil {
		meta["progressToken"] = c.watch(number, one.watcher)
	}
	if len(meta) > 0 {
		params = maps.Clone(params)
		params["_meta"] = meta
	}
	body, err := json.Marshal(params)
	if err != nil {
		return nil, nil, &ui.Error{
			Code:    "arguments_invalid",
			Message: fmt.Sprintf("The request can't be written as JSON: %v.", err),
			Fix:     "Give the arguments as a JSON object.",
		}
	}
	return &jsonrpc.Request{ID: id, Method: one.method, Params: body}, c.headers(one.method, body, one.header), nil
}

// requestMeta is the _meta that protocol 2026-07-28 wants in each request: what
// the SDK sent in server/discover, and the log level.
func (c *connection) requestMeta() map[string]json.RawMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stateless {
		return nil
	}
	level := c.level()
	if level == "" {
		return c.meta
	}
	meta := maps.Clone(c.meta)
	meta[logLevelKey] = json.RawMessage(strconv.Quote(string(level)))
	return meta
}

// headers returns the headers of a message in protocol 2026-07-28.
func (c *connection) headers(method string, params json.RawMessage, more map[string]string) map[string]string {
	c.mu.Lock()
	stateless := c.stateless
	c.mu.Unlock()
	if !stateless {
		return nil
	}
	header := standardHeaders(method, params)
	maps.Copy(header, more)
	return header
}

// abandon tells the server that a request is cancelled. It doesn't wait for it.
func (c *connection) abandon(ctx context.Context, id jsonrpc.ID, one exchange, reason error) {
	c.mu.Lock()
	delete(c.sent, idText(id))
	c.mu.Unlock()
	if one.silent {
		return
	}
	const method = "notifications/cancelled"
	why := "the request was cancelled"
	if errors.Is(reason, context.DeadlineExceeded) {
		why = "the request timed out"
	}
	params, err := json.Marshal(map[string]any{"requestId": id.Raw(), "reason": why})
	if err != nil {
		return
	}
	notifyCtx, stop := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	go func() {
		defer stop()
		untilEnded, sent := c.untilEnded(notifyCtx)
		defer sent()
		// A server that hangs may not take this either. The request has failed already.
		_ = c.write(untilEnded, &jsonrpc.Request{Method: method, Params: params}, nil, c.headers(method, params, nil))
	}()
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

func fillResponse(m *Message, response *jsonrpc.Response, request *call, hide func(string) string) {
	m.Kind, m.Body = Response, response.Result
	if response.Error != nil {
		m.Kind, m.Body = Failure, errorBody(response.Error, hide)
	}
	if request != nil {
		m.Method, m.Duration = request.method, m.Time.Sub(request.at)
	}
}

func errorBody(err error, hide func(string) string) json.RawMessage {
	body := RPCError{Message: hide(err.Error())}
	if known, ok := errors.AsType[*ui.Error](err); ok {
		body.Message = known.Message
	} else if wire := wireError(err); wire != nil {
		body = RPCError{Code: wire.Code, Message: wire.Message, Data: wire.Data}
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil
	}
	return raw
}

// readable makes sure that a message can be shown: JSON is UTF-8.
func readable(raw json.RawMessage) (json.RawMessage, note) {
	if utf8.Valid(raw) {
		return raw, ""
	}
	return bytes.ToValidUTF8(raw, []byte(string(utf8.RuneError))), "It held bytes that are no UTF-8; they were replaced."
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
