package interop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// A stand is a probe in our host, with all that a test looks at from outside.
type stand struct {
	page     *browsertest.Page
	main     *browsertest.Frame
	proxy    *browsertest.Frame
	view     *browsertest.Frame
	said     *farewells
	requests *requestLog
	declared *target
	secret   *target
}

// A target is a server that lets everybody in, and counts who came.
type target struct {
	url  string
	mu   sync.Mutex
	hits []string
	news chan struct{} // closed and made anew at each hit
}

// wait waits until somebody asks for a path.
func (t *target) wait(ctx context.Context, path string) error {
	for {
		t.mu.Lock()
		news := t.news
		t.mu.Unlock()
		if t.hit(path) {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return fmt.Errorf("nobody came to %s: %w", path, ctx.Err())
		}
	}
}

func newTarget(t *testing.T) *target {
	t.Helper()
	out := &target{news: make(chan struct{})}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out.mu.Lock()
		out.hits = append(out.hits, r.URL.Path)
		close(out.news)
		out.news = make(chan struct{})
		out.mu.Unlock()
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	out.url = server.URL
	return out
}

func (t *target) hit(path string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.hits, path)
}

// A requestLog keeps what an MCP server was asked, and answers the call of one
// tool with an error of the protocol.
type requestLog struct {
	mu     sync.Mutex
	bodies []string
	next   http.Handler
}

func (l *requestLog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	l.mu.Lock()
	l.bodies = append(l.bodies, string(body))
	l.mu.Unlock()
	var call struct {
		ID     json.RawMessage `json:"id"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &call) == nil && call.Params.Name == "breaks" {
		w.Header().Set("Content-Type", "application/json")
		if _, err := fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"the tool broke"}}`, call.ID); err != nil {
			return // the client has gone
		}
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	l.next.ServeHTTP(w, r)
}

// asked reports whether the server got a request that has all the parts.
func (l *requestLog) asked(parts ...string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.bodies, func(body string) bool {
		for _, part := range parts {
			if !strings.Contains(body, part) {
				return false
			}
		}
		return true
	})
}

// probeApp has the probe in three tools: with a policy and all display modes,
// with neither, and for a call that breaks.
func probeApp(t *testing.T, s *stand) *oriel.App {
	t.Helper()
	probe := func(modes string) ui.HTML {
		return ui.HTML(document("", bundle(t, peer{entry: "views/recorder.ts"}),
			bundle(t, peer{entry: "views/probe.ts", define: map[string]string{"MODES": modes, "OFFERS": "undefined"}})))
	}
	app, said := weatherApp(t, "<p>not used", ui.Metadata{})
	s.said = said
	answer := func(_ context.Context, in asked) (oriel.Result[weather], error) {
		return oriel.Result[weather]{Data: weather{City: in.City, Sky: "clear"}, Text: "sunny in " + in.City}, nil
	}
	full := oriel.AddViewWith(app, "full", probe(`["inline","fullscreen","pip"]`), ui.Metadata{
		CSP:         &ui.CSP{ConnectDomains: []string{s.declared.url}},
		Permissions: ui.Permissions{ClipboardWrite: true},
	})
	plain := oriel.AddView(app, "plain", probe(`["inline"]`))
	oriel.AddTool(app, oriel.Tool{Name: "full", ReadOnly: true, View: full}, answer)
	oriel.AddTool(app, oriel.Tool{Name: "plain", ReadOnly: true, View: plain}, answer)
	app.RemoveTools("breaks")
	oriel.AddTool(app, oriel.Tool{Name: "breaks", ReadOnly: true, View: plain}, answer)
	oriel.AddTool(app, oriel.Tool{Name: "secret", Visibility: ui.ModelOnly}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "the secret"}, nil
	})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app
}

// newStand opens the probe in one of its tools, as a host shows it.
func newStand(t *testing.T, browser *browsertest.Browser, tool, profile string) *stand {
	t.Helper()
	s := &stand{declared: newTarget(t), secret: newTarget(t)}
	s.requests = &requestLog{next: probeApp(t, s).Handler()}
	server := httptest.NewServer(s.requests)
	t.Cleanup(server.Close)
	s.page, s.view = showAs(t, browser, serveWorkbench(t, server.URL)+"&profiles="+profile, tool, `{"city":"Lisbon"}`)
	s.main = s.page.Main()
	s.proxy = s.page.Frame(`iframe[data-testid="view"]`)
	if err := s.view.WaitFor(t.Context(), "globalThis.probe && probe.hello()"); err != nil {
		t.Fatal(err)
	}
	return s
}
