package devloop_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/orielapps/oriel/internal/tool/devloop"
)

// A view may be what another bundler's development server says.
func TestForeign(t *testing.T) {
	t.Parallel()
	var title atomic.Value
	title.Store("the first")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<!doctype html><title>%s</title><script type="module" src="/src/main.ts"></script>`, title.Load())
	}))
	defer server.Close()
	d := start(t, project(t, nil), devloop.Options{Foreign: map[string]string{"day": server.URL}})
	d.await(devloop.ServerReady)
	first, html := d.view()
	if !strings.Contains(html, "the first") || !strings.Contains(html, ".localhost:") {
		t.Errorf("%.300s", html)
	}
	list := d.ask("resources/list", "{}")
	if !strings.Contains(list, "localhost:") {
		t.Errorf("nothing may be loaded: %s", list)
	}
	title.Store("the second")
	d.await(devloop.ViewBuilt, changed)
	d.eventually("it is another one", func() bool {
		second, html := d.view()
		return second != first && strings.Contains(html, "the second")
	})
	server.Close()
	d.eventually("it says that the server is gone", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return len(d.problems) == 1 && d.problems[0].View == "day" && d.problems[0].Code == "dev_server_unreachable"
	})
	if _, html := d.view(); !strings.Contains(html, "the second") {
		t.Errorf("%.300s", html)
	}
}

func TestForeignRefuses(t *testing.T) {
	t.Parallel()
	for name, servers := range map[string]map[string]string{
		"elsewhere": {"day": "http://example.com"}, "no name": {"": "http://localhost:5173"}, "a path": {"../x": "http://localhost:5173"},
	} {
		if _, err := devloop.New(t.Context(), devloop.Options{Dir: t.TempDir(), Command: []string{"true"}, Foreign: servers}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
