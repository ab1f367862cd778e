package bundle_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/bundle"
)

// edit writes files of a project.
func edit(t testing.TB, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		programtest.Write(t, dir, name, text)
	}
}

// TestSystemTailwindInDevelopment builds one view after one edit after the other.
func TestSystemTailwindInDevelopment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	edit(t, dir, map[string]string{
		"package-lock.json":             "{}",
		"views/v/index.ts":              `import "./a.css"; document.body.className = "p-1";`,
		"views/v/a.css":                 `@import "tailwindcss"; @import "./theme.css"; @plugin "./plugin.js"; @source "../../node_modules/kit";`,
		"views/v/theme.css":             `@theme { --color-brand: #111111 }`,
		"views/v/plugin.js":             `module.exports = ({ addUtilities }) => addUtilities({ ".own": { content: require("./text.json").text } });`,
		"views/v/text.json":             `{"text": "'one'"}`,
		"node_modules/kit/package.json": `{"name": "kit", "version": "1.0.0"}`, "node_modules/kit/x.js": `"p-20"`,
	})
	installed(t, dir, "tailwindcss")
	dev := newProject(os.DirFS(dir)).Dev(bundle.DevOptions{})
	defer dev.Close()
	script := ""
	for i, step := range []struct {
		files    map[string]string
		remove   string
		has, not string // parts of the style
		fault    string
		restyled bool // only the style has changed
	}{
		{has: "padding: var(--spacing)", not: ".p-2 {"},
		{files: map[string]string{"views/v/index.ts": `import "./a.css"; document.body.className = "p-2 text-brand own";`}, has: "#111111"},
		{files: map[string]string{"views/v/theme.css": `@theme { --color-brand: #222222 }`}, has: "#222222", not: "#111111", restyled: true},
		{files: map[string]string{"views/v/text.json": `{"text": "'two'"}`}, has: `"two"`, not: `"one"`, restyled: true},
		{files: map[string]string{"views/v/page.html": `<p class="p-3">`}, has: ".p-3", restyled: true},
		{files: map[string]string{"views/_ui/x.ts": `"p-4"`}, has: ".p-4", restyled: true},
		{files: map[string]string{"views/v/theme.css": `@theme { color: red }`}, fault: "tailwind_invalid"},
		{files: map[string]string{"views/v/theme.css": `.x { @apply p-nothing }`}, fault: "tailwind_class_unknown"},
		{files: map[string]string{"views/v/theme.css": `@theme { --color-brand: #333333 }`}, has: "#333333", restyled: true},
		{files: map[string]string{"lib/x.ts": `export const x = "p-5";`, "views/v/index.ts": `import "./a.css"; import { x } from "../../lib/x.ts"; document.body.className = "text-brand" + x;`}, has: ".p-5"},
		{files: map[string]string{"lib/x.ts": `export const x = "p-6";`}, has: ".p-6"},
		{remove: "views/v/theme.css", fault: "import_missing"},
		{files: map[string]string{"views/v/a.css": `@import "tailwindcss"; @source "../../other";`, "other/x.txt": "p-7"}, has: ".p-7", not: ".p-20", restyled: true},
		{files: map[string]string{"views/v/a.css": `.plain { color: red }`}, has: ".plain", not: ".p-7", restyled: true},
		{files: map[string]string{"views/v/a.css": `@import "tailwindcss"; @source "../../node_modules/kit";`}, has: ".p-20", restyled: true},
	} {
		edit(t, dir, step.files)
		if step.remove != "" {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(step.remove))); err != nil {
				t.Fatal(err)
			}
		}
		document, err := dev.Build(t.Context(), "v")
		var faults bundle.Faults
		if errors.As(err, &faults) || step.fault != "" {
			if len(faults) != 1 || faults[0].Code != step.fault {
				t.Fatalf("step %d: %v", i, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		css := document.Styles[0].CSS
		if !strings.Contains(css, step.has) || step.not != "" && strings.Contains(css, step.not) {
			t.Errorf("step %d: want %q, not %q: %s", i, step.has, step.not, css[max(0, len(css)-1500):])
		}
		if script != "" && (document.Script == script) != step.restyled {
			t.Errorf("step %d: script changed: %v", i, document.Script != script)
		}
		script = document.Script
		for name := range step.files {
			if !slices.Contains(document.Files, name) && name != "views/v/theme.css" {
				t.Errorf("step %d: %s is not among the files: %v", i, name, document.Files)
			}
		}
	}
}

// BenchmarkTailwind measures the first build of a view with Tailwind, and builds
// after an edit that brings a new class.
func BenchmarkTailwind(b *testing.B) {
	dir := b.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "tailwind", "dashboard"))); err != nil {
		b.Fatal(err)
	}
	installed(b, dir, "tailwindcss")
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			dev := newProject(os.DirFS(dir)).Dev(bundle.DevOptions{})
			if _, err := dev.Build(b.Context(), "board"); err != nil {
				b.Fatal(err)
			}
			dev.Close()
		}
	})
	b.Run("edit", func(b *testing.B) {
		dev := newProject(os.DirFS(dir)).Dev(bundle.DevOptions{})
		defer dev.Close()
		if _, err := dev.Build(b.Context(), "board"); err != nil {
			b.Fatal(err)
		}
		edits := 0
		for b.Loop() {
			edits++
			class := "p-[" + strconv.Itoa(edits) + "px]"
			edit(b, dir, map[string]string{"views/_shared/tones.ts": `export const tones = { info: "` + class + `", good: "" };`})
			document, err := dev.Build(b.Context(), "board")
			if err != nil || !strings.Contains(document.Styles[0].CSS, "padding: "+strconv.Itoa(edits)+"px") {
				b.Fatal(err, document)
			}
		}
	})
}
