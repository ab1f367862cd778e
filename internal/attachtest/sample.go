// Package attachtest has what the tests of gosdk and mcpgo share: an app to put onto a
// server, and what both have to answer alike.
package attachtest

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// Sample is an app with one of everything. What of it is faulty fails the test.
func Sample(t testing.TB) *oriel.App {
	t.Helper()
	app := oriel.NewWith("sample", "1.2.3", oriel.Options{
		Title: "Sample", Instructions: "Try everything.", URL: "https://sample.example/mcp", Key: "0123456789abcdef0123456789abcdef",
		Logger: slog.New(slog.DiscardHandler),
	})
	page := oriel.AddViewWith(app, "page", ui.HTML("<!doctype html><p>Hello <b>&amp;</b> welcome</p>"), ui.Metadata{
		Description: "A page", CSP: &ui.CSP{ConnectDomains: []string{"https://api.example"}}, Border: ui.BorderWanted,
		Dimensions: ui.Dimensions{Height: 300}, Extra: map[string]any{"note": json.Number("9007199254740993")},
	})
	oriel.AddView(app, "plain", ui.HTML("<p>Second"))
	half, zero := 0.5, 0.0

	type question struct {
		City string `json:"city" doc:"City to look up" example:"Lisbon"`
		Days int    `json:"days,omitempty" min:"1" max:"9" default:"3"`
	}
	type forecast struct {
		City  string  `json:"city"`
		Mean  float64 `json:"mean"`
		Large int64   `json:"large"`
	}
	oriel.AddTool(app, oriel.Tool{
		Name: "forecast", Title: "Forecast", Description: "Tells the weather <&>", View: page, ReadOnly: true, OpenWorld: true,
		Invoking: "Looking…", Invoked: "Looked",
		Icons:    []ui.Icon{{Src: "https://sample.example/i.png", MIMEType: "image/png", Sizes: []string{"48x48"}, Theme: "dark"}},
		Security: []ui.SecurityScheme{{Type: ui.NoAuth}, {Type: ui.OAuth2, Scopes: []string{"read"}}}, Extra: map[string]any{"own": true},
	}, func(ctx context.Context, in question) (oriel.Result[forecast], error) {
		if r := oriel.RequestFrom(ctx); r.Progress(ctx, 1, 2, "half") != nil {
			r.Log.Debug("the host can't be told") // answers in plain JSON have no room for it
		}
		return oriel.Result[forecast]{
			Data: forecast{in.City, 21.5, 9007199254740993}, Text: "Sunny in " + in.City + " <&>.", ViewOnly: []int{1, 2, 3}, CloseView: true,
			Extra: map[string]any{"x": "y", "n": json.Number("9007199254740993")},
		}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "blocks", Description: "Gives every kind of block"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "All.", Content: []ui.Block{
			ui.TextBlock{Text: "noted", Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}, Priority: &half, LastModified: time.Unix(0, 0)}},
			ui.TextBlock{Annotations: ui.Annotations{Priority: &zero}},
			ui.ImageBlock{Data: []byte{1, 2}, MIMEType: "image/png"},
			ui.AudioBlock{Data: []byte{3}, MIMEType: "audio/wav"},
			ui.LinkBlock{URI: "https://sample.example/x", Name: "x", Title: "X", Size: 7},
			ui.ResourceBlock{URI: "sample://text", MIMEType: "text/plain", Text: ""},
			ui.ResourceBlock{URI: "sample://data", Data: []byte{}},
			ui.RawBlock(`{"type":"novel","deep":{"n":9007199254740993}}`),
		}}, nil
	})
	type counts = map[string]int
	oriel.AddTool(app, oriel.Tool{Name: "hidden", Visibility: ui.AppOnly, Destructive: true}, func(context.Context, struct{}) (oriel.Result[counts], error) {
		return oriel.Result[counts]{Data: counts{"a": 1}}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "fails"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{}, &oriel.Error{Code: "no_luck", Message: "No luck today.", Fix: "Try tomorrow."}
	})
	oriel.AddTool(app, oriel.Tool{Name: "asks"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		_, err := oriel.Roots(ctx)
		return oriel.Result[struct{}]{}, err
	})
	oriel.AddTool(app, oriel.Tool{Name: "panics"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		panic("boom") //nolint:forbidigo // it is there to panic
	})

	oriel.AddResource(app, oriel.Resource{
		URI: "sample://notes", Name: "notes", Title: "Notes", Description: "Some notes", MIMEType: "text/plain", Size: 5,
		Annotations: ui.Annotations{Priority: &half}, Extra: map[string]any{"k": []int{1}},
	}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "a<b>&c", Extra: map[string]any{"e": 1}}, nil
	})
	oriel.AddResource(app, oriel.Resource{URI: "sample://bytes", Name: "bytes"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Data: []byte{0, 255}, MIMEType: "application/octet-stream"}, nil
	})
	oriel.AddTemplate(app, oriel.Template{
		URITemplate: "sample://day/{day}", Name: "day", Description: "A day",
		Complete: func(_ context.Context, name, typed string, _ map[string]string) ([]string, error) {
			return []string{name + ":" + typed, "monday"}, nil
		},
	}, func(_ context.Context, variables map[string]string) (oriel.Contents, error) {
		return oriel.Contents{Text: "It is " + variables["day"]}, nil
	})

	type wish struct {
		Mood string `json:"mood" enum:"good,bad" doc:"How it should sound"`
		Name string `json:"name,omitempty"`
	}
	oriel.AddPrompt(app, oriel.Prompt{Name: "greet", Title: "Greet", Description: "Greets"}, func(_ context.Context, in wish) ([]oriel.Message, error) {
		return []oriel.Message{
			oriel.UserText("Be " + in.Mood), oriel.AssistantText("Yes " + in.Name),
			{Content: ui.ImageBlock{Data: []byte{9}, MIMEType: "image/gif"}},
		}, nil
	})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app
}
