package bundle_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// parts are the files of the runtime that a document for development is made of, without the
// one that is always a module of its own.
func parts(html string) []string {
	var found []string
	for line := range strings.Lines(html) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "// runtime:"); ok && name != "state/statetool.ts" {
			found = append(found, name)
		}
	}
	return slices.Compact(found)
}

// withRuntime is a bench whose views have the runtime that this module carries.
func withRuntime(t *testing.T, texts map[string]string) *bench {
	t.Helper()
	texts["go.mod"] = "module m\n"
	dir := write(t, texts)
	dev := withItsRuntime(t, dir).Dev(bundle.DevOptions{Client: true})
	t.Cleanup(dev.Close)
	return &bench{dir: dir, dev: dev}
}

func withItsRuntime(t *testing.T, dir string) *bundle.Project {
	t.Helper()
	project, err := bundle.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = project.Close() })
	return project
}

// What a view imports of the runtime is one module where that is one part of it; two parts
// share the files that both have.
func TestPartsOfTheRuntime(t *testing.T) {
	t.Parallel()
	b := withRuntime(t, map[string]string{"views/v/index.ts": `import { callTool } from "@oriel/view"; callTool("a", {});`})
	first := b.build(t, "v")
	if diff := cmp.Diff([]string{"index.ts"}, parts(first.HTML)); diff != "" {
		t.Errorf("one part (-want +got):\n%s", diff)
	}
	contains(t, first.HTML, "ui/initialize", "!requestDisplayMode")
	if again := b.build(t, "v"); again.Script != first.Script {
		t.Error("nothing has changed, and the script is another")
	}
	for name, text := range map[string]string{
		"of two":                   `import { callTool } from "@oriel/view"; import { setWidgetState } from "@oriel/view/chatgpt/native"; callTool("a", {}); setWidgetState({});`,
		"in the files of the view": `import { callTool } from "@oriel/view"; import "./more"; callTool("a", {});`,
	} {
		b.put(t, "views/v/more.ts", `import { setWidgetState } from "@oriel/view/chatgpt/native"; setWidgetState({});`)
		b.put(t, "views/v/index.ts", text)
		html := b.build(t, "v").HTML
		if n := strings.Count(html, `"ui/initialize"`); n != 1 || len(parts(html)) < 5 {
			t.Errorf("%s: the handshake is there %d times, of %v", name, n, parts(html))
		}
	}
	b.put(t, "views/v/index.ts", `import { callTool } from "@oriel/view"; callTool("a", {});`)
	if back := b.build(t, "v"); back.Script != first.Script {
		t.Errorf("as it was at first, but of %v", parts(back.HTML))
	}
}

// A component is mounted by what its hooks come from.
func TestPartOfAComponent(t *testing.T) {
	t.Parallel()
	b := withRuntime(t, map[string]string{
		"package.json": `{"dependencies": {"preact": "*"}}`, "package-lock.json": "{}",
		"node_modules/preact/index.js": "module.exports = {};", "node_modules/preact/hooks.js": "module.exports = {};", "node_modules/preact/jsx-runtime.js": "module.exports = {};",
		"views/v/index.tsx": `import { useToolResult } from "@oriel/view/preact"; export default () => <b>{useToolResult().text}</b>;`,
	})
	if got := parts(b.build(t, "v").HTML); len(got) == 0 || len(got) > 2 || !slices.Contains(got, "preact/index.ts") {
		t.Errorf("it is made of %v", got)
	}
	if err := os.RemoveAll(filepath.Join(b.dir, "node_modules", "preact")); err != nil {
		t.Fatal(err)
	}
	_, got := b.dev.Build(t.Context(), "v")
	_, want := withItsRuntime(t, b.dir).Build(t.Context(), "v")
	if diff := cmp.Diff(faultsIn(t, want), faultsIn(t, got)); diff != "" {
		t.Errorf("without its package (-want +got):\n%s", diff)
	}
}

func faultsIn(t *testing.T, err error) bundle.Faults {
	t.Helper()
	var faults bundle.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("there is no fault: %v", err)
	}
	return faults
}

// Each part can be one module, and has all its names then.
func TestEachPartIsOneModule(t *testing.T) {
	t.Parallel()
	for entry, file := range map[string]string{
		"": "index.ts", "/chatgpt": "chatgpt/index.ts", "/chatgpt/native": "chatgpt/native.ts", "/chatgpt/preact": "chatgpt/preact.ts",
		"/mcp": "mcp/index.ts", "/mcp/native": "mcp/native.ts", "/mcp/preact": "mcp/preact.ts", "/react": "react/index.ts", "/preact": "preact/index.ts",
	} {
		t.Run("@oriel/view"+entry, func(t *testing.T) {
			t.Parallel()
			texts := map[string]string{"package.json": `{"dependencies": {"react": "*", "react-dom": "*", "preact": "*"}}`, "package-lock.json": "{}"}
			for _, module := range []string{"react/index", "react/jsx-runtime", "react-dom/index", "react-dom/client", "preact/index", "preact/hooks", "preact/compat"} {
				texts["node_modules/"+module+".js"] = "module.exports = {};"
			}
			texts["views/v/index.ts"] = `import * as all from "@oriel/view` + entry + `"; console.log(all);`
			b := withRuntime(t, texts)
			flat := b.build(t, "v").HTML
			if diff := cmp.Diff([]string{file}, parts(flat)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			other := "mcp/native"
			if entry == "/"+other {
				other = "chatgpt/native"
			}
			b.put(t, "views/v/index.ts", texts["views/v/index.ts"]+` import "@oriel/view/`+other+`";`)
			files := b.build(t, "v").HTML
			if got, want := exported(flat), exported(files); len(want) < 3 || !cmp.Equal(want, got) {
				t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
			}
		})
	}
}

// exported are the names of the object that stands for a module.
func exported(html string) []string {
	_, names, _ := strings.Cut(html, "__export(")
	names, _, _ = strings.Cut(names, "});")
	var found []string
	for line := range strings.Lines(names) {
		if name, _, ok := strings.Cut(strings.TrimSpace(line), ": () =>"); ok {
			found = append(found, name)
		}
	}
	return found
}

// What is wrong is told as it is of files.
func TestFaultsOfParts(t *testing.T) {
	t.Parallel()
	b := withRuntime(t, map[string]string{"views/v/index.ts": `import { callTool } from "@oriel/view"; callTool("a", {});`})
	b.build(t, "v")
	for _, text := range []string{
		`import { calTool } from "@oriel/view"; calTool("a", {});`,
		`import { callTool } from "@oriel/viev"; callTool("a", {});`,
		`import { useToolResult } from "@oriel/view/preact"; useToolResult();`,
		`import { callTool } from "@oriel/view"; callTool("a", {);`,
	} {
		b.put(t, "views/v/index.ts", text)
		_, err := b.dev.Build(t.Context(), "v")
		_, want := withItsRuntime(t, b.dir).Build(t.Context(), "v")
		if diff := cmp.Diff(faultsIn(t, want), faultsIn(t, err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	b.put(t, "views/v/index.ts", `import { callTool } from "@oriel/view"; callTool("b", {});`)
	contains(t, b.build(t, "v").HTML, `"b"`)
}

// counted counts how often a file is opened.
type counted struct {
	fs.FS

	name   string
	opened atomic.Int64
}

func (c *counted) Open(name string) (fs.File, error) {
	if name == c.name {
		c.opened.Add(1)
	}
	return c.FS.Open(name)
}

// Stat is no opening.
func (c *counted) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, name) }

// Which part of the runtime a view imports is known before its first build most often, and
// after it always: what has to be built twice would read its source twice.
func TestBuiltOnce(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"the runtime":     `import { callTool } from "@oriel/view"; callTool("a", {});`,
		"no runtime":      `document.body.textContent = "a";`,
		"another part":    `import { setWidgetState } from "@oriel/view/chatgpt/native"; setWidgetState({});`,
		"no part of ours": `import { callTool } from "@oriel/view"; import { setWidgetState } from "@oriel/view/chatgpt/native"; callTool("a", {}); setWidgetState({});`,
	} {
		files := fstest.MapFS{"go.mod": {Data: []byte("module m\n")}, "views/v/index.ts": {Data: []byte(source)}}
		read := &counted{FS: files, name: "views/v/index.ts"}
		dev := (&bundle.Project{Files: read, Views: "views"}).Dev(bundle.DevOptions{Client: true})
		defer dev.Close()
		build := func() int64 {
			before := read.opened.Load()
			if _, err := dev.Build(t.Context(), "v"); err != nil {
				t.Fatal(err)
			}
			return read.opened.Load() - before
		}
		first, again := build(), build()
		files["views/v/index.ts"] = &fstest.MapFile{Data: []byte(source + "\n// edited")}
		edited := build()
		guessed := name == "the runtime" || name == "no runtime"
		if again != edited || (first == again) != guessed {
			t.Errorf("%s: the source is opened %d times, then %d, and %d after an edit", name, first, again, edited)
		}
	}
}
