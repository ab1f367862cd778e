package mcpclient

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
)

const versionHeader = "Mcp-Protocol-Version"

// roundTripper adds what a wrapped SDK transport can't know and bounds what a
// server may send.
type roundTripper struct {
	inner http.RoundTripper
	limit int64
	// version is the negotiated protocol version; nil until there is one. The
	// SDK sends it only on connections that it made itself.
	version atomic.Pointer[string]
	// overflowed is set when an answer was over the limit. The SDK wraps read
	// errors as text, so the reason is kept here.
	overflowed atomic.Bool
}

// RoundTrip implements [http.RoundTripper].
func (t *roundTripper) RoundTrip(request *http.Request) (*http.Response, error) {
	if version := t.version.Load(); version != nil && request.Header.Get(versionHeader) == "" {
		request = request.Clone(request.Context())
		request.Header.Set(versionHeader, *version)
	}
	response, err := t.inner.RoundTrip(request)
	if err != nil {
		return nil, fmt.Errorf("over HTTP: %w", err)
	}
	response.Body = &limitedBody{inner: response.Body, left: t.limit, overflowed: &t.overflowed}
	return response, nil
}

type limitedBody struct {
	inner      io.ReadCloser
	left       int64
	overflowed *atomic.Bool
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		b.overflowed.Store(true)
		return 0, errTooLarge
	}
	// One byte more than is left tells a full answer from one that goes on.
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.inner.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		b.overflowed.Store(true)
		return 0, errTooLarge
	}
	return n, err //nolint:wrapcheck // io.Reader: io.EOF has to stay itself
}

func (b *limitedBody) Close() error {
	if err := b.inner.Close(); err != nil {
		return fmt.Errorf("closing the answer: %w", err)
	}
	return nil
}

// sameOriginOnly follows a redirect only where it stays with the server that
// was named, so that a server can't send us to another one.
func sameOriginOnly(request *http.Request, via []*http.Request) error {
	const most = 5
	if len(via) >= most {
		return fmt.Errorf("stopped after %d redirects", most)
	}
	if first := via[0].URL; !sameOrigin(first, request.URL) {
		return fmt.Errorf("the server redirects to another one, %s://%s", request.URL.Scheme, request.URL.Host)
	}
	return nil
}

func sameOrigin(a, b *url.URL) bool { return a.Scheme == b.Scheme && a.Host == b.Host }
