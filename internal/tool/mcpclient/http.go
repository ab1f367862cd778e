package mcpclient

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
	// maxHeader is the most that the header of an answer may hold, in bytes.
	maxHeader = mebibyte
)

// baseTransport is the default one of net/http, apart from its pool: a session
// must be able to drop its own connections.
func baseTransport() *http.Transport {
	base := &http.Transport{Proxy: http.ProxyFromEnvironment}
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		base = t.Clone()
	}
	base.MaxResponseHeaderBytes = maxHeader
	return base
}

// endpointTransport carries every request to an endpoint: it adds the headers that the
// user gave, and makes a clear error of an answer that asks for credentials.
type endpointTransport struct {
	inner  http.RoundTripper
	server Server
}

// RoundTrip implements [http.RoundTripper].
func (t *endpointTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	if len(t.server.Header) > 0 && t.server.isOwn(request) {
		request = request.Clone(request.Context())
		for name, values := range t.server.Header {
			if strings.EqualFold(name, "Host") && len(values) > 0 {
				request.Host = values[0]
				continue
			}
			request.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	if addresses.IsThisMachine(request.URL.Hostname()) && request.Header.Get("Accept-Encoding") == "" {
		// To compress a document takes longer than to send it nowhere.
		request = request.Clone(request.Context())
		request.Header.Set("Accept-Encoding", "identity")
	}
	response, err := t.sendWithToken(request)
	if err != nil {
		return nil, fmt.Errorf("over HTTP: %w", err)
	}
	if response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden {
		return nil, t.server.refusedEntry(response)
	}
	if response.StatusCode == http.StatusRequestEntityTooLarge {
		// An answer with this status would make the SDK give up the session.
		return nil, t.server.refusedSize(request, response)
	}
	return response, nil
}

// isOwn reports whether a request goes to the server itself, which may get credentials.
func (s Server) isOwn(request *http.Request) bool {
	endpoint, err := url.Parse(s.Endpoint)
	return err == nil && addresses.SameOrigin(endpoint, request.URL)
}

// roundTripper adds what a wrapped SDK transport can't know and bounds what a
// server may send.
type roundTripper struct {
	inner  http.RoundTripper
	server Server
	limit  int64
	// version is the negotiated protocol version; nil until there is one. The
	// SDK sends it only on connections that it made itself.
	version atomic.Pointer[string]
	// overflow is called when an answer was over the limit. The SDK wraps read
	// errors as text, so the reason takes this way.
	overflow func()
	// gone says that the server has lost the session, so that it is not asked to end it.
	gone atomic.Bool
	// streams says which request's answer a question came in.
	streams questionStreams
}

// headerKey is the context's key of the headers that belong to one message.
type headerKey struct{}

func withHeader(ctx context.Context, header map[string]string) context.Context {
	return context.WithValue(ctx, headerKey{}, header)
}

// RoundTrip implements [http.RoundTripper].
func (t *roundTripper) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method == http.MethodDelete && t.gone.Load() {
		return &http.Response{
			Status: "204 No Content", StatusCode: http.StatusNoContent, Header: http.Header{}, Body: http.NoBody, Request: request,
			Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		}, nil
	}
	header := map[string]string{}
	if version := t.version.Load(); version != nil && request.Header.Get(versionHeader) == "" {
		header[versionHeader] = *version
	}
	if more, ok := request.Context().Value(headerKey{}).(map[string]string); ok {
		maps.Copy(header, more)
	}
	if len(header) > 0 {
		request = request.Clone(request.Context())
		for name, value := range header {
			request.Header.Set(name, value)
		}
	}
	response, err := t.inner.RoundTrip(request)
	if err != nil {
		return nil, err //nolint:wrapcheck // the transport has said where
	}
	if err := t.refused(request, response); err != nil {
		return nil, err
	}
	response.Body = &limitedBody{
		inner: response.Body, limit: t.limit, left: t.limit, overflow: t.overflow,
		events: isEventStream(response),
	}
	if call, ok := request.Context().Value(callKey{}).(int64); ok && isEventStream(response) {
		response.Body = &questionReader{ReadCloser: response.Body, call: call, streams: &t.streams}
	}
	return response, nil
}

// follow decides about a redirect: one that stays with the server that was
// named is followed, so that a server can't send us to another one.
func (s Server) follow(request *http.Request, via []*http.Request) error {
	const most = 5
	status := 0
	if request.Response != nil {
		status = request.Response.StatusCode
	}
	switch first := via[0]; {
	case len(via) >= most:
		return fmt.Errorf("stopped after %d redirects", most)
	case !addresses.SameOrigin(first.URL, request.URL):
		return s.refusedRedirect(status, request.URL, "another one, which was not followed")
	case first.Method == http.MethodPost && request.Method != http.MethodPost:
		return s.refusedRedirect(status, request.URL, fmt.Sprintf("another address with HTTP status %s, which drops the message", statusText(status)))
	default:
		return nil
	}
}
