package bundle_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// tailwindPackages are what the projects of testdata/tailwind have installed.
var tailwindPackages = []string{
	"tailwindcss", "@tailwindcss/typography", "@tailwindcss/forms", "postcss-selector-parser", "cssesc", "util-deprecate", "mini-svg-data-uri",
}

// tailwindProject copies a project of testdata/tailwind, and installs its packages.
func tailwindProject(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "tailwind", name))); err != nil {
		t.Fatal(err)
	}
	installed(t, dir, tailwindPackages...)
	return dir
}

// A job is something to do for testdata/tailwind/real.mjs: a style sheet, and the
// folders to look for classes in.
type job struct {
	CSS     string   `json:"css"`
	Base    string   `json:"base"`
	Folders []string `json:"folders"`
}

// reallyCompiled returns what Tailwind itself makes of style sheets, in Node.
func reallyCompiled(t *testing.T, jobs []job) []string {
	t.Helper()
	input, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	node := filepath.Join("..", "..", "..", "node_modules", "node", "bin", "node")
	if goruntime.GOOS == "windows" {
		node += ".exe"
	}
	command := exec.CommandContext(t.Context(), node, filepath.Join("testdata", "tailwind", "real.mjs"))
	command.Stdin = bytes.NewReader(input)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.Output()
	if err != nil {
		t.Fatalf(`Tailwind itself does not run; "make setup" installs what it needs: %v`+"\n%s", err, complaints.String())
	}
	var styles []string
	if err := json.Unmarshal(output, &styles); err != nil {
		t.Fatal(err)
	}
	return styles
}

// brief returns a style sheet as the bundler writes it.
func brief(t *testing.T, css string) string {
	t.Helper()
	result := api.Transform(css, api.TransformOptions{
		Loader: api.LoaderCSS, Target: api.ES2022, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		MinifySyntax: true, MinifyWhitespace: true, MinifyIdentifiers: true,
	})
	if len(result.Errors) > 0 {
		t.Fatal(result.Errors)
	}
	return strings.TrimSpace(string(result.Code))
}

var (
	styleText = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	banner    = regexp.MustCompile(`(?s)\s*/\*! tailwindcss.*?\*/\s*`)
)

// stylesIn returns the style of a document, without the licence.
func stylesIn(html string) string {
	var all strings.Builder
	for _, match := range styleText.FindAllStringSubmatch(html, -1) {
		all.WriteString(match[1])
	}
	return banner.ReplaceAllString(all.String(), "")
}

// TestSystemTailwindIsTailwind compares the style of views with the one that Tailwind
// itself makes: the same rules in the same order.
func TestSystemTailwindIsTailwind(t *testing.T) {
	t.Parallel()
	inline := regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	for _, test := range []struct {
		project, view, style string
		folders              []string
	}{
		{"dashboard", "board", "style.css", []string{"views/board", "views/_shared", "components"}},
		{"plugins", "article", "index.html", []string{"views/article"}},
		{"prefixed", "page", "style.css", []string{"views/page"}},
	} {
		t.Run(test.project, func(t *testing.T) {
			t.Parallel()
			dir := tailwindProject(t, test.project)
			base := filepath.Join(dir, "views", test.view)
			css, err := os.ReadFile(filepath.Join(base, test.style))
			if err != nil {
				t.Fatal(err)
			}
			if match := inline.FindSubmatch(css); match != nil {
				css = match[1]
			}
			var folders []string
			for _, folder := range test.folders {
				folders = append(folders, filepath.Join(dir, filepath.FromSlash(folder)))
			}
			theirs := brief(t, reallyCompiled(t, []job{{CSS: string(css), Base: base, Folders: folders}})[0])
			project := newProject(os.DirFS(dir))
			document, err := project.Build(t.Context(), test.view)
			if err != nil {
				t.Fatal(err)
			}
			ours := stylesIn(document.HTML)
			if theirs = banner.ReplaceAllString(theirs, ""); len(theirs) < 1000 || !strings.HasPrefix(ours, theirs) {
				t.Errorf("not what Tailwind makes (-Tailwind +ours):\n%s", cmp.Diff(lines(theirs), lines(ours)))
			}
			if len(document.Warnings) > 0 {
				t.Error(document.Warnings)
			}
			again, err := project.Build(t.Context(), test.view)
			if err != nil || again.HTML != document.HTML {
				t.Errorf("another document from the same sources: %v", err)
			}
		})
	}
}

func lines(css string) []string {
	return strings.Split(strings.NewReplacer("{", "{\n", "}", "}\n", ";", ";\n").Replace(css), "\n")
}

// TestTailwind builds small views.
func TestTailwind(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files       map[string]string
		has, hasNot []string
		sources     string
	}{
		"classes come from the view's folder, shared folders and what it imports": {
			files: map[string]string{
				"views/v/index.ts":   `import "./a.css"; import { x } from "../../lib/x.ts"; document.body.className = "p-1" + x;`,
				"views/v/a.css":      `@import "tailwindcss";`,
				"views/v/page.html":  `<p class="p-2">`,
				"views/_ui/x.md":     `p-3`,
				"lib/x.ts":           `export const x = "p-4";`,
				"lib/other.ts":       `"p-5"`,
				"views/other/x.ts":   `"p-6"`,
				"views/v/.hidden.ts": `"p-7"`,
				"views/v/x.test.ts":  `"p-11"`, "views/v/x.Spec.mjs": `"p-12"`, "views/_ui/y.test.tsx": `"p-13"`, "views/v/latest.ts": `"p-14"`,
				"views/v/picture.png": "p-8", "views/v/bytes.bin2": "p-9 \x00", "views/v/old.css": `.x { content: "p-10" }`,
			},
			has:     []string{".p-1{", ".p-2{", ".p-3{", ".p-4{", ".p-14{", "tailwindcss v4"},
			hasNot:  []string{".p-5{", ".p-6{", ".p-7{", ".p-8{", ".p-9{", ".p-10{", ".p-11{", ".p-12{", ".p-13{"},
			sources: ".. lib/x.ts package-lock.json views/_ui/x.md views/v/a.css views/v/bytes.bin2 views/v/index.ts views/v/latest.ts views/v/page.html",
		},
		"a view without Tailwind scans nothing": {
			files: map[string]string{
				"views/v/index.ts": `import "./a.css"; console.log(1);`, "views/v/a.css": `p { color: red }`, "views/v/x.ts": `"p-1"`,
			},
			has:     []string{"p{color:red}"},
			sources: ".. package-lock.json views/v/a.css views/v/index.ts",
		},
		"source(none) and @source": {
			files: map[string]string{
				"views/v/index.ts": `import "./a.css"; document.body.className = "p-1";`,
				"views/v/a.css": `@import "tailwindcss" source(none);
					@source "../../lib/*.{ts,tsx}"; @source not "../../lib/no*"; @source "../../ui"; @source "./only.txt"; @source "./none/**/*.ts";`,
				"lib/a.ts": `"p-2"`, "lib/b.tsx": `"p-3"`, "lib/c.js": `"p-4"`, "lib/no.ts": `"p-5"`, "lib/deep/a.ts": `"p-6"`,
				"ui/deep/er/x.vue": `p-7`, "ui/node_modules/x/x.js": `p-8`, "views/v/only.txt": "p-9",
			},
			has:     []string{".p-2{", ".p-3{", ".p-7{", ".p-9{"},
			hasNot:  []string{".p-1{", ".p-4{", ".p-5{", ".p-6{", ".p-8{"},
			sources: ".. lib/a.ts lib/b.tsx package-lock.json ui/deep/er/x.vue views/v/a.css views/v/index.ts views/v/only.txt",
		},
		"source(dir)": {
			files: map[string]string{
				"views/v/index.ts": `import "./a.css"; document.body.className = "p-1";`,
				"views/v/a.css":    `@import "tailwindcss" source("../../lib");`, "lib/a.ts": `"p-2"`,
			},
			has: []string{".p-2{"}, hasNot: []string{".p-1{"},
		},
		"a package that @source names is no source of the document": {
			files: map[string]string{
				"views/v/index.ts":              `import "./a.css"; console.log(1);`,
				"views/v/a.css":                 `@import "tailwindcss"; @source "../../node_modules/kit";`,
				"node_modules/kit/package.json": `{"name": "kit", "version": "1.0.0"}`, "node_modules/kit/dist/x.js": `"p-2"`,
			},
			has:     []string{".p-2{"},
			sources: ".. package-lock.json views/v/a.css views/v/index.ts",
		},
		"files of style sheets in other folders": {
			files: map[string]string{
				"views/v/index.ts":     `import "./css/a.css"; console.log(1);`,
				"views/v/css/a.css":    `@import "tailwindcss/utilities"; @import "../../_ui/b.css"; .a { background: url(a.svg) }`,
				"views/v/css/a.svg":    `<svg id="a"/>`,
				"views/_ui/b.css":      `@import "./deep/c"; .b { background: url("./b.svg#x"), url(data:image/gif;base64,x) }`,
				"views/_ui/b.svg":      `<svg id="b"/>`,
				"views/_ui/deep/c.css": `.c { background: URL( 'c d.svg' ) }`, "views/_ui/deep/c d.svg": `<svg id="c"/>`,
			},
			has: []string{`id="a"`, `id="b"`, `id="c"`, "data:image/gif;base64,x"},
		},
		"a style sheet of which only an import is for Tailwind is compiled as one": {
			files: map[string]string{
				"views/v/index.ts": `import "./a.css"; document.body.className = "text-brand";`,
				"views/v/a.css":    `@import "./tailwind.css"; @import "./theme.css";`, "views/v/tailwind.css": `@import "tailwindcss";`,
				"views/v/theme.css": `@theme { --color-brand: #123456 }`,
			},
			has: []string{".text-brand{color:var(--color-brand)}", "--color-brand: #123456"},
		},
		"in a page": {
			files: map[string]string{
				"views/v/index.html": "<style>@import \"tailwindcss\"; .x { @apply p-1 }</style><link rel=stylesheet href=b.css><p class='p-2 font-bold'>",
				"views/v/b.css":      `@reference "tailwindcss"; .y { @apply p-3 }`,
			},
			has: []string{".x{padding:", ".p-2{", ".y{padding:", `{--tw-font-weight`},
		},
		"links that lead back, or to the same folder": {
			files: map[string]string{
				"views/v/index.ts": `import "./a.css"; console.log(1);`, "views/v/a.css": `@import "tailwindcss";`,
				"views/v/here": "->.", "views/v/again": "->.", "views/v/up": "->../..", "views/v/out": "->../../../..", "lib/deep/x.ts": `"p-1"`, "lib/round": "->../lib",
			},
			has: []string{".p-1{"},
		},
		"as for the browser's build of Tailwind": {
			files: map[string]string{"views/v/index.html": `<style type="text/tailwindcss">@import "tailwindcss";</style><p class="p-1">`},
			has:   []string{".p-1{"}, hasNot: []string{"text/tailwindcss"},
		},
		"a style sheet that is imported as text stays": {
			files: map[string]string{
				"views/v/index.ts": `import text from "./a.css" with { type: "text" }; console.log(text);`, "views/v/a.css": `@import "tailwindcss";`,
			},
			has: []string{"@import \"tailwindcss\""},
		},
		"dark mode, variants and arbitrary values": {
			files: map[string]string{
				"views/v/index.tsx": `import "./a.css"; document.body.className = "dark:p-1 data-[state=open]:grid-cols-[1fr_2fr] [&>a]:hover:p-[3px] -mt-2! bg-(--x)/50";`,
				"views/v/a.css":     `@import "tailwindcss"; @custom-variant dark (&:where(.dark, .dark *));`,
			},
			has: []string{`.dark\:p-1:where(.dark,.dark *){`, `grid-template-columns:1fr 2fr`, `padding:3px`, `!important`, `color-mix(in oklab,var(--x) 50%,transparent)`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.files["package-lock.json"] = "{}"
			dir := write(t, test.files)
			installed(t, dir, "tailwindcss")
			document, err := newProject(os.DirFS(dir)).Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			flat := strings.NewReplacer("\n", "", "&:where", `.dark\:p-1:where`).Replace(decoded(document.HTML))
			for _, part := range test.has {
				if !strings.Contains(flat, part) {
					t.Errorf("no %s in %s", part, flat)
				}
			}
			for _, part := range test.hasNot {
				if strings.Contains(flat, part) {
					t.Errorf("%s in %s", part, flat)
				}
			}
			if got := document.Root + " " + strings.Join(document.Sources, " "); test.sources != "" && got != test.sources {
				t.Errorf("sources %s, want %s", got, test.sources)
			}
			if len(document.Warnings) > 0 {
				t.Error(document.Warnings)
			}
		})
	}
}

// TestRemoteFilesOfPackages builds views with packages whose styles load files from
// elsewhere.
func TestRemoteFilesOfPackages(t *testing.T) {
	t.Parallel()
	for _, css := range []string{`@import "kit/style.css";`, `@import "tailwindcss"; @import "kit/style.css";`} {
		dir := write(t, map[string]string{
			"views/v/index.ts": `import "./a.css"; console.log(1);`, "views/v/a.css": css, "package-lock.json": "{}",
			"node_modules/kit/package.json": `{"name": "kit", "version": "1.0.0"}`,
			"node_modules/kit/style.css":    `@font-face { font-family: x; src: url(https://a.example/x.woff2), url("//a.example/y.woff2") }`,
		})
		installed(t, dir, "tailwindcss")
		document, err := newProject(os.DirFS(dir)).Build(t.Context(), "v")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(document.HTML, "url(https://a.example/x.woff2)") || len(document.Warnings) != 1 ||
			document.Warnings[0].Code != "remote_reference" || !strings.Contains(document.Warnings[0].Message, "https://a.example,") {
			t.Errorf("%v: %s", document.Warnings, document.HTML)
		}
		own := css + " p { background: url(https://a.example/z.png) }"
		if err = os.WriteFile(filepath.Join(dir, "views", "v", "a.css"), []byte(own), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err = newProject(os.DirFS(dir)).Build(t.Context(), "v")
		if got := codes(t, err); len(got) != 1 || got[0] != "remote_reference" {
			t.Errorf("the view's own: %v", err)
		}
	}
}

// decoded returns a document with what the bundler has escaped in data URLs.
func decoded(html string) string {
	return strings.NewReplacer("%3C", "<", "%3E", ">", "%22", `"`, `\"`, `"`).Replace(html)
}

// TestTailwindFaults builds views with something wrong in their style.
func TestTailwindFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files   map[string]string
		without bool // Tailwind is not installed
		want    string
	}{
		"not installed": {
			files: map[string]string{"views/v/a.css": "\n@import \"tailwindcss\";"}, without: true,
			want: "tailwind_missing views/v/a.css:2:10: The style sheet is for Tailwind CSS, which is not installed.",
		},
		"version 3": {
			files: map[string]string{
				"views/v/a.css": "@tailwind base;", "node_modules/tailwindcss/package.json": `{"name": "tailwindcss", "version": "3.4.17", "main": "x.js"}`,
				"node_modules/tailwindcss/x.js": "",
			}, without: true,
			want: "tailwind_version views/v/a.css:1:1: Tailwind CSS 3.4.17 is installed; style sheets are compiled with version 4 and later.",
		},
		"no compiler": {
			files: map[string]string{
				"views/v/a.css": "@theme {}", "node_modules/tailwindcss/package.json": `{"name": "tailwindcss", "version": "4.9.9", "main": "x.js"}`,
				"node_modules/tailwindcss/x.js": "syntax error",
			}, without: true,
			want: "tailwind_broken",
		},
		"unknown class": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n.x {\n  @apply flex p-nothing;\n}"},
			want:  "tailwind_class_unknown views/v/a.css:3:15: Cannot apply unknown utility class `p-nothing`.",
		},
		"unknown class in an import": {
			files: map[string]string{"views/v/a.css": `@import "tailwindcss"; @import "./b.css";`, "views/v/b.css": "\n.x { @apply nothing }"},
			want:  "tailwind_class_unknown views/v/b.css:2:13: Cannot apply unknown utility class `nothing`.",
		},
		"syntax": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n.card {\n  color: red;\n"},
			want:  "tailwind_invalid views/v/a.css:2:1: Tailwind can't compile this: Missing closing } at .card.",
		},
		"an import that is not there": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@import \"./b.css\";"},
			want:  `import_missing views/v/a.css:2:10: There is no file for "./b.css".`,
		},
		"a theme of something else": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@theme { color: red; }"},
			want:  "tailwind_invalid views/v/a.css:2:1: Tailwind can't compile this: `@theme` blocks must only contain custom properties or `@keyframes`.",
		},
		"a source outside": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@source \"../../../**/*.ts\";"},
			want:  `file_outside_project views/v/a.css:2:10: "../../../**/*.ts" leads out of the project.`,
		},
		"a source that is no pattern": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@source \"./{a,b\";"},
			want:  `tailwind_source_invalid views/v/a.css:2:10: "./{a,b" is not a pattern of files: a brace is not closed.`,
		},
		"a plugin that is not there": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@plugin \"daisyui\";"},
			want:  `package_missing views/v/a.css:2:10: The package "daisyui" is not installed.`,
		},
		"a plugin that needs Node": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@plugin \"./p.js\";", "views/v/p.js": `const fs = require("fs"); module.exports = () => {};`},
			want:  `node_builtin views/v/p.js:1:20`,
		},
		"a plugin that throws": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@plugin \"./p.js\";", "views/v/p.js": `module.exports = () => { throw new Error("no luck") };`},
			want:  `tailwind_invalid views/v/a.css:1:1: Tailwind can't compile this: no luck.`,
		},
		"a plugin that throws when it is loaded": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@plugin \"./p.js\";", "views/v/p.js": `null.x;`},
			want:  `tailwind_plugin_failed views/v/a.css:2:10: The script "./p.js" failed: Cannot read property 'x' of`,
		},
		"a plugin with a syntax error": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n@plugin \"./p.js\";", "views/v/p.js": "\nlet if = 1;"},
			want:  `syntax_error views/v/p.js:2:5`,
		},
		"a file that a style names": {
			files: map[string]string{"views/v/a.css": "@import \"tailwindcss\";\n.x { background: url(./no.png) }"},
			want:  `import_missing views/v/a.css:2:18: There is no file for "./no.png".`,
		},
		"in a page": {
			files: map[string]string{"views/v/index.html": "<p>\n<style>\n@import \"tailwindcss\";\n.x { @apply p-nothing }</style>"},
			want:  "tailwind_class_unknown views/v/index.html:4:13: Cannot apply unknown utility class `p-nothing`.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.files["package-lock.json"] = "{}"
			if test.files["views/v/index.html"] == "" {
				test.files["views/v/index.ts"] = `import "./a.css"; document.body.className = "flex";`
			}
			dir := write(t, test.files)
			if !test.without {
				installed(t, dir, "tailwindcss")
			}
			_, err := newProject(os.DirFS(dir)).Build(t.Context(), "v")
			faults, ok := err.(bundle.Faults) //nolint:errorlint // nothing wraps it
			if !ok || len(faults) != 1 {
				t.Fatalf("%v", err)
			}
			if got := faults[0].Code + " " + faults[0].Position() + ": " + faults[0].Message; !strings.HasPrefix(got, test.want) {
				t.Errorf("%s\nwant %s", got, test.want)
			}
			if faults[0].Line > 0 && faults[0].Excerpt == "" {
				t.Error("no excerpt")
			}
		})
	}
}
