package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/orielapps/oriel"
)

// rounds declares tools with questions of every kind.
//
// A client of MCP 2026-07-28 can't be asked while it waits: it gets the questions as
// the answer, and calls again with what its user has said. That is Oriel's work. A
// handler reads from top to bottom as if it waited at each question; it only has to
// bear being run again from its beginning. The names of the questions are optional.
func rounds(app *oriel.App) {
	tool := func(name, description string, handler func(context.Context, none) (answer, error)) {
		oriel.AddTool(app, oriel.Tool{Name: name, Description: description, ReadOnly: true}, handler)
	}
	tool("test_input_required_result_elicitation", "Asks the user for a name", greet)
	tool("test_input_required_result_sampling", "Asks the client's model a question", capital)
	tool("test_input_required_result_list_roots", "Asks the client for its folders", folders)
	tool("test_input_required_result_request_state", "Asks the user to confirm", confirmed)
	tool("test_input_required_result_tampered_state", "Asks the user to confirm, and accepts no forged answer", confirmed)
	tool("test_input_required_result_multiple_inputs", "Asks user, model and client at once", together)
	tool("test_input_required_result_multi_round", "Asks the user twice, one after the other", inTurn)
	tool("test_input_required_result_capabilities", "Asks whoever the client lets it ask", whoeverIsThere)
	tool("test_missing_capability", "Needs a client with a model", capital)
	tool("test_streaming_elicitation", "Tells how far it has come, then asks the user", tellThenAsk)
}

type person struct {
	Name string `json:"name"`
}

var whoIsThere = oriel.Question{Name: "user_name", Message: "What is your name?"}

func greet(ctx context.Context, _ none) (answer, error) {
	p, err := oriel.Ask[person](ctx, whoIsThere)
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "Hello, " + p.Name + "!"}, nil
}

// A client that has no model, or doesn't let it be asked, is told what it lacks.
func capital(ctx context.Context, _ none) (answer, error) {
	said, err := oriel.Sample(ctx, oriel.SampleRequest{
		Name:      "capital_question",
		Messages:  []oriel.Message{oriel.UserText("What is the capital of France?")},
		MaxTokens: briefly,
	})
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "The model says: " + said.Text}, nil
}

func folders(ctx context.Context, _ none) (answer, error) {
	roots, err := oriel.Roots(ctx)
	if err != nil {
		return answer{}, err
	}
	lines := []string{fmt.Sprintf("The client works in %d folders:", len(roots))}
	for _, r := range roots {
		lines = append(lines, fmt.Sprintf("- %s (%s)", r.Name, r.URI))
	}
	return answer{Text: strings.Join(lines, "\n")}, nil
}

type confirmation struct {
	OK bool `json:"ok"`
}

// What has been answered so far travels with the client, signed: an answer that
// another call, user or client was given is not accepted.
func confirmed(ctx context.Context, _ none) (answer, error) {
	c, err := oriel.Ask[confirmation](ctx, oriel.Question{Name: "confirm", Message: "Please confirm"})
	if err != nil {
		return answer{}, err
	}
	if !c.OK {
		return answer{Text: "Not confirmed."}, nil
	}
	return answer{Text: "state-ok: confirmed."}, nil
}

// Several questions are asked at once if their errors are joined.
func together(ctx context.Context, _ none) (answer, error) {
	p, noPerson := oriel.Ask[person](ctx, whoIsThere)
	greeting, noGreeting := oriel.Sample(ctx, oriel.SampleRequest{
		Name: "greeting", Messages: []oriel.Message{oriel.UserText("Generate a greeting")}, MaxTokens: briefly,
	})
	roots, noRoots := oriel.Roots(ctx)
	if err := errors.Join(noPerson, noGreeting, noRoots); err != nil {
		return answer{}, err
	}
	return answer{Text: fmt.Sprintf("%s %s has %d folders.", greeting.Text, p.Name, len(roots))}, nil
}

type favourite struct {
	Color string `json:"color"`
}

// A question may depend on the answer to the one before.
func inTurn(ctx context.Context, _ none) (answer, error) {
	p, err := oriel.Ask[person](ctx, oriel.Question{Name: "step1", Message: "Step 1: What is your name?"})
	if err != nil {
		return answer{}, err
	}
	f, err := oriel.Ask[favourite](ctx, oriel.Question{Name: "step2", Message: "Step 2: What is your favorite color?"})
	if err != nil {
		return answer{}, err
	}
	return answer{Text: p.Name + " likes " + f.Color + "."}, nil
}

// What a client can do stands in the request, for apps that get along without.
func whoeverIsThere(ctx context.Context, _ none) (answer, error) {
	var (
		client  = oriel.RequestFrom(ctx).Client
		name    = "somebody"
		opinion = "no opinion"
		errs    []error
	)
	if client.Forms {
		p, err := oriel.Ask[person](ctx, whoIsThere)
		errs = append(errs, err)
		name = p.Name
	}
	if client.Sampling {
		said, err := oriel.Sample(ctx, oriel.SampleRequest{
			Name: "opinion", Messages: []oriel.Message{oriel.UserText("What do you think of the weather?")}, MaxTokens: briefly,
		})
		errs = append(errs, err)
		opinion = said.Text
	}
	if err := errors.Join(errs...); err != nil {
		return answer{}, err
	}
	return answer{Text: name + ": " + opinion}, nil
}

func tellThenAsk(ctx context.Context, _ none) (answer, error) {
	// Before a question there should be nothing that mustn't happen twice.
	_ = oriel.RequestFrom(ctx).Progress(ctx, 1, 2, "Looking for somebody to ask")
	return confirmed(ctx, none{})
}
