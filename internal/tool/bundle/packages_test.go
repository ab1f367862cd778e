package bundle_test

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// modules adds packages to a project's files: "name/file" in its node_modules.
func modules(texts map[string]string, packages map[string]string) map[string]string {
	all := maps.Clone(texts)
	for name, text := range packages {
		all[path.Join("node_modules", name)] = text
	}
	if _, ok := all["package-lock.json"]; !ok {
		all["package-lock.json"] = "{}"
	}
	return all
}

// logs are the sources of packages that log their own path when they run.
func logs(names ...string) map[string]string {
	files := make(map[string]string, len(names))
	for _, name := range names {
		files[name] = `console.log("` + name + `");`
	}
	return files
}

func with(base map[string]string, more ...map[string]string) map[string]string {
	all := maps.Clone(base)
	for _, one := range more {
		maps.Copy(all, one)
	}
	return all
}

// TestPackages checks which file an import by name means.
func TestPackages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		source   string            // of views/v/index.ts
		packages map[string]string // in node_modules
		more     map[string]string // elsewhere
		want     []string          // what is logged, in order
	}{
		{
			name: "main", source: `import "a";`, want: []string{"a/lib/x.js"},
			packages: with(logs("a/lib/x.js", "a/index.js"), map[string]string{"a/package.json": `{"main": "lib/x"}`}),
		},
		{name: "index without a package.json", source: `import "a";`, packages: logs("a/index.js"), want: []string{"a/index.js"}},
		{
			name: "main that is a folder", source: `import "a";`, want: []string{"a/lib/index.js"},
			packages: with(logs("a/lib/index.js"), map[string]string{"a/package.json": `{"main": "./lib/"}`}),
		},
		{
			name: "main that is not there falls back to index", source: `import "a";`, want: []string{"a/index.js"},
			packages: with(logs("a/index.js"), map[string]string{"a/package.json": `{"main": "gone.js"}`}),
		},
		{
			name: "module goes before main", source: `import "a";`, want: []string{"a/m.js"},
			packages: with(logs("a/m.js", "a/c.js"), map[string]string{"a/package.json": `{"main": "c.js", "module": "m.js"}`}),
		},
		{
			name: "main goes before module for require", source: `import "b";`, want: []string{"a/c.js"},
			packages: with(logs("a/m.js", "a/c.js"), map[string]string{
				"a/package.json": `{"main": "c.js", "module": "m.js"}`, "b/index.js": `require("a");`,
			}),
		},
		{
			name: "browser goes before all", source: `import "a";`, want: []string{"a/b.js"},
			packages: with(logs("a/m.js", "a/b.js"), map[string]string{"a/package.json": `{"module": "m.js", "browser": "b.js"}`}),
		},
		{
			name: "a browser map replaces files, packages and the entry", source: `import "a";`, want: []string{"a/inner.browser.js", "shim/index.js", "a/b.js"},
			packages: with(logs("a/inner.js", "a/inner.browser.js", "shim/index.js", "real/index.js"), map[string]string{
				"a/package.json": `{"main": "a.js", "browser": {"./a.js": "./b.js", "./inner": "./inner.browser.js", "real": "shim", "fs": false, "./none.js": false}}`,
				"a/a.js":         `console.log("a/a.js");`,
				"a/b.js":         `import "./inner.js"; import "real"; import { readFile } from "fs"; import none from "./none"; console.log("a/b.js"); globalThis.x = [readFile, none];`,
				"a/none.js":      `console.log("a/none.js");`,
			}),
		},
		{
			name: "a browser map that goes round", source: `import "a";`, want: []string{"a/y.js"},
			packages: with(logs("a/x.js", "a/y.js"), map[string]string{"a/package.json": `{"main": "x.js", "browser": {"./x.js": "./y.js", "./y.js": "./x.js"}}`}),
		},
		{
			name: "subpaths", source: `import "a/sub"; import "a/lib/x.js"; import "a/lib/x"; import "@s/b/deep/y";`,
			want:     []string{"a/sub/main.js", "a/lib/x.js", "@s/b/deep/y.js"},
			packages: with(logs("a/sub/main.js", "a/lib/x.js", "@s/b/deep/y.js"), map[string]string{"a/sub/package.json": `{"main": "./main.js"}`}),
		},
		{
			name: "a folder of a package may point upwards", source: `import "a/sub";`, want: []string{"a/dist/sub.js"},
			packages: with(logs("a/dist/sub.js"), map[string]string{"a/package.json": `{"name": "a"}`, "a/sub/package.json": `{"main": "../dist/sub.js"}`}),
		},
		{
			name: "exports: text", source: `import "a";`, want: []string{"a/x.js"},
			packages: with(logs("a/x.js", "a/y.js"), map[string]string{"a/package.json": `{"exports": "./x.js", "main": "y.js"}`}),
		},
		{
			name: "exports: the first condition that holds, in the order of the file", source: `import "a"; import "b"; import "c"; import "d";`,
			want: []string{"a/browser.js", "b/import.js", "c/module.js", "d/production.js"},
			packages: with(logs("a/browser.js", "a/import.js", "b/import.js", "b/browser.js", "c/module.js", "c/default.js", "d/production.js", "d/default.js"), map[string]string{
				"a/package.json": `{"exports": {"node": "./node.js", "browser": "./browser.js", "import": "./import.js"}}`,
				"b/package.json": `{"exports": {"import": "./import.js", "browser": "./browser.js"}}`,
				"c/package.json": `{"exports": {".": {"types": "./c.d.ts", "module": "./module.js", "default": "./default.js"}}}`,
				"d/package.json": `{"exports": {".": {"development": "./dev.js", "worker": "./w.js", "production": "./production.js", "default": "./default.js"}}}`,
			}),
		},
		{
			name: "exports: nested conditions fall through, null ends", source: `import "a"; import "a/x";`, want: []string{"a/d.js", "a/x2.js"},
			packages: with(logs("a/d.js", "a/x2.js"), map[string]string{
				"a/package.json": `{"exports": {".": {"browser": {"node": "./n.js"}, "default": "./d.js"}, "./x": ["not a path", {"node": "./n.js"}, "./x2.js"]}}`,
			}),
		},
		{
			name: "exports: require asks for require", source: `import "b";`, want: []string{"a/r.cjs"},
			packages: with(logs("a/r.cjs", "a/i.js"), map[string]string{
				"a/package.json": `{"exports": {"import": "./i.js", "require": "./r.cjs"}}`, "b/index.js": `require("a");`,
			}),
		},
		{
			name: "exports: patterns, the most specific first", source: `import "a/f/x"; import "a/f/special/x"; import "a/g/p/q.js"; import "a/old/z.js";`,
			want: []string{"a/lib/x.js", "a/s/x.js", "a/gg/p/q.js", "a/o/z.js"},
			packages: with(logs("a/lib/x.js", "a/s/x.js", "a/gg/p/q.js", "a/o/z.js"), map[string]string{
				"a/package.json": `{"exports": {"./f/*": "./lib/*.js", "./f/special/*": "./s/*.js", "./g/*.js": "./gg/*.js", "./old/": "./o/"}}`,
			}),
		},
		{
			name: "imports: of a package, to files and to other packages", source: `import "a";`, want: []string{"a/in.js", "b/index.js", "a/p/x.js"},
			packages: with(logs("a/in.js", "a/p/x.js", "b/index.js"), map[string]string{
				"a/package.json": `{"name": "a", "imports": {"#in": {"browser": "./in.js", "default": "./other.js"}, "#out": "b", "#p/*": "./p/*.js"}}`,
				"a/index.js":     `import "#in"; import "#out"; import "#p/x";`,
			}),
		},
		{
			name: "imports: of the project", source: `import "#lib/x";`, want: []string{"project"},
			more: map[string]string{"package.json": `{"name": "p", "imports": {"#lib/*": "./lib/*.ts"}}`, "lib/x.ts": `console.log("project");`},
		},
		{
			name: "a package imports itself by its name", source: `import "a";`, want: []string{"a/x.js"},
			packages: with(logs("a/x.js"), map[string]string{
				"a/package.json": `{"name": "a", "exports": {".": "./index.js", "./x": "./x.js"}}`, "a/index.js": `import "a/x";`,
			}),
		},
		{
			name: "the nearest version", source: `import "a"; import "b";`, want: []string{"a/node_modules/b/index.js", "b/index.js"},
			packages: with(logs("b/index.js", "a/node_modules/b/index.js"), map[string]string{"a/index.js": `import "b";`}),
		},
		{
			name: "a nearer version without the file is passed by", source: `import "a";`, want: []string{"b/x.js"},
			packages: with(logs("b/x.js", "a/node_modules/b/index.js"), map[string]string{"a/index.js": `import "b/x";`}),
		},
		{
			name: "a package of the views folder", source: `import "a";`, packages: logs("a/index.js"), want: []string{"views"},
			more: map[string]string{"views/node_modules/a/index.js": `console.log("views");`},
		},
		{
			name: "a name of Node's that is installed", source: `import "events"; import "util/";`, want: []string{"events/e.js", "util/index.js"},
			packages: with(logs("events/e.js", "util/index.js"), map[string]string{"events/package.json": `{"main": "e.js"}`}),
		},
		{
			name: "JavaScript goes before TypeScript in packages", source: `import "a/x";`, want: []string{"a/x.js"},
			packages: logs("a/x.js", "a/x.ts"),
		},
		{
			name: "require that may fail", source: `import "a";`, want: []string{"a"},
			packages: map[string]string{"a/index.js": `try { require("gone"); } catch { console.log("a"); }`},
		},
		{
			name: "CommonJS", source: `import a, { b } from "a"; console.log(a.b, b);`, want: nil,
			packages: map[string]string{"a/index.js": `if (process.env.NODE_ENV !== "production") require("./gone"); exports.b = 1;`},
		},
		{
			name: "sideEffects", source: `import { one } from "a"; import { two } from "b"; globalThis.used = [one, two];`,
			want: []string{"b/effect.js"},
			packages: map[string]string{
				"a/package.json": `{"name": "a", "sideEffects": false}`,
				"a/index.js":     `export { one } from "./one.js"; export { big } from "./big.js";`,
				"a/one.js":       `export const one = "one";`,
				"a/big.js":       `console.log("a/big.js"); export const big = 1;`,
				"b/package.json": `{"name": "b", "sideEffects": ["effect.js", "./css/**"]}`,
				"b/index.js":     `import "./effect.js"; import "./none.js"; import "./two.js"; export const two = 2;`,
				"b/effect.js":    `console.log("b/effect.js");`,
				"b/none.js":      `console.log("b/none.js");`,
				"b/two.js":       `console.log("b/two.js");`,
			},
			more: map[string]string{"package.json": `{"name": "p", "sideEffects": false}`},
		},
		{
			name: "a style of a package", source: `import "a/x.css"; import "./v.css"; console.log("a{top:1px}b{top:2px}");`, want: []string{"a{top:1px}b{top:2px}"},
			packages: map[string]string{"a/x.css": "a{top:1px}", "b/package.json": `{"exports": {".": {"style": "./b.css"}}}`, "b/b.css": "b{top:2px}"},
			more:     map[string]string{"views/v/v.css": `@import "b";`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			texts := with(modules(map[string]string{"views/v/index.ts": test.source}, test.packages), test.more)
			document, err := newProject(files(texts)).Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			if len(document.Warnings) > 0 {
				t.Errorf("warnings: %v", document.Warnings)
			}
			at := 0
			for _, want := range test.want {
				found := strings.Index(document.HTML[at:], `"`+want+`"`)
				if found < 0 {
					t.Fatalf("%q is not logged next in %s", want, document.HTML)
				}
				at += found
			}
			if got := strings.Count(document.HTML, `console.log("`); len(test.want) > 0 && got != len(test.want) {
				t.Errorf("%d texts are logged, want %d, in %s", got, len(test.want), document.HTML)
			}
			for _, source := range document.Sources {
				if strings.Contains(source, "node_modules") {
					t.Errorf("%s is among the sources, for which the lockfile stands", source)
				}
			}
			if len(test.packages) > 0 && !slices.Contains(document.Sources, "package-lock.json") {
				t.Errorf("the lockfile is not among the sources: %v", document.Sources)
			}
		})
	}
}

// TestLinkedPackages checks packages that are links: of workspaces, and of pnpm.
func TestLinkedPackages(t *testing.T) {
	t.Parallel()
	outside := write(t, map[string]string{"index.js": `console.log("outside");`})
	dir := write(t, map[string]string{
		"go.mod":              "module m\n",
		"pnpm-lock.yaml":      "lockfileVersion: 9\n",
		"views/pnpm/index.ts": `import "a";`,
		"node_modules/a":      "->.pnpm/a@1/node_modules/a",
		"node_modules/.pnpm/a@1/node_modules/a/index.js":     `import "b"; console.log("a");`,
		"node_modules/.pnpm/a@1/node_modules/b":              "->../../b@2/node_modules/b",
		"node_modules/.pnpm/b@2/node_modules/b/index.js":     `console.log("b2");`,
		"node_modules/.pnpm/b@2/node_modules/b/package.json": `{"name": "b", "version": "2.0.0"}`,
		"views/workspace/index.ts":                           `import { lib } from "@w/lib"; console.log(lib);`,
		"node_modules/@w/lib":                                "->../../packages/lib",
		"packages/lib/package.json":                          `{"name": "@w/lib", "main": "dist/index.js", "exports": "./src/index.js"}`,
		"packages/lib/src/index.ts":                          `import "dep"; export const lib: string = "lib";`,
		"packages/lib/node_modules/dep/index.js":             `console.log("dep of lib");`,
		"views/missing/index.ts":                             `import "missing";`,
		"views/out/index.ts":                                 `import "out";`,
		"node_modules/out":                                   "->" + outside,
		"views/round/index.ts":                               `import "round";`,
		"node_modules/round":                                 "->round2",
		"node_modules/round2":                                "->round",
		"views/inner/index.ts":                               `import "inner";`,
		"node_modules/inner/package.json":                    `{"main": "x.js"}`,
		"node_modules/inner/x.js":                            "->" + strings.Repeat("../", 20) + "etc/hostname",
	})
	project := open(t, dir)
	for name, want := range map[string][]string{"pnpm": {`"b2"`, `"a"`}, "workspace": {`"dep of lib"`, `"lib"`}} {
		document, err := project.Build(t.Context(), name)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, text := range want {
			if !strings.Contains(document.HTML, text) {
				t.Errorf("%s: no %s in %s", name, text, document.HTML)
			}
		}
		sources := strings.Join(document.Sources, " ")
		if !strings.Contains(sources, "pnpm-lock.yaml") || strings.Contains(sources, "node_modules") ||
			(name == "workspace") != strings.Contains(sources, "packages/lib/package.json packages/lib/src/index.ts") {
			t.Errorf("%s: sources are %s", name, sources)
		}
	}
	for name, code := range map[string]string{"out": "file_outside_project", "round": "package_invalid", "inner": "file_outside_project"} {
		_, err := project.Build(t.Context(), name)
		fault, ok := errors.AsType[*bundle.Fault](err)
		if !ok || fault.Code != code || !strings.Contains(fault.Message, "symbolic link") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := project.Build(t.Context(), "missing"); err == nil || !strings.Contains(err.Error(), "pnpm add missing") {
		t.Errorf("%v does not name the project's package manager", err)
	}
}
