package viewpage

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Serve serves a document until the test ends, whatever is asked for, and returns its
// address.
func Serve(t testing.TB, html string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if _, err := io.WriteString(w, html); err != nil {
			t.Logf("serving a page: %v", err)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}
