package workbench_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	almanac "github.com/orielapps/oriel/examples/almanac/app"
	"github.com/orielapps/oriel/examples/hello/views"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// sick is a view with a fault that the workbench has to find.
type sick struct {
	name, document string
	health         string
	// reason is part of data-reason.
	reason string
}

const (
	runtimeScript = `<!doctype html><script src="@oriel/view"></script>`
	// greets is a page that works, up to the fault that is added.
	greets = runtimeScript + `<p>A view</p>`
)

// sickViews are the twelve faults; NEVER is a server that never answers, ELSEWHERE one that
// the views don't declare.
func sickViews() []sick {
	return []sick{
		{"throws-at-start", `<!doctype html><p>A view</p><script>startsNot()</script><script src="@oriel/view"></script>`, "broken", "startsNot is not defined"},
		{"throws-on-result", greets + `<script>oriel.onToolResult(() => { throw new TypeError("no such chart") })</script>`, "broken", "no such chart"},
		{"rejects-later", greets + `<script>oriel.onToolResult(() => setTimeout(() => Promise.reject(new RangeError("too late")), 100))</script>`, "broken", "Unhandled rejection: RangeError: too late"},
		{"blank", runtimeScript + `<div id=root></div>`, "broken", "Nothing is to be seen"},
		{"endless", greets + `<img src="NEVER/picture.png" alt="">`, "warning", "NEVER/picture.png has not arrived"},
		{"blocked-script", greets + `<script src="ELSEWHERE/chart.js"></script>`, "broken", "does not declare ELSEWHERE/chart.js for script-src-elem"},
		{"blocked-fetch", greets + `<script>fetch("ELSEWHERE/days.json").catch(() => 0)</script>`, "warning", "does not declare ELSEWHERE/days.json for connect-src"},
		{"eval", greets + `<script>new Function("return 1")()</script>`, "broken", "refuses eval"},
		{"malformed", greets + `<script>oriel.connected.then(() => parent.postMessage({method: "ui/message", params: ["hello"]}, "*"))</script>`, "warning", "not JSON-RPC 2.0"},
		{"resizes", greets + `<script>oriel.connected.then(() => {
			let tall = false
			const resize = () => { parent.postMessage({jsonrpc: "2.0", method: "ui/notifications/size-changed", params: {height: (tall = !tall) ? 300 : 200}}, "*"); setTimeout(resize, 20) }
			resize()
		})</script>`, "broken", "frame's height"},
		{"white-on-white", runtimeScript + `<style>:root { color-scheme: light } body { background: white; color: white }</style><p>A view</p>`, "broken", "the colour of what is behind them"},
		{"deaf", `<!doctype html><p>A view</p>`, "broken", "ui/initialize never arrived"},
	}
}

// serveNever returns the address of a server that never answers.
func serveNever(t *testing.T) string {
	t.Helper()
	stop := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(func() { close(stop); server.Close() })
	return server.URL
}

// sickApp is an app with those views as tools.
func sickApp(t *testing.T, views []sick) *oriel.App {
	t.Helper()
	never := serveNever(t)
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(elsewhere.Close)
	app := oriel.NewWith("sick", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	addresses := strings.NewReplacer("NEVER", never, "ELSEWHERE", elsewhere.URL)
	for i := range views {
		views[i].reason = addresses.Replace(views[i].reason)
		page := oriel.AddViewWith(app, views[i].name, ui.HTML(addresses.Replace(views[i].document)), ui.Metadata{
			CSP: &ui.CSP{ResourceDomains: []string{never}},
		})
		oriel.AddTool(app, oriel.Tool{Name: views[i].name, View: page, ReadOnly: true},
			func(context.Context, nothing) (oriel.Result[nothing], error) {
				return oriel.Result[nothing]{Text: "done"}, nil
			})
	}
	return app
}

const viewHealth = `document.querySelector('[data-testid="view"]')?.dataset`

// Each fault comes to another health than "ok", and the reason names it.
func TestSickViews(t *testing.T) {
	t.Parallel()
	testSickViews(t, sickViews())
}

// Three of them, with each way to find one: the reporter, a look, and the protocol.
func TestSmokeSickViews(t *testing.T) {
	t.Parallel()
	views := sickViews()
	testSickViews(t, []sick{views[0], views[3], views[8]})
}

func testSickViews(t *testing.T, views []sick) {
	t.Helper()
	address := serveWorkbench(t, sickApp(t, views))
	browser := browsertest.Start(t)
	for _, view := range views {
		t.Run(view.name, func(t *testing.T) {
			t.Parallel()
			page := browser.Open(t, address+"&tool="+view.name+"&profiles=vscode&run=1")
			wanted := fmt.Sprintf(`%s.health === %q && %[1]s.reason.includes(%[3]q)`, viewHealth, view.health, view.reason)
			if err := page.Main().WaitFor(t.Context(), wanted); err != nil {
				got, _ := browsertest.Eval[string](t.Context(), page.Main(), viewHealth+`.health + ": " + `+viewHealth+`.reason`)
				t.Fatalf("the health is %s: %v", got, err)
			}
			if err := page.Main().WaitForText(t.Context(), `[data-testid="health"] summary`, view.reason); err != nil {
				t.Error(err)
			}
		})
	}
}

// Views that work are found to be well, in every host: those of the examples, and one that tests for eval as
// libraries do.
func TestHealthyViews(t *testing.T) {
	t.Parallel()
	never := serveNever(t)
	app := oriel.NewWith("healthy", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	greeting := oriel.AddView(app, "greeting", views.Greeting)
	oriel.AddTool(app, oriel.Tool{Name: "greet", View: greeting, ReadOnly: true}, func(context.Context, nothing) (oriel.Result[map[string]string], error) {
		return oriel.Result[map[string]string]{Data: map[string]string{"greeting": "Hello, Ada!"}, Text: "Hello, Ada!"}, nil
	})
	for name, document := range map[string]string{
		"probes":   greets + `<script>try { new Function("") } catch {}; new ResizeObserver(() => 0).observe(document.body)</script>`,
		"late":     runtimeScript + `<script>oriel.onToolResult(() => setTimeout(() => { document.body.append("drawn late") }, 1500))</script>`,
		"handles":  greets + `<script>const late = Promise.reject(new Error("handled late")); setTimeout(() => late.catch(() => 0), 100)</script>`,
		"cancels":  greets + `<script>const stop = new AbortController(); fetch("NEVER/", {signal: stop.signal}).catch(() => 0); stop.abort()</script>`,
		"aborts":   greets + `<script>const stop = new AbortController(); fetch("NEVER/", {signal: stop.signal}).catch(() => 0); stop.abort("not needed any more")</script>`,
		"webgl":    runtimeScript + `<canvas id=c width=100 height=100></canvas><script>const gl = c.getContext("webgl"); gl ? (gl.clearColor(1, 0, 0, 1), gl.clear(gl.COLOR_BUFFER_BIT)) : document.body.append("no WebGL")</script>`,
		"dialog":   greets + `<div style="position:fixed;inset:0;background:#fff"><p style="color:#000">in front</p></div>`,
		"controls": runtimeScript + `<input type=range aria-label=Range>`,
		"drawing":  runtimeScript + `<canvas id=c width=100 height=100></canvas><script>c.getContext("2d").fillRect(10, 10, 50, 50)</script>`,
		"shapes":   runtimeScript + `<svg width=100 height=100><path d="M0 50H100" stroke="currentColor"/></svg>`,
		"shadow":   runtimeScript + `<x-view></x-view><script>customElements.define("x-view", class extends HTMLElement { constructor() { super().attachShadow({mode: "open"}).innerHTML = "<p>inside</p>" } })</script>`,
		"dark":     runtimeScript + `<style>body { background: #111; color: #ddd }</style><p>in the dark</p>`,
		"picture":  runtimeScript + `<img alt="" width=40 height=40 src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E">`,
	} {
		page := oriel.AddViewWith(app, name, ui.HTML(strings.Replace(document, "NEVER", never, 1)), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{never}}})
		oriel.AddTool(app, oriel.Tool{Name: name, View: page, ReadOnly: true}, func(context.Context, nothing) (oriel.Result[nothing], error) {
			return oriel.Result[nothing]{Text: "done"}, nil
		})
	}
	address := serveWorkbench(t, app)
	days := serveWorkbench(t, almanac.At(func() time.Time { return time.Date(2026, 11, 21, 11, 30, 0, 0, time.UTC) }))
	browser := browsertest.Start(t)
	for _, tool := range []string{"greet", "probes", "late", "handles", "cancels", "aborts", "webgl", "dialog", "controls", "drawing", "shapes", "shadow", "dark", "picture", "almanac_day"} {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			at, args := address, ""
			if tool == "almanac_day" {
				at, args = days, "&args="+url.QueryEscape(`{"place":"Lisbon"}`)
			}
			hosts := []string{"claude", "chatgpt", "vscode", "mcp-ui"}
			if tool == "cancels" || tool == "aborts" {
				hosts = hosts[:3] // MCP-UI has no declaration of origins
			}
			page := browser.Open(t, at+"&tool="+tool+args+"&run=1&profiles="+strings.Join(hosts, ","))
			for _, host := range hosts {
				data := fmt.Sprintf(`document.querySelector('[data-testid="view"][data-profile=%q]')?.dataset`, host)
				if err := page.Main().WaitFor(t.Context(), data+`?.health !== undefined`); err != nil {
					t.Fatalf("%s: %v", host, err)
				}
				if got, err := browsertest.Eval[string](t.Context(), page.Main(), data+`.health + ": " + `+data+`.reason`); err != nil || got != "ok: " {
					t.Errorf("%s: the health is %s, %v", host, got, err)
				}
			}
		})
	}
}
