package bundle_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// FuzzPage checks that every page becomes a document in standards mode that
// tells the hash of its sources in its head, or a fault.
func FuzzPage(f *testing.F) {
	for _, feature := range []string{"page", "script-end", "images", "faults"} {
		pages, err := filepath.Glob(filepath.Join("testdata", feature, "views", "*", "index.html"))
		if err != nil {
			f.Fatal(err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	for _, text := range []string{
		"", "<", "<script", "<script type=module>", "<style>", "<!--", "<!doctype", "</head></body></html>", "<svg><style>", "</svg>",
		"<script type=module src=x.ts /><p>", "<head><head>", "<html><html lang>", "<link rel='stylesheet icon' href=#>", "<img src>",
		"><html lang=x>", "\v<html>", "<p></head><head>",
		"<textarea><script type=module>x()</script></textarea>", "<plaintext><script>", "\x00<title>\r\n", "<script type=module>x()</script></body></body>",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		project := newProject(files(map[string]string{
			"views/v/index.html": text,
			"views/v/x.ts":       "console.log(1);",
			"views/v/x.css":      "p{}",
			"views/v/x.svg":      "<svg/>",
		}))
		document, err := project.Build(t.Context(), "v")
		if err != nil {
			var faults bundle.Faults
			if !errors.As(err, &faults) || len(faults) == 0 {
				t.Fatalf("an error that is no fault: %v", err)
			}
			return
		}
		if !strings.HasPrefix(document.HTML, "<!doctype html>") {
			t.Fatalf("no doctype in %q", document.HTML)
		}
		root, err := html.Parse(strings.NewReader(document.HTML))
		if err != nil {
			t.Fatalf("%v in %q", err, document.HTML)
		}
		if !hasMark(root) {
			t.Fatalf("no hash in %q", document.HTML)
		}
	})
}

// hasMark reports whether a browser would find the hash in the document's head.
func hasMark(root *html.Node) bool {
	for node := range root.Descendants() {
		if node.Type != html.ElementNode || node.Data != "meta" || node.Parent.Data != "head" {
			continue
		}
		for _, attribute := range node.Attr {
			if attribute.Key == "name" && attribute.Val == "oriel-sources" {
				return true
			}
		}
	}
	return false
}

// FuzzImport checks that no import reads a file beyond the project.
func FuzzImport(f *testing.F) {
	for _, specifier := range []string{
		"./x", "./x.js", "../x", "../../x", "../../../etc/passwd", "/etc/passwd", "..", ".", "./", "x", "@oriel/view", "@oriel/view/x",
		"https://a/b", "//a/b", "data:text/javascript,x()", "file:///etc/passwd", "./x?y#z", `..\..\x`, "./\x00", "./\xff", "node:fs", "#x",
	} {
		f.Add(specifier)
	}
	f.Fuzz(func(t *testing.T, specifier string) {
		tree := files(map[string]string{
			"project/views/v/index.ts": "import " + strconv.Quote(specifier) + ";",
			"project/views/v/x.ts":     "console.log(1);",
			"project/x.ts":             "console.log(2);",
		})
		project := newProject(valid{tree, t})
		project.Views = "project/views"
		document, err := project.Build(t.Context(), "v")
		var faults bundle.Faults
		if err != nil && !errors.As(err, &faults) {
			t.Fatalf("an error that is no fault: %v", err)
		}
		if document == nil {
			return
		}
		for _, source := range document.Sources {
			if strings.Contains(source, "..") {
				t.Fatalf("%q read %q", specifier, source)
			}
		}
	})
}

// valid fails a test that asks for a path outside.
type valid struct {
	fs.FS

	t *testing.T
}

func (v valid) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		v.t.Errorf("%q was asked for", name)
	}
	return v.FS.Open(name)
}

// FuzzPackage checks that no package.json leads to a file beyond its package, and
// that every one can be built or is a fault.
func FuzzPackage(f *testing.F) {
	for _, manifest := range []string{
		`{}`, `[]`, `{"main": "x"}`, `{"main": "../b/secret.js"}`, `{"module": "./x.js", "main": 5}`, `{"browser": {"./x.js": "../b/secret.js", "./y": false}}`,
		`{"exports": "./x.js"}`, `{"exports": {".": {"browser": ["../b/secret.js", "./x.js"]}, "./*": "./*.js"}}`, `{"exports": {"./": "./", "./*": null}}`,
		`{"name": "a", "exports": {"./*/../b/*": "./*"}, "imports": {"#x": "./x.js", "#b": "b/secret.js"}}`, `{"sideEffects": ["**/*.js", "?", "["]}`,
		`{"exports": {".": {"default": {"default": {"default": null}}}}}`, `{"name": "a", "name": "b"}`, `{"exports": {"import": "./\u002e./b/secret.js"}}`,
	} {
		for _, subpath := range []string{"", "/x", "/x.js", "/../b/secret.js", "/%2e%2e/b/secret.js", "/./x.js", "//x", `/..\b\secret.js`, "/node_modules/c", "/x?y"} {
			f.Add(manifest, subpath)
		}
	}
	f.Fuzz(func(t *testing.T, manifest, subpath string) {
		if name, _, _ := strings.Cut(subpath, "/"); name != "" {
			return // another package, which may well be imported
		}
		tree := files(map[string]string{
			"views/v/index.ts":            "import " + strconv.Quote("a"+subpath) + `; console.log("runs");`,
			"package-lock.json":           "{}",
			"node_modules/a/package.json": manifest,
			"node_modules/a/x.js":         `console.log("x");`,
			"node_modules/a/lib/y.js":     `console.log("y");`,
			"node_modules/b/secret.js":    `console.log("secret");`,
			"views/secret.js":             `console.log("secret");`,
		})
		document, err := newProject(valid{tree, t}).Build(t.Context(), "v")
		var faults bundle.Faults
		switch {
		case errors.As(err, &faults) && len(faults) > 0:
		case err != nil:
			t.Fatalf("an error that is no fault: %v", err)
		case strings.Contains(document.HTML, "secret"):
			t.Fatalf("%q led out of the package: %s", subpath, document.HTML)
		}
	})
}

// FuzzConfig checks that no tsconfig.json writes code into a view.
func FuzzConfig(f *testing.F) {
	for _, config := range []string{
		`{}`, `{"compilerOptions": {"jsxImportSource": "react"}}`, `{"compilerOptions": {"jsxFactory": "a.b", "jsxFragmentFactory": "null"}}`,
		`{"compilerOptions": {"jsxImportSource": "x */ smuggled() /*"}}`, `{"extends": "./tsconfig"}`, `{"extends": ["../../x", 5, "./y.json"], // x` + "\n}",
		`{"compilerOptions": {"jsxImportSource": "../x"}}`, `{"compilerOptions": {"jsxFactory": "smuggled()"}}`, `/* */ {,}`, "\ufeff{}",
	} {
		f.Add(config)
	}
	f.Fuzz(func(t *testing.T, config string) {
		tree := files(map[string]string{
			"tsconfig.json":                     config,
			"views/v/index.tsx":                 `declare const h: any, a: any; console.log(<b/>);`,
			"package-lock.json":                 "{}",
			"node_modules/react/jsx-runtime.js": `export const jsx = (...all) => all;`,
		})
		document, err := newProject(valid{tree, t}).Build(t.Context(), "v")
		var faults bundle.Faults
		switch {
		case errors.As(err, &faults) && len(faults) > 0:
		case err != nil:
			t.Fatalf("an error that is no fault: %v", err)
		case strings.Contains(document.HTML, "smuggled()"):
			t.Fatalf("code was written: %s", document.HTML)
		}
	})
}
