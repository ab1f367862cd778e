package mcpgo_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/mcpgo"
)

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
	if err := mcpgo.Attach(s, attachtest.Asker(t)); err != nil {
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
	if got, want := mcp.GetTextFromContent(told.Content[0]), "de-CH|test|2025-11-25|generic|"; got != want {
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
