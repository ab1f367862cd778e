// Package app declares the hello app: one tool and its view.
package app

import (
	"context"
	"strings"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/hello/views"
)

type person struct {
	Name string `json:"name" doc:"Whom to greet" example:"Ada" maxlen:"100"`
}

type greeting struct {
	Greeting string `json:"greeting"`
}

// New returns the app.
func New() *oriel.App {
	app := oriel.New("hello", "1.0.0")
	page := oriel.AddView(app, "greeting", views.Greeting)
	oriel.AddTool(app, oriel.Tool{
		Name:        "greet",
		Title:       "Greet somebody",
		Description: "Says hello to somebody by name",
		View:        page,
		ReadOnly:    true,
	}, greet)
	return app
}

func greet(_ context.Context, p person) (oriel.Result[greeting], error) {
	name := strings.TrimSpace(p.Name)
	if name == "" {
		return oriel.Result[greeting]{}, &oriel.Error{
			Code:    "name_missing",
			Message: "There is nobody to greet.",
			Fix:     "Give a name.",
		}
	}
	text := "Hello, " + name + "!"
	return oriel.Result[greeting]{Data: greeting{text}, Text: text}, nil
}
