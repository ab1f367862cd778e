package conformance_test

import (
	"bytes"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/everything/app"
	"github.com/orielapps/oriel/state"
)

// Three replicas, each of which gets every third request, are one server to clients
// of every revision. They share a key and a store, and nothing else.
func TestReplicas(t *testing.T) { //nolint:tparallel // see below
	t.Parallel()
	const replicas = 3
	var (
		options = oriel.Options{
			Key: "a key that all replicas have", Store: state.NewMemory(), Logger: slog.New(slog.DiscardHandler),
			CallTimeout: time.Minute, // a question that nobody answers must not outlive the test
		}
		proxy roundRobin
	)
	for range replicas {
		everything := app.New(options)
		go app.Tick(t.Context(), everything)
		proxy.add(t, serve(t, everything.Handler()))
	}
	address := serve(t, &proxy)
	//nolint:paralleltest // one after the other, so that no request meets the replica of the one before
	for _, revision := range slices.Sorted(maps.Keys(revisions)) {
		t.Run(revision, func(t *testing.T) {
			conforms(t, address, revision)
		})
	}
}

// serve serves MCP on an address of its own.
func serve(t *testing.T, handler http.Handler) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(oriel.Endpoint, handler)
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections() // streams have no end of their own
		server.Close()
	})
	return server.URL + oriel.Endpoint
}

// roundRobin hands each request to the next server, like a load balancer without
// sticky sessions.
type roundRobin struct {
	servers []http.Handler
	next    atomic.Uint64
}

func (p *roundRobin) add(t *testing.T, address string) {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	target.Path = "" // that of the request stays
	p.servers = append(p.servers, &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // whom clients mean is for the server to judge
		},
		FlushInterval: -1, // events are sent as they come
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	})
}

func (p *roundRobin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// Requests are taken in as a whole, as other proxies do: net/http closes the body
	// of a request when its answer begins, and ReverseProxy tears the answer off if it
	// has not seen the end of the body by then.
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	n := p.next.Add(1) - 1
	p.servers[n%uint64(len(p.servers))].ServeHTTP(w, r)
}
