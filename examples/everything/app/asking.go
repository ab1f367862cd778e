package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/orielapps/oriel"
)

// asking declares tools that have a question before they answer.
func asking(app *oriel.App) {
	oriel.AddTool(app, oriel.Tool{
		Name: "test_sampling", Description: "Lets the client's model answer a prompt", ReadOnly: true, OpenWorld: true,
	}, sample)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_elicitation", Description: "Asks the user for a name and an address", ReadOnly: true,
	}, contactOf)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_elicitation_sep1034_defaults", Description: "Asks the user with a form that is filled in already", ReadOnly: true,
	}, account)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_elicitation_sep1330_enums", Description: "Asks the user with every form of choice", ReadOnly: true,
	}, choose)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_elicitation_fields", Description: "Asks the user with every kind of field, and limits", ReadOnly: true,
	}, book)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_elicitation_url", Description: "Sends the user to a page", ReadOnly: true, OpenWorld: true,
	}, visit)
}

type prompt struct {
	Prompt string `json:"prompt" doc:"The prompt for the model"`
}

// briefly is how long a model's answer may be, in tokens.
const briefly = 100

// Sample asks the model that the user has already, so that an app needs none.
func sample(ctx context.Context, p prompt) (answer, error) {
	said, err := oriel.Sample(ctx, oriel.SampleRequest{Messages: []oriel.Message{oriel.UserText(p.Prompt)}, MaxTokens: briefly})
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "LLM response: " + said.Text}, nil
}

type message struct {
	Message string `json:"message" doc:"What the user is told"`
}

type contact struct {
	Username string `json:"username" doc:"User's response"`
	Email    string `json:"email" doc:"User's email address" format:"email"`
}

// The form is derived from the type of the answer.
func contactOf(ctx context.Context, m message) (answer, error) {
	c, err := oriel.Ask[contact](ctx, oriel.Question{Message: m.Message})
	said, err := outcome(c, err)
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "User response: " + said}, nil
}

// Fields with a default need not be filled in.
type profile struct {
	Name     string  `json:"name" doc:"Full name" default:"John Doe"`
	Age      int     `json:"age" doc:"Age in years" default:"30"`
	Score    float64 `json:"score" doc:"Score so far" default:"95.5"`
	Status   string  `json:"status" doc:"Status of the account" enum:"active,inactive,pending" default:"active"`
	Verified bool    `json:"verified" doc:"Whether the address is verified" default:"true"`
}

func account(ctx context.Context, _ none) (answer, error) {
	p, err := oriel.Ask[profile](ctx, oriel.Question{Message: "Please review the account."})
	said, err := outcome(p, err)
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "Elicitation completed: " + said}, nil
}

type choices struct {
	UntitledSingle string   `json:"untitledSingle,omitempty"`
	TitledSingle   string   `json:"titledSingle,omitempty"`
	LegacyEnum     string   `json:"legacyEnum,omitempty"`
	UntitledMulti  []string `json:"untitledMulti,omitempty"`
	TitledMulti    []string `json:"titledMulti,omitempty"`
}

// choiceForm is written out because tags have no titles for the values of an enum.
const choiceForm = `{
  "type": "object",
  "properties": {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "oneOf": [
      {"const": "value1", "title": "First Option"},
      {"const": "value2", "title": "Second Option"},
      {"const": "value3", "title": "Third Option"}
    ]},
    "legacyEnum": {
      "type": "string", "enum": ["opt1", "opt2", "opt3"],
      "enumNames": ["Option One", "Option Two", "Option Three"]
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {"type": "array", "items": {"anyOf": [
      {"const": "value1", "title": "First Choice"},
      {"const": "value2", "title": "Second Choice"},
      {"const": "value3", "title": "Third Choice"}
    ]}}
  }
}`

// A form of your own replaces the one of the type; the answer is checked against it,
// and then decoded into the type.
func choose(ctx context.Context, _ none) (answer, error) {
	c, err := oriel.Ask[choices](ctx, oriel.Question{Message: "Please choose.", Schema: json.RawMessage(choiceForm)})
	said, err := outcome(c, err)
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "Elicitation completed: " + said}, nil
}

// Formats and limits are checked by most clients, and by Oriel when the answer comes.
type booking struct {
	Name    string   `json:"name" doc:"Who is coming" minlen:"2" maxlen:"40"`
	Email   string   `json:"email" doc:"Where the confirmation goes" format:"email"`
	Website string   `json:"website,omitempty" format:"uri"`
	Day     string   `json:"day" doc:"The first day" format:"date"`
	Arrival string   `json:"arrival,omitempty" doc:"With its time zone" format:"date-time"`
	Guests  int      `json:"guests" min:"1" max:"8"`
	Budget  float64  `json:"budget,omitempty" doc:"At most, in euros" min:"0"`
	Meals   []string `json:"meals" enum:"breakfast,lunch,dinner" minlen:"1" default:"[\"breakfast\"]"`
	Parking bool     `json:"parking" doc:"Whether a car comes along"`
	Quiet   bool     `json:"quiet,omitempty" doc:"Whether the room has to be quiet"`
}

func book(ctx context.Context, _ none) (answer, error) {
	b, err := oriel.Ask[booking](ctx, oriel.Question{Message: "Please book a room."})
	said, err := outcome(b, err)
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "Elicitation completed: " + said}, nil
}

// What must not pass through the client, such as a password, is asked for on a page of
// your own. That the user agrees to go there is the whole answer.
func visit(ctx context.Context, _ none) (answer, error) {
	_, err := oriel.Ask[none](ctx, oriel.Question{Message: "Please sign in.", URL: "https://example.com/sign-in"})
	said, err := outcome(none{}, err)
	if err != nil {
		return answer{}, err
	}
	return answer{Text: "Elicitation completed: " + said}, nil
}

// outcome says what has become of a question. That the user doesn't want to answer is
// an outcome, too; all other errors go back to Oriel as they are.
func outcome(given any, err error) (string, error) {
	switch {
	case errors.Is(err, oriel.ErrDeclined):
		return "action=decline", nil
	case errors.Is(err, oriel.ErrDismissed):
		return "action=cancel", nil
	case err != nil:
		return "", err
	}
	content, err := json.Marshal(given)
	if err != nil {
		return "", fmt.Errorf("writing down the answer: %w", err)
	}
	return "action=accept, content=" + string(content), nil
}
