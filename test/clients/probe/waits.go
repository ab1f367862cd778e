package probe

import (
	"context"
	"fmt"

	"github.com/orielapps/oriel"
)

// wait is a call that lasts until somebody ends it.
type wait struct {
	begun, release, ended chan struct{}
	how                   string // read it when ended is closed
}

type named struct {
	Name string `json:"name"`
}

type limit struct {
	To   int    `json:"to" min:"1" max:"1000"`
	Name string `json:"name"`
}

type state struct {
	Name string `json:"name"`
	// Want is what to wait for.
	Want string `json:"want" enum:"begun,ended"`
}

type outcome struct {
	How string `json:"how"`
}

func (w *World) wait(name string) *wait {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waits == nil {
		w.waits = map[string]*wait{}
	}
	if w.waits[name] == nil {
		w.waits[name] = &wait{begun: make(chan struct{}), release: make(chan struct{}), ended: make(chan struct{})}
	}
	return w.waits[name]
}

// addWaits declares a tool that takes long, and those that tell a client how far
// that one is. Each name is good for one call.
func (w *World) addWaits(app *oriel.App) {
	oriel.AddTool(app, oriel.Tool{Name: "wait"}, func(ctx context.Context, in named) (oriel.Result[outcome], error) {
		this := w.wait(in.Name)
		close(this.begun)
		defer close(this.ended)
		select {
		case <-ctx.Done():
			this.how = "cancelled"
			return oriel.Result[outcome]{}, fmt.Errorf("waiting: %w", ctx.Err())
		case <-this.release:
			this.how = "released"
			return oriel.Result[outcome]{Data: outcome{this.how}}, nil
		}
	})
	// It tells how far it has come, and has its result only when it is released: a
	// client has seen all of that by then.
	oriel.AddTool(app, oriel.Tool{Name: "count"}, func(ctx context.Context, in limit) (oriel.Result[limit], error) {
		for i := range in.To {
			if err := oriel.RequestFrom(ctx).Progress(ctx, float64(i+1), float64(in.To), "counting"); err != nil {
				return oriel.Result[limit]{}, fmt.Errorf("counting: %w", err)
			}
		}
		select {
		case <-w.wait(in.Name).release:
			return oriel.Result[limit]{Data: in, Text: "Counted."}, nil
		case <-ctx.Done():
			return oriel.Result[limit]{}, fmt.Errorf("counting: %w", ctx.Err())
		}
	})
	oriel.AddTool(app, oriel.Tool{Name: "watch"}, func(ctx context.Context, in state) (oriel.Result[outcome], error) {
		this := w.wait(in.Name)
		until := this.begun
		if in.Want == "ended" {
			until = this.ended
		}
		select {
		case <-until:
		case <-ctx.Done():
			return oriel.Result[outcome]{}, fmt.Errorf("watching: %w", ctx.Err())
		}
		how := in.Want
		if in.Want == "ended" {
			how = this.how
		}
		return oriel.Result[outcome]{Data: outcome{how}}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "release"}, func(_ context.Context, in named) (oriel.Result[None], error) {
		close(w.wait(in.Name).release)
		return oriel.Result[None]{}, nil
	})
}
