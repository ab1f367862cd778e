package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/hosts"
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
		return oriel.Result[struct{}]{Text: r.Locale + "|" + r.Client.Name + "|" + r.Client.Protocol + "|" + r.Profile.ID}, nil
	})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app
}

//nolint:staticcheck // what is deprecated in MCP is served as long as it is there
func answering() *mcp.ClientOptions {
	return &mcp.ClientOptions{
		Capabilities: &mcp.ClientCapabilities{RootsV2: &mcp.RootCapabilities{}},
		ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			if r.Params.Message == "Who is coming?" {
				return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada", "age": 36, "meals": "vegetarian", "days": []any{"sat"}}}, nil
			}
			return &mcp.ElicitResult{Action: "decline"}, nil
		},
		CreateMessageHandler: func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Role: "assistant", Model: "m1", Content: &mcp.TextContent{Text: "Roses"}}, nil
		},
	}
}

//nolint:staticcheck // as above
func TestQuestions(t *testing.T) {
	t.Parallel()
	for lifecycle, protocol := range map[string]string{"older": "2025-11-25", "newer": ""} {
		t.Run(lifecycle, func(t *testing.T) {
			t.Parallel()
			server := existing()
			if err := gosdk.Attach(server, asker(t)); err != nil {
				t.Fatal(err)
			}
			serverSide, clientSide := mcp.NewInMemoryTransports()
			if _, err := server.Connect(t.Context(), serverSide, nil); err != nil {
				t.Fatal(err)
			}
			options := answering()
			var mu sync.Mutex
			var said []string
			options.LoggingMessageHandler = func(_ context.Context, r *mcp.LoggingMessageRequest) {
				mu.Lock()
				defer mu.Unlock()
				raw, err := json.Marshal(r.Params.Data)
				if err != nil {
					t.Error(err)
				}
				said = append(said, string(r.Params.Level)+" "+string(raw))
			}
			progress := bell()
			options.ProgressNotificationHandler = func(context.Context, *mcp.ProgressNotificationClientRequest) { ring(progress) }
			session := connect(t, clientSide, "claude", protocol, options)
			ctx, want := t.Context(), "Ada|vegetarian|Roses|m1|file:///home"

			called, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "ask"})
			if err != nil {
				t.Fatal(err)
			}
			if got := textOf(called.Content); got != want {
				t.Errorf("the tool gives %q", got)
			}
			prompt, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "ask"})
			if err != nil {
				t.Fatal(err)
			}
			if got := textOf([]mcp.Content{prompt.Messages[0].Content}); got != want {
				t.Errorf("the prompt gives %q", got)
			}
			read, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "asker://ask"})
			if err != nil {
				t.Fatal(err)
			}
			if got := read.Contents[0].Text; got != want {
				t.Errorf("the resource gives %q", got)
			}

			meta := mcp.Meta{"openai/locale": "de-CH", "progressToken": "p", "io.modelcontextprotocol/logLevel": "info"}
			if protocol != "" {
				if setting := session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: "info"}); setting != nil {
					t.Fatal(setting)
				}
			}
			told, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "tell", Meta: meta})
			if err != nil {
				t.Fatal(err)
			}
			version := protocol
			if version == "" {
				version = "2026-07-28"
			}
			if got, want := textOf(told.Content), "de-CH|"+clientName(t, "claude")+"|"+version+"|claude"; got != want {
				t.Errorf("the request is of %q, want %q", got, want)
			}
			<-progress
			mu.Lock()
			defer mu.Unlock()
			if want := []string{`warning {"message":"careful","n":1}`}; !slices.Equal(said, want) {
				t.Errorf("the client was told %q", said)
			}
		})
	}
}

func clientName(t *testing.T, host string) string {
	t.Helper()
	p, ok := hosts.Get(host)
	if !ok {
		t.Fatal(host)
	}
	return p.ClientInfo.Value.Name
}

func textOf(content []mcp.Content) string {
	if len(content) == 0 {
		return ""
	}
	if text, ok := content[0].(*mcp.TextContent); ok {
		return text.Text
	}
	return ""
}

// On the wire, a round is what MCP 2026-07-28 says, and a client that can't be asked is
// told what it lacks.
func TestRoundsOnTheWire(t *testing.T) {
	t.Parallel()
	server := gosdk.New(asker(t))
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
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
		contains(t, request, string(able(forged)), []string{"request_state_invalid", "-32602"}, "Violets")

		unable := modernHTTP(t, handler, `{"name":"x","version":"1"}`, `{}`)
		contains(t, request, string(unable(request)), []string{"-32021", `"requiredCapabilities":{"elicitation":{}}`, `"code":"capability_missing"`}, "")
	}
}

// In the older lifecycle the model reads what its client lacks, and what went wrong.
func TestQuestionsThatGetNoAnswer(t *testing.T) {
	t.Parallel()
	app := oriel.New("asker", "1")
	oriel.AddTool(app, oriel.Tool{Name: "ask"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		_, err := oriel.Ask[struct {
			Age int `json:"age"`
		}](ctx, oriel.Question{Message: "How old?", Wait: 1})
		return oriel.Result[struct{}]{Text: "done"}, err
	})
	for name, test := range map[string]struct {
		answer func(ctx context.Context) (*mcp.ElicitResult, error)
		want   string
	}{
		"no handler": {nil, "this client has not declared"},
		"too late":   {func(ctx context.Context) (*mcp.ElicitResult, error) { <-ctx.Done(); return nil, ctx.Err() }, "in time"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			serverSide, clientSide := mcp.NewInMemoryTransports()
			if _, err := gosdk.New(app).Connect(t.Context(), serverSide, nil); err != nil {
				t.Fatal(err)
			}
			options := &mcp.ClientOptions{}
			if test.answer != nil {
				options.ElicitationHandler = func(ctx context.Context, _ *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return test.answer(ctx) }
			}
			result, err := connect(t, clientSide, "claude", "2025-11-25", options).CallTool(t.Context(), &mcp.CallToolParams{Name: "ask"})
			if err != nil {
				t.Fatal(err)
			}
			if got := textOf(result.Content); !result.IsError || !strings.Contains(got, test.want) {
				t.Errorf("the model reads %q", got)
			}
		})
	}
}
