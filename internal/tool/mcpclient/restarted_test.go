package mcpclient_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// A server that is another process now doesn't know the session, and is not asked to end it.
func TestRestartedServerIsNotAskedToEndTheSession(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]int32{"server_restarted": 0, "client_closed": 1} {
		var ends atomic.Int32
		s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
		handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodDelete {
				ends.Add(1)
			}
			handler.ServeHTTP(w, r)
		}))
		t.Cleanup(web.Close)
		client := dialWith(t.Context(), t, mcpclient.Server{ID: "x", Endpoint: web.URL}, "vscode", mcpclient.Options{})
		if err := client.CloseWith(&ui.Error{Code: code, Message: "It is over."}); err != nil {
			t.Error(err)
		}
		if got := ends.Load(); got != want {
			t.Errorf("%s: %d requests to end the session, want %d", code, got, want)
		}
	}
}
