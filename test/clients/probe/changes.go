package probe

import (
	"context"

	"github.com/orielapps/oriel"
)

type uri struct {
	URI string `json:"uri"`
}

// addChanges declares the tools that change the app itself.
func (w *World) addChanges(app *oriel.App) {
	// Only the replica that is called tells of it: the others have to hear it from
	// there.
	oriel.AddTool(app, oriel.Tool{Name: "touch"}, func(_ context.Context, in uri) (oriel.Result[None], error) {
		w.mu.Lock()
		w.counter++
		w.mu.Unlock()
		app.ResourceUpdated(in.URI)
		return oriel.Result[None]{}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "grow"}, func(_ context.Context, in named) (oriel.Result[None], error) {
		for _, replica := range w.replicas() {
			oriel.AddTool(replica, oriel.Tool{Name: in.Name}, func(context.Context, None) (oriel.Result[None], error) {
				return oriel.Result[None]{Text: "I am new."}, nil
			})
		}
		return oriel.Result[None]{}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "shrink"}, func(_ context.Context, in named) (oriel.Result[None], error) {
		for _, replica := range w.replicas() {
			replica.RemoveTools(in.Name)
		}
		return oriel.Result[None]{}, nil
	})
}
