package hostile_test

import (
	_ "embed" // what a view tries
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
)

//go:embed testdata/reporter.js
var againstReporter string

// broken is for an expression of a view's data.
const broken = `.health === "broken" && `

// armed is a view that becomes ready, looks for the reporter's port, and has more that it can try.
func armed() *puppet {
	return withView(strings.Replace(document(), "<body>", "<body><script>"+againstReporter+"</script>", 1), "null")
}

// A view can't get hold of the port of its reporter, say through another one that it is well, withdraw
// what was reported, have another card's health changed, or report without end.
func TestReporterIsTheWorkbenchs(t *testing.T) {
	t.Parallel()
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "evil", Endpoint: armed().serve(t)}))
	s.run(t, "claude,vscode,chatgpt")
	await(t, s.main, data("vscode")+`.health === "ok"`)
	await(t, s.main, data("claude")+`.health === "ok"`)
	attacker := s.view("claude")
	eval[any](t, attacker, `fail()`)
	told := data("claude") + broken + data("claude") + `.reason.includes("the fault of this view")`
	await(t, s.main, told)
	eval[any](t, attacker, `(forge(), withdraw())`)
	eval[any](t, attacker, `flood()`)
	await(t, s.main, `document.querySelector('oriel-card[data-host="claude"] [data-testid="health"] .count')?.textContent.includes("more")`)
	if !eval[bool](t, s.main, told) {
		t.Errorf("the fault was withdrawn: %s", eval[string](t, s.main, data("claude")+`.health + ": " + `+data("claude")+`.reason`))
	}
	if n := eval[int](t, attacker, `(spying = false, stolen.length)`); n > 0 {
		t.Errorf("the view got hold of %d ports", n)
	}
	if n := eval[int](t, s.main, `document.querySelectorAll('oriel-card[data-host="claude"] .cause').length`); n > 12 {
		t.Errorf("the card has %d causes", n)
	}
	for _, profile := range []string{"vscode", "chatgpt"} {
		if got := eval[string](t, s.main, data(profile)+`.health + " " + `+data(profile)+`.reason`); got != "ok " {
			t.Errorf("%s: the health of another card is %s", profile, got)
		}
	}
	if got := eval[string](t, s.main, `document.body.innerText`); strings.Contains(got, "Uncaught forged") {
		t.Error("a forged report is shown")
	}
	s.isUp(t)
}

// A view with nothing in it says that it is full, by what the browser tells of it.
func TestBlankViewThatPretends(t *testing.T) {
	t.Parallel()
	const pretends = `<script>
		const all = () => true
		Element.prototype.checkVisibility = all
		Element.prototype.getBoundingClientRect = Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100)
		for (const [owner, name, value] of [[Node.prototype, "firstChild", document.createTextNode("full")], [Document.prototype, "documentElement", null],
			[HTMLImageElement.prototype, "complete", true]])
			Object.defineProperty(owner, name, {get: () => value})
		window.getComputedStyle = () => ({getPropertyValue: () => "red"})
		performance.getEntriesByName = () => [{}]
		const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get
		Object.defineProperty(MessageEvent.prototype, "data", {get() { return this.target === window ? data.call(this) : {} }})
		MessagePort.prototype.postMessage = MessageChannel = undefined
	</script>`
	evil := withView("<!doctype html>"+pretends+"<script>"+speak+"</script>", "null")
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "evil", Endpoint: evil.serve(t)}))
	s.run(t, "vscode")
	await(t, s.main, data("vscode")+broken+data("vscode")+`.reason.includes("Nothing is to be seen")`)
}

// A view that loads itself again has a reporter that the page can't tell from a forged one.
func TestReloadedViewStaysIll(t *testing.T) {
	t.Parallel()
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "evil", Endpoint: armed().serve(t)}))
	s.run(t, "vscode")
	await(t, s.main, data("vscode")+`.health === "ok"`)
	eval[any](t, s.view("vscode"), `fail()`)
	await(t, s.main, data("vscode")+broken+data("vscode")+`.reason.includes("the fault of this view")`)
	eval[any](t, s.view("vscode"), `(setTimeout(() => location.reload()), true)`)
	await(t, s.main, `document.querySelector('oriel-card[data-host="vscode"] [data-testid="health"]').textContent.includes("loaded its own document again")`)
	if !eval[bool](t, s.main, data("vscode")+broken+data("vscode")+`.reason.includes("the fault of this view")`) {
		t.Error("a reload has healed the view")
	}
}
