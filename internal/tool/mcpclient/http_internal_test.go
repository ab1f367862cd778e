package mcpclient

import (
	"net/http"
	"testing"
)

// noting notes how an answer may be compressed.
type noting struct{ accepted string }

func (t *noting) RoundTrip(request *http.Request) (*http.Response, error) {
	t.accepted = request.Header.Get("Accept-Encoding")
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
		courier := &courier{inner: inner, server: Server{Endpoint: test.endpoint}}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, test.endpoint, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if test.asked != "" {
			request.Header.Set("Accept-Encoding", test.asked)
		}
		response, err := courier.RoundTrip(request)
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
