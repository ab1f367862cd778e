package workbench_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A result that is too large for the model of a host is a warning for that host only.
func TestLargeResult(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		profile, text, data string
		warned              string
	}{
		"too large":                       {"claude", strings.Repeat("é", 150_001), "", "The result of t has 150001 characters. The model of Claude"},
		"data":                            {"claude", "x", strings.Repeat("x", 160_000), "The result of t has 1600"},
		"not too large":                   {"claude", strings.Repeat("é", 149_999), "", ""},
		"of a host without a known limit": {"vscode", strings.Repeat("x", 1_000_000), "", ""},
		"together, not one":               {"claude", strings.Repeat("x", 100_000), strings.Repeat("x", 100_000), ""},
	} {
		f := newFake()
		f.call = func(http.ResponseWriter, string, json.RawMessage) string {
			return fmt.Sprintf(`{"content":[{"type":"text","text":%q}],"structuredContent":{"d":%q},"_meta":{"for the view":%q}}`, test.text, test.data, strings.Repeat("x", 200_000))
		}
		b := startWith(t, f)
		events := b.listen(t)
		if got, status := b.callAs(t, test.profile, "t", "host"); status != http.StatusOK {
			t.Errorf("%s: %d %.200v", name, status, got)
		}
		b.post(t, "/api/resource", map[string]any{"server": "s", "profile": test.profile, "uri": "ui://s/none"})
		warned := ""
		events.next("the end", func(e map[string]any) bool {
			if e["type"] == "log" {
				warned, _ = e["text"].(string)
			}
			return message("resources/read", "error")(e)
		})
		if !strings.HasPrefix(warned, test.warned) || (warned == "") != (test.warned == "") {
			t.Errorf("%s: warned %q", name, warned)
		}
	}
}
