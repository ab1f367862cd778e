package mcpclient

import (
	"context"
	"net/http"
	"testing"

	"github.com/orielapps/oriel/internal/tool/secrets"
)

// noting notes how an answer may be compressed.
type noting struct{ accepted, token string }

func (t *noting) RoundTrip(request *http.Request) (*http.Response, error) {
	t.accepted, t.token = request.Header.Get("Accept-Encoding"), request.Header.Get("Authorization")
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: request}, nil
}

func TestNothingIsCompressedOnThisMachine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ endpoint, asked, want string }{
		{"http://127.0.0.1:1/mcp", "", "identity"},
		{"http://[::1]:1/mcp", "", "identity"},
		{"http://localhost:1/mcp", "", "identity"},
		{"http://127.0.0.1:1/mcp", "zstd", "zstd"},
		{"https://app.example/mcp", "", ""}, // the transport asks for gzip by itself
		{"http://192.0.2.1/mcp", "", ""},
	} {
		inner := &noting{}
		transport := &endpointTransport{inner: inner, server: Server{Endpoint: test.endpoint}}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, test.endpoint, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if test.asked != "" {
			request.Header.Set("Accept-Encoding", test.asked)
		}
		response, err := transport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		if inner.accepted != test.want {
			t.Errorf("%s, asked for %q: %q", test.endpoint, test.asked, inner.accepted)
		}
	}
}

type alwaysSignedIn struct{}

func (alwaysSignedIn) Token(context.Context) string { return "a-token" }

func (alwaysSignedIn) Refused(context.Context, string, int, http.Header, string) bool { return false }

func (alwaysSignedIn) Rejected(string, int, http.Header, string) {}

func (alwaysSignedIn) Mask() *secrets.Mask { return nil }

// A token is for one origin, and leaves this machine encrypted alone.
func TestTokensStayWithTheirServer(t *testing.T) {
	t.Parallel()
	const own = "https://app.example/mcp"
	for _, test := range []struct{ endpoint, to, want string }{
		{own, own, "Bearer a-token"},
		{own, "https://app.example:443/other", "Bearer a-token"},
		{own, "https://app.example:8443/mcp", ""},
		{own, "http://app.example/mcp", ""},
		{own, "https://evil.example/mcp", ""},
		{"http://127.0.0.1:80/mcp", "http://127.0.0.1/mcp", "Bearer a-token"},
		{"http://app.localhost/mcp", "http://app.localhost/mcp", "Bearer a-token"},
		{"http://app.example/mcp", "http://app.example/mcp", ""},
		{"http://192.0.2.77/mcp", "http://192.0.2.77/mcp", ""},
	} {
		inner := &noting{}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, test.to, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := (&endpointTransport{inner: inner, server: Server{Endpoint: test.endpoint, Auth: alwaysSignedIn{}}}).RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		if inner.token != test.want {
			t.Errorf("%s, at %s, gets %q, want %q", test.to, test.endpoint, inner.token, test.want)
		}
	}
}
