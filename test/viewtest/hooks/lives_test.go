package hooks_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// TestLives looks at how hooks come and go in each library: what they hold while
// they are shown, what they leave, and what they give when much is drawn at once.
func TestLives(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, l := range libraries() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			page, inside := show(t, browser, allHosts()[0], pageOf(t, l, "lives"))
			got := reportOf[map[string]any](t, inside)
			var want map[string]any
			if err := json.Unmarshal([]byte(expectedLives(l.Entry == "react")), &want); err != nil {
				t.Fatal(err)
			}
			if l.Entry == "preact" {
				want["suspense"] = "none" // it has no such thing
			}
			if !l.strict() {
				want["server"] = "none"
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", l.Name, diff)
			}
			viewpage.Clean(t, page)
		})
	}
}

// expectedLives is what the page reports of each of its scenes. A library that
// yields draws at a low priority in parts.
func expectedLives(yields bool) string {
	return fmt.Sprintf(`{
  "leaves": {"left": [], "held": {
    "useAppContext": {"events": 0, "store": 4}, "useDisplayMode": {"events": 0, "store": 4},
    "useDocumentTheme": {"events": 1, "store": 1}, "useFiles": {"events": 0, "store": 3},
    "useLive": {"events": 1, "store": 2}, "useLocale": {"events": 0, "store": 2}, "useFormat": {"events": 0, "store": 2},
    "useTeardown": {"events": 0, "store": 2}, "useTheme": {"events": 1, "store": 1},
    "useToolCancellation": {"events": 0, "store": 3}, "useToolInputPartial": {"events": 0, "store": 2}
  }},
  "again": {"same": true, "left": {"store": 0, "events": 0}},
  "two roots": {
    "first": ["mcp-apps", "mcp-apps"], "second": ["chatgpt", "chatgpt"], "third": ["mcp-ui"]
  },
  "conditional": {"seen": [["mcp-apps"], [], ["chatgpt"], ["mcp-apps"]], "left": {"store": 0, "events": 0}},
  "in between": ["chatgpt"],
  "suspense": {
    "seen": [["waits"], ["chatgpt true"], ["mcp-apps true"]], "left": {"store": 0, "events": 0}
  },
  "transition": {"inTheMiddle": %t, "mixed": [], "last": ["chatgpt"]},
  "callback": {"heard": [3], "anew": 0},
  "drawn again": {"others": {}, "objects": [
    "useAppContext", "useToolInputPartial", "useToolCancellation", "useTeardown", "useCallTool", "useCallTool()", "useLive", "useWidgetState",
    "useDisplayMode", "useSize", "useFiles", "useAppTool", "useOpenInAppUrl"
  ]},
  "app tool": [{"n": 21, "title": "one"}, {"n": 21, "title": "two"}, "none"],
  "live": {"after": []},
  "unmount while calling": [false, true],
  "name taken": ["-32602"],
  "hostile": {
    "useTheme": "light", "useUser": {}, "useSafeArea": {"bottom": 0, "left": 0, "right": 0, "top": 0}, "useContainer": {},
    "useHostStyleVariables": {}, "useHostFonts": null, "useLocale": {"direction": "ltr", "locale": "en-GB"},
    "useDisplayMode": ["inline"], "useToolResult": {"isError": false, "pending": false}
  },
  "server": "<p></p>"
}`, yields)
}
