package app_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/everything/app"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

func newApp(t *testing.T) *oriel.App {
	t.Helper()
	everything := app.New(oriel.Options{Key: "a key for the tests", Logger: slog.New(slog.DiscardHandler)})
	if err := everything.Err(); err != nil {
		t.Fatal(err)
	}
	return everything
}

const (
	redStart  = "\x89PNG\r\n"
	beepStart = "RIFF"
)

func TestContent(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	for _, profile := range hosts.All() {
		host := orieltest.Connect(t, everything, profile.ID)
		for tool, want := range map[string][]ui.Block{
			"test_simple_text":   {ui.TextBlock{Text: "This is a simple text response for testing."}},
			"test_image_content": {ui.ImageBlock{Data: []byte(redStart), MIMEType: "image/png"}},
			"test_audio_content": {ui.AudioBlock{Data: []byte(beepStart), MIMEType: "audio/wav"}},
			"test_embedded_resource": {ui.ResourceBlock{
				URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource content.",
			}},
			"test_multiple_content_types": {
				ui.TextBlock{Text: "Multiple content types test:"},
				ui.ImageBlock{Data: []byte(redStart), MIMEType: "image/png"},
				ui.ResourceBlock{URI: "test://mixed-content-resource", MIMEType: "application/json", Text: `{"test":"data","value":123}`},
				ui.LinkBlock{
					URI: "test://static-text", Name: "static-text", Title: "More of it",
					Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}},
				},
			},
		} {
			if diff := cmp.Diff(want, beginnings(host.Call(tool, nil).Content)); diff != "" {
				t.Errorf("%s, %s: %s", profile.ID, tool, diff)
			}
		}
	}
}

// beginnings cuts off all but the first bytes of pictures and sound.
func beginnings(blocks []ui.Block) []ui.Block {
	short := make([]ui.Block, len(blocks))
	for i, block := range blocks {
		switch b := block.(type) {
		case ui.ImageBlock:
			b.Data = b.Data[:len(redStart)]
			short[i] = b
		case ui.AudioBlock:
			b.Data = b.Data[:len(beepStart)]
			short[i] = b
		default:
			short[i] = b
		}
	}
	return short
}

func TestTelling(t *testing.T) {
	t.Parallel()
	host := orieltest.Connect(t, newApp(t), "claude")

	working := host.Call("test_tool_with_progress", nil)
	if diff := cmp.Diff([]hosts.Progress{{Done: 0, Total: 100, Message: "Working"}, {Done: 50, Total: 100, Message: "Working"}, {Done: 100, Total: 100, Message: "Working"}}, working.Progress); diff != "" {
		t.Error(diff)
	}
	failed := host.Call("test_error_handling", nil)
	if want := "This tool intentionally returns an error for testing."; !failed.IsError || failed.Text() != want || failed.ErrorCode() != "on_purpose" {
		t.Errorf("got %s", failed.Answer)
	}
	if slow := host.Call("test_reconnection", nil); slow.IsError || slow.Text() == "" {
		t.Errorf("got %s", slow.Answer)
	}
}

// Clients of the older lifecycle get logs unless they don't want them; others get them
// if they want them.
func TestLogging(t *testing.T) {
	t.Parallel()
	everything := newApp(t)
	want := []string{`"Tool execution started"`, `{"message":"Tool processing data","step":2}`, `"Tool execution completed"`}
	for name, options := range map[string]orieltest.Options{
		"legacy": {Lifecycle: orieltest.Legacy},
		"modern": {Lifecycle: orieltest.Modern, Meta: map[string]any{"io.modelcontextprotocol/logLevel": "info"}},
	} {
		host := orieltest.ConnectWith(t, everything, "claude", options)
		var said []string
		for _, m := range host.Call("test_tool_with_logging", nil).Logs {
			text, err := json.Marshal(m.Data)
			if err != nil || m.Level != hosts.LevelInfo || m.Logger != "everything" {
				t.Errorf("%s: %+v, %v", name, m, err)
			}
			said = append(said, string(text))
		}
		if diff := cmp.Diff(want, said); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if logs := host.Call("test_logging_tool", nil).Logs; len(logs) != 1 {
			t.Errorf("%s: %v", name, logs)
		}
	}
	silent := orieltest.ConnectWith(t, everything, "claude", orieltest.Options{Lifecycle: orieltest.Modern})
	if logs := silent.Call("test_tool_with_logging", nil).Logs; len(logs) != 0 {
		t.Errorf("nobody wants %v", logs)
	}
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	host := orieltest.Connect(t, newApp(t), "claude")
	for name, test := range map[string]struct {
		tool      string
		arguments string
		want      string
		isError   bool
	}{
		"phone":         {"json_schema_2020_12_tool", `{"contactMethod":"phone","phone":"1"}`, `{"contactMethod":"phone","phone":"1"}`, false},
		"email":         {"json_schema_2020_12_tool", `{"email":"a@example.com","address":{"city":"Rome"}}`, "Rome", false},
		"no phone":      {"json_schema_2020_12_tool", `{"contactMethod":"phone","email":"a@example.com"}`, "phone", true},
		"nothing":       {"json_schema_2020_12_tool", `{}`, "", true},
		"no address":    {"json_schema_2020_12_tool", `{"email":"a@example.com","address":{"city":1}}`, "city", true},
		"another":       {"json_schema_2020_12_tool", `{"email":"a@example.com","fax":"1"}`, "fax", true},
		"a region":      {"test_x_mcp_header", `{"region":"north"}`, "north", false},
		"not a region":  {"test_x_mcp_header", `{"region":7}`, "region", true},
		"any old thing": {"test_x_mcp_header", `{}`, "{}", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := host.For(t).Call(test.tool, rawJSON(test.arguments))
			if result.IsError != test.isError || !strings.Contains(result.Text(), test.want) {
				t.Errorf("got %s", result.Answer)
			}
		})
	}
	for _, keyword := range []string{"$schema", "$defs", "$anchor", "$ref", "allOf", "if", "then", "else", "additionalProperties"} {
		if schema := host.Tool("json_schema_2020_12_tool").InputSchema; !strings.Contains(string(schema), `"`+keyword+`"`) {
			t.Errorf("%s is missing in %s", keyword, schema)
		}
	}
	if schema := host.Tool("test_x_mcp_header").InputSchema; !strings.Contains(string(schema), `"x-mcp-header"`) {
		t.Errorf("no header in %s", schema)
	}
}

// Tools without data have no output schema, and all have what models need.
func TestTools(t *testing.T) {
	t.Parallel()
	tools := orieltest.Connect(t, newApp(t), "text").Tools()
	const atLeast = 28
	if len(tools) < atLeast {
		t.Errorf("there are %d tools", len(tools))
	}
	for _, tool := range tools {
		if tool.Description == "" {
			t.Errorf("%s has no description", tool.Name)
		}
		if hasData := tool.OutputSchema != nil; hasData != (tool.Name == "roll_dice") {
			t.Errorf("%s: output schema %s", tool.Name, tool.OutputSchema)
		}
	}
}
