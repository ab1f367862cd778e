package peers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/test/browsertest"
)

// result is a CallToolResult as far as the debug server varies it.
type result struct {
	Content []struct {
		Type string `json:"type"`
	} `json:"content"`
	StructuredContent map[string]any `json:"structuredContent"`
	Meta              map[string]any `json:"_meta"`
	IsError           bool           `json:"isError"`
}

// types are those of the blocks of content, in order, counted.
func (r result) types() string {
	var runs []string
	for i, n := 0, 0; i < len(r.Content); i++ {
		n++
		if i+1 == len(r.Content) || r.Content[i+1].Type != r.Content[i].Type {
			runs = append(runs, fmt.Sprintf("%d %s", n, r.Content[i].Type))
			n = 0
		}
	}
	return strings.Join(runs, ", ")
}

// variant is a way to call the debug server's tool, and what must come to the
// view of it.
type variant struct {
	args  string
	types string // of the blocks of content, counted
	// Whether these come.
	structured, meta, isError bool
}

func variants() []variant {
	return []variant{
		{args: `{}`, types: "3 text", structured: true, meta: true},
		{args: `{"contentType":"text","multipleBlocks":false}`, types: "1 text", structured: true, meta: true},
		{args: `{"contentType":"image","multipleBlocks":false}`, types: "1 image", structured: true, meta: true},
		{args: `{"contentType":"audio","multipleBlocks":true}`, types: "3 audio", structured: true, meta: true},
		{args: `{"contentType":"resource"}`, types: "3 resource", structured: true, meta: true},
		{args: `{"contentType":"resourceLink"}`, types: "3 resource_link", structured: true, meta: true},
		{args: `{"contentType":"mixed","includeMeta":false}`, types: "1 text, 1 image, 1 audio", structured: true},
		{args: `{"delayMs":1500}`, types: "3 text", structured: true, meta: true},
		{args: `{"simulateError":true}`, types: "3 text", structured: true, meta: true, isError: true},
		// The tool has an output schema, so leaving that out is an error of its own.
		{args: `{"includeStructuredContent":false}`, types: "1 text", isError: true},
	}
}

func debugs() []published {
	return []published{
		{"debug", tryVariants},
		{"debug, large input", tryLargeInput},
		{"debug, arguments piece by piece", tryPieces},
		{"debug, stopped", tryStop},
		{"debug, its buttons", tryButtons},
	}
}

// logged is the JavaScript expression for what the view has logged of a kind:
// the payloads, as JSON.
func logged(kind string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".log-entry")]
		.filter((one) => one.querySelector(".log-type").textContent === %q)
		.map((one) => one.querySelector(".log-payload-full").textContent)`, kind+":")
}

// payloads waits until the view has logged something of a kind, and returns
// what it has logged.
func payloads[T any](s *stage, id, kind string) []T {
	s.t.Helper()
	s.waitFor(s.inside(id), logged(kind)+".length > 0")
	var all []T
	for _, text := range eval[[]string](s, s.inside(id), logged(kind)) {
		var one T
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			s.t.Fatalf("%s: %v in %s", id, err, text)
		}
		all = append(all, one)
	}
	return all
}

// debugServer runs a debug server that writes down, in the file log, what views
// tell it.
func debugServer(t *testing.T, by transport) (server mcpclient.Server, log string) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "debug.log")
	return by.start(t, "server-debug", "--log-file="+log), log
}

// checkLog waits until the server has been told of things by every view, through
// the app-only tool for that, since the log was empty.
func (s *stage) checkLog(log string, kinds ...string) {
	s.t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	ctx, cancel := context.WithTimeout(s.t.Context(), browsertest.Timeout)
	defer cancel()
	for {
		raw, err := os.ReadFile(log)
		if err != nil {
			s.t.Fatal(err)
		}
		told := map[string]int{}
		for line := range bytes.Lines(raw) {
			var entry struct {
				Type string `json:"type"`
			}
			if json.Unmarshal(line, &entry) == nil { // else it is being written
				told[entry.Type]++
			}
		}
		if !slices.ContainsFunc(kinds, func(kind string) bool { return told[kind] < len(s.ids) }) {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			s.t.Fatalf("%d views have told the server of %v, want all of %v", len(s.ids), told, kinds)
		}
	}
}

func tryVariants(t *testing.T, browser *browsertest.Browser, by transport) {
	t.Helper()
	server, log := debugServer(t, by)
	address := serve(t, server)
	for _, v := range variants() {
		t.Run(v.args, func(t *testing.T) {
			if err := os.WriteFile(log, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			s := open(t, browser, address, call{tool: "debug-tool", args: v.args}, claude, strict)
			s.run()
			s.waitUntilReady()
			s.checkVariant(v)
			s.checkLog(log, "connected", "ontoolinput", "ontoolresult")
			s.check()
		})
	}
}

// checkVariant checks what came to the views, and how the cards show it.
func (s *stage) checkVariant(v variant) {
	s.t.Helper()
	t := s.t
	for _, id := range s.ids {
		var want map[string]any
		if err := json.Unmarshal([]byte(v.args), &want); err != nil {
			t.Fatal(err)
		}
		type input struct {
			Arguments map[string]any `json:"arguments"`
		}
		inputs := payloads[input](s, id, "ontoolinput")
		if len(inputs) != 1 {
			t.Errorf("%s: the input came %d times", id, len(inputs))
		}
		for name, value := range want {
			if got := inputs[0].Arguments[name]; got != value {
				t.Errorf("%s: the argument %s is %v, want %v", id, name, got, value)
			}
		}
		results := payloads[result](s, id, "ontoolresult")
		if len(results) != 1 {
			t.Fatalf("%s: the result came %d times", id, len(results))
		}
		got := variant{args: v.args, isError: results[0].IsError, structured: results[0].StructuredContent != nil, meta: results[0].Meta["debugInfo"] != nil}
		got.types = results[0].types()
		if diff := cmp.Diff(v, got, cmp.AllowUnexported(variant{})); diff != "" {
			t.Errorf("%s: the result (-want +got):\n%s", id, diff)
		}
		if outcome := eval[string](s, s.main, fmt.Sprintf("document.querySelector(`%s`).dataset.outcome ?? ''", s.card(id))); (outcome == "error") != v.isError {
			t.Errorf("%s: the card's outcome is %q", id, outcome)
		}
	}
}

func tryLargeInput(t *testing.T, browser *browsertest.Browser, by transport) {
	t.Helper()
	// Over HTTP these servers take 100 KB a request.
	const size = 80_000
	server, _ := debugServer(t, by)
	s := prepare(t, browser, server, call{tool: "debug-tool"})
	s.click(s.main, `.segmented [data-value="json"]`)
	s.fill(s.main, "oriel-rail textarea.code", `{"largeInput":"`+strings.Repeat("x", size)+`"}`)
	s.run()
	for _, id := range s.ids {
		s.waitFor(s.main, s.status(id)+` === "ready"`)
		if got := payloads[result](s, id, "ontoolresult")[0].StructuredContent["largeInputLength"]; got != float64(size) {
			t.Errorf("%s: the server got %v characters", id, got)
		}
	}
	s.check()
}

// tryPieces gives the view its arguments as a model writes them.
func tryPieces(t *testing.T, browser *browsertest.Browser, by transport) {
	t.Helper()
	text := strings.Repeat("Once upon a time. ", 100)
	server, _ := debugServer(t, by)
	s := show(t, browser, server, call{tool: "debug-tool", args: `{"largeInput":"` + text + `"}`, stream: true})
	for _, id := range s.ids {
		type input struct {
			Arguments struct {
				LargeInput string `json:"largeInput"`
			} `json:"arguments"`
		}
		// It comes after the pieces.
		if whole := payloads[input](s, id, "ontoolinput"); len(whole) != 1 || whole[0].Arguments.LargeInput != text {
			t.Errorf("%s: the whole input is %v", id, whole)
		}
		pieces, before := payloads[input](s, id, "ontoolinputpartial"), ""
		if len(pieces) < 3 {
			t.Errorf("%s: the input came in %d pieces", id, len(pieces))
		}
		for _, one := range pieces {
			now := one.Arguments.LargeInput
			if !strings.HasPrefix(text, now) || !strings.HasPrefix(now, before) {
				t.Errorf("%s: %q came after %q", id, now, before)
			}
			before = now
		}
	}
	s.check()
}

// tryStop stops a call that would take long.
func tryStop(t *testing.T, browser *browsertest.Browser, by transport) {
	t.Helper()
	server, _ := debugServer(t, by)
	s := prepare(t, browser, server, call{tool: "debug-tool", args: `{"delayMs":30000}`})
	s.run()
	for _, id := range s.ids {
		s.waitFor(s.inside(id), logged("ontoolinput")+".length === 1")
		s.click(s.main, s.card(id)+" [data-testid=stop]")
		s.waitFor(s.inside(id), logged("ontoolcancelled")+".length === 1")
		s.waitFor(s.main, s.events(id, "[data-lane=mcp][data-direction=out][data-method='notifications/cancelled']")+".length > 0")
		if results := eval[[]string](s, s.inside(id), logged("ontoolresult")); len(results) > 0 {
			t.Errorf("%s: a result came all the same: %v", id, results)
		}
		s.checkViolations(id)
	}
}

// tryButtons presses what the view offers.
func tryButtons(t *testing.T, browser *browsertest.Browser, by transport) {
	t.Helper()
	server, _ := debugServer(t, by)
	s := show(t, browser, server, call{tool: "debug-tool"})
	for _, id := range s.ids {
		inside, card := s.inside(id), s.card(id)
		answers := s.events(id, "[data-lane=mcp][data-direction=in][data-kind=response][data-method='tools/call']") + ".length"
		before := eval[int](s, s.main, answers)
		s.click(inside, "#call-debug-refresh-btn")
		s.waitFor(s.main, fmt.Sprintf("%s > %d", answers, before))
		s.click(inside, "#send-message-text-btn")
		s.waitForText(s.main, card+" .talk-user .bubble", "Hello from debug app!")
		s.click(inside, "#update-context-text-btn")
		s.waitFor(s.main, fmt.Sprintf(`sent.some((one) => one.from === %q && one.method === "ui/update-model-context"`+
			` && one.params.content[0].text.includes("Current app state info"))`, id))
		s.waitForText(s.main, card, "Told the model")
		s.click(inside, "#log-warning-btn")
		s.waitFor(s.main, s.says(id, "Debug log data"))
		s.click(inside, "#open-link-btn")
		s.waitForText(s.main, card+" .talk-link .talk-url", "https://modelcontextprotocol.io/")
	}
	s.check()
}
