// Package hostile runs views and servers that nobody should have written in a
// real workbench, and looks at two things: what they got, which has to be
// nothing, and what the person at the workbench sees of it. It has no code of
// its own.
package hostile_test

import (
	_ "embed" // what the views do
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

//go:embed testdata/speak.js
var speak string

//go:embed testdata/tries.js
var tries string

//go:embed testdata/stage.js
var stage string

// document is a view that becomes ready and has the tries at hand.
func document() string {
	return "<!doctype html><title>view</title><body><p id=here>here</p><input id=field><script>" + speak + "</script><script>" + tries + "</script>"
}

func TestMain(m *testing.M) {
	if name := os.Getenv(programEnv); name != "" {
		os.Exit(runProgram(name))
	}
	os.Exit(browsertest.OneBrowser(m).Run())
}

// stand is a page of a workbench.
type stand struct {
	*browsertest.Page

	address string
	main    *browsertest.Frame
}

// open opens a workbench without running anything.
func open(t *testing.T, address string) *stand {
	t.Helper()
	s := &stand{Page: browsertest.Start(t).Open(t, address), address: address}
	s.main = s.Main()
	if err := s.Viewport(t.Context(), 1400, 1000, 0); err != nil {
		t.Fatal(err)
	}
	return s
}

// run opens the workbench anew, runs the tool of the server "evil" in some
// profiles, and waits until each has come to something.
func (s *stand) run(t *testing.T, profiles string) {
	t.Helper()
	s.begin(t, "evil", "tool", profiles)
	eval[any](t, s.main, "(() => {"+stage+"})()")
	for profile := range strings.SplitSeq(profiles, ",") {
		await(t, s.main, `["ready", "error"].includes(`+data(profile)+`.status)`)
	}
}

// begin opens the workbench anew and runs a tool.
func (s *stand) begin(t *testing.T, server, tool, profiles string) {
	t.Helper()
	query := url.Values{"run": {"1"}, "tool": {tool}, "server": {server}, "profiles": {profiles}}
	if err := s.Navigate(t.Context(), s.address+"&"+query.Encode()); err != nil {
		t.Fatal(err)
	}
}

// view is the view in a profile's card.
func (s *stand) view(profile string) *browsertest.Frame {
	return s.Frame(outer(profile)).Frame("iframe")
}

func outer(profile string) string {
	return `iframe[data-testid="view"][data-profile="` + profile + `"]`
}

// data is an expression for what a profile's frame says of itself.
func data(profile string) string {
	return "(document.querySelector('" + outer(profile) + "')?.dataset ?? {})"
}

// remarks is an expression for the remarks in a profile's card.
func remarks(profile string) string {
	return `[...document.querySelectorAll('[data-host="` + profile + `"] .talk-remark')].map((one) => one.innerText)`
}

// events is an expression for the rows of the timeline.
const events = `[...document.querySelectorAll('[data-testid="event"]')].map((one) => one.textContent)`

// some is an expression for whether a list of texts has one with a part.
func some(list, part string) string {
	return "(" + list + ").some((one) => one.includes(" + quoted(part) + "))"
}

// isUp fails the test unless the page itself still works.
func (s *stand) isUp(t *testing.T) {
	t.Helper()
	if got := eval[string](t, s.main, "location.origin + location.pathname"); !strings.HasPrefix(s.address, got) {
		t.Errorf("the page is at %s now", got)
	}
	if pwned := eval[bool](t, s.main, `"pwned" in globalThis`); pwned {
		t.Error("a script of somebody else ran in the page")
	}
	for _, m := range s.Messages() {
		if m.Type == "exception" && s.isOurs(m.URL) {
			t.Errorf("the page: %s", m)
		}
	}
}

// isOurs reports whether an address is of a file of the page.
func (s *stand) isOurs(address string) bool {
	page, _, _ := strings.Cut(s.address, "?")
	return strings.HasPrefix(address, page)
}

func eval[T any](t *testing.T, frame *browsertest.Frame, expression string) T {
	t.Helper()
	value, err := browsertest.Eval[T](t.Context(), frame, expression)
	if err != nil {
		t.Fatalf("%.200s: %v", expression, err)
	}
	return value
}

func await(t *testing.T, frame *browsertest.Frame, expression string) {
	t.Helper()
	if err := frame.WaitFor(t.Context(), expression); err != nil {
		t.Fatal(err)
	}
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
