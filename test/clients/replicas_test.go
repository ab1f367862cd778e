package clients_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/test/clients/probe"
	"github.com/orielapps/oriel/test/clients/trial"
)

// replicas serves two replicas that have nothing in common but a key and a store,
// behind a proxy that sends each request to the one that did not have the last.
func replicas(t *testing.T) (address string, doors []*trial.Door) {
	t.Helper()
	world, store := new(probe.World), &state.Memory{}
	var proxies []http.Handler
	for range 2 {
		app := world.App(oriel.Options{Key: "a key that all replicas have, and nobody else", Store: store, CallTimeout: trial.Patience})
		d := trial.NewDoor(app.Handler())
		target, err := url.Parse(trial.Open(t, app, d))
		if err != nil {
			t.Fatal(err)
		}
		proxy := &httputil.ReverseProxy{
			Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(target) },
			FlushInterval: -1,                                        // at once
			ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, 0), // clients that cancel
		}
		doors, proxies = append(doors, d), append(proxies, proxy)
	}
	var turn atomic.Uint64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The proxy of the standard library breaks off a stream that begins before it has
		// seen the end of the request, unless it may read and write at once.
		if err := http.NewResponseController(w).EnableFullDuplex(); err != nil {
			t.Error(err)
		}
		proxies[turn.Add(1)%uint64(len(proxies))].ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, doors
}

// wantShared checks that both replicas had about the same to do, and that nothing of
// it is open.
func wantShared(t *testing.T, doors []*trial.Door) {
	t.Helper()
	var posts []int
	for _, d := range doors {
		d.Quiet(t)
		total := 0
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
			for _, n := range d.Count(method) {
				total += n
			}
		}
		posts = append(posts, total)
	}
	if difference := posts[0] - posts[1]; difference < -1 || difference > 1 {
		t.Errorf("one replica had %d requests, the other %d", posts[0], posts[1])
	}
}

func TestReplicas(t *testing.T) {
	t.Parallel()
	for _, c := range nodeClients {
		t.Run(c.script+" "+c.lifecycle, func(t *testing.T) {
			t.Parallel()
			address, doors := replicas(t)
			runNode(t, c, address).Check(t, c.steps())
			wantShared(t, doors)
		})
	}
	for _, version := range []string{trial.Modern, "2025-11-25"} {
		t.Run("go-sdk "+version, func(t *testing.T) {
			t.Parallel()
			address, doors := replicas(t)
			trial.Run(t, goClient(version, overHTTP(address))).Check(t, trial.Steps(version))
			wantShared(t, doors)
		})
	}
}
