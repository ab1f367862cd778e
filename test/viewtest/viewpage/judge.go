package viewpage

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// Is evaluates an expression in a frame, and compares its value.
func Is[T comparable](t testing.TB, f *browsertest.Frame, expression string, want T) {
	t.Helper()
	got, err := browsertest.Eval[T](t.Context(), f, expression)
	if err != nil || got != want {
		t.Errorf("%s: %v, %v; want %v", expression, got, err, want)
	}
}

// Must stops the test at an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Said is what a page and its frames wrote to the console, but for what React tells
// developers of its tools and AppBridge of each message.
func Said(page *browsertest.Page) []browsertest.Message {
	var said []browsertest.Message
	for _, m := range page.Messages() {
		if m.Type != "debug" && !strings.Contains(m.Text, "Download the React DevTools") {
			said = append(said, m)
		}
	}
	return said
}

// Clean fails the test if anything was refused or complained about: a library that is
// not content says so in the console.
func Clean(t testing.TB, page *browsertest.Page) {
	t.Helper()
	for _, m := range Said(page) {
		t.Errorf("in the console: %s", m)
	}
	for _, v := range page.Violations() {
		t.Errorf("a violation: %s", v)
	}
}
