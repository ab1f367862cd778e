package probe

import (
	"context"
	"errors"
	"strings"

	"github.com/orielapps/oriel"
)

// guest is what the user is asked for.
type guest struct {
	Name  string `json:"name" doc:"As on the passport"`
	Seats int    `json:"seats" min:"1" max:"9"`
	Meals string `json:"meals" enum:"all,vegetarian" default:"all"`
}

type colour struct {
	Colour string `json:"colour"`
}

// answer is what came of a question.
type answer struct {
	Outcome string `json:"outcome"`
	Guest   *guest `json:"guest,omitempty"`
}

type answers struct {
	Texts []string `json:"texts"`
}

// addQuestions declares the tools that ask their client something.
func (w *World) addQuestions(app *oriel.App) {
	oriel.AddTool(app, oriel.Tool{Name: "ask"}, func(ctx context.Context, _ None) (oriel.Result[answer], error) {
		got, err := oriel.Ask[guest](ctx, oriel.Question{Message: "Who is coming?"})
		switch {
		case errors.Is(err, oriel.ErrDeclined):
			return oriel.Result[answer]{Data: answer{Outcome: "declined"}}, nil
		case errors.Is(err, oriel.ErrDismissed):
			return oriel.Result[answer]{Data: answer{Outcome: "dismissed"}}, nil
		case err != nil:
			return oriel.Result[answer]{}, err
		}
		return oriel.Result[answer]{Data: answer{Outcome: "answered", Guest: &got}}, nil
	})
	// One question after the other: two rounds where questions come in rounds.
	oriel.AddTool(app, oriel.Tool{Name: "ask_twice"}, func(ctx context.Context, _ None) (oriel.Result[answers], error) {
		first, err := oriel.Ask[guest](ctx, oriel.Question{Message: "Who is coming?"})
		if err != nil {
			return oriel.Result[answers]{}, err
		}
		second, err := oriel.Ask[colour](ctx, oriel.Question{Message: "Which colour does " + first.Name + " like?"})
		if err != nil {
			return oriel.Result[answers]{}, err
		}
		return oriel.Result[answers]{Data: answers{[]string{first.Name, second.Colour}}}, nil
	})
	// All that a client can be asked for: one round where questions come in rounds.
	oriel.AddTool(app, oriel.Tool{Name: "ask_all"}, func(ctx context.Context, _ None) (oriel.Result[answers], error) {
		user, err1 := oriel.Ask[colour](ctx, oriel.Question{Message: "Which colour?"})
		model, err2 := sample(ctx)
		folders, err3 := oriel.Roots(ctx)
		if err := errors.Join(err1, err2, err3); err != nil {
			return oriel.Result[answers]{}, err
		}
		return oriel.Result[answers]{Data: answers{[]string{user.Colour, model.Text, uris(folders)}}}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "sample"}, func(ctx context.Context, _ None) (oriel.Result[answers], error) {
		got, err := sample(ctx)
		if err != nil {
			return oriel.Result[answers]{}, err
		}
		return oriel.Result[answers]{Data: answers{[]string{got.Text, got.Model, got.StopReason}}}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "roots"}, func(ctx context.Context, _ None) (oriel.Result[answers], error) {
		got, err := oriel.Roots(ctx)
		if err != nil {
			return oriel.Result[answers]{}, err
		}
		return oriel.Result[answers]{Data: answers{[]string{uris(got)}}}, nil
	})
}

func sample(ctx context.Context) (oriel.SampleResult, error) {
	return oriel.Sample(ctx, oriel.SampleRequest{Messages: []oriel.Message{oriel.UserText("A word for rain?")}})
}

func uris(roots []oriel.Root) string {
	all := make([]string, len(roots))
	for i, r := range roots {
		all[i] = r.URI + " " + r.Name
	}
	return strings.Join(all, ", ")
}
