package providers_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// trips is an app with two tools: "list" needs trips.read, and "save" trips.write.
type trips struct {
	endpoint string
	log      *slog.Logger
	listener net.Listener
}

// reserve returns an app that has its address, and is not served yet: some providers have to
// know it before they can be started.
func reserve(t *testing.T) *trips {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() }) // if nobody has served it
	return &trips{"http://" + listener.Addr().String() + "/mcp", slog.New(slog.NewTextHandler(t.Output(), nil)), listener}
}

// serve serves the app.
func (a *trips) serve(t *testing.T, signIn oriel.Auth) {
	t.Helper()
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{URL: a.endpoint, Auth: signIn})
	tool := func(name, scope, format string) {
		oriel.AddTool(app, oriel.Tool{Name: name, Security: []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{scope}}}},
			func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{Text: fmt.Sprintf(format, oriel.RequestFrom(ctx).User.ID)}, nil
			})
	}
	tool("list", "trips.read", "%s has no trips")
	tool("save", "trips.write", "saved for %s")
	mux := http.NewServeMux()
	mux.Handle("/mcp", app.Handler())
	mux.Handle("/.well-known/oauth-protected-resource/mcp", app.ResourceMetadataHandler())
	server := &httptest.Server{Listener: a.listener, Config: &http.Server{Handler: mux, ReadHeaderTimeout: timeout}}
	server.Start()
	t.Cleanup(func() {
		app.Close()
		server.Close()
	})
}
