package interop_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

const viewsSection = "Views in our host"

func viewPeers() []peer {
	return []peer{
		{name: "`App` 1.7.5", id: "app-1", entry: "views/app.ts", extApps: extApps1},
		{name: "`App` 2.0.4", id: "app-2", entry: "views/app.ts", extApps: extApps2},
		{name: "old draft, `initialize`", id: "old-1", entry: "views/old.ts", define: map[string]string{"HELLO": `"initialize"`}},
		{name: "old draft, `ui/initialize`", id: "old-2", entry: "views/old.ts", define: map[string]string{"HELLO": `"ui/initialize"`}},
	}
}

type (
	asked struct {
		City string `json:"city"`
	}
	weather struct {
		City string `json:"city"`
		Sky  string `json:"sky"`
	}
	number struct {
		N int `json:"n"`
	}
	from struct {
		From string `json:"from"`
	}
)

// farewells are what an app hears of its views: their farewells, and that nobody
// waits for a call any longer.
type farewells struct {
	mu   sync.Mutex
	said []string
	news chan struct{}
}

func (f *farewells) say(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, what)
	close(f.news)
	f.news = make(chan struct{})
}

// hear waits until something that begins so has been said.
func (f *farewells) hear(ctx context.Context, what string) error {
	_, err := f.wait(ctx, what)
	return err
}

// wait does so, and returns the rest of it.
func (f *farewells) wait(ctx context.Context, what string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, browsertest.Timeout)
	defer cancel()
	for {
		f.mu.Lock()
		said, news := f.said, f.news
		f.mu.Unlock()
		for _, one := range said {
			if rest, ok := strings.CutPrefix(one, what); ok {
				return strings.TrimSpace(rest), nil
			}
		}
		select {
		case <-news:
		case <-ctx.Done():
			return "", fmt.Errorf("the server heard no %s in time", what)
		}
	}
}

// weatherApp has one tool with a view, and what that view needs.
func weatherApp(t *testing.T, html string, metadata ui.Metadata) (*oriel.App, *farewells) {
	t.Helper()
	said := &farewells{news: make(chan struct{})}
	app := oriel.NewWith("interop", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	shown := oriel.AddViewWith(app, "weather", ui.HTML(html), metadata)
	answer := func(_ context.Context, in asked) (oriel.Result[weather], error) {
		return oriel.Result[weather]{
			Data: weather{City: in.City, Sky: "clear"}, Text: "sunny in " + in.City, ViewOnly: map[string]int{"station": 7},
		}, nil
	}
	oriel.AddTool(app, oriel.Tool{Name: "weather", ReadOnly: true, View: shown}, answer)
	oriel.AddTool(app, oriel.Tool{Name: "breaks", ReadOnly: true, View: shown}, answer) // as far as a requestLog lets it
	oriel.AddTool(app, oriel.Tool{Name: "slow", ReadOnly: true, Visibility: ui.AppOnly},
		func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
			for n := range 2 {
				if err := oriel.RequestFrom(ctx).Progress(ctx, float64(n+1), 2, "step"); err != nil {
					return oriel.Result[struct{}]{}, fmt.Errorf("telling the progress: %w", err)
				}
			}
			return oriel.Result[struct{}]{Text: "slowly done"}, nil
		})
	oriel.AddTool(app, oriel.Tool{Name: "hangs", ReadOnly: true, Visibility: ui.AppOnly},
		func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
			select {
			case <-ctx.Done():
				said.say("stopped")
			case <-t.Context().Done(): // nobody can say that it is over in a legacy MCP-UI host
			}
			return oriel.Result[struct{}]{Text: "stopped"}, nil
		})
	oriel.AddFiles(app, oriel.FileOptions{})
	oriel.AddResource(app, oriel.Resource{URI: "note://one", Name: "one"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "a note"}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "double", ReadOnly: true, Visibility: ui.AppOnly},
		func(_ context.Context, in number) (oriel.Result[number], error) {
			return oriel.Result[number]{Data: number{N: 2 * in.N}}, nil
		})
	oriel.AddTool(app, oriel.Tool{Name: "farewell", Visibility: ui.AppOnly},
		func(_ context.Context, in from) (oriel.Result[struct{}], error) {
			said.say("farewell " + in.From)
			return oriel.Result[struct{}]{Text: "goodbye"}, nil
		})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app, said
}

// serveWorkbench returns the URL of a workbench for the MCP server at endpoint.
func serveWorkbench(t *testing.T, endpoint string) string {
	t.Helper()
	return workbenchtest.Start(t, mcpclient.Server{ID: "app", Endpoint: endpoint})
}

// listen makes a page keep what views send to it.
const listen = `(globalThis.traffic = [], addEventListener("message", ({data}) => traffic.push(data)), true)`

// show opens the workbench, listens, and runs a tool in the Claude profile.
func show(t *testing.T, browser *browsertest.Browser, address, tool, args string) (page *browsertest.Page, inside *browsertest.Frame) {
	t.Helper()
	return showAs(t, browser, address+"&profiles=claude", tool, args)
}

// showAs does so in the profile that the address names.
func showAs(t *testing.T, browser *browsertest.Browser, address, tool, args string) (page *browsertest.Page, inside *browsertest.Frame) {
	t.Helper()
	page = browser.Open(t, address+"&tool="+tool+"&args="+args)
	if err := page.Viewport(t.Context(), 1280, 900, 0); err != nil {
		t.Fatal(err)
	}
	if err := begin(t.Context(), page.Main(), listen); err != nil {
		t.Fatal(err)
	}
	if err := page.Main().Click(t.Context(), `[data-testid="run"]`); err != nil {
		t.Fatal(err)
	}
	return page, page.Frame(`iframe[data-testid="view"]`).Frame("iframe")
}

// sort tells apart what a page got from a view: the view's own messages, and
// those of its host, which its recorder saw.
func sort(passed []json.RawMessage, view, host string, old bool) []message {
	run := make([]message, len(passed))
	for i, body := range passed {
		var log struct {
			Params struct {
				Logger string          `json:"logger"`
				Data   json.RawMessage `json:"data"`
			} `json:"params"`
		}
		run[i] = message{sender: view, old: old, body: body}
		if json.Unmarshal(body, &log) == nil && log.Params.Logger == "recorder" {
			run[i] = message{sender: host, old: old, body: log.Params.Data}
		}
	}
	return run
}

const (
	isReady    = `document.querySelector('[data-testid="view"]')?.dataset.status === "ready"`
	viewHeight = `document.querySelector('[data-testid="view"]').clientHeight`
	cardMode   = `document.querySelector("oriel-card").dataset.mode`
)

// checkView shows a view in our host.
func checkView(t *testing.T, browser *browsertest.Browser, p peer, found *checks, heard *caught) {
	t.Helper()
	app, said := weatherApp(t, document("", bundle(t, peer{entry: "views/recorder.ts"}), bundle(t, p)), ui.Metadata{})
	server := httptest.NewServer(app.Handler())
	t.Cleanup(server.Close)
	page, inside := show(t, browser, serveWorkbench(t, server.URL), "weather", `{"city":"Lisbon"}`)
	main := page.Main()
	check := func(feature string, try func(ctx context.Context) error) {
		t.Helper()
		found.check(t, viewsSection, feature, p.name, try)
	}

	check(handshake, func(ctx context.Context) error {
		return inOrder(
			func() error { return inside.WaitFor(ctx, "globalThis.peer") },
			func() error { return is(ctx, inside, "peer.seen.failed ?? peer.seen.host?.name", "Claude") },
			func() error { return is(ctx, inside, "peer.seen.maxHeight", 5000) },
			func() error { return main.WaitFor(ctx, isReady) },
		)
	})
	check("tool input", func(ctx context.Context) error {
		return is(ctx, inside, "peer.seen.input", map[string]string{"city": "Lisbon"})
	})
	check("tool result", func(ctx context.Context) error {
		return is(ctx, inside, "[peer.seen.result, peer.seen.text]", []any{weather{"Lisbon", "clear"}, "sunny in Lisbon"})
	})
	check("tool call", func(ctx context.Context) error {
		return answers(ctx, inside, "peer.call(21)", number{42})
	})
	check("message", func(ctx context.Context) error {
		return inOrder(
			func() error {
				return answers(ctx, inside, `peer.message("hello from the view").then(() => "taken")`, "taken")
			},
			func() error { return main.WaitForText(ctx, ".talk-user .bubble", "hello from the view") },
		)
	})
	check("link", func(ctx context.Context) error {
		return inOrder(
			func() error {
				return begin(ctx, inside, `peer.link("https://refused.example/a").then(said => { peer.seen.link = said })`)
			},
			func() error { return main.WaitForText(ctx, ".talk-link .talk-url", "https://refused.example/a") },
			func() error { return main.Click(ctx, ".talk-link .button:not(.primary)") },
			func() error { return is(ctx, inside, "peer.seen.link", "refused") },
		)
	})
	check("size change", func(ctx context.Context) error {
		return inOrder(
			func() error { return begin(ctx, inside, "peer.grow(640)") },
			func() error { return main.WaitFor(ctx, viewHeight+" >= 640 && "+viewHeight+" < 1000") },
			func() error { return inside.WaitFor(ctx, "innerHeight >= 640") },
		)
	})
	check("theme change", func(ctx context.Context) error {
		return inOrder(
			func() error { return main.Click(ctx, `button[aria-label="Dark theme"]`) },
			func() error { return is(ctx, inside, "peer.seen.theme", "dark") },
		)
	})
	check("display mode", func(ctx context.Context) error {
		return inOrder(
			func() error { return answers(ctx, inside, `peer.mode("fullscreen")`, "fullscreen") },
			func() error { return is(ctx, main, cardMode, "fullscreen") },
			func() error { return is(ctx, inside, "peer.seen.displayMode", "fullscreen") },
			func() error { return answers(ctx, inside, `peer.mode("inline")`, "inline") },
			func() error { return is(ctx, main, cardMode, "inline") },
		)
	})
	check("teardown", func(ctx context.Context) error {
		return inOrder(
			func() error { return main.Click(ctx, `button[aria-label="Run again in Claude"]`) },
			func() error {
				who, err := said.wait(ctx, "farewell")
				if err == nil && who != "Claude" {
					err = fmt.Errorf("%q was told goodbye", who)
				}
				return err
			},
			// The next view is there, so the first frame went.
			func() error { return main.WaitFor(ctx, isReady) },
		)
	})

	passed, err := browsertest.Eval[[]json.RawMessage](t.Context(), main, "traffic")
	if err != nil {
		t.Fatal(err)
	}
	heard.add(sort(passed, other, ourHost, p.define != nil))
}
