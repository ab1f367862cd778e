package attachtest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
)

// Asker is an app whose tool, prompt and resource "ask" ask their client everything. Its
// tool "tell" gives the request's locale, client, protocol, profile and user, and tells
// the client of progress and a warning.
func Asker(t *testing.T) *oriel.App {
	t.Helper()
	type guest struct {
		Name  string   `json:"name" doc:"As on the passport"`
		Age   int      `json:"age" min:"0"`
		Meals string   `json:"meals" enum:"all,vegetarian" default:"all"`
		Days  []string `json:"days,omitempty" enum:"sat,sun"`
	}
	ask := func(ctx context.Context) (string, error) {
		who, err1 := oriel.Ask[guest](ctx, oriel.Question{Name: "who", Message: "Who is coming?"})
		said, err2 := oriel.Sample(ctx, oriel.SampleRequest{Name: "poem", Messages: []oriel.Message{oriel.UserText("A poem")}})
		roots, err3 := oriel.Roots(ctx)
		if err := errors.Join(err1, err2, err3); err != nil {
			return "", err
		}
		return strings.Join([]string{who.Name, who.Meals, said.Text, said.Model, roots[0].URI}, "|"), nil
	}
	app := oriel.NewWith("asker", "1", oriel.Options{Key: "0123456789abcdef0123456789abcdef"})
	oriel.AddTool(app, oriel.Tool{Name: "ask"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		text, err := ask(ctx)
		return oriel.Result[struct{}]{Text: text}, err
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "ask"}, func(ctx context.Context, _ struct{}) ([]oriel.Message, error) {
		text, err := ask(ctx)
		return []oriel.Message{oriel.UserText(text)}, err
	})
	oriel.AddResource(app, oriel.Resource{URI: "asker://ask", Name: "ask"}, func(ctx context.Context) (oriel.Contents, error) {
		text, err := ask(ctx)
		return oriel.Contents{Text: text}, err
	})
	oriel.AddTool(app, oriel.Tool{Name: "tell"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		r := oriel.RequestFrom(ctx)
		r.ClientLog.Warn("careful", "n", 1)
		r.ClientLog.Debug("not wanted")
		if err := r.Progress(ctx, 1, 2, "half"); err != nil {
			return oriel.Result[struct{}]{}, err
		}
		return oriel.Result[struct{}]{Text: strings.Join([]string{r.Locale, r.Client.Name, r.Client.Protocol, r.Profile.ID, r.User.ID}, "|")}, nil
	})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app
}

// On the wire, a round is what MCP 2026-07-28 says, and a client that can't be asked is
// told what it lacks.
func (l *Library[S]) roundsOnTheWire(t *testing.T) {
	t.Helper()
	handler := l.Modern(l.New(Asker(t)))
	const info = `{"name":"x","version":"1"}`
	able, unable := Client{info, `{"elicitation":{},"sampling":{},"roots":{}}`}.ModernHTTP(t, handler), Client{info, `{}`}.ModernHTTP(t, handler)
	for _, request := range []string{
		`"tools/call","params":{"name":"ask","arguments":{}}`, `"prompts/get","params":{"name":"ask"}`, `"resources/read","params":{"uri":"asker://ask"}`,
	} {
		first := able(request)
		var answer struct {
			Result struct {
				Type     string                        `json:"resultType"`
				State    string                        `json:"requestState"`
				Requests map[string]hosts.InputRequest `json:"inputRequests"`
			} `json:"result"`
		}
		if err := json.Unmarshal(first, &answer); err != nil {
			t.Fatal(err)
		}
		r := answer.Result
		if r.Type != "input_required" || r.State == "" || len(r.Requests) != 3 || strings.Contains(string(first), `":null`) {
			t.Errorf("%s: %s", request, first)
		}
		// The form's fields stay in the order in which they are written.
		form := string(r.Requests["who"].Params)
		if name, meals := strings.Index(form, `"name"`), strings.Index(form, `"meals"`); name < 0 || meals < name {
			t.Errorf("the form is %s", form)
		}
		again := strings.TrimSuffix(request, "}") + `,"requestState":"` + r.State + `","inputResponses":{` +
			`"who":{"action":"accept","content":{"name":"Ada","age":1,"meals":"all"}},"client_roots":{"roots":[{"uri":"file:///r"}]},` +
			`"poem":{"role":"assistant","model":"m2","content":{"type":"text","text":"Violets"}}}}`
		Contains(t, request, string(able(again)), []string{"Ada|all|Violets|m2|file:///r", `"resultType":"complete"`}, "")
		forged := strings.Replace(again, r.State[:10], "AAAAAAAAAA", 1)
		Contains(t, request, string(able(forged)), l.ForgedState, "Violets")
		Contains(t, request, string(unable(request)), l.Unable, "")
	}
}

// What middleware puts into the context of an HTTP request reaches handlers, each its
// own, unless the library keeps what the first request of a session had.
func (l *Library[S]) userInTheRequestsContext(t *testing.T) {
	t.Helper()
	s, user, client := l.New(Asker(t)), "ada", ClientOf(t, "claude")
	older, newer := client.LegacyHTTP(t, SignedIn(&user, l.Legacy(s))), client.ModernHTTP(t, SignedIn(&user, l.Modern(s)))
	for _, user = range []string{"ada", "bob"} {
		ofSession := user
		if l.SessionsKeepUsers {
			ofSession = "ada"
		}
		const tell = `"tools/call","params":{"name":"tell","arguments":{}}`
		Contains(t, "older", string(older(tell)), []string{"|" + ofSession + `"`}, "")
		Contains(t, "newer", string(newer(tell)), []string{"|" + user + `"`}, "")
	}
}
