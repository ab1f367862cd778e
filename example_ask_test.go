package oriel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

type Guest struct {
	Name string `json:"name" doc:"As on the passport"`
	Meal string `json:"meal" enum:"soup,salad" default:"soup"`
}

// A handler asks its user in the same way in every version of MCP.
func ExampleAsk() {
	app := oriel.New("inn", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "book"}, func(ctx context.Context, _ struct{}) (oriel.Result[Guest], error) {
		guest, err := oriel.Ask[Guest](ctx, oriel.Question{Name: "guest", Message: "Who is coming?"})
		if err != nil {
			return oriel.Result[Guest]{}, err // also oriel.ErrInputRequired
		}
		return oriel.Result[Guest]{Data: guest, Text: "A room for " + guest.Name}, nil
	})

	// A session that can wait: the client shows the form and sends what was filled in.
	waits := hosts.Peer{
		Client: hosts.Client{Forms: true},
		Ask: func(context.Context, hosts.InputRequest) (json.RawMessage, error) {
			return json.RawMessage(`{"action":"accept","content":{"name":"Ada"}}`), nil
		},
	}
	result, err := app.Methods().CallTool(context.Background(), waits, "book", nil)
	fmt.Println(string(result.StructuredContent), err)

	// A request of MCP 2026-07-28: it comes back with the question, and is made again.
	rounds := hosts.Peer{Client: hosts.Client{Forms: true}, Round: &hosts.Round{}}
	_, err = app.Methods().CallTool(context.Background(), rounds, "book", nil)
	fmt.Println(err)
	rounds.Round.Answers = map[string]json.RawMessage{"guest": json.RawMessage(`{"action":"decline"}`)}
	result, err = app.Methods().CallTool(context.Background(), rounds, "book", nil)
	said, _ := result.Content[0].(ui.TextContent)
	fmt.Println(said.Text, err)
	// Output:
	// {"name":"Ada","meal":"soup"} <nil>
	// input required
	// The user declined to answer. <nil>
}

// A prompt's arguments are the fields of a struct; the values of an enum are
// suggested while its user types.
func ExampleAddPrompt() {
	app := oriel.New("letters", "1.0.0")
	type letter struct {
		To   string `json:"to" doc:"Who gets it"`
		Tone string `json:"tone" enum:"kind,firm" default:"kind"`
	}
	oriel.AddPrompt(app, oriel.Prompt{Name: "remind", Description: "A reminder"}, func(_ context.Context, in letter) ([]oriel.Message, error) {
		return []oriel.Message{oriel.UserText("Write a " + in.Tone + " reminder to " + in.To + ".")}, nil
	})
	got, err := app.Methods().GetPrompt(context.Background(), hosts.Peer{}, "remind", json.RawMessage(`{"to":"Ann"}`))
	fmt.Println(got.Messages[0].Content, err)
	suggested, err := app.Methods().Complete(context.Background(), hosts.Peer{}, hosts.CompleteRequest{Prompt: "remind", Name: "tone", Typed: "f"})
	fmt.Println(suggested.Values, err)
	// Output:
	// map[text:Write a kind reminder to Ann. type:text] <nil>
	// [firm] <nil>
}

// Resources of one form share a template, whose variables come from the URI.
func ExampleAddTemplate() {
	app := oriel.New("library", "1.0.0")
	oriel.AddTemplate(app, oriel.Template{URITemplate: "library://{title}/{page}", Name: "page", MIMEType: "text/plain"},
		func(_ context.Context, variables map[string]string) (oriel.Contents, error) {
			return oriel.Contents{Text: variables["title"] + ", page " + variables["page"]}, nil
		})
	d, err := app.Methods().ReadResource(context.Background(), hosts.Peer{}, "library://emma/7")
	fmt.Println(d.Text, err)
	_, err = app.Methods().ReadResource(context.Background(), hosts.Peer{}, "library://emma")
	fmt.Println(err)
	// Output:
	// emma, page 7 <nil>
	// There is no resource "library://emma". Use one that resources/list returns.
}

// What changes while the app serves, its clients are told.
func ExampleMethods() {
	app := oriel.New("library", "1.0.0")
	oriel.AddResource(app, oriel.Resource{URI: "library://news", Name: "news"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: strings.Repeat("!", 3)}, nil
	})
	stop := app.Methods().Watch(func(c ui.Change) { fmt.Println(c.List, c.URI) })
	defer stop()
	app.ResourceUpdated("library://news")
	app.RemoveResources("library://news")
	// Output:
	// library://news
	// resources
}
