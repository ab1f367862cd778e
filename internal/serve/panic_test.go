package serve_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/serve"
)

// mine is a value that can't be written.
type mine struct{}

func (mine) MarshalJSON() ([]byte, error) { panic("while writing") }

// What panics beside a handler, is answered, too: also over pipes, where it would
// end the process.
func TestPanicsElsewhere(t *testing.T) {
	t.Parallel()
	app := everything(quiet())
	oriel.AddTool(app, oriel.Tool{Name: "extra"}, func(context.Context, text) (oriel.Result[text], error) {
		return oriel.Result[text]{Extra: map[string]any{"mine": mine{}}}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "error"}, func(context.Context, text) (oriel.Result[text], error) {
		var none *oriel.Error
		return oriel.Result[text]{}, errors.Join(none)
	})
	oriel.AddTool(app, oriel.Tool{Name: "log"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
		oriel.RequestFrom(ctx).ClientLog.InfoContext(ctx, "told", "mine", mine{})
		return oriel.Result[text]{}, nil
	})
	for name, observe := range map[string]func(context.Context, serve.Observation) (context.Context, func(serve.Outcome)){
		"nothing": nil,
		"beginning": func(context.Context, serve.Observation) (context.Context, func(serve.Outcome)) {
			panic("at the beginning")
		},
		"end": func(ctx context.Context, _ serve.Observation) (context.Context, func(serve.Outcome)) {
			return ctx, func(serve.Outcome) { panic("at the end") }
		},
	} {
		s := newServer(t, app, serve.Options{Observe: observe})
		h := s.Handler()
		p := connect(t, s)
		for tool, code := range map[string]string{"echo": "", "extra": "internal", "error": "internal", "log": ""} {
			if name != "nothing" {
				code = "internal"
			}
			body := message("1", "tools/call", `{"name":"`+tool+`"}`)
			if a := post(t, h, body); a.status != http.StatusOK || a.code() != code {
				t.Errorf("%s, %s: %d %s", name, tool, a.status, a.body)
			}
			p.send(t, body)
			got := p.next(t)
			if tool == "log" && name != "beginning" {
				got = p.next(t) // what it has logged is before
			}
			if codeIn(got) != code {
				t.Errorf("%s, %s, over pipes: %s", name, tool, got)
			}
		}
		p.finish(t)
	}
}
