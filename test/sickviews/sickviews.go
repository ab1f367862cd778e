// Package sickviews has views with faults that the workbench has to find, and an app that shows them.
package sickviews

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// View is a view with a fault.
type View struct {
	// Name is that of its tool. In Document and Reason, NEVER stands for a server that never
	// answers, ELSEWHERE for one that the views don't declare, and CLOSED for an address where
	// there is none any more.
	Name, Document string
	// Health is the value of data-health, Reason a part of data-reason.
	Health, Reason string
}

const (
	// Runtime is the beginning of a page with our runtime.
	Runtime = `<!doctype html><script src="@oriel/view"></script>`
	// Greets is a page that works, up to the fault that is added.
	Greets = Runtime + `<p>A view</p>`
)

// Twelve returns twelve faults, each of its own kind.
func Twelve() []View {
	return []View{
		{
			"throws-at-start", `<!doctype html><p>A view</p><script>startsNot()</script><script src="@oriel/view"></script>`,
			"broken", "startsNot is not defined",
		},
		{"throws-on-result", Greets + `<script>oriel.onToolResult(() => { throw new TypeError("no such chart") })</script>`, "broken", "no such chart"},
		{
			"rejects-later", Greets + `<script>oriel.onToolResult(() => setTimeout(() => Promise.reject(new RangeError("too late")), 100))</script>`,
			"broken", "Unhandled rejection: RangeError: too late",
		},
		{"blank", Runtime + `<div id=root></div>`, "broken", "Nothing is to be seen"},
		{"endless", Greets + `<img src="NEVER/picture.png" alt="">`, "warning", "NEVER/picture.png has not arrived"},
		{"blocked-script", Greets + `<script src="ELSEWHERE/chart.js"></script>`, "broken", "does not declare ELSEWHERE/chart.js for script-src-elem"},
		{
			"blocked-fetch", Greets + `<script>fetch("ELSEWHERE/days.json").catch(() => 0)</script>`,
			"warning", "does not declare ELSEWHERE/days.json for connect-src",
		},
		{"eval", Greets + `<script>new Function("return 1")()</script>`, "broken", "refuses eval"},
		{
			"malformed", Greets + `<script>oriel.connected.then(() => parent.postMessage({method: "ui/message", params: ["hello"]}, "*"))</script>`,
			"warning", "not JSON-RPC 2.0",
		},
		{"resizes", Greets + `<script>oriel.connected.then(() => {
			let tall = false
			const resize = () => {
				parent.postMessage({jsonrpc: "2.0", method: "ui/notifications/size-changed", params: {height: (tall = !tall) ? 300 : 200}}, "*")
				setTimeout(resize, 20)
			}
			resize()
		})</script>`, "broken", "frame's height"},
		{
			"white-on-white", Runtime + `<style>:root { color-scheme: light } body { background: white; color: white }</style><p>A view</p>`,
			"broken", "the colour of what is behind them",
		},
		{"deaf", `<!doctype html><p>A view</p>`, "broken", "ui/initialize never arrived"},
	}
}

// App is an app with a tool for each view.
type App struct {
	*oriel.App

	// Views have addresses in the places of NEVER, ELSEWHERE and CLOSED.
	Views []View
	never *Never
	other *httptest.Server
}

// NewApp returns the app, and serves what its views load until [App.Close].
func NewApp(views []View) *App {
	app := &App{
		App:   oriel.NewWith("sick", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)}),
		never: ServeNever(), other: httptest.NewServer(http.NotFoundHandler()),
	}
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	addresses := strings.NewReplacer("NEVER", app.never.URL, "ELSEWHERE", app.other.URL, "CLOSED", closed.URL)
	declared := []string{app.never.URL, closed.URL}
	for _, view := range views {
		view.Document, view.Reason = addresses.Replace(view.Document), addresses.Replace(view.Reason)
		app.Views = append(app.Views, view)
		page := oriel.AddViewWith(app.App, view.Name, ui.HTML(view.Document), ui.Metadata{
			CSP: &ui.CSP{ResourceDomains: declared, ConnectDomains: declared, FrameDomains: declared},
		})
		oriel.AddTool(app.App, oriel.Tool{Name: view.Name, View: page, ReadOnly: true},
			func(context.Context, struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{Text: "done"}, nil
			})
	}
	return app
}

// Close ends the servers of what the views load.
func (a *App) Close() {
	a.never.Close()
	a.other.Close()
}

// Never is a server that never answers.
type Never struct {
	*httptest.Server

	stop chan struct{}
}

// ServeNever serves it until [Never.Close].
func ServeNever() *Never {
	stop := make(chan struct{})
	return &Never{stop: stop, Server: httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}))}
}

// Close ends all requests and the server.
func (n *Never) Close() {
	close(n.stop)
	n.Server.Close()
}
