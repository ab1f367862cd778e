package app_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/examples/hello/app"
)

func TestGreet(t *testing.T) {
	t.Parallel()
	hello := app.New()
	if err := hello.Err(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(hello.Handler())
	t.Cleanup(server.Close)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })

	for name, c := range map[string]struct {
		arguments map[string]any
		want      string
		isError   bool
	}{
		"a name":        {map[string]any{"name": "Ada"}, "Hello, Ada!", false},
		"spaces around": {map[string]any{"name": " Ada "}, "Hello, Ada!", false},
		"markup":        {map[string]any{"name": "<b>"}, "Hello, <b>!", false},
		"blank":         {map[string]any{"name": " "}, "There is nobody to greet. Give a name.", true},
		"none":          {map[string]any{}, "name", true},
		"a number":      {map[string]any{"name": 1}, "name", true},
		"too long":      {map[string]any{"name": strings.Repeat("x", 101)}, "name", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "greet", Arguments: c.arguments})
			if err != nil {
				t.Fatal(err)
			}
			text, ok := result.Content[0].(*mcp.TextContent)
			if !ok || result.IsError != c.isError || !strings.Contains(text.Text, c.want) {
				t.Fatalf("error %v, %q is not in %v", result.IsError, c.want, result.Content[0])
			}
			if c.isError {
				return
			}
			if diff := cmp.Diff(map[string]any{"greeting": c.want}, result.StructuredContent); diff != "" {
				t.Error(diff)
			}
		})
	}
}
