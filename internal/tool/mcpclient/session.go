package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const (
	// closeTimeout bounds the end of a session with a server that hangs.
	closeTimeout = 2 * time.Second
	// discoverTimeout is how long a program may ignore server/discover, which
	// older ones don't know, until initialize is tried.
	discoverTimeout = 8 * time.Second

	uiExtension   = "io.modelcontextprotocol/ui"
	appsMIMEType  = "text/html;profile=mcp-app"
	statelessFrom = "2026-07-28"
	// lastLegacy is the newest version that begins with initialize.
	lastLegacy = "2025-11-25"
)

// session is a connection that has been introduced.
type session struct {
	sdk  *mcp.ClientSession
	conn *connection
	info Info
	// release ends what carries the connection. It returns when nothing is left.
	release func()
	// single says that what carries it can't be had again: a program's run, a
	// stream of events.
	single bool
	// abandon makes close end the session without a request: the server has lost it.
	abandon func()
}

// opener opens the session of one attempt.
type opener struct {
	*Client

	record func(Message)
}

// open connects over the transport that the server wants.
func (c opener) open(ctx context.Context) (*session, error) {
	switch {
	case c.server.isProgram():
		return c.openProgram(ctx)
	case c.server.Transport == SSE:
		return c.openSSE(ctx)
	case c.server.Transport == Streamable || c.streamable:
		s, _, err := c.openStreamable(ctx)
		return s, err
	}
	s, status, err := c.openStreamable(ctx)
	if err == nil {
		c.streamable = true
		return s, nil
	}
	if !older(status) || wireError(err) != nil {
		return nil, err
	}
	s, sseErr := c.openSSE(ctx)
	if elsewhere, ok := errors.AsType[*ui.Error](sseErr); ok && elsewhere.Code == "endpoint_elsewhere" {
		return nil, sseErr // it does speak SSE
	}
	if sseErr != nil {
		return nil, err
	}
	return s, nil
}

// older reports whether a server that answers its first message with a status
// may be one of protocol 2024-11-05, which knows no messages at that address.
func older(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return false
	default:
		return status >= http.StatusBadRequest && status < http.StatusInternalServerError
	}
}

// openStreamable connects over Streamable HTTP. Where that fails, it returns
// the status with which the server answered, or zero.
func (c opener) openStreamable(ctx context.Context) (*session, int, error) {
	base := baseTransport()
	carried := &endpointTransport{inner: base, server: c.server}
	tripper := &roundTripper{inner: carried, server: c.server, limit: MaxMessage}
	wrapped := c.wrap(&mcp.StreamableClientTransport{
		Endpoint:     c.server.Endpoint,
		HTTPClient:   &http.Client{Transport: tripper, CheckRedirect: c.server.follow},
		MaxEventSize: -1, // the tripper's limit holds
		MaxRetries:   2,  // of streams that can be resumed
		// The SDK opens the stream of notifications only on connections of its own
		// type, which ours wraps; [listening] opens it.
		DisableStandaloneSSE: true,
	})
	wrapped.overHTTP, wrapped.streams = true, &tripper.streams
	wrapped.negotiated = func(version string) { tripper.version.Store(&version) }
	tripper.overflow = func() { wrapped.opened.end(errTooLarge) }
	s, err := c.introduce(ctx, wrapped, c.protocol())
	if err != nil {
		base.CloseIdleConnections()
		status := 0
		if refused, ok := errors.AsType[*statusError](err); ok {
			status = refused.status
		}
		return nil, status, err
	}
	s.info.Transport = string(Streamable)
	tripper.version.Store(&s.info.Protocol)
	listenCtx, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.abandon = func() { tripper.gone.Store(true) }
	s.release = func() {
		stop()
		base.CloseIdleConnections()
	}
	if s.conn.stateless {
		go subscribe(listenCtx, s.conn, s.info.Capabilities)
	} else {
		stream := &listening{
			endpoint: c.server.Endpoint, client: &http.Client{Transport: carried, CheckRedirect: c.server.follow},
			conn: s.conn, version: s.info.Protocol,
		}
		go stream.run(listenCtx)
	}
	return s, 0, nil
}

// openSSE connects over HTTP with SSE, which has initialize only.
func (c opener) openSSE(ctx context.Context) (*session, error) {
	base := baseTransport()
	wrapped := c.wrap(&sseTransport{
		server: c.server, record: c.record,
		client: &http.Client{Transport: &endpointTransport{inner: base, server: c.server}, CheckRedirect: c.server.follow},
	})
	wrapped.overHTTP = true
	s, err := c.introduce(ctx, wrapped, c.legacyProtocol())
	if err != nil {
		base.CloseIdleConnections()
		return nil, err
	}
	s.info.Transport, s.single, s.release = string(SSE), true, base.CloseIdleConnections
	return s, nil
}

// openProgram runs the program. One that exits at server/discover, because it
// knows nothing but initialize, is run once more.
func (c opener) openProgram(ctx context.Context) (*session, error) {
	s, probed, err := c.run(ctx, c.protocol())
	if probed && err != nil && ctx.Err() == nil && exited(err) {
		s, _, err = c.run(ctx, c.legacyProtocol())
	}
	return s, err
}

func exited(err error) bool {
	known, ok := errors.AsType[*ui.Error](err)
	return ok && known.Code == "server_exited"
}

// run starts the program and connects to it. It reports whether the program was
// asked server/discover and has not answered.
func (c opener) run(ctx context.Context, protocol string) (opened *session, probed bool, err error) {
	program, err := start(c.server, c.options.Printed)
	if err != nil {
		return nil, false, err
	}
	wrapped := c.wrap(&stdioTransport{process: program, record: c.record})
	wrapped.discoverTimeout = discoverTimeout
	s, err := c.introduce(ctx, wrapped, protocol)
	if err != nil {
		if ctx.Err() == nil && unexplained(err) && program.exitsWithin(quickStopTimeout) {
			// That it has exited says more than what the failure looks like from here.
			err = program.ending()
		}
		program.stop(quickStopTimeout)
		return nil, wrapped.opened.unanswered(), err
	}
	listenCtx, stopListening := context.WithCancel(context.WithoutCancel(ctx))
	s.info.Transport, s.single = overStdio, true
	s.release = func() {
		stopListening()
		program.stop(stopTimeout)
	}
	if s.conn.stateless {
		go subscribe(listenCtx, s.conn, s.info.Capabilities)
	}
	return s, false, nil
}

// unexplained reports whether an error says nothing but that the connection
// doesn't work.
func unexplained(err error) bool {
	_, known := errors.AsType[*ui.Error](err)
	return !known && wireError(err) == nil && !errors.Is(err, errTooLarge)
}

func (c opener) wrap(inner mcp.Transport) *transport {
	return &transport{
		inner: inner, record: c.record, notified: c.options.Notified, hide: c.hide, level: c.logLevel,
		profile: c.profile, roots: c.options.Roots, streams: &questionStreams{},
	}
}

// introduce opens the session: initialize, or server/discover.
func (c opener) introduce(ctx context.Context, wrapped *transport, protocol string) (*session, error) {
	sdk, err := c.sdkClient().Connect(ctx, wrapped, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		if wrapped.opened != nil {
			wrapped.opened.end(errEnded)
			// What ended the connection says more than what the SDK made of it.
			if cause := wrapped.opened.cause; ctx.Err() == nil && (errors.Is(cause, errTooLarge) || exited(cause)) {
				err = cause
			}
		}
		return nil, fmt.Errorf("connecting to %s: %w", c.server.ID, err)
	}
	s := &session{sdk: sdk, conn: wrapped.opened, release: func() {}}
	if result := sdk.InitializeResult(); result != nil {
		s.info = Info{Protocol: result.ProtocolVersion, Instructions: result.Instructions}
		if result.ServerInfo != nil {
			s.info.Name, s.info.Title, s.info.Version = result.ServerInfo.Name, result.ServerInfo.Title, result.ServerInfo.Version
		}
	}
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	s.info.Capabilities = introductionOf(s.conn.introduction).Capabilities
	s.conn.stateless = s.info.Protocol >= statelessFrom
	return s, nil
}

// introduction is what is read of an answer to initialize or server/discover
// as the server wrote it.
type introduction struct {
	ProtocolVersion string          `json:"protocolVersion"`
	Capabilities    json.RawMessage `json:"capabilities"`
}

func introductionOf(result json.RawMessage) introduction {
	var answer introduction
	if json.Unmarshal(result, &answer) != nil {
		return introduction{} // the SDK refuses such an answer
	}
	return answer
}

func (c opener) sdkClient() *mcp.Client {
	info := c.profile.ClientInfo.Value
	if info.Name == "" {
		info = hosts.Implementation{Name: c.profile.ID, Version: "0"}
	}
	capabilities := c.capabilities()
	if types := c.profile.UIMIMETypes.Value; slices.Contains(types, appsMIMEType) {
		capabilities.AddExtension(uiExtension, map[string]any{"mimeTypes": types})
	}
	return mcp.NewClient(&mcp.Implementation{Name: info.Name, Version: info.Version}, &mcp.ClientOptions{
		Capabilities:   capabilities,
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
}

// capabilities are what the host declares beside the UI: everything that it is not known to
// lack.
func (c opener) capabilities() *mcp.ClientCapabilities {
	declared := &mcp.ClientCapabilities{}
	offers := func(f hosts.Feature) bool { return !c.profile.Lacks(f) }
	if form, page := offers(hosts.ElicitationForm), offers(hosts.ElicitationURL); form || page {
		declared.Elicitation = &mcp.ElicitationCapabilities{}
		if form {
			declared.Elicitation.Form = &mcp.FormElicitationCapabilities{}
		}
		if page {
			declared.Elicitation.URL = &mcp.URLElicitationCapabilities{}
		}
	}
	if offers(hosts.ServerSampling) {
		declared.Sampling = &mcp.SamplingCapabilities{} //nolint:staticcheck // hosts still have it
	}
	if offers(hosts.Roots) {
		declared.RootsV2 = &mcp.RootCapabilities{} //nolint:staticcheck // hosts still have it
	}
	return declared
}

// protocol is the newest version that the host speaks; empty means the newest
// there is.
func (c opener) protocol() string {
	if versions := c.profile.Protocols.Value; len(versions) > 0 {
		return versions[0]
	}
	return ""
}

// legacyProtocol is the newest version that the host speaks and that begins
// with initialize.
func (c opener) legacyProtocol() string {
	for _, version := range c.profile.Protocols.Value {
		if version <= lastLegacy {
			return version
		}
	}
	return lastLegacy
}

// close ends the session and returns when nothing is left of it.
func (s *session) close() error {
	defer s.release()
	done := make(chan error, 1)
	go func() { done <- s.sdk.Close() }()
	timer := time.NewTimer(closeTimeout)
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil && !errors.Is(err, mcp.ErrConnectionClosed) {
			return fmt.Errorf("closing the session: %w", err)
		}
	case <-timer.C:
		s.conn.end(errEnded)
	}
	return nil
}
