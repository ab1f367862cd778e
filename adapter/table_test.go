package adapter_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/ui"
)

// The tests in table_*_test.go hold one mapping table of the project's seeds
// each, row by row, under today's names. "Out" is what an adapter writes for a
// declaration, "in" what is read from somebody who wrote that one family of names
// alone. Where today's protocols contradict a row, the row says so.

// wholeTool is a tool's entry in tools/list with nothing but this _meta.
func wholeTool(meta string) json.RawMessage {
	return json.RawMessage(`{"name":"t","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false},"_meta":` + meta + `}`)
}

// readTool reads such an entry.
func readTool(t *testing.T, meta string) ui.Tool {
	t.Helper()
	tool, dropped, err := adapter.ReadTool(wholeTool(meta))
	if err != nil || len(dropped) > 0 {
		t.Fatalf("%s: %v %v", meta, err, dropped)
	}
	tool.Name, tool.InputSchema = "", nil
	return tool
}

func readMetadata(t *testing.T, meta string) ui.Metadata {
	t.Helper()
	m, dropped := adapter.ReadMetadata(json.RawMessage(meta))
	if len(dropped) > 0 {
		t.Fatalf("%s: %v", meta, dropped)
	}
	return m
}

// says checks that JSON has what other JSON has, and perhaps more.
func says(t *testing.T, what string, got any, want string) {
	t.Helper()
	if missing := missing("", decode(t, want), decode(t, encode(t, got))); missing != "" {
		t.Errorf("%s: %s in %s", what, missing, encode(t, got))
	}
}

// saysNothing checks that nothing in JSON has a name with this part.
func saysNothing(t *testing.T, what string, got any, part string) {
	t.Helper()
	if text := encode(t, got); strings.Contains(text, part) {
		t.Errorf("%s: there is %q in %s", what, part, text)
	}
}

func missing(path string, want, got any) string {
	object, isObject := want.(map[string]any)
	if !isObject {
		if !reflect.DeepEqual(want, got) {
			return fmt.Sprintf("%s is %v, want %v,", path, got, want)
		}
		return ""
	}
	members, _ := got.(map[string]any)
	for name, member := range object {
		if _, there := members[name]; !there {
			return fmt.Sprintf("%s.%s is missing", path, name)
		}
		if m := missing(path+"."+name, member, members[name]); m != "" {
			return m
		}
	}
	return ""
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, views); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func contains(t *testing.T, what, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%s: %q is missing in %.500s", what, part, text)
	}
}
