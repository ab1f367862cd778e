package serve_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// Hosts that show views and declare nothing get views. One that is known to have no UI
// doesn't.
func TestUnknownClientsGetViews(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	app := oriel.NewWith("bad", "1.0.0", oriel.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	page := oriel.AddView(app, "page", ui.HTML("<p>"))
	echo := func(_ context.Context, in text) (oriel.Result[text], error) { return oriel.Result[text]{Data: in}, nil }
	oriel.AddTool(app, oriel.Tool{Name: "shown", View: page}, echo)
	oriel.AddTool(app, oriel.Tool{Name: "for_the_view", View: page, Visibility: ui.AppOnly}, echo)
	h := app.Handler()
	ask := func(client, method string) string {
		meta := strings.Replace(modernMeta, "{", `{"io.modelcontextprotocol/clientInfo":{"name":"`+client+`","version":"1"},`, 1)
		return post(t, h, message("1", method, "{"+meta+"}"), modernHeaders(method, "")...).body
	}
	check := func(answer string, has, lacks []string) {
		t.Helper()
		for _, part := range has {
			if !strings.Contains(answer, part) {
				t.Errorf("%s is missing in %s", part, answer)
			}
		}
		for _, part := range lacks {
			if strings.Contains(answer, part) {
				t.Errorf("%s is in %s", part, answer)
			}
		}
	}
	for range 3 {
		check(ask("MCP Apps Host", "tools/list"), []string{`"shown"`, `"ui":{"resourceUri":"ui://bad/page`}, []string{"for_the_view"})
	}
	check(ask("MCP Apps Host", "resources/list"), []string{`"uri":"ui://bad/page`}, nil)
	check(ask("claude-code", "tools/list"), []string{`"shown"`}, []string{"ui://", "for_the_view"})
	// What one client may not see is not what another's list is made of.
	check(ask("another", "tools/list"), []string{`"ui":{"resourceUri"`}, []string{"for_the_view"})
	const line = "an unknown client gets views"
	if got := strings.Count(log.String(), line); got != 2 {
		t.Errorf("it is logged %d times, want once for each of two clients:\n%s", got, log.String())
	}
	for i := range 200 {
		ask("stranger-"+strings.Repeat("x", i), "tools/list")
	}
	if got := strings.Count(log.String(), line); got > 100 {
		t.Errorf("it is logged %d times", got)
	}
}
