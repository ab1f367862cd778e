package app

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// dicePage is a view in one file. Larger ones are folders that "oriel generate"
// bundles, as in examples/almanac.
//
//go:embed media/dice.html
var dicePage string

// dice declares a tool with a view: hosts that show views show it, and everybody else
// gets the text.
func dice(app *oriel.App) {
	page := oriel.AddViewWith(app, "dice", ui.HTML(dicePage), ui.Metadata{
		Description: "The dice as they lie, and a button that throws them again.",
		Border:      ui.BorderNone,
	})
	oriel.AddTool(app, oriel.Tool{
		Name: "roll_dice", Title: "Roll dice", Description: "Rolls dice with six faces", View: page,
		ReadOnly: true, ViewData: []string(nil),
		Invoking: "Rolling…", Invoked: "The dice have stopped",
	}, roll)
}

type throw struct {
	Dice int `json:"dice" doc:"How many" min:"1" max:"6" default:"2"`
}

type thrown struct {
	Faces []int `json:"faces"`
	Sum   int   `json:"sum"`
}

func roll(_ context.Context, in throw) (oriel.Result[thrown], error) {
	var (
		pictures = []string{"⚀", "⚁", "⚂", "⚃", "⚄", "⚅"}
		data     = thrown{Faces: make([]int, in.Dice)}
		shown    = make([]string, in.Dice)
	)
	for i := range in.Dice {
		face := rand.N(len(pictures)) //nolint:gosec // it is a game
		data.Faces[i] = face + 1
		data.Sum += face + 1
		shown[i] = pictures[face]
	}
	return oriel.Result[thrown]{
		Data:     data,
		Text:     fmt.Sprintf("Rolled %v, %d altogether.", data.Faces, data.Sum),
		ViewOnly: shown, // the model has no use for pictures of dice
	}, nil
}
