package gosdk_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/attachtest"
)

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
			if err := gosdk.Attach(server, attachtest.Asker(t)); err != nil {
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
			if got, want := textOf(told.Content), "de-CH|"+clientName(t, "claude")+"|"+version+"|claude|"; got != want {
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
