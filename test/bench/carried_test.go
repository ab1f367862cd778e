package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/view"
)

// marks are texts that mark the code for something that few views need, and what brings
// it along. A call brings the names by which hosts know it, as the table of docs/view
// has them; the rest is written here.
func marks(t *testing.T) map[string][]string {
	t.Helper()
	files := []string{"downloadFile", "fileUrl", "selectFiles", "uploadFile"}
	marks := map[string][]string{
		"oriel_files":               files,
		"FileReader":                files,
		"showPicker":                {"selectFiles"},
		"showModal":                 {"requestModal"},
		"tools/list":                {"registerTool"},
		"listChanged":               {"registerTool"},
		"resources/subscribe":       {"live"},
		"oriel_state":               {"createStore"},
		"localStorage":              {"createStore"},
		"oriel-initial-data":        {"initialData"},
		"ui-lifecycle":              nil, // MCP-UI's, in the bridge alone
		"ui-message-response":       nil,
		"ui-request-render-data":    nil,
		"sendFollowupTurn":          nil, // the shims'
		"mcpApp":                    nil,
		"mcpUI":                     nil,
		"ui/notifications/sandbox-": nil, // a host's
	}
	for call, kinds := range nativeNames(t) {
		for _, name := range kinds["mcp-apps"] {
			marks[name] = append(marks[name], call)
		}
		for _, name := range kinds["openai"] {
			marks[name] = append(marks[name], call, "capabilities") // which name all methods of window.openai
		}
	}
	for call, used := range map[string][]string{
		"downloadFile": {"ui/open-link", "openExternal", "getFileDownloadUrl"},
		"selectFiles":  {"uploadFile"},
		"tellModel":    {"ui/update-model-context", "notifications/message"},
	} {
		for _, name := range used {
			marks[name] = append(marks[name], call)
		}
	}
	// What every view carries, or most do, marks nothing.
	for _, name := range []string{
		"tools/call", "callTool", "setWidgetState", "ui/notifications/size-changed", "notifyIntrinsicHeight", "ui/notifications/request-teardown",
	} {
		delete(marks, name)
	}
	for name := range marks {
		slices.Sort(marks[name])
		marks[name] = slices.Compact(marks[name])
	}
	return marks
}

// nativeNames returns the names in the table of docs/view, by call and by the kinds of
// host where the call is native.
func nativeNames(t *testing.T) map[string]map[string][]string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "view", "test", "support.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table map[string]map[string]struct {
		Value string   `json:"value"`
		Names []string `json:"names"`
	}
	if err := json.Unmarshal(raw, &table); err != nil {
		t.Fatal(err)
	}
	names := map[string]map[string][]string{}
	for call, kinds := range table {
		names[call] = map[string][]string{}
		for kind, support := range kinds {
			if support.Value == "native" {
				names[call][kind] = support.Names
			}
		}
	}
	return names
}

// A view carries the code for what it calls, and for nothing else of that kind.
func TestCarried(t *testing.T) {
	t.Parallel()
	calls, err := exportedCalls(view.Sources())
	if err != nil {
		t.Fatal(err)
	}
	marks, carriers := marks(t), map[string][]string{}
	for _, call := range calls {
		script, err := buildRuntime(t.Context(), []string{call})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(script), "ui/initialize") {
			t.Errorf("a view that calls %s does not connect", call)
		}
		for mark := range marks {
			if strings.Contains(string(script), mark) {
				carriers[mark] = append(carriers[mark], call)
			}
		}
	}
	for mark, want := range marks {
		if diff := cmp.Diff(want, carriers[mark]); diff != "" {
			t.Errorf("what carries %s: %s", mark, diff)
		}
	}
}

// examples/hello carries nothing of all that, and the page that uses it all does.
func TestHelloCarries(t *testing.T) {
	t.Parallel()
	document, err := helloDocument(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	built, err := buildHello(t.Context(), filepath.Join("..", ".."), "")
	if err != nil {
		t.Fatal(err)
	}
	calls, err := exportedCalls(view.Sources())
	if err != nil {
		t.Fatal(err)
	}
	every, err := buildRuntime(t.Context(), calls)
	if err != nil {
		t.Fatal(err)
	}
	marks := marks(t)
	for _, mark := range slices.Sorted(maps.Keys(marks)) {
		if strings.Contains(string(document), mark) || strings.Contains(string(built), mark) {
			t.Errorf("examples/hello carries %s", mark)
		}
		if wanted := marks[mark] != nil; strings.Contains(string(every), mark) != wanted {
			t.Errorf("that a view that uses every call carries %s is %v", mark, !wanted)
		}
	}
	for _, call := range []string{"tools/call", "setWidgetState"} {
		if !strings.Contains(string(document), call) {
			t.Errorf("examples/hello does not carry %s", call)
		}
	}
}

// The marks of what no view's runtime has are those of the scripts that have it.
func TestMarksOfScripts(t *testing.T) {
	t.Parallel()
	marks := marks(t)
	for mark, file := range map[string]string{
		"ui-lifecycle":              "view/dist/mcpui.js",
		"ui-message-response":       "view/dist/mcpui.js",
		"ui-request-render-data":    "view/dist/mcpui.js",
		"sendFollowupTurn":          "view/dist/compat-openai.js",
		"mcpApp":                    "view/dist/compat-mcpapp.js",
		"mcpUI":                     "view/dist/compat-mcpui.js",
		"ui/notifications/sandbox-": "internal/tool/sandbox/dist/proxy.js",
	} {
		script, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		if carriers, marked := marks[mark]; carriers != nil || !marked {
			t.Errorf("%s is no mark of a script", mark)
		}
		if !strings.Contains(string(script), mark) {
			t.Errorf("%s has no %s", file, mark)
		}
	}
}
