package mcpclient_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// resetting accepts connections and resets each.
func resetting(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		if plain, ok := conn.(*net.TCPConn); !ok || plain.SetLinger(0) != nil {
			t.Error("the connection can't be reset")
		}
		_ = conn.Close()
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestStartingAnswer(t *testing.T) {
	t.Parallel()
	answering := func(status int) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		t.Cleanup(server.Close)
		return server.URL
	}
	for _, tt := range []struct{ name, endpoint, want string }{
		{"nobody listens", nobodyListens(t), "connection refused"},
		{"the connection is reset", resetting(t), "connection reset"},
		{"a proxy finds nobody", answering(http.StatusBadGateway), "HTTP status 502"},
		{"it is not ready", answering(http.StatusServiceUnavailable), "HTTP status 503"},
		{"another status", answering(http.StatusInternalServerError), ""},
		{"another address", answering(http.StatusNotFound), ""},
		{"no such host", "http://nowhere.invalid", ""},
	} {
		for _, transport := range []mcpclient.Transport{mcpclient.Auto, mcpclient.Streamable, mcpclient.SSE} {
			t.Run(tt.name+" "+string(transport), func(t *testing.T) {
				t.Parallel()
				_, err := mcpclient.Dial(t.Context(), mcpclient.Server{ID: "s", Endpoint: tt.endpoint, Transport: transport}, profile(t, "claude"), mcpclient.Options{})
				if got := mcpclient.StartingAnswer(err); err == nil || got != tt.want {
					t.Errorf("StartingAnswer = %q, want %q, of %v", got, tt.want, err)
				}
			})
		}
	}
	if got := mcpclient.StartingAnswer(nil); got != "" {
		t.Errorf("StartingAnswer(nil) = %q", got)
	}
}

// nobodyListens returns an address where nobody listens and nobody can begin to: it
// is the near end of a connection.
func nobodyListens(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return "http://" + connection.LocalAddr().String()
}
