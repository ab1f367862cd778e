package architecture_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/programtest"
)

var goBlock = regexp.MustCompile("(?ms)^```go[^\n]*\n(.*?)^```")

// The first app that a reader sees compiles and runs word for word, and an
// independent client is content with it.
func TestReadmeAppRuns(t *testing.T) {
	t.Parallel()
	checkout := root(t)
	programtest.Track(t, checkout)
	readme, err := os.ReadFile(filepath.Join(checkout, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := goBlock.FindSubmatch(readme)
	if block == nil {
		t.Fatal("README.md has no ```go block")
	}
	dir := t.TempDir()
	write(t, dir, "main.go", block[1])
	write(t, dir, "go.mod", userModule(t, checkout))
	write(t, dir, "go.sum", read(t, checkout, "go.sum"))
	app := programtest.Start(t, dir, programtest.Build(t, dir, "."), "-http", "127.0.0.1:0")

	client := mcp.NewClient(&mcp.Implementation{Name: "readme-test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: app.URL}, nil)
	if err != nil {
		t.Fatalf("connecting to %s: %v", app.URL, err)
	}
	defer func() {
		if closing := session.Close(); closing != nil {
			t.Error(closing)
		}
	}()
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(tools.Tools) == 0 {
		t.Fatal("the app has no tool")
	}
	for _, tool := range tools.Tools {
		var result *mcp.CallToolResult
		result, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool.Name, Arguments: arguments(t, tool.InputSchema)})
		if err != nil {
			t.Errorf("calling %s: %v", tool.Name, err)
			continue
		}
		if result.IsError || len(result.Content) == 0 {
			t.Errorf("%s answered %+v", tool.Name, result)
		}
	}
}

// userModule is the go.mod of somebody who uses the checkout, and the versions
// that it uses.
func userModule(t *testing.T, checkout string) []byte {
	t.Helper()
	own := read(t, checkout, "go.mod")
	used := bytes.Replace(own, []byte("module "+modulePath+"\n"), []byte("module example.com/app\n"), 1)
	if bytes.Equal(own, used) {
		t.Fatal("go.mod does not begin as expected")
	}
	return append(used, []byte("\nrequire "+modulePath+" v0.0.0\n\nreplace "+modulePath+" => "+filepath.ToSlash(checkout)+"\n")...)
}

// arguments fills in a form for a tool, from the examples and defaults of its
// schema.
func arguments(t *testing.T, inputSchema any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(inputSchema)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]struct {
			Type     string `json:"type"`
			Examples []any  `json:"examples"`
			Default  any    `json:"default"`
			Enum     []any  `json:"enum"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatalf("the input schema %s: %v", raw, err)
	}
	filled := map[string]any{}
	for name, property := range schema.Properties {
		switch {
		case len(property.Examples) > 0:
			filled[name] = property.Examples[0]
		case property.Default != nil:
			filled[name] = property.Default
		case len(property.Enum) > 0:
			filled[name] = property.Enum[0]
		case property.Type == "string":
			filled[name] = "Ada"
		case property.Type == "number", property.Type == "integer":
			filled[name] = 1
		case property.Type == "boolean":
			filled[name] = true
		}
	}
	return filled
}

func TestGoBlock(t *testing.T) {
	t.Parallel()
	found := goBlock.FindStringSubmatch("# App\n\n```sh\nmake\n```\n\n```go\npackage main\n\nvar s = `a`\n```\n\n```go\nother\n```\n")
	if found == nil || found[1] != "package main\n\nvar s = `a`\n" {
		t.Errorf("found %q", found)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func write(t *testing.T, dir, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
}
