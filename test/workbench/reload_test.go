package workbench_test

import (
	"fmt"
	"testing"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// counterSource is a view that counts in the state of its host.
const counterSource = `
import { createStore, onToolResult, sendMessage } from "@oriel/view";
const store = createStore({ count: 0 });
document.body.innerHTML = "<p id=answer></p><button id=more>more</button><p id=count></p><p id=saved></p><button id=tell>tell</button>";
const at = (id: string) => document.getElementById(id)!;
const draw = () => { at("count").textContent = store.status() === "loading" ? "" : "count " + store.get().count; };
store.subscribe(draw);
at("more").onclick = () => {
	store.set(({ count }) => ({ count: count + 1 }));
	void store.flush().then(() => { at("saved").textContent = "saved " + store.get().count; });
};
at("tell").onclick = () => void sendMessage("said by the view");
onToolResult((result) => { at("answer").textContent = result.text; draw(); });
draw();
`

// card is the card of a host, and the view in it.
type card struct {
	host            string
	outside, inside hand
}

func cardsOf(t *testing.T, page *browsertest.Page, profiles ...string) []card {
	t.Helper()
	cards := make([]card, len(profiles))
	for i, profile := range profiles {
		frame := page.Frame(shownView + `[data-profile="` + profile + `"]`).Frame("iframe")
		cards[i] = card{`oriel-card[data-host="` + profile + `"] `, hand{t.Context(), page.Main()}, hand{t.Context(), frame}}
	}
	return cards
}

// After a reload of the page, the same cards come back with their results, the state that the
// host or the app keeps, and the conversation, and no tool is called. "Run again" is a new call,
// whose state is new.
func TestAReloadBringsTheStageBack(t *testing.T) {
	t.Parallel()
	app := workbenchtest.StartApp(t, workbenchtest.Edition{Document: workbenchtest.Document(t, counterSource, ""), Answer: "noted"})
	address := workbenchtest.StartWith(t, workbench.Options{Servers: []mcpclient.Server{app.Server()}})
	page := browsertest.Start(t).Open(t, address+runNote+"claude,chatgpt,mcp-ui,text")
	cards := cardsOf(t, page, "claude", "chatgpt", "mcp-ui")
	outside := cards[0].outside
	for i, c := range cards {
		steps(t, c.inside.sees("#answer", "noted for Faro"), c.inside.sees("#count", "count 0"))
		for range i + 1 {
			steps(t, c.inside.click("#more"))
		}
		steps(t, c.inside.sees("#saved", fmt.Sprint("saved ", i+1)), c.inside.click("#tell"), c.outside.sees(c.host+".talk-user", "said by the view"))
	}
	steps(t, outside.sees(cards[1].host+".talk", "State kept by the host"), outside.sees(`[data-testid="text-answer"]`, "noted for Faro"))
	for range 2 { // a page that came back comes back again
		steps(t, outside.waits(`(window.old = true)`), func() error { return page.Reload(t.Context()) }, outside.waits(`!window.old`))
		for i, c := range cards {
			steps(t,
				c.inside.sees("#answer", "noted for Faro"), c.inside.sees("#count", fmt.Sprint("count ", i+1)),
				c.outside.sees(c.host+".talk-user", "said by the view"),
			)
		}
		steps(t,
			outside.sees(cards[1].host+".talk", "State kept by the host"), outside.sees(`[data-testid="text-answer"]`, "noted for Faro"),
			outside.waits(`document.querySelector(".stage-name").textContent === "note"`),
			outside.waits(`document.querySelectorAll(".card").length === 4`),
			outside.waits(`document.querySelector(".form-body input").value === "Faro"`),
		)
		if calls := app.Calls.Load(); calls != 4 {
			t.Fatalf("the tool was called %d times in four hosts", calls)
		}
	}
	for _, c := range cards {
		steps(t,
			c.inside.waits(`(window.old = true)`), c.outside.click(c.host+`button[aria-label^="Run again"]`), c.inside.waits(`!window.old`),
			c.inside.sees("#answer", "noted for Faro"), c.inside.sees("#count", "count 0"),
		)
	}
	if calls := app.Calls.Load(); calls != 7 {
		t.Errorf("the tool was called %d times, want 7", calls)
	}
	// The address with the token opens the page anew.
	if err := page.Navigate(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	steps(t, outside.waits(`document.querySelector('[data-testid="tool"]') !== null && document.querySelector(".card") === null`))
}

// A reload while the tool works ends the call; the card says so, and doesn't call it again.
func TestAReloadDuringACall(t *testing.T) {
	t.Parallel()
	app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted", Hangs: true}, workbench.Options{})
	page := browsertest.Start(t).Open(t, bench.URL()+runNote+"claude,text")
	outside := hand{t.Context(), page.Main()}
	eventually(t, "both hosts call the tool", func() bool { return app.Hanging.Load() == 2 })
	steps(t,
		func() error { return page.Reload(t.Context()) },
		outside.sees("oriel-card .notice-box", "reloaded before the tool had answered"),
		outside.sees(`[data-testid="text-answer"]`, "reloaded before the tool had answered"),
	)
	eventually(t, "the calls end", func() bool { return app.Hanging.Load() == 0 })
	if calls := app.Calls.Load(); calls != 2 {
		t.Errorf("the tool was called %d times, want 2", calls)
	}
}

// Arguments that were edited and not run yet are there after a reload, beside the run that is shown. The address with the
// token opens the page without them.
func TestAReloadKeepsEditedArguments(t *testing.T) {
	t.Parallel()
	app := workbenchtest.StartApp(t, workbenchtest.Edition{Document: workbenchtest.Document(t, counterSource, ""), Answer: "noted"})
	address := workbenchtest.StartWith(t, workbench.Options{Servers: []mcpclient.Server{app.Server()}})
	page := browsertest.Start(t).Open(t, address+runNote+"claude,text")
	outside := hand{t.Context(), page.Main()}
	const field = ".form-body input"
	steps(t,
		outside.sees(`[data-testid="text-answer"]`, "noted for Faro"),
		outside.fill(field, "Lagos"),
		outside.waits(`(window.old = true)`), func() error { return page.Reload(t.Context()) }, outside.waits(`!window.old`),
		outside.sees(`[data-testid="text-answer"]`, "noted for Faro"),
		outside.waits(`document.querySelector("`+field+`").value === "Lagos"`),
		outside.click(`[data-testid="run"]`),
		outside.sees(`[data-testid="text-answer"]`, "noted for Lagos"),
	)
	if err := page.Navigate(t.Context(), address+runNote+"claude,text"); err != nil {
		t.Fatal(err)
	}
	steps(t,
		outside.sees(`[data-testid="text-answer"]`, "noted for Faro"),
		outside.waits(`document.querySelector("`+field+`").value === "Faro"`),
	)
}
