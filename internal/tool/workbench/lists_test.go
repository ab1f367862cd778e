package workbench_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLists(t *testing.T) {
	t.Parallel()
	full, bare := newFake(), newFake()
	full.tools = `{"name":"both"},{"name":"model","_meta":{"ui":{"visibility":["model"]}}},{"name":"app","_meta":{"ui":{"visibility":["app"]}}},` +
		`{"name":"closed","_meta":{"openai/widgetAccessible":false}},7,{"title":"nameless"}`
	full.listed = `{"uri":"ui://s/v","name":"v"}`
	full.templates = `{"uriTemplate":"ui://s/{x}","name":"x"}`
	full.prompts = `{"name":"p","arguments":[{"name":"city","required":true}]}`
	for _, tt := range []struct {
		server     *fake
		list, want string
	}{
		{full, "tools", full.tools},
		{full, "resources", full.listed},
		{full, "templates", full.templates},
		{full, "prompts", full.prompts},
		{bare, "resources", ""},
		{bare, "templates", "unsupported"}, // the server answers that it knows no such method
		{bare, "prompts", "unsupported"},   // the server has not declared them
	} {
		b := startWith(t, tt.server)
		want := `{"entries":[` + tt.want + `],"supported":true}`
		if tt.want == "unsupported" {
			want = `{"entries":[],"supported":false}`
		}
		for _, caller := range []string{"host", "view"} {
			if caller == "view" && tt.list == "tools" {
				want = `{"entries":[{"name":"both"},{"name":"app","_meta":{"ui":{"visibility":["app"]}}}],"supported":true}`
			}
			got := b.send(t, http.MethodPost, "/api/list", `{"server":"s","profile":"vscode","list":"`+tt.list+`","caller":"`+caller+`"}`, nil)
			if diff := cmp.Diff(want, strings.TrimSpace(got.body)); got.status != 200 || diff != "" {
				t.Errorf("%s for the %s: %d (-want +got):\n%s", tt.list, caller, got.status, diff)
			}
		}
	}
}

func TestPrompt(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.prompts = `{"name":"p"}`
	b := startWith(t, f)
	got, status := b.post(t, "/api/prompt", map[string]any{"server": "s", "profile": "vscode", "name": "p", "arguments": map[string]any{"city": "Évora"}})
	duration, _ := got["durationMs"].(float64)
	if status != 200 || at(got, "result.description") != "p" || at(got, "result.echo.city") != "Évora" || duration <= 0 {
		t.Errorf("%d %v", status, got)
	}
	got, status = b.post(t, "/api/prompt", map[string]any{"server": "s", "profile": "vscode", "name": "unknown"})
	if status != 200 || at(got, "rpcError.message") != "no such prompt" || got["result"] != nil {
		t.Errorf("a refusal: %d %v", status, got)
	}
}
