package components_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

const (
	background = `value("background-color", "var(--color-background-primary)")`
	edge       = `value("padding-top", "var(--oriel-safe-area-top)") + " " + value("padding-left", "var(--oriel-safe-area-left)")`
)

func TestHostStyles(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("hoststyles", plan{HostContext: map[string]any{"theme": "dark"}})
		s.wait(s.view, `document.documentElement.dataset.theme === "dark"`)
		viewpage.Is(t, s.view, background, "rgb(31, 31, 31)")
		viewpage.Is(t, s.view, `getComputedStyle(document.querySelector("#text")).color`, "rgb(243, 243, 243)")
		viewpage.Is(t, s.view, edge, "0px 0px")
		s.say(`context({ theme: "light", safeAreaInsets: { top: 24, right: 0, bottom: 8, left: "9;} body{display:none" } })`)
		s.wait(s.view, background+` === "rgb(255, 255, 255)"`)
		viewpage.Is(t, s.view, edge, "24px 0px")
		viewpage.Is(t, s.view, `getComputedStyle(document.body).display`, "block")

		// What the host gives counts, and what it takes back is there again.
		s.say(`context({ styles: { variables: { "--color-background-primary": "rgb(1, 2, 3)" } } })`)
		s.wait(s.view, background+` === "rgb(1, 2, 3)"`)
		viewpage.Is(t, s.view, `value("color", "var(--color-text-primary)")`, "rgb(26, 26, 26)")
		s.say(`context({ styles: { variables: { "--color-background-primary": null } } })`)
		s.wait(s.view, background+` === "rgb(255, 255, 255)"`)

		// The page's own CSS comes before.
		s.do(`document.head.append(Object.assign(document.createElement("style"), { textContent: "html { color: rgb(9, 9, 9) }" }))`)
		viewpage.Is(t, s.view, `getComputedStyle(document.querySelector("#text")).color`, "rgb(9, 9, 9)")

		s.do("show(false)")
		s.wait(s.view, background+` === "rgba(0, 0, 0, 0)"`)
		s.clean()
	})
}

func TestHostStylesWithoutATheme(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("hoststyles", plan{Media: map[string]string{"prefers-color-scheme": "dark"}})
		s.wait(s.view, background+` === "rgb(31, 31, 31)"`)
		s = t.open("hoststyles", plan{Alone: true})
		s.wait(s.view, background+` === "rgb(255, 255, 255)"`)
	})
}

// Every variable that the official SDK knows has a value, and no other.
func TestHostStylesHaveEveryVariable(t *testing.T) {
	t.Parallel()
	types := filepath.Join("..", "..", "..", "node_modules", "@modelcontextprotocol", "ext-apps", "dist", "src", "spec.types.d.ts")
	source, err := os.ReadFile(types)
	viewpage.Must(t, err)
	declared := regexp.MustCompile(`McpUiStyleVariableKey = ([^;]*);`).FindSubmatch(source)
	if declared == nil {
		t.Fatal("the SDK declares no variables")
	}
	var want []string
	for _, name := range regexp.MustCompile(`"(--[^"]*)"`).FindAllSubmatch(declared[1], -1) {
		want = append(want, string(name[1]))
	}
	slices.Sort(want)

	s := open(t, viewpage.Libraries()[1], "hoststyles", plan{})
	s.shows("#text", "A text")
	got, err := browsertest.Eval[[]string](t.Context(), s.view,
		`[...document.querySelector("style").sheet.cssRules[0].style].filter((name) => name.startsWith("--")).sort()`)
	viewpage.Must(t, err)
	if !slices.Equal(got, want) {
		t.Errorf("%d variables, the SDK has %d\n%v\n%v", len(got), len(want), got, want)
	}
	// None of them stands for nothing.
	viewpage.Is(t, s.view, `[...document.querySelectorAll("style")][0].textContent.includes("undefined")`, false)
}
