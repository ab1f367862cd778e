package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
)

const (
	// firstID is the id of our first request. Our requests share a connection with
	// those of the SDK, which numbers its own from 1 and lets nobody choose their
	// ids; it sends a handful per session (initialize, server/discover), so the two
	// never meet.
	firstID = 100
	// maxAsked is how many requests of a server may wait for our answers.
	maxAsked = 64
	// maxForSDK bounds the messages that the SDK decodes, in bytes: a server's
	// introduction, and its requests.
	maxForSDK = 4 * mebibyte
)

// transport wraps another one: it records each message, and sends requests of
// our own beside the SDK's, whose typed results would lose unknown fields.
type transport struct {
	inner    mcp.Transport
	record   func(Message)
	notified func(method string, params json.RawMessage)
	hide     func(string) string
	profile  *hosts.Profile
	// level is the log level that requests ask for.
	level   func() hosts.LogLevel
	roots   func() json.RawMessage
	streams *questionStreams
	// negotiated takes the protocol version in the answer to initialize.
	negotiated func(version string)
	// discoverTimeout is how long the server may take to answer server/discover
	// before it counts as unknown there; zero is as long as the context lasts.
	discoverTimeout time.Duration
	// overHTTP says that a status may refuse a message.
	overHTTP bool
	// opened is set by Connect.
	opened *connection
}

func (t *transport) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := t.inner.Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	t.opened = &connection{
		transport: t,
		inner:     inner,
		arriving:  make(chan jsonrpc.Message),
		sent:      map[string]*call{},
		asked:     map[string]*call{},
		watched:   map[string]*watcher{},

		inquiries: map[int64]*inquiry{}, withdrawals: map[string]context.CancelFunc{},
		next:  firstID,
		ended: make(chan struct{}),
	}
	go t.opened.pump(context.WithoutCancel(ctx)) // it outlives what it was opened with
	return t.opened, nil
}

// call is a request that waits for its response.
type call struct {
	id     jsonrpc.ID
	method string
	at     time.Time
	// answer is nil for requests of the SDK, which pairs them itself.
	answer chan *jsonrpc.Response
}

type connection struct {
	*transport

	inner mcp.Connection
	// arriving joins the messages of several streams of one connection.
	arriving chan jsonrpc.Message

	mu      sync.Mutex
	sent    map[string]*call // our requests and the SDK's, by id
	asked   map[string]*call // the server's requests, by id
	watched map[string]*watcher
	// inquiries are our requests that are open, by the numbers of their ids. withdrawals end
	// the server's open questions. refusals wait to be sent.
	inquiries   map[int64]*inquiry
	withdrawals map[string]context.CancelFunc
	refusals    []*jsonrpc.Response
	next        int64
	meta        map[string]json.RawMessage // of server/discover
	// introduction is the answer to initialize or server/discover.
	introduction json.RawMessage
	// probing says that server/discover was sent and not answered.
	probing bool
	// stateless says that each message brings its own context: 2026-07-28.
	stateless bool

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

// pump passes on what the inner connection receives.
func (c *connection) pump(ctx context.Context) {
	for {
		message, err := c.inner.Read(ctx)
		if err != nil {
			c.end(fmt.Errorf("%w: %w", errEnded, err))
			return
		}
		if !c.deliver(message) {
			return
		}
	}
}

// deliver passes a message to Read. It reports false where the connection has ended.
func (c *connection) deliver(message jsonrpc.Message) bool {
	select {
	case c.arriving <- message:
		return true
	case <-c.ended:
		return false
	}
}

// Read implements [mcp.Connection]. It returns the messages for the SDK: answers
// to its own requests, and the server's requests.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case message := <-c.arriving:
			if forSDK := c.arrived(message); forSDK != nil { //nolint:contextcheck // answers to questions outlive this
				return forSDK, nil
			}
		case <-c.ended:
			return nil, c.cause
		case <-ctx.Done():
			return nil, ctx.Err() //nolint:wrapcheck // the SDK compares it
		}
	}
}

// arrived records a message. It returns a copy for the SDK, nil where the message
// isn't for it.
func (c *connection) arrived(message jsonrpc.Message) jsonrpc.Message {
	switch message := message.(type) {
	case *jsonrpc.Response:
		response := *message
		result, remark := readable(message.Result)
		response.Result = result
		request := c.answered(&response, remark)
		switch {
		case request == nil:
			return nil
		case request.answer != nil:
			request.answer <- &response // it has room for the one answer
			return nil
		case len(response.Result) > maxForSDK:
			c.end(errTooLarge)
			return nil
		default:
			return &response
		}
	case *jsonrpc.Request:
		request := *message
		params, remark := readable(message.Params)
		request.Params = params
		if !c.received(&request, remark) {
			return nil
		}
		return &request
	default:
		return nil
	}
}

// Write implements [mcp.Connection].
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	return c.write(ctx, message, nil, nil)
}

func (c *connection) write(ctx context.Context, message jsonrpc.Message, answer chan *jsonrpc.Response, header map[string]string) error {
	sent := c.sending(message, answer)
	if header != nil {
		ctx = withHeader(ctx, header)
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		ctx = withCall(ctx, request.ID)
	}
	err := c.inner.Write(ctx, message)
	if err == nil {
		return nil
	}
	c.mu.Lock()
	delete(c.sent, sent.ID)
	c.mu.Unlock()
	sent.Kind, sent.Direction = Failure, Received
	sent.Duration, sent.Time = time.Since(sent.Time), time.Now()
	sent.Body = errorBody(err, c.hide)
	sent.Note = c.undelivered(ctx, err)
	c.record(sent)
	// The SDK looks into this error, so it goes through as it is.
	return err //nolint:wrapcheck // see above
}

// undelivered says why a message has failed where the server's own error
// doesn't.
func (t *transport) undelivered(ctx context.Context, err error) string {
	_, refused := errors.AsType[*statusError](err)
	_, unsent := errors.AsType[*url.Error](err)
	switch {
	case wireError(err) != nil:
		return ""
	case ctx.Err() != nil:
		return "The request was cancelled before the server took it."
	case refused, t.overHTTP && !unsent:
		return "The server did not take this message: it refused it by its HTTP answer."
	default:
		return "This is not from the server: the message could not be delivered."
	}
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
			c.sent[m.ID] = &call{id: message.ID, method: message.Method, at: m.Time, answer: answer}
			if message.Method == "server/discover" {
				c.meta, c.probing = metaOf(message.Params), true
				c.awaitDiscovery(message.ID)
			}
			c.mu.Unlock()
		}
	case *jsonrpc.Response:
		m.ID = idText(message.ID)
		c.mu.Lock()
		request := c.asked[m.ID]
		delete(c.asked, m.ID)
		c.mu.Unlock()
		fillResponse(&m, message, request, c.hide)
	}
	c.record(m)
	return m
}

// awaitDiscovery answers server/discover with "method not found" where the server
// doesn't answer: older programs ignore a method that they don't know. The SDK
// waits for an answer before it tries initialize, and has no time limit for it.
func (c *connection) awaitDiscovery(id jsonrpc.ID) {
	if c.discoverTimeout <= 0 {
		return
	}
	time.AfterFunc(c.discoverTimeout, func() {
		c.mu.Lock()
		waiting := c.sent[idText(id)]
		c.mu.Unlock()
		if waiting == nil || waiting.id != id || waiting.method != "server/discover" {
			return
		}
		c.deliver(&jsonrpc.Response{
			ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no answer"},
			Extra: note(fmt.Sprintf("The server did not answer within %v. The workbench answered in its place; initialize is tried next.", c.discoverTimeout)),
		})
	})
}

// answered records a response and returns the request it belongs to, nil where
// that is over.
func (c *connection) answered(response *jsonrpc.Response, remark note) *call {
	m := Message{Time: time.Now(), Direction: Received, ID: idText(response.ID)}
	c.mu.Lock()
	request := c.sent[m.ID]
	delete(c.sent, m.ID)
	known := request == nil && c.wasSent(response.ID)
	introduced := request != nil && response.Error == nil && (request.method == "initialize" || request.method == "server/discover")
	if request != nil && request.method == "server/discover" {
		c.probing = false
	}
	if introduced {
		c.introduction = response.Result
	}
	c.mu.Unlock()
	if introduced && request.method == "initialize" && c.negotiated != nil {
		c.negotiated(introductionOf(response.Result).ProtocolVersion)
	}
	extra, _ := response.Extra.(note)
	switch {
	case request == nil && known:
		extra = join(extra, "This answer comes late, or twice: its request is over.")
	case request == nil:
		extra = join(extra, "Unexpected answer: no request had this id.")
	case request.id != response.ID:
		// The usual clients of other languages don't tell "1" from 1 either.
		extra = join(extra, "The id is of another type than that of the request.")
		response.ID = request.id
	}
	fillResponse(&m, response, request, c.hide)
	m.Note = string(join(extra, remark))
	c.record(m)
	return request
}

// wasSent reports whether one of our requests had an id. The mutex is held.
func (c *connection) wasSent(id jsonrpc.ID) bool {
	number, ok := id.Raw().(int64)
	return ok && (number > 0 && number < firstID || number >= firstID && number < c.next)
}

// received records a request or a notification. It reports whether it is for
// the SDK.
func (c *connection) received(request *jsonrpc.Request, remark note) bool {
	m := Message{Time: time.Now(), Direction: Received, Kind: Notification, Method: request.Method, Body: request.Params}
	extra, _ := request.Extra.(note)
	request.Extra = nil
	forSDK := request.Method == "notifications/cancelled" && len(request.Params) <= maxForSDK
	if request.IsCall() {
		m.Kind, m.ID = Request, idText(request.ID)
		question := isQuestion(request.Method)
		c.mu.Lock()
		switch {
		case question:
			c.asked[m.ID] = &call{id: request.ID, method: request.Method, at: m.Time}
		case len(request.Params) > maxForSDK:
			extra = join(extra, "It is too large to be answered.")
		case len(c.asked) >= maxAsked:
			extra = join(extra, "It is not answered: too many requests of this server wait already.")
		default:
			c.asked[m.ID] = &call{id: request.ID, method: request.Method, at: m.Time}
			forSDK = true
		}
		c.mu.Unlock()
		m.Note = string(join(extra, remark))
		c.record(m)
		if question {
			c.asking(request)
		}
		return forSDK
	}
	if request.Method == "notifications/cancelled" {
		c.withdraw(request.Params)
	}
	ours := false
	if request.Method == "notifications/progress" {
		var late note
		ours, late = c.progressed(request.Params)
		extra = join(extra, late)
	}
	m.Note = string(join(extra, remark))
	c.record(m)
	if !ours && c.notified != nil {
		c.notified(request.Method, request.Params)
	}
	return forSDK
}

// unanswered reports whether server/discover was sent and not answered.
func (c *connection) unanswered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.probing
}
