package bundle_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// TestTailwindRuns looks at a view of many classes in a browser.
func TestTailwindRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(tool, "bundle", "testdata", "tailwind", "dashboard"))); err != nil {
		t.Fatal(err)
	}
	installed(t, dir, "tailwindcss", "@tailwindcss/typography", "@tailwindcss/forms", "postcss-selector-parser", "cssesc", "util-deprecate", "mini-svg-data-uri")
	document, err := open(t, dir).Build(t.Context(), "board")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(document.HTML, "<script>", "<script>globalThis.h = (tag, props, ...children) => typeof tag === 'function' ? tag(props) : "+
		"`<${tag} class=\"${props?.className ?? ''}\">${children.flat().join('')}</${tag}>`;</script><script>", 1)
	page := browsertest.Start(t).Open(t, "data:text/html;base64,"+base64.StdEncoding.EncodeToString([]byte(text)))
	for expression, want := range map[string]string{
		`getComputedStyle(document.body).backgroundColor`:                                  "oklch(0.967 0.003 264.542)",
		`getComputedStyle(document.querySelector("section")).borderTopLeftRadius`:          "16px",
		`getComputedStyle(document.querySelector("section")).display`:                      "flex",
		`getComputedStyle(document.querySelector("section h2")).fontWeight`:                "600",
		`getComputedStyle(document.querySelector("section li")).backgroundColor`:           "oklch(0.985 0.002 247.839)",
		`getComputedStyle(document.querySelector("section input")).paddingLeft`:            "12px",
		`getComputedStyle(document.querySelector("section header span")).fontSize`:         "11px",
		`getComputedStyle(document.body, "::before").content`:                              `"→"`,
		`document.body.dataset.x = getComputedStyle(document.body).fontFamily.slice(0, 5)`: `-appl`,
	} {
		got, err := browsertest.Eval[string](t.Context(), page.Main(), expression)
		if err != nil || got != want {
			t.Errorf("%s is %q, want %q: %v", expression, got, want, err)
		}
	}
}
