package attachtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// Full is [Sample] and more: what tells all that it is told, asks its client, refuses
// users, and is long. View is the URI of one of its views.
func Full(t testing.TB) (app *oriel.App, view string) {
	t.Helper()
	app = Sample(t)
	const paragraphs = 200
	large := oriel.AddView(app, "large", ui.HTML("<!doctype html><main>"+strings.Repeat("<p>All of this is long & <b>dull</b>.</p>\n", paragraphs)+"</main>"))
	addTellers(app)
	addAskers(app)
	addRefusers(app)
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app, large.URI()
}

// told is what a handler is told of its request.
type told struct {
	Arguments json.RawMessage `json:"arguments"`
	Name      string          `json:"name"`
	Version   string          `json:"version"`
	Protocol  string          `json:"protocol"`
	Types     []string        `json:"types"`
	Can       [4]bool         `json:"can"`
	Told      bool            `json:"told"`
	Profile   string          `json:"profile"`
	Locale    string          `json:"locale"`
	UserAgent string          `json:"userAgent"`
	Country   string          `json:"country"`
	Subject   string          `json:"subject"`
	Meta      map[string]any  `json:"meta"`
}

func addTellers(app *oriel.App) {
	oriel.AddRawTool(app, oriel.Tool{Name: "told", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(ctx context.Context, arguments json.RawMessage) (oriel.Result[json.RawMessage], error) {
			r := oriel.RequestFrom(ctx)
			c := r.Client
			all := told{
				Arguments: arguments, Name: c.Name, Version: c.Version, Protocol: c.Protocol, Types: c.UIMIMETypes,
				Can: [...]bool{c.Forms, c.Pages, c.Sampling, c.Roots}, Told: c.Introduced, Profile: r.Profile.ID,
				Locale: r.Locale, UserAgent: r.UserAgent, Subject: r.Subject, Meta: r.Meta.Values(),
			}
			if r.Location != nil {
				all.Country = r.Location.Country
			}
			data, err := json.Marshal(all)
			if err != nil {
				return oriel.Result[json.RawMessage]{}, fmt.Errorf("telling: %w", err)
			}
			return oriel.Result[json.RawMessage]{Data: data, Text: "told"}, nil
		})
	oriel.AddRawTool(app, oriel.Tool{
		Name: "routed", InputSchema: json.RawMessage(`{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},` +
			`"inner":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"Number"}}}}}`),
	}, func(_ context.Context, arguments json.RawMessage) (oriel.Result[json.RawMessage], error) {
		return oriel.Result[json.RawMessage]{Data: arguments}, nil
	})
	type nothing struct{}
	oriel.AddTool(app, oriel.Tool{Name: "long"}, func(context.Context, nothing) (oriel.Result[nothing], error) {
		const times = 100
		return oriel.Result[nothing]{Text: strings.Repeat("It goes on \"and\" on. ", times)}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "steps"}, func(ctx context.Context, _ nothing) (oriel.Result[nothing], error) {
		r := oriel.RequestFrom(ctx)
		for i, name := range []string{"", "second <&>", "third \u2028"} {
			if r.Progress(ctx, float64(i)+1, float64(i), name) != nil {
				r.Log.Debug("the host can't be told")
			}
			r.ClientLog.Info("step", "name", name)
			r.ClientLog.Debug("detail")
		}
		return oriel.Result[nothing]{Text: "Done."}, nil
	})
}

func addAskers(app *oriel.App) {
	type answer struct {
		Sure bool   `json:"sure"`
		Why  string `json:"why,omitempty" maxlen:"20"`
	}
	type nothing struct{}
	oriel.AddTool(app, oriel.Tool{Name: "confirm"}, func(ctx context.Context, _ nothing) (oriel.Result[answer], error) {
		said, err := oriel.Ask[answer](ctx, oriel.Question{Name: "sure", Message: "Sure <&>?"})
		return oriel.Result[answer]{Data: said}, err
	})
	oriel.AddTool(app, oriel.Tool{Name: "thinks"}, func(ctx context.Context, _ nothing) (oriel.Result[nothing], error) {
		said, err := oriel.Sample(ctx, oriel.SampleRequest{Name: "thought", Messages: []oriel.Message{oriel.UserText("What now?")}})
		return oriel.Result[nothing]{Text: said.Text}, err
	})
	oriel.AddResource(app, oriel.Resource{URI: "sample://secret", Name: "secret"}, func(ctx context.Context) (oriel.Contents, error) {
		said, err := oriel.Ask[answer](ctx, oriel.Question{Name: "sure", Message: "Really?"})
		return oriel.Contents{Text: said.Why}, err
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "careful"}, func(ctx context.Context, _ nothing) ([]oriel.Message, error) {
		said, err := oriel.Ask[answer](ctx, oriel.Question{Name: "sure", Message: "Shall I?"})
		return []oriel.Message{oriel.UserText(said.Why)}, err
	})
}

func addRefusers(app *oriel.App) {
	const metadata = "https://sample.example/.well-known/oauth-protected-resource"
	type nothing struct{}
	refuse := func(name string, err error) {
		oriel.AddTool(app, oriel.Tool{Name: name}, func(context.Context, nothing) (oriel.Result[nothing], error) {
			return oriel.Result[nothing]{}, err
		})
		oriel.AddResource(app, oriel.Resource{URI: "sample://" + name, Name: name}, func(context.Context) (oriel.Contents, error) {
			return oriel.Contents{}, err
		})
		oriel.AddPrompt(app, oriel.Prompt{Name: name}, func(context.Context, nothing) ([]oriel.Message, error) { return nil, err })
	}
	refuse("locked", &oriel.Error{
		Code: "sign_in_needed", Message: "Who are you?", Fix: "Sign in.",
		Challenge: &ui.Challenge{ResourceMetadata: metadata, Scopes: []string{"read"}},
	})
	refuse("scoped", &oriel.Error{
		Code: "scope_needed", Message: "Not with that.", Fix: "Ask for more.",
		Challenge: &ui.Challenge{ResourceMetadata: metadata, Scopes: []string{"write"}, Error: "insufficient_scope"},
	})
	refuse("broken", errors.New("dial postgres://user:secret@db"))
}
