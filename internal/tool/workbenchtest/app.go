package workbenchtest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// NoteSource is the source of a view that uses everything that a reload has to keep:
// state, input, focus and scrolling. EDITION stands for its title.
const NoteSource = `
import { createStore, getState, onToolResult, setState, toolInput, sendMessage } from "@oriel/view";
const store = createStore({ count: 0 });
document.body.innerHTML = ` + "`" + `<h1 id=title>EDITION</h1><p id=answer></p><p id=input></p>
<button id=more>more</button><p id=count></p><button id=keep>keep</button><p id=kept></p><button id=tell>tell</button>
<input id=name><label><input type=checkbox id=yes>yes</label><select id=pick><option>a<option>b</select><input type=password id=secret>
<div id=box style="height:80px;overflow:auto"><div style="height:900px">long</div></div>` + "`" + `;
const at = (id: string) => document.getElementById(id)!;
const draw = () => {
	at("count").textContent = "count " + store.get().count;
	at("count").dataset.status = store.status();
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

// NoteStyle is the style sheet of that view.
const NoteStyle = `h1 { color: rgb(1, 2, 3) }`

// NoteDocument is that view with a title, as the dev loop builds it.
func NoteDocument(t testing.TB, title string) string {
	t.Helper()
	return Document(t, strings.ReplaceAll(NoteSource, "EDITION", title), NoteStyle)
}

// Document is a view of any source, as the dev loop builds it. Its style has the ID "main".
func Document(t testing.TB, source, style string) string {
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

// App is an app under development: one address, at which each edit makes another
// process answer.
type App struct {
	// Calls counts the tool calls that it was asked for, Hanging those that wait for the
	// end of their process.
	Calls, Hanging atomic.Int64

	t        testing.TB
	endpoint string

	mu      sync.Mutex
	handler http.Handler
	ended   chan struct{} // closed when the process ends that answers
	away    bool
}

// Edition is what an edit of the app may change.
type Edition struct {
	// Document is the HTML of the view "note".
	Document string
	// Answer begins the text that a tool answers.
	Answer string
	// Title is the title of the tools.
	Title string
	// Tools are the names of those that show the view; nil is "note".
	Tools []string
	// Hangs has calls wait until their process ends.
	Hangs bool
	// Destroys declares the tools destructive.
	Destroys bool
	// Fails has calls fail with an error that is masked for clients.
	Fails bool
}

// StartApp serves an app until the test ends.
func StartApp(t testing.TB, first Edition) *App {
	t.Helper()
	a := &App{t: t}
	a.Become(first)
	server := httptest.NewServer(a)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	a.endpoint = server.URL
	return a
}

// Server is how a workbench reaches the app. Its ID is "app".
func (a *App) Server() mcpclient.Server { return mcpclient.Server{ID: "app", Endpoint: a.endpoint} }

func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	handler, away := a.handler, a.away
	a.mu.Unlock()
	if away {
		panic(http.ErrAbortHandler) //nolint:forbidigo // it is how net/http ends a connection
	}
	handler.ServeHTTP(w, r)
}

// Away has the app hang up on every request, or not any more.
func (a *App) Away(away bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.away = away
}

// errMasked is an error that clients don't see.
var errMasked = errors.New("the database is away")

type noteArguments struct {
	City string `json:"city" example:"Lisbon"`
}

// Become makes another process answer, and tells nobody. The process before goes on with
// the calls that hang until the caller ends it.
func (a *App) Become(e Edition) (end func()) {
	a.t.Helper()
	app := oriel.NewWith("dev", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler), Key: "a key of at least sixteen bytes"})
	ended := make(chan struct{})
	note := oriel.AddView(app, "note", ui.HTML(e.Document))
	tools := e.Tools
	if tools == nil {
		tools = []string{"note"}
	}
	for _, name := range tools {
		oriel.AddTool(app, oriel.Tool{Name: name, Title: e.Title, Description: "Notes.", View: note, ReadOnly: !e.Destroys, Destructive: e.Destroys},
			func(ctx context.Context, in noteArguments) (oriel.Result[struct{}], error) {
				a.Calls.Add(1)
				if e.Hangs {
					a.Hanging.Add(1)
					select {
					case <-ended:
					case <-ctx.Done():
					}
					a.Hanging.Add(-1)
				}
				if e.Fails {
					return oriel.Result[struct{}]{}, errMasked
				}
				return oriel.Result[struct{}]{Text: e.Answer + " for " + in.City}, nil
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
