package mcpgo_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/mcpgo"
)

// asker is an app whose tool, prompt and resource ask their client everything.
func asker(t *testing.T) *oriel.App {
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
		return oriel.Result[struct{}]{Text: r.Locale + "|" + r.Client.Name + "|" + r.Client.Protocol + "|" + r.User.ID}, nil
	})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app
}

type answering struct{}

func (answering) Elicit(context.Context, mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return &mcp.ElicitationResult{ElicitationResponse: mcp.ElicitationResponse{
		Action: mcp.ElicitationResponseActionAccept, Content: map[string]any{"name": "Ada", "age": 36, "meals": "vegetarian", "days": []any{"sat"}},
	}}, nil
}

func (answering) CreateMessage(context.Context, mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return &mcp.CreateMessageResult{Model: "m1", SamplingMessage: mcp.SamplingMessage{Role: mcp.RoleAssistant, Content: mcp.NewTextContent("Roses")}}, nil
}

func (answering) ListRoots(context.Context, mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	return &mcp.ListRootsResult{Roots: []mcp.Root{{URI: "file:///home"}}}, nil
}

// In the older lifecycle a handler waits for its answers.
//
//nolint:staticcheck // what is deprecated in MCP is served as long as it is there
func TestQuestions(t *testing.T) {
	t.Parallel()
	s := existing()
	if err := mcpgo.Attach(s, asker(t)); err != nil {
		t.Fatal(err)
	}
	c := inProcess(t, s, client.WithElicitationHandler(answering{}), client.WithSamplingHandler(answering{}), client.WithRootsHandler(answering{}))
	said := make(chan string, 10)
	c.OnNotification(func(n mcp.JSONRPCNotification) {
		raw, err := json.Marshal(n.Params.AdditionalFields)
		if err != nil {
			t.Error(err)
		}
		said <- n.Method + " " + string(raw)
	})
	initialize(t, c)
	ctx, want := t.Context(), "Ada|vegetarian|Roses|m1|file:///home"
	called, err := c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "ask"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := mcp.GetTextFromContent(called.Content[0]); got != want {
		t.Errorf("the tool gives %q", got)
	}
	prompt, err := c.GetPrompt(ctx, mcp.GetPromptRequest{Params: mcp.GetPromptParams{Name: "ask"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := mcp.GetTextFromContent(prompt.Messages[0].Content); got != want {
		t.Errorf("the prompt gives %q", got)
	}
	read, err := c.ReadResource(ctx, mcp.ReadResourceRequest{Params: mcp.ReadResourceParams{URI: "asker://ask"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := read.Contents[0].(mcp.TextResourceContents); !ok || got.Text != want {
		t.Errorf("the resource gives %v", read.Contents[0])
	}
	if err = c.SetLevel(ctx, mcp.SetLevelRequest{Params: mcp.SetLevelParams{Level: mcp.LoggingLevelInfo}}); err != nil {
		t.Fatal(err)
	}
	told, err := c.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{
		Name: "tell", Meta: &mcp.Meta{ProgressToken: "p", AdditionalFields: map[string]any{"openai/locale": "de-CH"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := mcp.GetTextFromContent(told.Content[0]), "de-CH|test|2025-11-25|"; got != want {
		t.Errorf("the request is of %q, want %q", got, want)
	}
	for _, want := range []string{
		`notifications/message {"data":{"message":"careful","n":1},"level":"warning","logger":"asker"}`,
		`notifications/progress {"message":"half","progress":1,"progressToken":"p","total":2}`,
	} {
		if got := <-said; got != want {
			t.Errorf("the client was told %q, want %q", got, want)
		}
	}
}

// On the wire, a round is what MCP 2026-07-28 says, and a client that can't be asked is
// told what it lacks.
func TestRoundsOnTheWire(t *testing.T) {
	t.Parallel()
	handler := server.NewStreamableHTTPServer(mcpgo.New(asker(t)))
	able := modernHTTP(t, handler, `{"name":"x","version":"1"}`, `{"elicitation":{},"sampling":{},"roots":{}}`)
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
		contains(t, request, string(able(again)), []string{"Ada|all|Violets|m2|file:///r", `"resultType":"complete"`}, "")
		forged := strings.Replace(again, r.State[:10], "AAAAAAAAAA", 1)
		contains(t, request, string(able(forged)), []string{"request state is invalid"}, "Violets")

		unable := modernHTTP(t, handler, `{"name":"x","version":"1"}`, `{}`)
		contains(t, request, string(unable(request)), []string{"this client has not declared that"}, "")
	}
}

// What middleware puts into the context of an HTTP request reaches handlers, each its
// own.
func TestUserInTheRequestsContext(t *testing.T) {
	t.Parallel()
	s := mcpgo.New(asker(t))
	info, capabilities := introduction(t, "claude")
	user := "ada"
	signedIn := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: user})))
		})
	}
	older, newer := legacyHTTP(t, signedIn(stateful(s)), info, capabilities), modernHTTP(t, signedIn(stateful(s)), info, capabilities)
	for _, user = range []string{"ada", "bob"} {
		for name, ask := range map[string]line{"older": older, "newer": newer} {
			contains(t, name, string(ask(`"tools/call","params":{"name":"tell","arguments":{}}`)), []string{"|" + user + `"`}, "")
		}
	}
}

// mcp-go's stateless handler forgets clients of the older lifecycle: they get the
// metadata of all hosts.
func TestOlderClientsOfTheStatelessHandler(t *testing.T) {
	t.Parallel()
	info, capabilities := introduction(t, "claude")
	ask := legacyHTTP(t, server.NewStreamableHTTPServer(mcpgo.New(attachtest.Sample(t)), server.WithStateLess(true)), info, capabilities)
	tool := string(listed(t, ask, "tools/list", "tools", "name")["forecast"])
	contains(t, "forecast", tool, []string{`"resourceUri"`, `"openai/outputTemplate"`, `"securitySchemes":[{`}, "")
}
