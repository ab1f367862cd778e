package workbench_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	almanac "github.com/orielapps/oriel/examples/almanac/app"
	"github.com/orielapps/oriel/examples/hello/views"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/sickviews"
	"github.com/orielapps/oriel/ui"
)

const viewHealth = `document.querySelector('[data-testid="view"]')?.dataset`

// Each fault comes to another health than "ok", and the reason names it.
func TestSickViews(t *testing.T) {
	t.Parallel()
	testSickViews(t, sickviews.Twelve())
}

// Three of them, with each way to find one: the reporter, a look, and the protocol.
func TestSmokeSickViews(t *testing.T) {
	t.Parallel()
	views := sickviews.Twelve()
	testSickViews(t, []sickviews.View{views[0], views[3], views[8]})
}

func testSickViews(t *testing.T, views []sickviews.View) {
	t.Helper()
	app := sickviews.NewApp(views)
	t.Cleanup(app.Close)
	address := serveWorkbench(t, app.App)
	browser := browsertest.Start(t)
	for _, view := range app.Views {
		t.Run(view.Name, func(t *testing.T) {
			t.Parallel()
			page := browser.Open(t, address+"&tool="+view.Name+"&profiles=vscode&run=1")
			wanted := fmt.Sprintf(`%s.health === %q && %[1]s.reason.includes(%[3]q)`, viewHealth, view.Health, view.Reason)
			if err := page.Main().WaitFor(t.Context(), wanted); err != nil {
				got, _ := browsertest.Eval[string](t.Context(), page.Main(), viewHealth+`.health + ": " + `+viewHealth+`.reason`)
				t.Fatalf("the health is %s: %v", got, err)
			}
			if err := page.Main().WaitForText(t.Context(), `[data-testid="health"] summary`, view.Reason); err != nil {
				t.Error(err)
			}
		})
	}
}

// Views that work are found to be well, in every host: those of the examples, and one that tests for eval as
// libraries do.
func TestHealthyViews(t *testing.T) {
	t.Parallel()
	never := sickviews.ServeNever()
	t.Cleanup(never.Close)
	app := oriel.NewWith("healthy", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	greeting := oriel.AddView(app, "greeting", views.Greeting)
	oriel.AddTool(app, oriel.Tool{Name: "greet", View: greeting, ReadOnly: true}, func(context.Context, nothing) (oriel.Result[map[string]string], error) {
		return oriel.Result[map[string]string]{Data: map[string]string{"greeting": "Hello, Ada!"}, Text: "Hello, Ada!"}, nil
	})
	for name, document := range map[string]string{
		"probes":   sickviews.Greets + `<script>try { new Function("") } catch {}; new ResizeObserver(() => 0).observe(document.body)</script>`,
		"late":     sickviews.Runtime + `<script>oriel.onToolResult(() => setTimeout(() => { document.body.append("drawn late") }, 1500))</script>`,
		"handles":  sickviews.Greets + `<script>const late = Promise.reject(new Error("handled late")); setTimeout(() => late.catch(() => 0), 100)</script>`,
		"cancels":  sickviews.Greets + `<script>const stop = new AbortController(); fetch("NEVER/", {signal: stop.signal}).catch(() => 0); stop.abort()</script>`,
		"aborts":   sickviews.Greets + `<script>const stop = new AbortController(); fetch("NEVER/", {signal: stop.signal}).catch(() => 0); stop.abort("not needed any more")</script>`,
		"webgl":    sickviews.Runtime + `<canvas id=c width=100 height=100></canvas><script>const gl = c.getContext("webgl"); gl ? (gl.clearColor(1, 0, 0, 1), gl.clear(gl.COLOR_BUFFER_BIT)) : document.body.append("no WebGL")</script>`,
		"dialog":   sickviews.Greets + `<div style="position:fixed;inset:0;background:#fff"><p style="color:#000">in front</p></div>`,
		"controls": sickviews.Runtime + `<input type=range aria-label=Range>`,
		"drawing":  sickviews.Runtime + `<canvas id=c width=100 height=100></canvas><script>c.getContext("2d").fillRect(10, 10, 50, 50)</script>`,
		"shapes":   sickviews.Runtime + `<svg width=100 height=100><path d="M0 50H100" stroke="currentColor"/></svg>`,
		"shadow":   sickviews.Runtime + `<x-view></x-view><script>customElements.define("x-view", class extends HTMLElement { constructor() { super().attachShadow({mode: "open"}).innerHTML = "<p>inside</p>" } })</script>`,
		"dark":     sickviews.Runtime + `<style>body { background: #111; color: #ddd }</style><p>in the dark</p>`,
		"picture":  sickviews.Runtime + `<img alt="" width=40 height=40 src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E">`,
	} {
		page := oriel.AddViewWith(app, name, ui.HTML(strings.Replace(document, "NEVER", never.URL, 1)), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{never.URL}}})
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
				if err := page.Main().WaitFor(t.Context(), data+`?.status === "ready" && `+data+`.health !== undefined`); err != nil {
					t.Fatalf("%s: %v", host, err)
				}
				if got, err := browsertest.Eval[string](t.Context(), page.Main(), data+`.health + ": " + `+data+`.reason`); err != nil || got != "ok: " {
					t.Errorf("%s: the health is %s, %v", host, got, err)
				}
			}
		})
	}
}
