package oriel_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// ring is a value that contains itself.
type ring struct {
	Next *ring `json:"next,omitempty"`
}

func newRing() *ring {
	r := &ring{}
	r.Next = r
	return r
}

// What can't be sent is a masked error; nothing of it, and nothing half, gets out.
func TestResultsThatCannotBeSent(t *testing.T) {
	t.Parallel()
	type number struct {
		N float64 `json:"n"`
	}
	for name, result := range map[string]func() (any, error){
		"not a number": func() (any, error) { return answerWith(t, oriel.Result[number]{Data: number{math.NaN()}}) },
		"infinity":     func() (any, error) { return answerWith(t, oriel.Result[number]{Data: number{math.Inf(-1)}}) },
		"a cycle":      func() (any, error) { return answerWith(t, oriel.Result[ring]{Data: *newRing()}) },
		"a cycle for the view": func() (any, error) {
			return answerWith(t, oriel.Result[number]{ViewOnly: newRing()})
		},
		"a cycle in Extra": func() (any, error) {
			return answerWith(t, oriel.Result[number]{Extra: map[string]any{"r": newRing()}})
		},
		"an Extra that contains itself": func() (any, error) {
			extra := map[string]any{}
			extra["self"] = extra
			return answerWith(t, oriel.Result[number]{Extra: extra})
		},
		"content of no type": func() (any, error) {
			return answerWith(t, oriel.Result[number]{Content: []ui.Block{ui.ImageBlock{Data: []byte("x"), MIMEType: "text/html"}}})
		},
		"content that is nil": func() (any, error) {
			return answerWith(t, oriel.Result[number]{Content: []ui.Block{nil}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := result()
			if text := asJSON(t, got); err != nil || !strings.Contains(text, `"isError":true`) || !strings.Contains(text, "err-") {
				t.Errorf("got %.300s, %v", text, err)
			}
		})
	}
}

// A result is what the handler has given; a text is made up only where there would
// be nothing else.
func TestResultsWithoutData(t *testing.T) {
	t.Parallel()
	picture := []ui.Block{ui.ImageBlock{Data: []byte{1}, MIMEType: "image/png"}}
	type number struct {
		N int `json:"n"`
	}
	for name, test := range map[string]struct {
		answer func() (ui.WireResult, error)
		want   string
	}{
		"text":      {func() (ui.WireResult, error) { return answerWith(t, oriel.Result[struct{}]{Text: "Hi"}) }, `{"content":[{"type":"text","text":"Hi"}]}`},
		"a picture": {func() (ui.WireResult, error) { return answerWith(t, oriel.Result[struct{}]{Content: picture}) }, `{"content":[{"data":"AQ==","mimeType":"image/png","type":"image"}]}`},
		"nothing":   {func() (ui.WireResult, error) { return answerWith(t, oriel.Result[struct{}]{}) }, `{"content":[{"type":"text","text":"Done."}]}`},
		"data and a picture": {
			func() (ui.WireResult, error) {
				return answerWith(t, oriel.Result[number]{Data: number{1}, Content: picture})
			},
			`{"content":[{"type":"text","text":"N: 1"},{"data":"AQ==","mimeType":"image/png","type":"image"}],"structuredContent":{"n":1}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := test.answer()
			got.Meta = nil // the link to the view
			if text := strings.TrimSpace(asJSON(t, got)); err != nil || text != test.want {
				t.Errorf("got %s, %v, want %s", text, err, test.want)
			}
		})
	}
}

func answerWith[Out any](t *testing.T, r oriel.Result[Out]) (ui.WireResult, error) {
	t.Helper()
	app := oriel.NewWith("odd", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	oriel.AddTool(app, oriel.Tool{Name: "odd", View: oriel.AddView(app, "odd", ui.HTML("x"))}, func(context.Context, struct{}) (oriel.Result[Out], error) { return r, nil })
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app.Methods().CallTool(t.Context(), hosts.Peer{}, "odd", nil)
}

// Bytes that are no UTF-8 don't break the message that carries them.
func TestInvalidUTF8(t *testing.T) {
	t.Parallel()
	type text struct {
		S string `json:"s"`
	}
	const bad = "a\xff\xfeb"
	got, err := answerWith(t, oriel.Result[text]{Data: text{bad}, Text: bad, ViewOnly: bad, Extra: map[string]any{bad: bad}})
	encoded := asJSON(t, got)
	if err != nil || !utf8.ValidString(encoded) || !json.Valid([]byte(encoded)) || strings.Count(encoded, "a��b")+strings.Count(encoded, `a\ufffd\ufffdb`) < 5 {
		t.Errorf("got %s, %v", encoded, err)
	}
}

// A result of 50 MB arrives whole.
func TestLargeResult(t *testing.T) {
	t.Parallel()
	type text struct {
		S string `json:"s"`
	}
	const size = 50 << 20
	huge := strings.Repeat("a sentence of a long report. ", size/29)
	got, err := answerWith(t, oriel.Result[text]{Data: text{huge}})
	if err != nil || got.IsError {
		t.Fatalf("error %v", err)
	}
	var back text
	if err := json.Unmarshal(got.StructuredContent, &back); err != nil || back.S != huge {
		t.Errorf("%d bytes came back, error %v", len(back.S), err)
	}
	// The text that is made of it is for reading.
	first, ok := got.Content[0].(ui.TextContent)
	if !ok || len(first.Text) > 10_000 {
		t.Errorf("the text has %d bytes", len(first.Text))
	}
}

// An error leads to the view as other results do, whoever made it: hosts differ in whether
// they show the view for an error, and in where they look for the link.
func TestErrorsHaveTheLinkToTheView(t *testing.T) {
	t.Parallel()
	for name, add := range map[string]func(*oriel.App, oriel.Tool){
		"of the handler": func(app *oriel.App, tool oriel.Tool) {
			oriel.AddTool(app, tool, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{}, &oriel.Error{Code: "closed", Message: "Closed."}
			})
		},
		"masked": func(app *oriel.App, tool oriel.Tool) {
			oriel.AddTool(app, tool, func(context.Context, struct{}) (oriel.Result[struct{}], error) { panic("no") })
		},
		"of the arguments": func(app *oriel.App, tool oriel.Tool) {
			oriel.AddTool(app, tool, func(context.Context, struct{ City string }) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{}, nil
			})
		},
		"of middleware": func(app *oriel.App, tool oriel.Tool) {
			oriel.AddTool(app, tool, func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil })
			app.Use(func(oriel.RequestHandler) oriel.RequestHandler {
				return func(context.Context, *oriel.Request) (*oriel.Response, error) {
					return &oriel.Response{Result: &ui.ToolResult{Text: "Closed.", IsError: true}}, nil
				}
			})
		},
	} {
		app := oriel.NewWith("odd", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
		add(app, oriel.Tool{Name: "odd", View: oriel.AddView(app, "page", ui.HTML("<p>"))})
		for profile, want := range map[string]bool{"claude": true, "chatgpt": true, hosts.GenericID: true, "mcp-ui": false, hosts.TextID: false} {
			result, err := app.Methods().CallTool(t.Context(), hosts.Peer{Client: client(t, profile)}, "odd", nil)
			if got := asJSON(t, result); err != nil || !result.IsError || strings.Contains(got, `"ui":{"resourceUri":"ui://odd/page/`) != want {
				t.Errorf("an error %s for %s is %s %v", name, profile, got, err)
			}
		}
	}
}

func TestOverlongError(t *testing.T) {
	t.Parallel()
	app := oriel.New("odd", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "odd"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, &oriel.Error{Code: "long", Message: strings.Repeat("ä", 1<<20), Challenge: &ui.Challenge{}}
	})
	got, err := app.Methods().CallTool(t.Context(), hosts.Peer{}, "odd", nil)
	if encoded := asJSON(t, got); err != nil || len(encoded) > 20_000 || !strings.Contains(encoded, "…") {
		t.Errorf("%d bytes, %v", len(encoded), err)
	}
}
