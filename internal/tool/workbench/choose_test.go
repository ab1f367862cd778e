package workbench_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What was looked at is told, in order, up to what decided.
func TestSteps(t *testing.T) {
	t.Parallel()
	const (
		nested = "_meta.ui.resourceUri (MCP Apps)"
		flat   = `_meta["ui/resourceUri"] (MCP Apps, deprecated)`
		openai = `_meta["openai/outputTemplate"] (ChatGPT)`
		inside = "A ui:// resource inside the result"
	)
	type found struct {
		What  string
		Found bool
		Why   string // a part of it
	}
	empty := map[string]any{"content": []any{}}
	for _, tt := range []struct {
		name, profile, tool, meta string
		result                    any
		want                      []found
	}{
		{"the current key", "claude", "t", `"ui":{"resourceUri":"ui://s/v"},"ui/resourceUri":"ui://s/other"`, embedded(), []found{{nested, true, "names ui://s/v."}}},
		{"the flat key", "claude", "t", `"ui/resourceUri":"ui://s/v"`, nil, []found{{nested, false, "no such link"}, {flat, true, "ui://s/v"}}},
		{"ChatGPT's key", "claude", "t", `"ui":7,"ui/resourceUri":null,"openai/outputTemplate":"ui://s/v"`, nil, []found{
			{nested, false, "not an object"}, {flat, false, "official SDK refuses"}, {openai, true, "ui://s/v"},
		}},
		{"inside the result", "claude", "t", ``, embedded(), []found{
			{nested, false, ""},
			{flat, false, ""},
			{openai, false, "no such link"},
			{inside, false, "content[2] is ui://s/in. Claude doesn't draw views inside results (anthropics/claude-ai-mcp issue 287"},
			{"Text", true, "no view that Claude draws"},
		}},
		{"inside the result, where nothing is known", "cursor", "t", ``, embedded(), []found{
			{nested, false, ""},
			{flat, false, ""},
			{openai, false, "no such link"},
			{inside, false, "It isn't known whether Cursor draws"},
			{"Text", true, "shown as text"},
		}},
		{"no result yet", "claude", "t", ``, nil, []found{
			{nested, false, ""}, {flat, false, ""}, {openai, false, ""}, {inside, false, "no result yet"}, {"Text", false, "no result yet"},
		}},
		{"text", "claude", "t", ``, empty, []found{
			{nested, false, ""}, {flat, false, ""}, {openai, false, ""}, {inside, false, "holds none"}, {"Text", true, "shown as text"},
		}},
		{"a tool that is not listed", "claude", "unknown", ``, empty, []found{
			{nested, false, "list this tool"}, {flat, false, "list this tool"}, {openai, false, "list this tool"}, {inside, false, "holds none"}, {"Text", true, ""},
		}},
		{"MCP-UI", "mcp-ui", "t", `"ui":{"resourceUri":"ui://s/v"}`, embedded(), []found{
			{nested, false, "from results alone"}, {flat, false, ""}, {openai, false, ""}, {inside, true, "ui://s/in"},
		}},
		{"MCP-UI, with a link that is none", "mcp-ui", "t", `"ui":{"resourceUri":7}`, empty, []found{
			{nested, false, "from results alone"}, {flat, false, ""}, {openai, false, ""}, {inside, false, ""}, {"Text", true, ""},
		}},
		{"a host without UI", "text", "t", `"ui":{"resourceUri":"ui://s/v"}`, nil, []found{{"Text", true, "no UI"}}},
	} {
		f := newFake()
		f.tools = `{"name":"t","_meta":{` + tt.meta + `}}`
		got, _ := startWith(t, f).view(t, tt.profile, map[string]any{"tool": tt.tool, "result": tt.result})
		list, _ := got["steps"].([]any)
		steps := []found{}
		for i, one := range list {
			what, _ := at(one, "what").(string)
			isFound, _ := at(one, "found").(bool)
			why, _ := at(one, "why").(string)
			if i < len(tt.want) && strings.Contains(why, tt.want[i].Why) && why != "" {
				why = tt.want[i].Why
			}
			steps = append(steps, found{what, isFound, why})
		}
		if diff := cmp.Diff(tt.want, steps); diff != "" {
			t.Errorf("%s (-want +got):\n%s\nof %v", tt.name, diff, got)
		}
	}
}

// Some servers put a view's metadata where hosts don't look.
func TestMisplacedMetadata(t *testing.T) {
	t.Parallel()
	const item = `"uri":"ui://s/v","mimeType":"text/html;profile=mcp-app","text":"<p>x</p>"`
	for _, tt := range []struct {
		name, read string
		warned     string
		border     any
	}{
		{"of the content item", `{"contents":[{` + item + `,"_meta":{"ui":{"prefersBorder":true}}}]}`, "", true},
		{"by the Python SDK's name", `{"contents":[{` + item + `,"meta":{"ui":{"prefersBorder":true}}}]}`, "The content item's meta is ignored", nil},
		{"of the answer", `{"contents":[{` + item + `}],"_meta":{"openai/widgetPrefersBorder":true}}`, "The _meta of the answer to resources/read is ignored", nil},
		{"something else there", `{"contents":[{` + item + `,"meta":{"a":1}}],"_meta":{"b":2}}`, "", nil},
		{"no objects there", `{"contents":[{` + item + `,"meta":7}],"_meta":"x"}`, "", nil},
	} {
		f := newFake()
		f.resources["ui://s/v"] = tt.read
		b := startWith(t, f)
		events := b.listen(t)
		got, status := b.view(t, "claude", nil)
		if status != http.StatusOK || got["border"] != tt.border {
			t.Errorf("%s: %d %v", tt.name, status, got)
		}
		b.view(t, "claude", map[string]any{"tool": "last"})
		b.post(t, "/api/resource", map[string]any{"server": "s", "profile": "claude", "uri": "ui://s/none"})
		warned := ""
		events.next("the end", func(e map[string]any) bool {
			if e["type"] == "log" {
				warned, _ = e["text"].(string)
				if when, _ := e["time"].(float64); e["level"] != "warning" || when == 0 {
					t.Errorf("%s: %v", tt.name, e)
				}
			}
			return message("resources/read", "error")(e)
		})
		if !strings.Contains(warned, tt.warned) || (warned == "") != (tt.warned == "") {
			t.Errorf("%s: warned %q", tt.name, warned)
		}
	}
}

// The metadata of the content item and of the list entry are joined, field by
// field.
func TestMetadataOfBothPlaces(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.resources["ui://s/v"] = contents(t, map[string]any{
		"uri": "ui://s/v", "mimeType": mcpApp, "text": "<p>x</p>",
		"_meta": map[string]any{"ui": map[string]any{"csp": map[string]any{"connectDomains": []string{"https://item.example"}}}},
	})
	f.listed = `{"uri":"ui://s/v","name":"v","_meta":{"ui":{"prefersBorder":true,"csp":{"connectDomains":["https://entry.example"]}}}}`
	got, _ := startWith(t, f).view(t, "generic", nil)
	csp, _ := got["csp"].(string)
	if got["border"] != true || !strings.Contains(csp, "https://item.example") || strings.Contains(csp, "entry.example") {
		t.Errorf("border %v, policy %s", got["border"], csp)
	}
}

// A result that has no end is cut off.
func TestLargeResultWithoutEnd(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.call = func(w http.ResponseWriter, name string, _ json.RawMessage) string {
		if name != "endless" {
			return `{"content":[]}`
		}
		w.Header().Set("Content-Type", "application/json")
		chunk := []byte(strings.Repeat(" ", 1<<20))
		for range 1024 {
			if _, err := w.Write(chunk); err != nil {
				break
			}
		}
		return ""
	}
	b := startWith(t, f)
	for _, stream := range []bool{false, true} {
		answer, status := b.post(t, "/api/call", map[string]any{"server": "s", "profile": "vscode", "tool": "endless", "caller": "host", "stream": stream})
		if status != http.StatusBadGateway || at(answer, "error.code") != "result_too_large" {
			t.Errorf("%d %.300v", status, answer)
		}
	}
	if answer, status := b.callAs(t, "vscode", "t", "host"); status != http.StatusOK {
		t.Errorf("after it: %d %v", status, answer)
	}
}
