package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const mebibyte = 1 << 20

const (
	// MaxMessage is the most that one answer may hold, in bytes.
	MaxMessage = 64 * mebibyte
	// maxPages bounds a list that never ends.
	maxPages = 1000
	// closeTimeout bounds the farewell to a server that hangs.
	closeTimeout = 2 * time.Second

	uiExtension   = "io.modelcontextprotocol/ui"
	appsMIMEType  = "text/html;profile=mcp-app"
	statelessFrom = "2026-07-28"
)

// Server is where a client connects to.
type Server struct {
	// ID names the server in messages.
	ID string
	// Endpoint is the URL of its Streamable HTTP endpoint.
	Endpoint string
}

// Info is what a server said of itself.
type Info struct {
	Name, Title, Version string
	// Protocol is the version that was negotiated.
	Protocol     string
	Instructions string
}

// Client is a connection to one server as one host. It may be used from several
// goroutines; a session that the server has forgotten is opened again once per
// request.
type Client struct {
	server   Server
	profile  *hosts.Profile
	recorder Recorder

	// opening is held while a session is opened. It is a channel so that one
	// caller's server that hangs doesn't outlast another caller's deadline.
	opening chan struct{}

	mu      sync.Mutex
	current *session
	closed  bool
}

type session struct {
	sdk  *mcp.ClientSession
	conn *connection
	http *roundTripper
	base *http.Transport
	info Info
}

// Dial connects to a server as the host that the profile describes. The
// recorder may be nil.
//
// Errors are of type [*RPCError] where the server refused, and [*ui.Error]
// otherwise: "server_unreachable", "server_timeout", "server_gone",
// "endpoint_invalid".
func Dial(ctx context.Context, server Server, profile *hosts.Profile, recorder Recorder) (*Client, error) {
	endpoint, err := url.Parse(server.Endpoint)
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "http" && endpoint.Scheme != "https" {
		return nil, &ui.Error{
			Code:    "endpoint_invalid",
			Message: fmt.Sprintf("%q is not the address of an MCP endpoint.", server.Endpoint),
			Fix:     `Give an http or https URL, such as "http://127.0.0.1:8080/mcp".`,
		}
	}
	if recorder == nil {
		recorder = RecorderFunc(func(Message) {})
	}
	c := &Client{server: server, profile: profile, recorder: recorder, opening: make(chan struct{}, 1)}
	if _, err := c.session(ctx, nil); err != nil {
		return nil, err
	}
	return c, nil
}

// Info returns what the server said of itself when it was last connected to.
func (c *Client) Info() Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current == nil {
		return Info{}
	}
	return c.current.info
}

// Close ends the session. Requests that wait are ended.
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
		return nil, describe(c.server, "initialize", ctx.Err())
	}
	if s, err := c.usable(broken); s != nil || err != nil {
		return s, err
	}
	if broken != nil {
		go func() { _ = broken.close() }() // it is lost already; nothing depends on the farewell
	}
	s, err := c.open(ctx)
	if err != nil {
		return nil, describe(c.server, "initialize", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		go func() { _ = s.close() }()
		return nil, errClosed()
	}
	c.current = s
	return s, nil
}

// usable returns the open session, nil where there is none but the broken one.
func (c *Client) usable(broken *session) (*session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return nil, errClosed()
	case c.current == broken:
		return nil, nil //nolint:nilnil // none, and that is no error
	default:
		return c.current, nil
	}
}

// drop gives up a session whose stream was cut off.
func (c *Client) drop(s *session) {
	c.mu.Lock()
	if c.current == s {
		c.current = nil
	}
	c.mu.Unlock()
	go func() { _ = s.close() }() // it is lost already; nothing depends on the farewell
}

func errClosed() error {
	return &ui.Error{Code: "client_closed", Message: "The connection to the server was closed."}
}

func (c *Client) open(ctx context.Context) (*session, error) {
	base := baseTransport()
	tripper := &roundTripper{inner: base, limit: MaxMessage}
	wrapped := &transport{
		inner: &mcp.StreamableClientTransport{
			Endpoint:     c.server.Endpoint,
			HTTPClient:   &http.Client{Transport: tripper, CheckRedirect: sameOriginOnly},
			MaxEventSize: -1, // the tripper's limit holds for whole answers
			MaxRetries:   -1,
			// The SDK opens that stream only on connections of its own type.
			DisableStandaloneSSE: true,
		},
		record: c.record,
	}
	sdk, err := c.sdkClient().Connect(ctx, wrapped, &mcp.ClientSessionOptions{ProtocolVersion: c.protocol()})
	if err != nil {
		base.CloseIdleConnections()
		if tripper.overflowed.Load() {
			return nil, errTooLarge
		}
		return nil, fmt.Errorf("connecting to %s: %w", c.server.ID, err)
	}
	s := &session{sdk: sdk, conn: wrapped.opened, http: tripper, base: base}
	if result := sdk.InitializeResult(); result != nil {
		s.info = Info{Protocol: result.ProtocolVersion, Instructions: result.Instructions}
		if result.ServerInfo != nil {
			s.info.Name, s.info.Title, s.info.Version = result.ServerInfo.Name, result.ServerInfo.Title, result.ServerInfo.Version
		}
		tripper.version.Store(&s.info.Protocol)
	}
	return s, nil
}

// baseTransport is the default one of net/http, apart from its pool: a session
// must be able to drop its own connections.
func baseTransport() *http.Transport {
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		return t.Clone()
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment}
}

func (c *Client) record(m Message) {
	m.Server, m.Profile = c.server.ID, c.profile.ID
	c.recorder.Record(m)
}

func (c *Client) sdkClient() *mcp.Client {
	info := c.profile.ClientInfo.Value
	if info.Name == "" {
		info = hosts.Implementation{Name: c.profile.ID, Version: "0"}
	}
	capabilities := &mcp.ClientCapabilities{}
	if types := c.profile.UIMIMETypes.Value; slices.Contains(types, appsMIMEType) {
		capabilities.AddExtension(uiExtension, map[string]any{"mimeTypes": types})
	}
	return mcp.NewClient(&mcp.Implementation{Name: info.Name, Version: info.Version}, &mcp.ClientOptions{
		Capabilities:   capabilities,
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
}

// protocol is the newest version that the host speaks; empty means the newest
// there is.
func (c *Client) protocol() string {
	if versions := c.profile.Protocols.Value; len(versions) > 0 {
		return versions[0]
	}
	return ""
}

func (s *session) close() error {
	done := make(chan error, 1)
	go func() { done <- s.sdk.Close() }()
	defer s.base.CloseIdleConnections()
	select {
	case err := <-done:
		if err != nil && !errors.Is(err, mcp.ErrConnectionClosed) {
			return fmt.Errorf("closing the session: %w", err)
		}
		return nil
	case <-time.After(closeTimeout):
		s.conn.end(errEnded)
		return nil
	}
}

// Call runs a tool. Arguments are a JSON object; nil is sent as {}. The result
// is a CallToolResult as the server wrote it.
func (c *Client) Call(ctx context.Context, tool string, arguments json.RawMessage) (json.RawMessage, error) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	return c.request(ctx, "tools/call", map[string]any{"name": tool, "arguments": arguments})
}

// Read reads a resource. The result is a ReadResourceResult as the server wrote
// it.
func (c *Client) Read(ctx context.Context, uri string) (json.RawMessage, error) {
	return c.request(ctx, "resources/read", map[string]any{"uri": uri})
}

// Tools returns the entries of tools/list, of all pages, as the server wrote
// them.
func (c *Client) Tools(ctx context.Context) ([]json.RawMessage, error) {
	return c.list(ctx, "tools/list", "tools")
}

// Resources returns the entries of resources/list, of all pages.
func (c *Client) Resources(ctx context.Context) ([]json.RawMessage, error) {
	return c.list(ctx, "resources/list", "resources")
}

func (c *Client) list(ctx context.Context, method, member string) ([]json.RawMessage, error) {
	entries := []json.RawMessage{}
	params := map[string]any{}
	size := 0
	for range maxPages {
		raw, err := c.request(ctx, method, params)
		if err != nil {
			return nil, err
		}
		if size += len(raw); size > MaxMessage {
			return nil, describe(c.server, method, errTooLarge)
		}
		var page map[string]json.RawMessage
		var list []json.RawMessage
		var cursor *string
		if json.Unmarshal(raw, &page) != nil || json.Unmarshal(page[member], &list) != nil ||
			len(page["nextCursor"]) > 0 && json.Unmarshal(page["nextCursor"], &cursor) != nil {
			return nil, &ui.Error{
				Code:    "server_answer_malformed",
				Message: fmt.Sprintf("The answer of %s to %s is not a list of %s.", c.server.ID, method, member),
				Fix:     "Look at the answer in the timeline and correct the server.",
			}
		}
		entries = append(entries, list...)
		if cursor == nil || *cursor == "" {
			return entries, nil
		}
		params = map[string]any{"cursor": *cursor}
	}
	return nil, &ui.Error{
		Code:    "server_answer_malformed",
		Message: fmt.Sprintf("%s of %s has more than %d pages.", method, c.server.ID, maxPages),
		Fix:     "The last page must not carry a nextCursor.",
	}
}

// request sends a request, and once more where the session turns out to be
// lost. A tool call is repeated only if the server has not seen it.
func (c *Client) request(ctx context.Context, method string, params map[string]any) (json.RawMessage, error) {
	var broken *session
	for attempt := 0; ; attempt++ {
		s, err := c.session(ctx, broken)
		if err != nil {
			return nil, err
		}
		body, err := encodeParams(params, s)
		if err != nil {
			return nil, err
		}
		result, err := s.conn.roundTrip(ctx, method, body)
		if err == nil {
			return result, nil
		}
		if s.http.overflowed.Load() {
			c.drop(s)
			return nil, describe(c.server, method, errTooLarge)
		}
		again := errors.Is(err, errUnseen) || errors.Is(err, errEnded) && method != "tools/call"
		if !again || attempt > 0 || ctx.Err() != nil {
			return nil, describe(c.server, method, err)
		}
		broken = s
	}
}

func encodeParams(params map[string]any, s *session) (json.RawMessage, error) {
	if meta := s.conn.requestMeta(); meta != nil && s.info.Protocol >= statelessFrom {
		params = maps.Clone(params)
		params["_meta"] = meta
	}
	body, err := json.Marshal(params)
	if err != nil {
		return nil, &ui.Error{
			Code:    "arguments_invalid",
			Message: fmt.Sprintf("The request can't be written as JSON: %v.", err),
			Fix:     "Give the arguments as a JSON object.",
		}
	}
	return body, nil
}
