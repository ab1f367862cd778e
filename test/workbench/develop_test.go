package workbench_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/view"
)

const (
	// shownView is the frame in sight.
	shownView = `iframe[data-testid="view"]`
	runNote   = `&tool=note&run=1&args={"city":"Faro"}&profiles=`
	viewReady = `document.querySelector('iframe[data-testid="view"]')?.dataset.status === "ready"`
)

// develop starts an app under development and its workbench.
func develop(t testing.TB, first workbenchtest.Edition, options workbench.Options) (*workbenchtest.App, *workbenchtest.Bench) {
	t.Helper()
	app := workbenchtest.StartApp(t, first)
	options.Servers = []mcpclient.Server{app.Server()}
	bench, err := workbenchtest.Launch(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bench.Stop(); err != nil {
			t.Error(err)
		}
	})
	return app, bench
}

// atWork runs the note in a host: a person at the page, and one inside the view.
func atWork(t *testing.T, bench *workbenchtest.Bench, profile string) (page *browsertest.Page, outside, inside hand) {
	t.Helper()
	page = browsertest.Start(t).Open(t, bench.URL()+runNote+profile)
	outside = hand{t.Context(), page.Main()}
	steps(t, outside.waits(viewReady))
	return page, outside, hand{t.Context(), page.Frame(shownView).Frame("iframe")}
}

// edited gives a source or a document its title.
func edited(source, title string) string { return strings.ReplaceAll(source, "EDITION", title) }

// watchFlicker notes whether there is ever nothing to see.
const watchFlicker = `(() => {
	window.flickers = []
	const look = () => {
		const frame = document.querySelector('iframe[data-testid="view"]'), card = document.querySelector("oriel-card")
		if (frame?.dataset.status !== "ready" || card.dataset.status !== "ready" || getComputedStyle(frame).opacity !== "1" || frame.clientHeight < 50)
			window.flickers.push([frame?.dataset.status, card.dataset.status, frame && getComputedStyle(frame).opacity, frame?.clientHeight].join())
	}
	new MutationObserver(look).observe(document.querySelector("oriel-stage"), {subtree: true, childList: true, attributes: true})
	return true
})()`

func TestReloadKeepsWhatAPersonHasDone(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"claude", "chatgpt", "generic"} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted"}, workbench.Options{})
			page, outside, inside := atWork(t, bench, profile)
			steps(t,
				inside.sees("#answer", "noted for Faro"),
				inside.click("#more"), inside.click("#more"), inside.click("#keep"), inside.click("#tell"),
				inside.sees("#count", "count 2"), inside.sees("#kept", "kept 1"),
				outside.sees(".talk-user", "said by the view"),
				inside.fill("#name", "Ada"), inside.fill("#secret", "hush"), inside.click("#yes"),
				inside.waits(`(document.querySelector("#pick").value = "b", true)`),
				inside.waits(`(document.querySelector("#box").scrollTop = 321, true)`),
				inside.waits(`new Promise(done => setTimeout(done, 100)).then(() => window.old = true)`),
				inside.click("#name"),
				outside.waits(watchFlicker),
			)
			app.Become(workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "second"), Answer: "noted again"})
			bench.Reload("app", "note")
			steps(t,
				inside.sees("#title", "second"),
				inside.waits(`!window.old`),
				inside.sees("#answer", "noted for Faro"),
				inside.sees("#input", `{"city":"Faro"}`),
				inside.sees("#count", "count 2"),
				inside.sees("#kept", "kept 1"),
				inside.waits(`document.querySelector("#name").value === "Ada"`),
				inside.waits(`document.querySelector("#yes").checked`),
				inside.waits(`document.querySelector("#secret").value === ""`),
				inside.waits(`document.querySelector("#box").scrollTop === 321`),
				inside.waits(`document.activeElement.id === "name" && document.hasFocus()`),
				outside.sees(".talk-user", "said by the view"),
				outside.waits(`document.querySelectorAll('oriel-card iframe:not([data-testid="view-standby"])').length === 1`),
			)
			if n := app.Calls.Load(); n != 1 {
				t.Errorf("the tool was called %d times", n)
			}
			flickers, err := browsertest.Eval[[]string](t.Context(), page.Main(), `window.flickers`)
			if err != nil || len(flickers) > 0 {
				t.Errorf("the view was out of sight: %v %v", flickers, err)
			}
			// And once more, on top of what was brought back.
			steps(t, inside.click("#more"), inside.sees("#count", "count 3"))
			app.Become(workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "third"), Answer: "noted"})
			bench.Reload("app", "note")
			steps(t, inside.sees("#title", "third"), inside.sees("#count", "count 3"),
				inside.waits(`document.querySelector("#name").value === "Ada"`))
		})
	}
}

// Many edits in a row leave one document, the last.
func TestManyReloads(t *testing.T) {
	t.Parallel()
	app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "0")}, workbench.Options{})
	_, outside, inside := atWork(t, bench, "claude")
	const last = 30
	source := workbenchtest.NoteDocument(t, "EDITION")
	for i := range last {
		app.Become(workbenchtest.Edition{Document: edited(source, fmt.Sprint("edit ", i+1))})
		bench.Reload("app", "note")
	}
	steps(t,
		inside.sees("#title", fmt.Sprint("edit ", last)),
		outside.waits(`document.querySelectorAll('oriel-card iframe:not([data-testid="view-standby"])').length === 1`),
		outside.waits(viewReady),
	)
}

// standing is whether a document stands by that can be written.
const standing = `!!document.querySelector('oriel-card iframe[data-testid="view-standby"][data-standby="ready"]')`

// The packages of a view are run in the document that stands by, before the edit;
// those that have changed come with it.
func TestPackagesAreRunBeforehand(t *testing.T) {
	t.Parallel()
	document := func(title, packages string) string {
		script := "globalThis." + view.DevPackages + " = { a: () => PACKAGES }"
		source := edited(workbenchtest.NoteSource, title) + "document.body.dataset.packages = String(globalThis." + view.DevPackages + ".a());\n"
		return view.InsertFirst(workbenchtest.Document(t, source, workbenchtest.NoteStyle), view.PackagesScript(strings.Replace(script, "PACKAGES", packages, 1)))
	}
	const cut = `document.querySelector("script[data-oriel-packages]") === null`
	app, bench := develop(t, workbenchtest.Edition{Document: document("first", "1")}, workbench.Options{})
	_, outside, inside := atWork(t, bench, "claude")
	steps(t, inside.sees("#title", "first"), inside.waits("!("+cut+")"))
	for i, packages := range []string{"1", "2", "2"} {
		steps(t, outside.waits(standing))
		title := fmt.Sprint("edit ", i)
		app.Become(workbenchtest.Edition{Document: document(title, packages)})
		bench.Reload("app", "note")
		same := packages == "1" || i == 2
		steps(t,
			inside.sees("#title", title),
			inside.waits(`document.body.dataset.packages === "`+packages+`"`),
			inside.waits(fmt.Sprintf("(%s) === %t", cut, same)),
		)
	}
}

func TestRestyle(t *testing.T) {
	t.Parallel()
	source := workbenchtest.NoteDocument(t, "first")
	app, bench := develop(t, workbenchtest.Edition{Document: source}, workbench.Options{})
	_, _, inside := atWork(t, bench, "claude")
	colour := func(want string) func() error {
		return inside.waits(`getComputedStyle(document.querySelector("h1")).color === "` + want + `"`)
	}
	steps(t, colour("rgb(1, 2, 3)"))
	// Where the machine is too busy for an answer in time, the document is loaded anew, be it
	// afterwards.
	inPlace := func(now string) (is string) {
		for range 3 {
			steps(t, inside.waits(`window.old = true`))
			style := "h1 { color: " + now + " }"
			app.Become(workbenchtest.Edition{Document: workbenchtest.Document(t, edited(workbenchtest.NoteSource, "first"), style)})
			bench.Restyle("app", "note", []devreport.Style{{ID: "main", CSS: style}})
			steps(t, colour(now))
			if old, err := browsertest.Eval[bool](t.Context(), inside.main, `window.old === true`); err == nil && old {
				return now
			}
			now = strings.Replace(now, "(", "(1", 1)
		}
		t.Fatal("the document is loaded anew for a change of its style")
		return ""
	}
	is := inPlace("rgb(4, 5, 6)")
	// A view of another name has nothing to do with it.
	bench.Restyle("app", "other", []devreport.Style{{ID: "main", CSS: "h1 { color: rgb(7, 8, 9) }"}})
	bench.Restyle("other", "note", []devreport.Style{{ID: "main", CSS: "h1 { color: rgb(7, 8, 9) }"}})
	time.Sleep(300 * time.Millisecond)
	steps(t, colour(is))
	inPlace("rgb(4, 5, 7)")
	steps(t, inside.waits(`window.old = true`))
	// A style that is not there takes a new document.
	app.Become(workbenchtest.Edition{Document: workbenchtest.Document(t, edited(workbenchtest.NoteSource, "first"), "h1 { color: rgb(10, 11, 12) }")})
	bench.Restyle("app", "note", []devreport.Style{{ID: "more", CSS: "h1 { margin: 0 }"}})
	steps(t, colour("rgb(10, 11, 12)"), inside.waits(`window.old === undefined`))
}

func TestRenew(t *testing.T) {
	t.Parallel()
	document := workbenchtest.NoteDocument(t, "first")
	const headline = ".stage-name"
	app, bench := develop(t, workbenchtest.Edition{Document: document, Answer: "old", Title: "Old note"}, workbench.Options{})
	_, outside, inside := atWork(t, bench, "claude,text")
	steps(t, outside.sees(headline, "Old note"), inside.sees("#answer", "old for Faro"), inside.click("#more"), inside.sees("#count", "count 1"), outside.waits(watchFlicker))
	app.Become(workbenchtest.Edition{Document: document, Answer: "new", Title: "New note", Tools: []string{"note", "another"}})
	bench.Renew("app")
	steps(t,
		outside.sees(headline, "New note"),
		inside.sees("#answer", "new for Faro"),
		inside.sees("#count", "count 1"),
		outside.sees(`[data-testid="text-answer"]`, "new for Faro"),
		outside.waits(`!!document.querySelector('[data-testid="tool"][data-key="another"]')`),
		outside.waits(`window.flickers.length === 0 || Promise.reject(window.flickers.join("; "))`),
	)
	app.Become(workbenchtest.Edition{Document: document, Answer: "newer", Tools: []string{"another"}})
	bench.Renew("app")
	steps(t,
		outside.sees(".problem-box", "no longer has the tool note"),
		outside.sees(`[data-testid="text-answer"]`, "no longer has the tool note"),
	)
	app.Become(workbenchtest.Edition{Document: document, Answer: "newest"})
	bench.Renew("app")
	steps(t, inside.sees("#answer", "newest for Faro"), outside.waits(`!document.querySelector(".problem-box")`), outside.waits(viewReady))
}

// What destroys things is not done again because somebody has saved a file.
func TestRenewDestroysNothing(t *testing.T) {
	t.Parallel()
	app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "old", Destroys: true}, workbench.Options{})
	_, _, inside := atWork(t, bench, "claude")
	steps(t, inside.sees("#answer", "old for Faro"))
	app.Become(workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "second"), Answer: "new", Destroys: true})
	bench.Renew("app")
	steps(t, inside.sees("#title", "second"), inside.sees("#answer", "old for Faro"))
	if n := app.Calls.Load(); n != 1 {
		t.Errorf("the tool was called %d times", n)
	}
}

// A call that the old process leaves without an answer is made again, and nothing
// is made of it.
func TestRenewDuringACall(t *testing.T) {
	t.Parallel()
	document := workbenchtest.NoteDocument(t, "first")
	app, bench := develop(t, workbenchtest.Edition{Document: document, Answer: "old", Hangs: true}, workbench.Options{})
	page := browsertest.Start(t).Open(t, bench.URL()+runNote+"claude,chatgpt,mcp-ui,text")
	outside := hand{t.Context(), page.Main()}
	eventually(t, "all hosts have called", func() bool { return app.Hanging.Load() == 4 })
	steps(t, outside.waits(`(window.seen = [], new MutationObserver(() => document.querySelectorAll(".problem-box, .notice-box").forEach(box =>
		window.seen.push(box.innerText))).observe(document.querySelector("oriel-stage"), {subtree: true, childList: true}), true)`))
	end := app.Become(workbenchtest.Edition{Document: document, Answer: "new"})
	bench.Renew("app")
	end()
	steps(t, outside.sees(`[data-testid="text-answer"]`, "new for Faro"))
	for _, profile := range []string{"claude", "chatgpt", "mcp-ui"} {
		inside := hand{t.Context(), page.Frame(shownView + `[data-profile="` + profile + `"]`).Frame("iframe")}
		steps(t, inside.sees("#answer", "new for Faro"))
	}
	steps(t, outside.waits(`window.seen.length === 0 || Promise.reject(window.seen.join("; "))`))
	eventually(t, "the old process is left alone", func() bool { return app.Hanging.Load() == 0 })
}

// A view that does not say what it has, or hangs, is loaded anew all the same.
func TestReloadWithoutHelp(t *testing.T) {
	t.Parallel()
	plain := `<!doctype html><h1 id=title>EDITION</h1><script src="@oriel/view"></script>`
	app, bench := develop(t, workbenchtest.Edition{Document: edited(plain, "first")}, workbench.Options{})
	_, _, inside := atWork(t, bench, "claude")
	app.Become(workbenchtest.Edition{Document: edited(plain, "second")})
	bench.Reload("app", "")
	steps(t, inside.sees("#title", "second"))

	app.Become(workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "third")})
	bench.Reload("app", "note")
	steps(t, inside.sees("#title", "third"), inside.waits(`(setTimeout(() => { const end = Date.now() + 3000; while (Date.now() < end); }), true)`))
	app.Become(workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "fourth")})
	bench.Reload("app", "note")
	steps(t, inside.sees("#title", "fourth"))
}

// These hosts have the document from the tool's answer, so it is called again.
func TestReloadInMCPUI(t *testing.T) {
	t.Parallel()
	app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "a"}, workbench.Options{})
	_, _, inside := atWork(t, bench, "mcp-ui")
	steps(t, inside.sees("#answer", "a for Faro"), inside.click("#more"), inside.sees("#count", "count 1"))
	app.Become(workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "second"), Answer: "b"})
	bench.Reload("app", "note")
	steps(t, inside.sees("#title", "second"), inside.sees("#answer", "b for Faro"), inside.sees("#count", "count 1"))
}

// What is told in the place of a view that could not be had goes when it can.
func TestReloadMendsAViewThatFailed(t *testing.T) {
	t.Parallel()
	app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted"}, workbench.Options{})
	_, outside, inside := atWork(t, bench, "claude")
	steps(t, inside.sees("#answer", "noted for Faro"))
	app.Away(true)
	bench.Reload("app", "note")
	steps(t, outside.sees(".card-over .problem-box", "The view can't be shown"))
	app.Become(workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "second"), Answer: "noted"})
	app.Away(false)
	bench.Reload("app", "note")
	steps(t,
		inside.sees("#title", "second"), inside.sees("#answer", "noted for Faro"),
		outside.waits(viewReady), outside.waits(`!document.querySelector(".card-over .problem-box")`),
	)
}

func TestProblems(t *testing.T) {
	t.Parallel()
	_, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first")}, workbench.Options{})
	_, outside, inside := atWork(t, bench, "claude")
	steps(t, inside.sees("#title", "first"))
	inView := devreport.Problem{
		Source: "view", View: "note", Code: "syntax", File: "views/note/index.ts", Line: 12, Column: 7,
		Message: `Expected ";" but found <b>`, Excerpt: "    12 │ let a b\n       ╵       ^", Fix: "Put a semicolon there.",
	}
	const over, above = ".card-body > .faults", ".stage-scroll > .faults"
	bench.Report([]devreport.Problem{inView})
	steps(t,
		outside.sees(over, `Expected ";" but found <b>`),
		outside.sees(over+" .fault-place", "views/note/index.ts:12:7"),
		outside.sees(over+" .fault-excerpt", "let a b"),
		outside.sees(over+" .fault-fix", "semicolon"),
		outside.sees(`[data-testid="problem-count"]`, "1 problem"),
		outside.waits(`document.querySelector("`+above+`").hidden`),
		// It can be put away, and found again.
		outside.click(over+" .icon-button"),
		outside.waits(`document.querySelector("`+over+`").hidden`),
		outside.click(`[data-testid="problem-count"]`),
		outside.waits(`document.activeElement === document.querySelector("`+over+`")`),
	)
	inGo := devreport.Problem{Source: "go", File: "main.go", Line: 3, Message: "undefined: x"}
	bench.Report([]devreport.Problem{inView, inGo, {Source: "view", View: "other", Message: "of another view"}})
	steps(t,
		outside.sees(above, "undefined: x"), outside.sees(above, "of another view"), outside.sees(over, "found <b>"),
		outside.sees(`[data-testid="problem-count"]`, "3 problems"),
	)
	// A page that comes later is told, too.
	_, later, _ := atWork(t, bench, "claude")
	steps(t, later.sees(above, "undefined: x"), later.sees(over, "found <b>"))
	bench.Report(nil)
	for _, page := range []hand{outside, later} {
		steps(t, page.waits(`[...document.querySelectorAll(".faults")].every(one => one.hidden)`),
			page.waits(`document.querySelector('[data-testid="problem-count"]').hidden`))
	}
}

// The page is there before the server, says what is being done, and runs a tool
// by itself when it can, in a frame that has waited for it.
func TestSmokeFirstPage(t *testing.T) {
	t.Parallel()
	app, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted"}, workbench.Options{Auto: true})
	app.Away(true)
	bench.Busy("Building the server")
	page := browsertest.Start(t).Open(t, bench.URL()+"&profiles=claude")
	outside := hand{t.Context(), page.Main()}
	inside := hand{t.Context(), page.Frame(shownView).Frame("iframe")}
	waiting := hand{t.Context(), page.Frame(`iframe[data-testid="view-standby"]`).Frame("iframe")}
	steps(t, outside.sees(`[data-testid="busy"]`, "Building the server…"), outside.sees(`[data-testid="under-way"]`, "Building the server…"),
		waiting.waits(`document.title === "View"`),
		outside.waits(`(window.waiting = document.querySelector('iframe[data-testid="view-standby"]')) !== null`))
	steps(t, outside.waits(`window.waiting.dataset.standby === "ready"`)) // it can be written
	bench.Report([]devreport.Problem{{Source: "go", File: "main.go", Line: 3, Message: "undefined: x"}})
	bench.Busy("")
	steps(t, outside.sees(".stage-scroll > .faults", "undefined: x"), outside.sees(".empty", "is not running"))
	app.Away(false)
	bench.Report(nil)
	bench.Renew("app")
	steps(t, inside.sees("#answer", "noted for Lisbon"), outside.waits(`document.querySelector('iframe[data-testid="view"]') === window.waiting`),
		outside.waits(`document.querySelector('[data-testid="busy"]').hidden`))
}
