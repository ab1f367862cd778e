package cli_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// throws is a view that fails once it has its result, in a function of a module of its own.
const (
	throws = `import { onToolResult } from "@oriel/view";
import { draw } from "./chart.ts";

document.body.innerHTML = "<h1>EDITION</h1>";

onToolResult((result) => {
  draw(result.text);
});
`
	throwsIn = `interface Chart {
  wind: number;
}

const unused = (chart: Chart): number => chart.wind;

export function draw(text: string): void {
  console.info(text, unused);
  throw new RangeError("no EDITION chart");
}
`
)

// What is wrong with a view is in the output of "oriel dev", and in the card, with its place in the
// source: in a document that was loaded, and in one that was written into the frame after an edit.
func TestDevTellsOfViews(t *testing.T) {
	t.Parallel()
	dir, environ := filepath.Join(t.TempDir(), "some-app"), onlyGo(t)
	program := oriel(t)
	mustRun(t, "", environ, program, "new", dir, "--template", "minimal", "--ui", "typescript")
	write := func(edition string) {
		t.Helper()
		for name, text := range map[string]string{"chart.ts": throwsIn, "index.ts": throws} {
			file := filepath.Join(dir, "views", "greeting", name)
			if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "EDITION", edition)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("first")
	running := programtest.StartWith(t, dir, environ, program, "dev", "--json", "--no-open", "--port", "0", "--workbench-port", "0")
	page := browsertest.Start(t).Open(t, running.URL+"&"+url.Values{"tool": {"greet"}, "profiles": {"claude"}, "run": {"1"}}.Encode())
	for _, edition := range []string{"first", "second"} {
		if edition != "first" {
			write(edition)
		}
		told := fmt.Sprintf("Uncaught RangeError: no %s chart", edition)
		reason := told + " (views/greeting/chart.ts:9:9)"
		if err := page.Main().WaitFor(t.Context(), fmt.Sprintf(`document.querySelector('[data-testid="view"]')?.dataset.reason === %q`, reason)); err != nil {
			got, _ := browsertest.Eval[string](t.Context(), page.Main(), `JSON.stringify(document.querySelector('[data-testid="view"]')?.dataset)`)
			t.Fatalf("%v; the view has %s", err, got)
		}
		event := healthEvent(t, running, told)
		if event.View != "greeting" || event.Profile != "claude" || event.Health.Level != "broken" || event.Health.Kind != "exception" ||
			event.Health.File != "views/greeting/chart.ts" || event.Health.Line != 9 || event.Health.Column != 9 ||
			!strings.Contains(event.Health.Excerpt, ">  9 |   throw new RangeError") {
			t.Errorf("the event is %+v", event)
		}
	}
}

type viewHealth struct {
	Type    string `json:"type"`
	View    string `json:"view"`
	Profile string `json:"profile"`
	Health  struct {
		Level   string `json:"level"`
		Kind    string `json:"kind"`
		Message string `json:"message"`
		File    string `json:"file"`
		Excerpt string `json:"excerpt"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
	} `json:"health"`
}

// healthEvent waits for the event with a message.
func healthEvent(t *testing.T, running *programtest.Program, message string) viewHealth {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		for line := range strings.Lines(running.Output()) {
			var event viewHealth
			if json.Unmarshal([]byte(line), &event) == nil && event.Type == "view_health" && event.Health.Message == message {
				return event
			}
		}
	}
	t.Fatalf("there is no event of %q", message)
	return viewHealth{}
}
