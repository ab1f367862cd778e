package workbench_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/browsertest"
	"github.com/orielapps/oriel/internal/bundle"
	"github.com/orielapps/oriel/internal/mcpclient"
	"github.com/orielapps/oriel/internal/workbench"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// noteView is a view with all that a person may have done in one. EDITION is what
// an edit changes.
const noteView = `
import { createStore, getState, onToolResult, setState, toolInput, sendMessage } from "@oriel/view";
const store = createStore({ count: 0 });
document.body.innerHTML = ` + "`" + `<h1 id=title>EDITION</h1><p id=answer></p><p id=input></p>
<button id=more>more</button><p id=count></p><button id=keep>keep</button><p id=kept></p><button id=tell>tell</button>
<input id=name><label><input type=checkbox id=yes>yes</label><select id=pick><option>a<option>b</select><input type=password id=secret>
<div id=box style="height:80px;overflow:auto"><div style="height:900px">long</div></div>` + "`" + `;
const at = (id: string) => document.getElementById(id)!;
const draw = () => {
	at("count").textContent = "count " + store.get().count;
	at("kept").textContent = "kept " + (getState<{ n: number }>()?.n ?? 0);
	at("input").textContent = JSON.stringify(toolInput() ?? null);
};
store.subscribe(draw);
at("more").onclick = () => store.set(({ count }) => ({ count: count + 1 }));
at("keep").onclick = () => { setState({ n: (getState<{ n: number }>()?.n ?? 0) + 1 }); draw(); };
at("tell").onclick = () => void sendMessage("said by the view");
onToolResult((result) => { at("answer").textContent = result.text; draw(); });
draw();
`

const noteStyle = `h1 { color: rgb(1, 2, 3) }`

// devDocument is a view as the dev loop builds it.
func devDocument(t testing.TB, source, style string) string {
	t.Helper()
	project := &bundle.Project{
		Files:   fstest.MapFS{"views/note/index.ts": {Data: []byte(source)}},
		Views:   "views",
		Runtime: view.DevSources(),
		Hash:    view.SourceHash,
	}
	built, err := project.BuildAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return view.InsertFirst(built[0].HTML, view.Script(view.DevClient())+`<style data-oriel-style="main">`+style+`</style>`)
}

// devApp is an app that is being written, as its workbench sees it: at one
// address, whichever process answers.
type devApp struct {
	t       testing.TB
	bench   *workbench.Workbench
	server  *bench
	calls   atomic.Int64
	hanging atomic.Int64
	reads   atomic.Int64 // of resources, that were answered

	mu      sync.Mutex
	handler http.Handler
	ended   chan struct{} // closed when the process ends that answers
	gone    bool
	held    chan struct{} // nil, or closed when it answers again
}

// edition is what an edit may change.
type edition struct {
	document string
	answer   string
	// tools are those with the view; nil is "note".
	tools []string
	// hangs is whether calls are answered only when their process ends.
	hangs bool
	// writes is whether the tool says that it destroys things.
	writes bool
	// connects has the view connect elsewhere.
	connects bool
}

func (a *devApp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	held := a.held
	a.mu.Unlock()
	if held != nil {
		<-held
	}
	a.mu.Lock()
	handler, gone := a.handler, a.gone
	a.mu.Unlock()
	if gone {
		panic(http.ErrAbortHandler)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	handler.ServeHTTP(w, r)
	if bytes.Contains(body, []byte(`"resources/read"`)) {
		a.reads.Add(1)
	}
}

// away lets nobody answer.
func (a *devApp) away(gone bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.gone = gone
}

// hold has everybody wait for an answer until the test lets go.
func (a *devApp) hold() (letGo func()) {
	held := make(chan struct{})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.held = held
	letGo = sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.held = nil
		close(held)
	})
	a.t.Cleanup(letGo)
	return letGo
}

type noteArguments struct {
	City string `json:"city" example:"Lisbon"`
}

// become makes another process answer. Nobody is told. It returns what ends the
// one before.
func (a *devApp) become(e edition) (end func()) {
	a.t.Helper()
	app := oriel.New("dev", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler), Key: "a key of at least sixteen bytes"})
	ended := make(chan struct{})
	var metadata []ui.Metadata
	if e.connects {
		metadata = append(metadata, ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"https://else.example"}}})
	}
	note := app.View("note", ui.HTML(e.document), metadata...)
	tools := e.tools
	if tools == nil {
		tools = []string{"note"}
	}
	for _, name := range tools {
		oriel.AddTool(app, oriel.Tool{Name: name, Description: "Notes.", View: note, ReadOnly: !e.writes, Destructive: e.writes},
			func(ctx context.Context, in noteArguments) (oriel.Result[nothing], error) {
				a.calls.Add(1)
				if e.hangs {
					a.hanging.Add(1)
					select {
					case <-ended:
					case <-ctx.Done():
					}
					a.hanging.Add(-1)
				}
				return oriel.Result[nothing]{Text: e.answer + " for " + in.City}, nil
			})
	}
	if err := app.Err(); err != nil {
		a.t.Fatal(err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.ended
	a.handler, a.ended = app.Handler(), ended
	return func() { close(before) }
}

// develop starts an app and its workbench.
func develop(t testing.TB, e edition, options workbench.Options) (a *devApp, address string) {
	t.Helper()
	a = &devApp{t: t}
	a.become(e)
	server := httptest.NewServer(a)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	options.Servers = []mcpclient.Server{{ID: "app", Endpoint: server.URL}}
	b := start(t, options)
	a.bench, a.server = b.Workbench, b
	return a, b.URL()
}

const (
	// shownView is the frame in sight.
	shownView = `iframe[data-testid="view"]`
	runNote   = `&tool=note&run=1&args={"city":"Faro"}&profiles=`
	viewReady = `document.querySelector('iframe[data-testid="view"]')?.dataset.status === "ready"`
)

// atWork runs the note in a host: a person at the page, and one inside the view.
func atWork(t *testing.T, address, profile string) (page *browsertest.Page, outside, inside hand) {
	t.Helper()
	page = browsertest.Start(t).Open(t, address+runNote+profile)
	outside = hand{t.Context(), page.Main()}
	steps(t, outside.waits(viewReady))
	return page, outside, hand{t.Context(), page.Frame(shownView).Frame("iframe")}
}

func edited(source, now string) string { return strings.ReplaceAll(source, "EDITION", now) }
