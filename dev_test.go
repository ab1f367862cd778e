package oriel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// loop is "oriel dev" as far as an app knows it.
type loop struct {
	*httptest.Server

	mu      sync.Mutex
	version int
	views   map[string]any
	texts   map[string]string
	changed chan struct{}
	asked   int
	broken  string // what it answers in place of what it should
	feed    int
	refuses bool // programs of another version
}

// develop has apps made from now on ask a loop.
func develop(t *testing.T) *loop {
	t.Helper()
	l := &loop{feed: view.DevFeed, views: map[string]any{}, texts: map[string]string{}, changed: make(chan struct{})}
	l.Server = httptest.NewServer(http.HandlerFunc(l.answer))
	t.Cleanup(l.Close)
	t.Setenv("ORIEL_DEV", l.URL+"/secret")
	return l
}

func (l *loop) answer(w http.ResponseWriter, r *http.Request) {
	since, err := strconv.Atoi(r.URL.Query().Get("since"))
	if err != nil || r.URL.Path != "/secret/views" || r.URL.Query().Get("feed") != strconv.Itoa(view.DevFeed) {
		http.NotFound(w, r)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	if l.refuses {
		http.Error(w, "other version", http.StatusConflict)
		return
	}
	for r.URL.Query().Get("wait") != "" && l.version <= since {
		changed := l.changed
		l.mu.Unlock()
		select {
		case <-changed:
		case <-r.Context().Done():
		}
		l.mu.Lock()
		if r.Context().Err() != nil {
			return
		}
	}
	if l.broken != "" {
		_, _ = fmt.Fprint(w, l.broken)
		return
	}
	answer, err := json.Marshal(map[string]any{"feed": l.feed, "version": l.version, "views": l.views})
	if err != nil {
		answer = []byte(err.Error())
	}
	_, _ = w.Write(append(answer, '\n'))
	for _, name := range slices.Sorted(maps.Keys(l.texts)) {
		_, _ = io.WriteString(w, l.texts[name])
	}
}

// put replaces a view.
func (l *loop) put(name, html string, more ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := map[string]any{"bytes": len(html)}
	l.texts[name] = html
	if len(more) > 0 {
		one["csp"] = more[0]
	}
	l.views[name] = one
	l.version++
	close(l.changed)
	l.changed = make(chan struct{})
}

// seen is what a client sees of the view of a tool.
func seen(t *testing.T, app *oriel.App, tool string) (uri, html string) {
	t.Helper()
	client := hosts.Client{Name: "test"}
	for _, listed := range app.Methods().ListTools(client) {
		if listed.Name == tool {
			meta, _ := listed.Meta["ui"].(map[string]any)
			uri, _ = meta["resourceUri"].(string)
		}
	}
	if !slices.ContainsFunc(app.Methods().ListResources(client), func(r ui.WireResource) bool { return r.URI == uri }) {
		t.Errorf("the tool names %q, which is not in the list", uri)
	}
	d, err := app.Methods().ReadResource(t.Context(), hosts.Peer{Client: client}, uri)
	if err != nil {
		t.Fatal(err)
	}
	return uri, d.Text
}

var folder = ui.Built{Name: "day", HTML: "<p>embedded day"}

// With "oriel dev" of another version, the views of the program stay, and the log says so
// once.
func TestOtherVersionOfTheLoop(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	l := develop(t)
	l.feed = view.DevFeed + 1
	l.put("day", "<p>second")
	for _, l.refuses = range []bool{false, true} {
		var log bytes.Buffer
		app := oriel.NewWith("weather", "1.0.0", oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "today", folder)}, sunny)
		for range 3 {
			if _, html := seen(t, app, "day"); !strings.Contains(html, "embedded day") {
				t.Errorf("the view is %s", html)
			}
		}
		if n := strings.Count(log.String(), "different versions"); n != 1 {
			t.Errorf("the log says it %d times: %s", n, &log)
		}
	}
}

// Views are what the loop has built of their folders, whatever the app calls them.
func TestDevelopedViews(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	l := develop(t)
	app := oriel.New("weather", "1.0.0")
	day := oriel.AddViewWith(app, "today", folder, ui.Metadata{Description: "the day", CSP: &ui.CSP{ConnectDomains: []string{"https://api.example.com"}}})
	oriel.AddTool(app, oriel.Tool{Name: "day", View: day}, sunny)
	oriel.AddTool(app, oriel.Tool{Name: "plain", View: oriel.AddView(app, "plain", ui.HTML("<p>plain"))}, sunny)
	first, html := seen(t, app, "day")
	if !strings.Contains(html, "embedded day") {
		t.Errorf("before anything is built: %s", html)
	}

	l.put("day", "<p>second")
	second, html := seen(t, app, "day")
	if second == first || !strings.Contains(html, "second") {
		t.Errorf("%s: %s", second, html)
	}
	// Hosts keep the old address.
	if d, err := app.Methods().ReadResource(t.Context(), hosts.Peer{}, first); err != nil || !strings.Contains(d.Text, "second") {
		t.Errorf("%s: %s %v", first, d.Text, err)
	}
	// What was declared with the view is the view, also later.
	oriel.AddTool(app, oriel.Tool{Name: "later", View: day}, sunny)
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	if uri, _ := seen(t, app, "later"); uri != second {
		t.Errorf("a tool that came later has %s, want %s", uri, second)
	}
	// The same once more is no other view.
	l.put("day", "<p>second")
	if uri, _ := seen(t, app, "later"); uri != second {
		t.Errorf("the same document has %s, and had %s", uri, second)
	}
	oriel.AddTool(app, oriel.Tool{Name: "after", View: day}, sunny)
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	if uri, _ := seen(t, app, "after"); uri != second {
		t.Errorf("a tool that came after that has %q, want %s", uri, second)
	}
	l.put("day", "<p>third", map[string]any{"connectDomains": []string{"ws://localhost:5173"}})
	if uri, html := seen(t, app, "later"); uri == second || !strings.Contains(html, "third") {
		t.Errorf("%s: %s", uri, html)
	}
	for _, r := range app.Methods().ListResources(hosts.Client{}) {
		meta, err := json.Marshal(r.Meta)
		if err != nil {
			t.Fatal(err)
		}
		if r.Name == "today" && (r.Description != "the day" || !strings.Contains(string(meta), "https://api.example.com") ||
			!strings.Contains(string(meta), "ws://localhost:5173")) {
			t.Errorf("the view's metadata: %+v %s", r, meta)
		}
	}
	if _, html := seen(t, app, "plain"); !strings.Contains(html, "plain") {
		t.Errorf("a view of no folder: %s", html)
	}
}

// Who watches hears of it, without asking.
func TestDevelopedViewsAreTold(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	l := develop(t)
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "day", folder)}, sunny)
	heard := make(chan ui.Change, 100)
	stop := app.Methods().Watch(func(c ui.Change) { heard <- c })
	defer stop()
	l.put("day", "<p>second")
	for _, want := range []ui.Change{{List: ui.ResourceList}, {List: ui.ToolList}} {
		select {
		case got := <-heard:
			if got != want {
				t.Errorf("heard of %+v, want %+v", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatal("nothing is heard")
		}
	}
	l.put("unknown", "<p>nobody's")
	l.put("day", "<p>second")
	select {
	case got := <-heard:
		t.Errorf("heard of %+v, and nothing has changed", got)
	case <-time.After(100 * time.Millisecond):
	}
}

// A view that begins to keep its state has the tool for it, and one that stops has not.
func TestDevelopedState(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	l := develop(t)
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "day", folder)}, sunny)
	keeps := func() bool {
		return slices.ContainsFunc(app.Methods().ListTools(hosts.Client{}), func(t ui.WireTool) bool { return t.Name == oriel.StateTool })
	}
	if keeps() {
		t.Error("a view without state has the tool")
	}
	for _, step := range []struct {
		html string
		csp  []any
		want bool
	}{
		{html: statefulBuilt, want: true},
		{html: statefulPage}, // its text mentions the tool
		{html: statefulPage + "<p>", csp: []any{map[string]any{}}, want: true},
		{html: "<p>no more"},
	} {
		l.put("day", step.html, step.csp...)
		if keeps() != step.want {
			t.Errorf("the app has the tool for %s (another bundler's: %t): %t", step.html, step.csp != nil, !step.want)
		}
	}
}

// Calls go on while views change.
func TestDevelopedWhileCalled(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	l := develop(t)
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "day", folder)}, sunny)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 50 {
				if _, err := app.Methods().CallTool(context.Background(), hosts.Peer{}, "day", json.RawMessage(`{}`)); err != nil {
					t.Error(err)
				}
				_ = app.Methods().ListTools(hosts.Client{})
			}
		})
	}
	for i := range 50 {
		l.put("day", fmt.Sprintf("<p>%d", i))
	}
	wait.Wait()
	if _, html := seen(t, app, "day"); !strings.Contains(html, "<p>49") {
		t.Error(html)
	}
}

// Whatever the loop answers, or if it does not, the app goes on with what it has, and
// says so once.
func TestDevelopmentBreaks(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	for name, answer := range map[string]string{ //nolint:paralleltest // likewise
		"no line": `{"version":1}`, "no JSON": "<html>\n", "cut": `{"version":1,"views":{"day":` + "\n", "another type": `{"version":"new"}` + "\n",
		"an empty view": `{"version":1,"views":{"day":{"bytes":0}}}` + "\n", "no view": `{"version":1,"views":{"day":null}}` + "\n",
		"a negative length": `{"version":1,"views":{"day":{"bytes":-1}}}` + "\n<p>", "less than it says": `{"version":1,"views":{"day":{"bytes":4}}}` + "\n<p>",
		"too much": `{"version":1,"views":{"a":{"bytes":9223372036854775807},"day":{"bytes":9223372036854775807}}}` + "\n<p>",
	} {
		t.Run(name, func(t *testing.T) {
			l := develop(t)
			l.broken = answer
			var log bytes.Buffer
			app := oriel.NewWith("weather", "1.0.0", oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
			oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "day", folder)}, sunny)
			for range 3 {
				if _, html := seen(t, app, "day"); !strings.Contains(html, "embedded day") {
					t.Error(html)
				}
			}
			if lines := strings.Count(log.String(), "\n"); lines != 1 || strings.Contains(log.String(), "secret") {
				t.Errorf("the log: %s", log.String())
			}
		})
	}
	l := develop(t)
	app := oriel.NewWith("weather", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "day", folder)}, sunny)
	l.put("day", "<p>last")
	_, _ = seen(t, app, "day")
	l.Close()
	if _, html := seen(t, app, "day"); !strings.Contains(html, "last") {
		t.Errorf("when the loop is gone: %s", html)
	}
}

// Only this machine is believed.
func TestDevelopmentElsewhere(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	l := develop(t)
	l.put("day", "<p>evil")
	for _, value := range []string{
		"", strings.Replace(l.URL, "127.0.0.1", "localhost", 1) + "/secret", "https://127.0.0.1:1/secret", "http://evil.example.com/secret",
		"http://127.0.0.1.evil.example.com/secret", "http://10.0.0.1/secret", "ftp://127.0.0.1/secret", "%zz", "http://127.0.0.1:1/a%0d%0ab",
	} {
		t.Setenv("ORIEL_DEV", value)
		app := oriel.New("weather", "1.0.0")
		oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "day", folder)}, sunny)
		if _, html := seen(t, app, "day"); !strings.Contains(html, "embedded") {
			t.Errorf("%q is believed: %s", value, html)
		}
	}
	if l.asked != 0 {
		t.Errorf("the loop was asked %d times", l.asked)
	}
}

// Clients learn the address that stays the same, unless it is not on this machine.
func TestDevelopmentURL(t *testing.T) { //nolint:paralleltest // it sets a variable of the environment
	develop(t)
	for value, want := range map[string]string{
		"http://127.0.0.1:8080/mcp": "http://127.0.0.1:8080/mcp", "http://[::1]:8080/mcp": "http://[::1]:8080/mcp",
		"": "", "https://127.0.0.1:8080/mcp": "", "http://evil.example/mcp": "", "http://127.0.0.1.evil.example/mcp": "", "%zz": "",
	} {
		t.Setenv("ORIEL_DEV_URL", value)
		app := oriel.NewWith("trips", "1.0.0", oriel.Options{Auth: nobody{}})
		w := httptest.NewRecorder()
		app.ResourceMetadataHandler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/.well-known/oauth-protected-resource", http.NoBody))
		if !strings.Contains(w.Body.String(), `{"resource":"`+want+`"`) {
			t.Errorf("%q: %s", value, w.Body)
		}
	}
}

// nobody accepts no token.
type nobody struct{}

func (nobody) TokenVerifier() (oriel.TokenVerifier, error) { return nobody{}, nil }
func (nobody) Issuers() []string                           { return nil }
func (nobody) Audience() string                            { return "" }
func (nobody) VerifyToken(context.Context, string, string) (oriel.User, error) {
	return oriel.User{}, &oriel.Error{Code: "token_invalid", Message: "No."}
}

func sunny(context.Context, struct{}) (oriel.Result[struct{}], error) {
	return oriel.Result[struct{}]{Text: "sunny"}, nil
}
