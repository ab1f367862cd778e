package state_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// policy is what a host gives a view that asks for nothing (MCP Apps 2026-01-26, "Host
// Behavior").
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"

// A stage is a page that is a host, and the server behind it.
type stage struct {
	kind   hostKind
	page   *browsertest.Page
	host   *browsertest.Frame
	server atomic.Pointer[http.Handler]

	mu        sync.Mutex
	documents []string
}

// What a server remembers across a restart.
type remembered struct {
	store state.Store
	key   string
}

// lasting is a store that is not this process's memory, as far as an app can tell.
type lasting struct{ state.Store }

func newStage(t *testing.T, browser *browsertest.Browser, kind hostKind) *stage {
	t.Helper()
	s := &stage{kind: kind}
	s.start(t, remembered{})
	words, err := json.Marshal(kind.script)
	viewpage.Must(t, err)
	script := built(t, "host.ts")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!doctype html><title>host</title><link rel="icon" href="data:,"><body><script>const kind = %s;%s</script>`, words, script)
	})
	mux.HandleFunc("POST /documents", s.keepDocument)
	mux.HandleFunc("GET /documents/{n}", s.document)
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) { (*s.server.Load()).ServeHTTP(w, r) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.page = browser.Open(t, server.URL)
	s.host = s.page.Main()
	return s
}

// start starts the server, in place of the one that ran before.
func (s *stage) start(t *testing.T, with remembered) {
	t.Helper()
	var handler http.Handler
	if s.kind.stranger {
		handler = strangersServer(t)
	} else {
		app := boardApp(t, with)
		handler = app.Handler()
	}
	s.server.Store(&handler)
}

// boardApp is an app with a view that has a state.
func boardApp(t *testing.T, with remembered) *oriel.App {
	t.Helper()
	app := oriel.NewWith("boards", "1.0.0", oriel.Options{
		Logger: slog.New(slog.DiscardHandler), Store: with.store, Key: with.key,
	})
	board := oriel.AddView(app, "board", ui.HTML(viewDocument(t)))
	oriel.AddTool(app, oriel.Tool{Name: "board", View: board, ReadOnly: true},
		func(_ context.Context, in boardInput) (oriel.Result[boardInput], error) {
			return oriel.Result[boardInput]{Data: in, Text: "The board."}, nil
		})
	viewpage.Must(t, app.Err())
	return app
}

type boardInput struct {
	Board int `json:"board"`
}

// strangersServer is a server that knows nothing of us, with the same view.
func strangersServer(t *testing.T) http.Handler {
	t.Helper()
	document := viewDocument(t)
	const uri = "ui://board/view.html"
	link := mcp.Meta{"ui": map[string]any{"resourceUri": uri}}
	server := mcp.NewServer(&mcp.Implementation{Name: "boards", Version: "1"}, nil)
	tool := &mcp.Tool{Name: "board", Meta: link, InputSchema: map[string]any{"type": "object"}}
	server.AddTool(tool, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "The board."}}}, nil
	})
	resource := &mcp.Resource{URI: uri, Name: "board", MIMEType: "text/html;profile=mcp-app"}
	server.AddResource(resource, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: resource.MIMEType, Text: document}}}, nil
	})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// keepDocument takes a document that a frame is to show, and answers where it is.
func (s *stage) keepDocument(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.documents = append(s.documents, string(body))
	_, _ = fmt.Fprintf(w, "/documents/%d", len(s.documents)-1)
}

func (s *stage) document(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n >= len(s.documents) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy)
	_, _ = io.WriteString(w, s.documents[n])
}

// viewDocument is the view, as a build makes it.
func viewDocument(t *testing.T) string {
	t.Helper()
	return "<!doctype html><html><head><meta charset=utf-8><title>Board</title></head><body>" + view.Script(built(t, "view.ts")) + "</body></html>"
}

// built bundles a script of testdata.
func built(t *testing.T, name string) string {
	t.Helper()
	return viewpage.Script{
		Entry: "test/viewtest/state/testdata/" + name, Minify: true,
		Alias:  map[string]string{"@oriel/view/preact": "./view/src/preact/index.ts"},
		Define: map[string]string{"process.env.NODE_ENV": `"production"`},
	}.Build(t)
}

// newRemembered is what a server has that starts for the first time.
func newRemembered(lastingStore bool) remembered {
	r := remembered{key: rand.Text() + rand.Text()}
	if lastingStore {
		r.store = lasting{state.NewMemory()}
	}
	return r
}
