package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// What is wrong with a view is printed with its place, once for all hosts, and again once the view was built.
func TestDevHealth(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	reporter := newDevReporter(&environment{stdout: &stdout, stderr: &stderr}, false, false)
	reporter.dir = filepath.Join(reporter.here, "apps", "weather")
	thrown := workbench.Health{
		Profile: "claude", URI: "ui://weather/day/1f2e", Level: "broken", Kind: "exception", Text: "Uncaught TypeError: no days\x1b[2J",
		Place: workbench.SourcePlace{File: "views/day/chart.ts", Line: 12, Column: 9, Excerpt: "> 12 | draw();"},
	}
	other := thrown
	other.Profile = "chatgpt"
	blank := workbench.Health{Profile: "claude", URI: "ui://weather/day/1f2e", Level: "warning", Kind: "blank", Text: "Only boxes", Fix: "Look at it."}
	reporter.health(thrown)
	reporter.health(other)
	reporter.health(blank)
	reporter.handle(devloop.Event{Type: devloop.ViewBuilt, View: "day", MS: 3, Change: devloop.ChangeReload})
	reporter.health(other)
	const place = "broken  apps/weather/views/day/chart.ts:12:9: Uncaught TypeError: no days�[2J [exception]\n"
	want := place + "        in the view day as Claude\n        > 12 | draw();\n" +
		"warning  Only boxes [blank]\n        in the view day as Claude\n        Look at it.\n" +
		place + "        in the view day as ChatGPT\n        > 12 | draw();\n"
	if got := stderr.String(); got != want {
		t.Errorf("it printed\n%s\nwant\n%s", got, want)
	}
}
