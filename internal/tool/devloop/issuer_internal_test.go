package devloop

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// However often the app restarts, one warning says that the web can't sign in at the test
// issuer. Without metadata, or with another provider, there is none.
func TestWarnedOfIssuerOnce(t *testing.T) {
	t.Parallel()
	made, err := issuer.New(t.Context(), issuer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = made.Close() }() // nobody is answered
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }() // likewise
	metadata := ""
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if metadata == "" || r.URL.Path != "/.well-known/oauth-protected-resource/mcp" {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, metadata)
	}))
	defer app.Close()
	at, err := url.Parse(app.URL)
	if err != nil {
		t.Fatal(err)
	}
	warnings := 0
	l := &Loop{options: Options{Listener: listener, Events: func(Event) { warnings++ }}, issuer: made, public: at, proxy: newProxy("", false)}
	l.proxy.setTarget(at)
	for _, text := range []string{"", "<p>", `{"authorization_servers":["https://id.example.com"]}`} {
		metadata = text
		if l.checkIssuer(t.Context()); warnings != 0 {
			t.Errorf("%q is warned of", text)
		}
	}
	metadata = `{"authorization_servers":["https://id.example.com","` + made.URL() + `"]}`
	l.checkIssuer(t.Context())
	l.checkIssuer(t.Context())
	if warnings != 1 {
		t.Errorf("%d warnings", warnings)
	}
	l.proxy.transport.CloseIdleConnections()
}
