package workbench_test

import (
	"testing"

	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
)

// A person reloads a view with the keyboard: it gets its input, its result and its state, not what was in the page, and the tool is not called.
func TestSmokeReopen(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"claude", "chatgpt", "mcp-ui"} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted"}, workbench.Options{})
			page, outside, inside := atWork(t, bench, profile)
			steps(t,
				inside.sees("#answer", "noted for Faro"),
				inside.click("#more"), inside.sees("#count", "count 1"),
				inside.waits(`document.querySelector("#count").dataset.status === "saved"`),
				inside.fill("#name", "Ada"), inside.waits(`(window.old = true)`),
				outside.waits(`(document.querySelector('[data-testid="reload-view"]').focus(), true)`),
				func() error { return page.Press(t.Context(), " ") },
				inside.waits(`!window.old`),
				inside.sees("#answer", "noted for Faro"),
				inside.sees("#input", `{"city":"Faro"}`),
				inside.sees("#count", "count 1"),
				inside.waits(`document.querySelector("#name").value === ""`),
				outside.waits(viewReady),
				outside.waits(`document.activeElement.dataset.testid === "reload-view"`),
				outside.waits(`document.querySelectorAll('oriel-card iframe:not([data-testid="view-standby"])').length === 1`),
			)
			if n := app.Calls.Load(); n != 1 {
				t.Errorf("the tool was called %d times", n)
			}
		})
	}
}
