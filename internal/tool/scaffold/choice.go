package scaffold

import (
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// The choices for a new app, the default first.
var (
	Templates = []string{"minimal", "dashboard", "form", "board", "map"}
	UIs       = []string{"typescript", "preact", "react", "html"}
	Platforms = []string{"universal", "chatgpt", "mcp"}
)

// Choice has the choices for a new app. Empty fields mean the defaults.
type Choice struct {
	Template, UI, Platform string
}

// complete fills in the defaults.
func (c Choice) complete() (Choice, error) {
	for _, one := range []struct {
		what  string
		value *string
		known []string
	}{{"template", &c.Template, Templates}, {"form of views", &c.UI, UIs}, {"platform", &c.Platform, Platforms}} {
		if *one.value == "" {
			*one.value = one.known[0]
		}
		if !slices.Contains(one.known, *one.value) {
			return c, &ui.Error{
				Code:    "choice_unknown",
				Message: fmt.Sprintf("There is no %s %q.", one.what, *one.value),
				Fix:     "Take one of: " + strings.Join(one.known, ", ") + ".",
			}
		}
	}
	return c, nil
}

// About describes a template in a sentence.
func About(template string) string { return templates[template].blurb }

// shape is what differs between templates, besides their files.
type shape struct {
	view  string // the name of the view
	blurb string
	// places are the files that developers should know, each with a sentence.
	places [][2]string
}

var templates = map[string]shape{
	"minimal": {
		view:   "greeting",
		blurb:  "Greets people by name.",
		places: [][2]string{{"main.go", "the app: its tool, with types and handler"}},
	},
	"dashboard": {
		view:  "sales",
		blurb: "Shows the sales of a shop: a chart by day, totals, and a filter.",
		places: [][2]string{
			{"main.go", "the app: its tool, and the text that it answers"},
			{"sales.go", "types and numbers; `sold` stands in for a database"},
		},
	},
	"form": {
		view:  "ticket",
		blurb: "Opens support tickets: the model fills in a form as far as it knows, the user completes and sends it.",
		places: [][2]string{
			{"main.go", "the app: `new_ticket` for the model, `send_ticket` for the form alone"},
			{"ticket.go", "types, checks, and the desk, which stands in for a database"},
		},
	},
	"board": {
		view:  "board",
		blurb: "Shows a board of cards, which the user drags and the model moves.",
		places: [][2]string{
			{"main.go", "the app: its tools, and the text that they answer"},
			{"board.go", "types, and the board, which stands in for a database"},
		},
	},
	"map": {
		view:  "town",
		blurb: "Shows the map of a town with its places, and finds ways between them.",
		places: [][2]string{
			{"main.go", "the app: its tools, and the text that they answer"},
			{"town.go", "types, shapes and places, which stand in for your data"},
			{"way.go", "the shortest way along the streets"},
		},
	},
}
