package workbench_test

import (
	"testing"

	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// Where the host would ask its user before its model's call, the card asks. A denied call is not
// made, and the card says so.
func TestACardAsksAsItsHostDoes(t *testing.T) {
	t.Parallel()
	edition := workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted", Destroys: true}
	app, bench := develop(t, edition, workbench.Options{})
	page := browsertest.Start(t).Open(t, bench.URL()+`&tool=note&args={"city":"Faro"}&profiles=vscode,chatgpt,goose`)
	cards := cardsOf(t, page, "vscode", "chatgpt", "goose")
	asking, warning, silent := cards[0], cards[1], cards[2]
	outside := asking.outside
	steps(t,
		outside.click(`[data-testid="run"]`),
		asking.outside.sees(asking.host+`[data-testid="confirm"]`, "VS Code asks before its model calls"),
		asking.outside.sees(asking.host+`[data-testid="confirm"]`, "Faro"),
		// The question is in sight above the place of the view.
		outside.waits(`document.querySelector('[data-testid="confirm-allow"]').getBoundingClientRect().bottom <=
			document.querySelector('`+asking.host+`.card-body').getBoundingClientRect().top`),
		warning.inside.sees("#answer", "noted for Faro"),
		warning.outside.sees(warning.host+".talk", "ChatGPT warns its user of this call"),
		silent.inside.sees("#answer", "noted for Faro"),
	)
	if calls := app.Calls.Load(); calls != 2 {
		t.Errorf("the tool was called %d times before the answer, want 2", calls)
	}
	steps(t,
		outside.click(asking.host+`[data-testid="confirm-deny"]`),
		outside.sees(asking.host+".notice-box", "You denied the tool call"),
		outside.sees(asking.host+".card-status", "Denied"),
		outside.sees(asking.host+".talk", "Denied: note"),
		outside.waits(`!document.querySelector('`+asking.host+`[data-open]') && !document.querySelector('`+asking.host+`.stop:not([hidden])')`),
	)
	if calls := app.Calls.Load(); calls != 2 {
		t.Errorf("the tool was called %d times after a denial, want 2", calls)
	}
	steps(t,
		outside.click(asking.host+".notice-box button"),
		outside.click(asking.host+`[data-testid="confirm-allow"]`),
		outside.sees(asking.host+".talk", "Allowed once: note"),
		asking.inside.sees("#answer", "noted for Faro"),
	)
	if calls := app.Calls.Load(); calls != 3 {
		t.Errorf("the tool was called %d times, want 3", calls)
	}
	// Each call is asked for.
	steps(t,
		outside.click(asking.host+`button[aria-label^="Run again"]`),
		outside.sees(asking.host+`[data-testid="confirm"]`, "VS Code asks"),
		outside.click(asking.host+`[data-testid="stop"]`),
		outside.sees(asking.host+".notice-box", "You stopped the tool call"),
		outside.sees(asking.host+".talk", "Not called: note"),
	)
	if calls := app.Calls.Load(); calls != 3 {
		t.Errorf("the tool was called %d times after a stop, want 3", calls)
	}
}

// An address that runs a tool, as scripts use it, waits for nobody.
func TestAnAddressThatRunsIsNotAsked(t *testing.T) {
	t.Parallel()
	edition := workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted", Destroys: true}
	_, bench := develop(t, edition, workbench.Options{})
	page := browsertest.Start(t).Open(t, bench.URL()+runNote+"vscode")
	c := cardsOf(t, page, "vscode")[0]
	steps(t, c.inside.sees("#answer", "noted for Faro"), c.outside.sees(c.host+".talk", "VS Code asks its user before this call"))
}
