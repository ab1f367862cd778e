package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/view"
)

// What marks the code for something that few views need, and what brings it along;
// capabilities only names what window.openai may have.
func marks() map[string][]string {
	return map[string][]string{
		"oriel_files":               {"downloadFile", "fileUrl", "selectFiles", "uploadFile"},
		"FileReader":                {"downloadFile", "fileUrl", "selectFiles", "uploadFile"},
		"showPicker":                {"selectFiles"},
		"ui/download-file":          {"downloadFile"},
		"selectFiles":               {"capabilities", "selectFiles"},
		"uploadFile":                {"capabilities", "selectFiles", "uploadFile"},
		"requestModal":              {"capabilities", "requestModal"},
		"showModal":                 {"requestModal"},
		"sampling/createMessage":    {"createMessage"},
		"tools/list":                {"registerTool"},
		"listChanged":               {"registerTool"},
		"resources/subscribe":       {"live"},
		"resources/read":            {"readResource"},
		"requestCheckout":           {"capabilities", "requestCheckout"},
		"setOpenInAppUrl":           {"capabilities", "setOpenInAppUrl"},
		"ui/update-model-context":   {"tellModel", "updateModelContext"},
		"oriel_state":               {"createStore"},
		"localStorage":              {"createStore"},
		"ui/open-link":              {"downloadFile", "openLink"},
		"ui/message":                {"sendMessage"},
		"ui/request-display-mode":   {"requestDisplayMode"},
		"notifications/message":     {"log", "tellModel"},
		"oriel-initial-data":        {"initialData"},
		"ui-lifecycle":              nil, // MCP-UI's, in the bridge alone
		"ui-message-response":       nil,
		"ui-request-render-data":    nil,
		"sendFollowupTurn":          nil, // the shims'
		"mcpApp":                    nil,
		"mcpUI":                     nil,
		"ui/notifications/sandbox-": nil, // a host's
	}
}

// A view carries the code for what it calls, and for nothing else of that kind.
func TestCarried(t *testing.T) {
	t.Parallel()
	calls, err := everyExport(view.Sources())
	if err != nil {
		t.Fatal(err)
	}
	carriers := map[string][]string{}
	for _, call := range calls {
		script, err := buildRuntime(t.Context(), []string{call})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(script), "ui/initialize") {
			t.Errorf("a view that calls %s does not connect", call)
		}
		for mark := range marks() {
			if strings.Contains(string(script), mark) {
				carriers[mark] = append(carriers[mark], call)
			}
		}
	}
	for mark, want := range marks() {
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
	source, err := os.ReadFile(helloSource(filepath.Join("..", "..")))
	if err != nil {
		t.Fatal(err)
	}
	built, err := buildView(t.Context(), string(source))
	if err != nil {
		t.Fatal(err)
	}
	calls, err := everyExport(view.Sources())
	if err != nil {
		t.Fatal(err)
	}
	every, err := buildRuntime(t.Context(), calls)
	if err != nil {
		t.Fatal(err)
	}
	for _, mark := range slices.Sorted(maps.Keys(marks())) {
		if strings.Contains(string(document), mark) || strings.Contains(string(built), mark) {
			t.Errorf("examples/hello carries %s", mark)
		}
		if wanted := marks()[mark] != nil; strings.Contains(string(every), mark) != wanted {
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
		if carriers, marked := marks()[mark]; carriers != nil || !marked {
			t.Errorf("%s is no mark of a script", mark)
		}
		if !strings.Contains(string(script), mark) {
			t.Errorf("%s has no %s", file, mark)
		}
	}
}
