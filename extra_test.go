package oriel_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// An Extra adds to what MCP Apps says of a tool, whatever its Go type, and can't
// take it away.
func TestExtraBesideOurs(t *testing.T) {
	t.Parallel()
	nothing := func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil }
	for name, extra := range map[string]any{
		"map":   map[string]any{"x": 12345678901234567},
		"typed": map[string]int64{"x": 12345678901234567},
		"struct": struct {
			X int64 `json:"x"`
		}{12345678901234567},
		"JSON":    json.RawMessage(`{"x":12345678901234567}`),
		"pointer": &map[string]any{"x": uint64(12345678901234567)},
	} {
		app := oriel.New("app", "1")
		view := oriel.AddView(app, "v", ui.HTML("<p>"))
		oriel.AddTool(app, oriel.Tool{Name: "t", View: view, Visibility: ui.AppOnly, Extra: map[string]any{"ui": extra}}, nothing)
		if err := app.Err(); err != nil {
			t.Fatal(err)
		}
		meta := asJSON(t, app.Methods().ListTools(hosts.Client{})[0].Meta)
		for _, want := range []string{`"resourceUri":"` + view.URI(), `"visibility":["app"]`, `"x":12345678901234567`} {
			if !strings.Contains(meta, want) {
				t.Errorf("%s: %s is missing in %s", name, want, meta)
			}
		}
	}
	for name, extra := range map[string]any{"a number": 7, "a list": []int{1}, "nothing": nil, "a text": "x"} {
		app := oriel.New("app", "1")
		oriel.AddTool(app, oriel.Tool{Name: "t", Extra: map[string]any{"ui": extra}}, nothing)
		if err := app.Err(); err == nil || !strings.Contains(err.Error(), "replace what MCP Apps says") {
			t.Errorf("%s: error = %v", name, err)
		}
	}
}
