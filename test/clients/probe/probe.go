// Package probe is an app that has something of everything that a client can do
// with a server, and what a client has to see of it. The clients of others are
// tried against it.
package probe

import (
	"context"
	"log/slog"
	"sync"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// Name, Title, Version and Instructions are those of the app.
const (
	Name         = "probe"
	Title        = "The probe"
	Version      = "1.2.3"
	Instructions = "Try everything."
)

// World is what the replicas of the app have in common: what would be elsewhere if
// they were processes. The zero value has no replica.
type World struct {
	mu      sync.Mutex
	apps    []*oriel.App
	waits   map[string]*wait
	counter int
}

// App makes a replica.
func (w *World) App(options oriel.Options) *oriel.App {
	options.Title, options.Instructions = Title, Instructions
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	app := oriel.NewWith(Name, Version, options)
	w.addPlain(app)
	w.addQuestions(app)
	w.addWaits(app)
	w.addChanges(app)
	w.addResources(app)
	w.addPrompts(app)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.apps = append(w.apps, app)
	return app
}

// replicas are the apps made so far.
func (w *World) replicas() []*oriel.App {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]*oriel.App(nil), w.apps...)
}

// None are the arguments or the data of a tool that has none.
type None struct{}

type terms struct {
	A int `json:"a"`
	B int `json:"b"`
}

type sum struct {
	Sum int `json:"sum"`
}

// addPlain declares the tools that answer at once.
func (w *World) addPlain(app *oriel.App) {
	sums := oriel.AddView(app, "sums", ui.HTML("<!doctype html><title>Sums</title><p>A sum."))
	oriel.AddTool(app, oriel.Tool{Name: "add", Description: "Adds two numbers.", View: sums, ReadOnly: true},
		func(_ context.Context, in terms) (oriel.Result[sum], error) {
			return oriel.Result[sum]{Data: sum{in.A + in.B}, Text: "Added.", ViewOnly: "for the view"}, nil
		})
	oriel.AddTool(app, oriel.Tool{Name: "fail"}, func(context.Context, None) (oriel.Result[None], error) {
		return oriel.Result[None]{}, &oriel.Error{Code: "no_luck", Message: "No luck today.", Fix: "Try again tomorrow."}
	})
	oriel.AddTool(app, oriel.Tool{Name: "say"}, func(ctx context.Context, _ None) (oriel.Result[None], error) {
		log := oriel.RequestFrom(ctx).ClientLog
		log.DebugContext(ctx, "looking")
		log.InfoContext(ctx, "found")
		log.WarnContext(ctx, "careful")
		log.ErrorContext(ctx, "broken", "part", "wheel")
		return oriel.Result[None]{Text: "Said."}, nil
	})
}
