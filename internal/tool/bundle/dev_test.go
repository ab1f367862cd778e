package bundle_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/view"
)

// bench is a project in a folder, and its views in development.
type bench struct {
	dir string
	dev *bundle.Dev
}

func newBench(t *testing.T, options bundle.DevOptions, texts map[string]string) *bench {
	t.Helper()
	texts["go.mod"] = "module m\n"
	dir := write(t, texts)
	dev := open(t, dir).Dev(options)
	t.Cleanup(dev.Close)
	return &bench{dir: dir, dev: dev}
}

// put writes a file; an empty text removes it.
func (b *bench) put(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(b.dir, filepath.FromSlash(name))
	if text == "" {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) build(t *testing.T, view string) *bundle.DevDocument {
	t.Helper()
	document, err := b.dev.Build(t.Context(), view)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// contains checks that each of these texts is in the document, or, where it
// begins with "!", is not.
func contains(t *testing.T, document string, texts ...string) {
	t.Helper()
	for _, expected := range texts {
		text, not := strings.CutPrefix(expected, "!")
		if strings.Contains(document, text) == not {
			t.Errorf("is %s in the document? %v, in\n%s", text, !not, document[:min(len(document), 4000)])
		}
	}
}

// fakeReact are packages that look like React, small enough to read.
func fakeReact(into map[string]string) map[string]string {
	for name, text := range map[string]string{
		"package.json":                                     `{"dependencies": {"react": "*"}}`,
		"package-lock.json":                                "{}",
		"node_modules/react/package.json":                  `{"name": "react", "version": "19.0.0", "main": "index.js"}`,
		"node_modules/react/index.js":                      `if (process.env.NODE_ENV === "production") { module.exports = require("./prod.js"); } else { module.exports = require("./dev.js"); }`,
		"node_modules/react/prod.js":                       `exports.kind = "react for production"; exports.render = () => {};`,
		"node_modules/react/dev.js":                        `exports.kind = "react for development"; exports.render = (what, view) => { document.title = what; };`,
		"node_modules/react/jsx-runtime.js":                `var r = require("./index.js"); exports.jsx = (type, props) => [r.kind, type, props]; exports.jsxs = exports.jsx;`,
		"node_modules/@emotion/react/package.json":         `{"name": "@emotion/react", "main": "index.js"}`,
		"node_modules/@emotion/react/index.js":             `import { kind } from "react"; export const styled = "styled " + kind;`,
		"node_modules/old/package.json":                    `{"name": "old"}`,
		"node_modules/old/index.js":                        `require("react"); module.exports = "uses the old react";`,
		"node_modules/old/node_modules/react/index.js":     `exports.kind = "old react";`,
		"node_modules/old/node_modules/react/package.json": `{"name": "react", "version": "16.0.0"}`,
	} {
		if _, ok := into[name]; !ok {
			into[name] = text
		}
	}
	return into
}

func TestDevIsForDevelopment(t *testing.T) {
	t.Parallel()
	b := newBench(t, bundle.DevOptions{}, map[string]string{
		"package.json":                  `{"imports": {"#where": {"development": "./views/_lib/development.ts", "production": "./views/_lib/production.ts"}}}`,
		"package-lock.json":             "{}",
		"views/_lib/development.ts":     `export const where = "by the condition of development";`,
		"views/_lib/production.ts":      `export const where = "by the condition of production";`,
		"views/v/index.ts":              `import { where } from "#where"; import { other } from "two"; function readable() { console.log(where, other); } if (process.env.NODE_ENV === "development") readable(); else console.log("in production");`,
		"node_modules/two/package.json": `{"name": "two", "exports": {"development": "./d.js", "default": "./p.js"}}`,
		"node_modules/two/d.js":         `export const other = "two in development";`,
		"node_modules/two/p.js":         `export const other = "two in production";`,
	})
	document := b.build(t, "v")
	contains(t, document.HTML, "by the condition of development", "two in development", "function readable() {\n",
		"!by the condition of production", "!two in production", "if (true) readable()", "!sourceMappingURL")
	if strings.Contains(document.HTML, "sourceMappingURL") {
		t.Errorf("maps that nobody wants: %s", document.HTML)
	}
	want := []string{
		"node_modules/two/d.js", "node_modules/two/package.json", "package.json",
		"views/_lib/development.ts", "views/v/index.ts",
	}
	if diff := cmp.Diff(want, document.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"package-lock.json", "package.json", "views/_lib/development.ts", "views/v/index.ts"}, document.Sources); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
}

// TestDevSeesChanges changes one thing after the other in a project.
func TestDevSeesChanges(t *testing.T) {
	t.Parallel()
	b := newBench(t, bundle.DevOptions{}, fakeReact(map[string]string{
		"views/v/index.tsx":             `import { name } from "./name"; import { kind } from "react"; import "pkg"; export default () => <b title={kind}>{name}</b>;`,
		"views/v/name.ts":               `export const name = "first";`,
		"views/p/index.html":            `<script type=module>import { name } from "../v/name"; console.log(name);</script>`,
		"node_modules/pkg/index.js":     `console.log("pkg 1");`,
		"node_modules/pkg/package.json": `{"name": "pkg", "main": "index.js"}`,
	}))
	contains(t, b.build(t, "v").HTML, `"first"`, "pkg 1", "react for development", "!react for production")
	for _, step := range []struct {
		what, file, text, view string
		want                   []string // texts, or the codes of faults after "fault "
	}{
		{"a module", "views/v/name.ts", `export const name = "second";`, "v", []string{`"second"`, `!"first"`}},
		{"a module, of the same size", "views/v/name.ts", `export const name = "Second";`, "v", []string{`"Second"`, `!"second"`}},
		{"the other view has it, too", "README.md", "x", "p", []string{`"Second"`}},
		{"a module goes", "views/v/name.ts", "", "v", []string{"fault import_missing"}},
		{"and comes as another", "views/v/name.tsx", `export const name = "as tsx";`, "v", []string{`"as tsx"`}},
		{"one that goes before it", "views/v/name/index.ts", `export const name = "in a folder";`, "v", []string{`"as tsx"`}},
		{"a mistake", "views/v/name.tsx", `export const name = ;`, "v", []string{"fault syntax_error"}},
		{"mended", "views/v/name.tsx", `export const name = "mended";`, "v", []string{`"mended"`}},
		{"a package", "node_modules/pkg/index.js", `console.log("pkg 2");`, "v", []string{"pkg 2", "!pkg 1"}},
		{"what a package's manifest says", "node_modules/pkg/package.json", `{"name": "pkg", "main": "index.js", "sideEffects": false}`, "v", []string{"!pkg 2"}},
		{"a new React", "node_modules/react/dev.js", `exports.kind = "newer react for development"; exports.render = () => {};`, "v", []string{"newer react for development"}},
		{"another file of React", "node_modules/react/index.js", `module.exports = require("./prod.js");`, "v", []string{"react for production", "!newer react"}},
		{"a broken React", "node_modules/react/prod.js", `exports.kind = ;`, "v", []string{"fault syntax_error"}},
		{"a whole React", "node_modules/react/prod.js", `exports.kind = "whole again"; exports.render = () => {};`, "v", []string{"whole again"}},
		{"no React", "node_modules/react/prod.js", "", "v", []string{"fault import_missing"}},
		{"a React again", "node_modules/react/prod.js", `exports.kind = "back again"; exports.render = () => {};`, "v", []string{"back again"}},
		{"what JSX is", "tsconfig.json", `{"compilerOptions": {"jsxImportSource": "nothing"}}`, "v", []string{"fault jsx_runtime_missing"}},
		{"what JSX is, undone", "tsconfig.json", "", "v", []string{"back again"}},
		{"a page gets a second script", "views/p/index.html", `<script type=module>console.log("one")</script><script type=module>console.log("two")</script><style>b { color: red }</style>`, "p", []string{"one", "two", "color: red"}},
		{"a page has none", "views/p/index.html", `<p>plain</p>`, "p", []string{"plain", "!console.log"}},
		{"a page becomes a script", "views/p/index.html", "", "p", []string{"fault entry_missing"}},
		{"a page became a script", "views/p/index.ts", "console.log('a script')", "p", []string{"a script"}},
	} {
		b.put(t, step.file, step.text)
		document, err := b.dev.Build(t.Context(), step.view)
		if code, ok := strings.CutPrefix(step.want[0], "fault "); ok {
			if got := codes(t, err); len(got) == 0 || got[0] != code {
				t.Errorf("%s: faults %v, want %s: %v", step.what, got, code, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", step.what, err)
			continue
		}
		t.Log(step.what)
		contains(t, document.HTML, step.want...)
	}
}

// TestDevFaults checks that what is wrong is told as production tells it.
func TestDevFaults(t *testing.T) {
	t.Parallel()
	project := newProject(os.DirFS(filepath.Join("testdata", "faults")))
	dev := project.Dev(bundle.DevOptions{MapURL: "http://127.0.0.1/"})
	defer dev.Close()
	names, err := project.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		_, want := project.Build(t.Context(), name)
		for range 2 {
			_, got := dev.Build(t.Context(), name)
			if got == nil || want == nil || got.Error() != want.Error() {
				t.Errorf("%s: got\n%v\nwant\n%v", name, got, want)
			}
		}
	}
}

func TestDevStyles(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		texts    map[string]string
		change   string // a file
		to       string
		only     bool // whether styles alone differ
		ids, css []string
	}{
		"a style": {
			map[string]string{"views/v/index.ts": `import "./a.css"; console.log(1);`, "views/v/a.css": "b { color: red }"},
			"views/v/a.css", "b { color: blue }", true,
			[]string{"view"},
			[]string{"color: blue"},
		},
		"the first style": {
			map[string]string{"views/v/index.ts": `console.log(1);`, "views/v/a.css": "b { color: blue }"},
			"views/v/index.ts", `import "./a.css"; console.log(1);`, true,
			[]string{"view"},
			[]string{"color: blue"},
		},
		"a script": {
			map[string]string{"views/v/index.ts": `console.log(1);`},
			"views/v/index.ts", `console.log(2);`, false,
			[]string{"view"},
			[]string{""},
		},
		"a class of a module": {
			map[string]string{"views/v/index.ts": `import c from "./a.module.css"; console.log(c.one);`, "views/v/a.module.css": ".one { color: red }"},
			"views/v/a.module.css", ".one { color: blue }", true,
			[]string{"view"},
			[]string{".a_one"},
		},
		"classes of a module": {
			map[string]string{"views/v/index.ts": `import c from "./a.module.css"; console.log(c.one);`, "views/v/a.module.css": ".one { color: red }"},
			"views/v/a.module.css", ".one { composes: two } .two { color: blue }", false,
			[]string{"view"},
			[]string{".a_two"},
		},
		"styles of a page": {
			map[string]string{
				"views/v/index.html": `<head><link rel=stylesheet href=a.css media=print><style>i { color: red }</style></head><script type=module>import "./b.css"</script>`,
				"views/v/a.css":      "a { color: red }", "views/v/b.css": "b { color: red }",
			},
			"views/v/a.css", "a { color: blue }", true,
			[]string{"style0", "style1", "view"},
			[]string{"color: blue", "i {", "b {"},
		},
		"a page": {
			map[string]string{"views/v/index.html": `<style>i { color: red }</style>`},
			"views/v/index.html", `<p>new<style>i { color: red }</style>`, false,
			[]string{"style0", "view"},
			[]string{"i {", ""},
		},
		"an image in a style": {
			map[string]string{"views/v/index.ts": `import "./a.css"; console.log(1);`, "views/v/a.css": "b { background: url(i.svg) }", "views/v/i.svg": "<svg/>"},
			"views/v/i.svg", "<svg></svg>", true,
			[]string{"view"},
			[]string{"data:image/svg+xml"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, bundle.DevOptions{}, test.texts)
			before := b.build(t, "v")
			if again := b.build(t, "v"); again.HTML != before.HTML || again.Script != before.Script {
				t.Error("another document of the same sources")
			}
			b.put(t, test.change, test.to)
			after := b.build(t, "v")
			if after.HTML == before.HTML {
				t.Error("the same document after a change")
			}
			if only := before.Script == after.Script; only != test.only {
				t.Errorf("styles alone differ: %v, want %v\n%s\n%s", only, test.only, before.HTML, after.HTML)
			}
			var ids []string
			for i, style := range after.Styles {
				ids = append(ids, style.ID)
				if !strings.Contains(style.CSS, test.css[min(i, len(test.css)-1)]) {
					t.Errorf("style %s is %q", style.ID, style.CSS)
				}
				contains(t, after.HTML, `data-oriel-style="`+style.ID+`"`)
			}
			if diff := cmp.Diff(test.ids, ids); diff != "" {
				t.Errorf("styles (-want +got):\n%s\n%s", diff, after.HTML)
			}
		})
	}
}

func TestDevMaps(t *testing.T) {
	t.Parallel()
	b := newBench(t, bundle.DevOptions{MapURL: "http://127.0.0.1:5/maps/"}, fakeReact(map[string]string{
		"views/v/index.tsx":  `import "./a.css"; import { x } from "../_lib/x"; export default () => <b>{x}</b>;`,
		"views/v/a.css":      "b { color: red }",
		"views/_lib/x.ts":    `export const x: string = "\"project:not a name\"";`,
		"views/p/index.html": `<link rel=stylesheet href="../v/a.css"><script type=module>import { onToolResult } from "@oriel/view"; onToolResult(console.log)</script>`,
	}))
	for view, want := range map[string]map[string][]string{
		"v": {"view.js.map": {"oriel:///views/_lib/x.ts", "oriel:///views/v/index.tsx"}, "view.css.map": {"oriel:///views/v/a.css"}},
		"p": {"view.js.map": {"oriel:///@oriel/view/index.ts", "oriel:///views/p/index.html?0"}, "style0.css.map": {"oriel:///views/v/a.css"}},
	} {
		document := b.build(t, view)
		maps, err := b.dev.Maps(t.Context(), view)
		if err != nil {
			t.Fatal(err)
		}
		for file, sources := range want {
			var decoded struct {
				Version        int      `json:"version"`
				Sources        []string `json:"sources"`
				SourcesContent []string `json:"sourcesContent"`
				Mappings       string   `json:"mappings"`
			}
			if err := json.Unmarshal(maps[file], &decoded); err != nil {
				t.Errorf("%s of %s: %v", file, view, err)
				continue
			}
			if decoded.Version != 3 || decoded.Mappings == "" || len(decoded.SourcesContent) != len(decoded.Sources) {
				t.Errorf("no map: %s", maps[file])
			}
			for _, source := range sources {
				if !slices.Contains(decoded.Sources, source) {
					t.Errorf("%s of %s: no source %s in %q", file, view, source, decoded.Sources)
				}
			}
			for i, source := range decoded.Sources {
				if !strings.HasPrefix(source, "oriel:///") {
					t.Errorf("%s of %s has the source %s", file, view, source)
				}
				if path.Base(source) == "x.ts" && !strings.Contains(decoded.SourcesContent[i], "project:not a name") {
					t.Errorf("a source was changed: %s", decoded.SourcesContent[i])
				}
			}
			contains(t, document.HTML, "sourceMappingURL=http://127.0.0.1:5/maps/"+view+"/"+file)
		}
		if len(maps) != len(want) || strings.Count(document.HTML, "sourceMappingURL=") != len(want) {
			t.Errorf("%d maps of %s", len(maps), view)
		}
	}
}

// TestDevShares checks what is prebuilt: by whom it is used, and that it is
// the same package for all.
func TestDevShares(t *testing.T) {
	t.Parallel()
	b := newBench(t, bundle.DevOptions{}, fakeReact(map[string]string{
		"views/one/index.tsx":   `import { styled } from "@emotion/react"; import { kind } from "react"; export default () => <b>{kind}{styled}</b>;`,
		"views/two/index.ts":    `import * as React from "react"; import { h } from "react"; console.log(React.kind, h);`,
		"views/three/index.tsx": `import old from "old"; export default () => <b>{old}</b>;`,
		"views/none/index.ts":   `console.log("alone");`,
	}))
	for range 2 {
		for name, want := range map[string][]string{
			"one":  {"react for development", `orielPrebuilt["node_modules/react/index.js"]`, `orielPrebuilt["node_modules/react/jsx-runtime.js"]`, "!old react"},
			"two":  {"react for development", "!orielPrebuilt[\"node_modules/react/jsx-runtime.js\"]()"},
			"none": {"!react", "!orielPrebuilt"},
		} {
			document := b.build(t, name)
			contains(t, document.HTML, want...)
			if len(document.Warnings) > 0 {
				t.Errorf("%s: warnings %v", name, document.Warnings)
			}
			if name != "none" && !slices.Contains(document.Files, "node_modules/react/dev.js") {
				t.Errorf("%s: files are %v", name, document.Files)
			}
		}
	}
	document := b.build(t, "three")
	contains(t, document.HTML, "old react")
	if len(document.Warnings) != 1 || document.Warnings[0].Code != "package_duplicate" {
		t.Errorf("warnings of two Reacts: %v", document.Warnings)
	}
	if document = b.build(t, "one"); len(document.Warnings) > 0 {
		t.Errorf("the other view is warned of them, too: %v", document.Warnings)
	}
}

// TestDevAtOnce builds, forgets and closes at the same time, which the race
// detector looks at.
func TestDevAtOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, bundle.DevOptions{MapURL: "http://127.0.0.1/"}, fakeReact(map[string]string{
		"views/a/index.tsx": `import { kind } from "react"; export default () => <b>{kind}</b>;`,
		"views/b/index.tsx": `import { kind } from "react"; export default () => <i>{kind}</i>;`,
		"views/c/index.ts":  `console.log(1);`,
	}))
	var wait sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "a", "b", "c"} {
		wait.Go(func() {
			for range 10 {
				document, err := b.dev.Build(t.Context(), name)
				if err != nil {
					t.Error(err)
					return
				}
				contains(t, document.HTML, "<title>"+strings.ToUpper(name)+"</title>")
			}
		})
	}
	wait.Go(func() {
		for range 10 {
			b.dev.Forget("a")
		}
	})
	wait.Wait()

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.dev.Build(cancelled, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("a build of a cancelled context: %v", err)
	}
	wait.Go(func() {
		for {
			if _, err := b.dev.Build(t.Context(), "b"); err != nil {
				return
			}
		}
	})
	b.dev.Close()
	wait.Wait()
	b.dev.Close()
	if _, err := b.dev.Build(t.Context(), "a"); err == nil {
		t.Error("a build after the end")
	}
}

func TestDevClient(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"go.mod":             "module m\n",
		"views/v/index.ts":   `import { getState } from "@oriel/view"; console.log(getState());`,
		"views/p/index.html": `<html><head><script>early()</script></head><script type=module>import { createStore } from "@oriel/view"; createStore({ x: 1 })</script></html>`,
	}
	project, err := bundle.Open(write(t, texts))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = project.Close() }()
	with, without := project.Dev(bundle.DevOptions{Client: true}), project.Dev(bundle.DevOptions{})
	defer with.Close()
	defer without.Close()
	for _, name := range []string{"v", "p"} {
		document, err := with.Build(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		own := strings.ReplaceAll(document.HTML, view.Script(view.DevClient()), "")
		if len(own) == len(document.HTML) {
			t.Errorf("there is no dev client: %.500s", own)
		}
		contains(t, own, `Symbol.for("oriel.dev")`)
		if first := strings.Index(document.HTML, "<script>"); !strings.HasPrefix(document.HTML[first:], view.Script(view.DevClient())) {
			t.Errorf("another script goes before the dev client: %s", document.HTML[:500])
		}
		if document, err = without.Build(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		built, err := project.Build(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, html := range []string{document.HTML, built.HTML} {
			if view.HasDevClient(html) {
				t.Error("a document with a dev client that nobody wanted")
			}
			contains(t, html, "!dev/meeting.ts", "!oriel.dev")
		}
	}
}
