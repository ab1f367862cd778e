package bundle_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// faultsOf builds a view of one source and returns what is wrong with it.
func faultsOf(t *testing.T, texts map[string]string) bundle.Faults {
	t.Helper()
	document, err := newProject(files(texts)).Build(t.Context(), "v")
	var faults bundle.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("want faults, got %v and %+v", err, document)
	}
	for _, fault := range faults {
		if fault.Code == "" || fault.Message == "" || fault.Fix == "" {
			t.Errorf("a fault without code, message or fix: %+v", fault)
		}
	}
	return faults
}

func TestPackageFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, source string
		packages     map[string]string
		more         map[string]string
		code, at     string
		says         []string // parts of the message and the fix
	}{
		{name: "not installed", source: `import "react";`, code: "package_missing", at: "views/v/index.ts:1:8", says: []string{`"react" is not installed`, "oriel add react"}},
		{
			name: "a typing error", source: `import "raect";`, packages: logs("react/index.js"), code: "package_missing",
			says: []string{`Did you mean "react"`},
		},
		{
			name: "in package.json, but not installed", source: `import "@s/a/x";`, code: "package_missing", says: []string{`"@s/a" is in package.json, but not installed`, "Run oriel install."},
			more: map[string]string{"package.json": `{"dependencies": {"@s/a": "1"}}`},
		},
		{
			name: "in Yarn's archives", source: `import "a";`, code: "package_missing", says: []string{"nodeLinker: node-modules"},
			more: map[string]string{"package.json": `{"dependencies": {"a": "1"}}`, ".pnp.cjs": ""},
		},
		{
			name: "a subpath that is not offered", source: `import "a/jsx-runtim";`, code: "package_entry_missing",
			packages: map[string]string{"a/package.json": `{"name": "a", "version": "1.2.3", "exports": {".": "./a.js", "./jsx-runtime": "./j.js", "./secret": null}}`},
			says:     []string{`The package a 1.2.3 has no "jsx-runtim"`, `Did you mean "a/jsx-runtime"? It offers "a", "a/jsx-runtime".`},
		},
		{
			name: "a file that exports hide", source: `import "a/lib/x.js";`, code: "package_entry_missing", says: []string{`It offers "a" only`},
			packages: with(logs("a/lib/x.js"), map[string]string{"a/package.json": `{"name": "a", "exports": "./a.js"}`}),
		},
		{
			name: "a subpath that is not there", source: `import "a/x";`, code: "package_entry_missing", says: []string{`has no "x"`, "node_modules/a"},
			packages: logs("a/index.js"),
		},
		{
			name: "types alone", source: `import { T } from "a"; console.log(T);`, code: "package_entry_missing", says: []string{"import type"},
			packages: map[string]string{"a/package.json": `{"name": "a", "types": "index.d.ts"}`, "a/index.d.ts": "export type T = 1;"},
		},
		{
			name: "no condition that holds", source: `import "a";`, code: "package_entry_missing",
			packages: map[string]string{"a/package.json": `{"name": "a", "exports": {"node": "./n.js", "development": "./d.js"}}`},
		},
		{
			name: "a target that is not there", source: `import "a";`, code: "package_file_missing", says: []string{"./gone.js", "node_modules/a", "Install the package again"},
			packages: map[string]string{"a/package.json": `{"exports": {".": {"browser": "./gone.js"}}}`},
		},
		{
			name: "a package of the project that was not built", source: `import "w/y";`, code: "package_file_missing", says: []string{"build it first"},
			more: map[string]string{"package.json": `{"name": "w", "exports": {"./y": "./dist/y.mjs"}}`},
		},
		{name: "Node", source: `import { readFileSync } from "fs"; readFileSync("/etc/passwd");`, code: "node_builtin", says: []string{`"fs" is part of Node.js`, "in Go"}},
		{name: "Node, by its other name", source: `import x from "node:sqlite"; x();`, code: "node_builtin", says: []string{`"node:sqlite"`}},
		{name: "Node, of a folder", source: `import x from "fs/promises"; x();`, code: "node_builtin"},
		{
			name: "Node in a package, with the way there", source: `import "a";`, code: "node_builtin", at: "node_modules/b/index.js:1:9",
			says:     []string{"imported by views/v/index.ts → node_modules/a/index.js → node_modules/a/x.js."},
			packages: map[string]string{"a/index.js": `import "./x.js";`, "a/x.js": `import "b";`, "b/index.js": `require("child_process");`},
		},
		{
			name: "a package's own broken import", source: `import "a";`, code: "import_missing", at: "node_modules/a/index.js:1:8",
			says: []string{"imported by views/v/index.ts", "The package is broken"}, packages: map[string]string{"a/index.js": `import "./gone.js";`},
		},
		{
			name: "a package that misses another", source: `import "a";`, code: "package_missing", at: "node_modules/a/index.js:2:8",
			says:     []string{`"b" is in node_modules/a/package.json, but not installed`, "imported by views/v/index.ts"},
			packages: map[string]string{"a/package.json": `{"dependencies": {"b": "*"}}`, "a/index.js": "\nimport \"b\";"},
		},
		{name: "an alias of a tsconfig", source: `import "@/lib/x";`, code: "import_invalid", says: []string{"tsconfig.json are not read", `"imports"`}},
		{name: "an alias of nobody", source: `import "#x";`, code: "import_alias_unknown"},
		{
			name: "an alias that is not there", source: `import "#y";`, code: "import_alias_unknown", says: []string{"imports of package.json"},
			more: map[string]string{"package.json": `{"name": "p", "imports": {"#x": "./x.ts"}}`},
		},
		{name: "no name", source: `import "";`, code: "import_invalid"},
		{name: "a scope alone", source: `import "@scope";`, code: "import_invalid"},
		{name: "Windows", source: `import "a\\b";`, code: "import_invalid"},
		{
			name: "a runtime's entry", source: `import "@oriel/view/raect";`, code: "runtime_entry_unknown",
			says: []string{`Did you mean "@oriel/view/react"?`, `"@oriel/view", "@oriel/view/preact", "@oriel/view/react"`},
		},
		{name: "what is for tests", source: `import "@oriel/view/testing";`, code: "runtime_entry_unknown", says: []string{"for tests"}},
		{
			name: "hooks without their framework", source: `import "@oriel/view/react";`, code: "package_missing", at: "views/v/index.ts",
			says: []string{`"@oriel/view/react" needs the package "react"`, "oriel add react"},
		},
		{
			name: "hooks of the other framework", source: `import "@oriel/view/preact";`, code: "package_missing",
			packages: logs("react/index.js"), says: []string{`The project has react: "@oriel/view/react" is for that`},
		},
		{
			name: "a package on the runtime", source: `import "a";`, code: "runtime_entry_unknown", at: "node_modules/a/index.js:1:8",
			packages: map[string]string{"a/index.js": `import "@oriel/view/x";`, "@oriel/view/package.json": `{"main": "x.js"}`, "@oriel/view/x.js": ""},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			fault := faultsOf(t, with(modules(map[string]string{"views/v/index.ts": test.source}, test.packages), test.more))[0]
			if fault.Code != test.code || !strings.HasPrefix(fault.Position(), test.at) {
				t.Errorf("%s at %s, want %s at %s: %v", fault.Code, fault.Position(), test.code, test.at, fault)
			}
			for _, part := range test.says {
				if !strings.Contains(fault.Message+"\n"+fault.Fix, part) {
					t.Errorf("%q is not said in:\n%v", part, fault)
				}
			}
		})
	}
}

// TestHostilePackages checks that no package.json leads out of its package, or
// holds the build up.
func TestHostilePackages(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"default":`, 5000) + `"./x.js"` + strings.Repeat("}", 5000)
	list := strings.Repeat(`[`, 5000) + strings.Repeat("]", 5000)
	many := make([]string, 10_000)
	for i := range many {
		many[i] = `"./e` + strconv.Itoa(i) + `/*": "./x` + strconv.Itoa(i) + `/*.js"`
	}
	for name, test := range map[string]struct{ manifest, specifier, code string }{
		"out by a target":             {`{"exports": {".": "./../b/secret.js"}}`, "a", "package_invalid"},
		"out by a target, encoded":    {`{"exports": {".": "./%2e%2e/b/secret.js"}}`, "a", "package_invalid"},
		"out by a pattern":            {`{"exports": {"./*": "./*"}}`, "a/../b/secret.js", "package_invalid"},
		"out by a subpath":            {`{}`, "a/../b/secret.js", "import_invalid"},
		"out by main":                 {`{"main": "../b/secret.js"}`, "a", "package_entry_missing"},
		"out by a replacement":        {`{"main": "x.js", "browser": {"./x.js": "../b/secret.js"}}`, "a", ""},
		"into others":                 {`{"exports": {".": "./node_modules/c/x.js"}}`, "a", "package_invalid"},
		"absolute":                    {`{"exports": {".": "/etc/passwd"}}`, "a", "package_invalid"},
		"of a server":                 {`{"exports": {".": "https://example.com/x.js"}}`, "a", "package_invalid"},
		"of another package":          {`{"exports": {".": "b/secret.js"}}`, "a", "package_invalid"},
		"backslashes":                 {`{"exports": {".": "./..\\b\\secret.js"}}`, "a", "package_invalid"},
		"a number":                    {`{"exports": 5}`, "a", "package_invalid"},
		"paths mixed with conditions": {`{"exports": {".": "./x.js", "import": "./x.js"}}`, "a", "package_invalid"},
		"a loop of aliases":           {`{"name": "a", "exports": "./index.js", "imports": {"#a": "#b", "#b": "#a"}}`, "a", "package_invalid"},
		"deep objects":                {`{"exports": ` + deep + `}`, "a", "package_invalid"},
		"deep lists":                  {`{"exports": ` + list + `}`, "a", "package_invalid"},
		"no JSON":                     {`{"exports": `, "a", "package_invalid"},
		"two values":                  {`{} {}`, "a", "package_invalid"},
		"a list":                      {`[]`, "a", "package_invalid"},
		"no UTF-8":                    {"{\"name\": \"\xff\"}", "a", "file_encoding"},
		"10,000 entries":              {`{"exports": {` + strings.Join(many, ",") + `}}`, "a/e9999/x", "package_file_missing"},
		"10,000 entries, none":        {`{"exports": {` + strings.Join(many, ",") + `}}`, "a/none", "package_entry_missing"},
		"a star that grows":           {`{"exports": {"./*": "./` + strings.Repeat("*", 100_000) + `"}}`, "a/" + strings.Repeat("x", 1000), "package_invalid"},
		"a long path":                 {`{}`, "./" + strings.Repeat("a/", 50_000) + "b", "import_invalid"},
		"a pattern that grows":        {`{"sideEffects": ["` + strings.Repeat("*", 4_000_000) + `"]}`, "a", "package_entry_missing"},
		"too large":                   {`{"description": "` + strings.Repeat("x", 9<<20) + `"}`, "a", "file_too_large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := modules(map[string]string{"views/v/index.ts": "import " + strconv.Quote(test.specifier) + ";"}, map[string]string{
				"a/package.json":        test.manifest,
				"b/secret.js":           `console.log("secret");`,
				"a/node_modules/c/x.js": `console.log("secret");`,
			})
			if test.code == "" {
				texts["node_modules/a/x.js"] = `console.log("own");`
				document, err := newProject(files(texts)).Build(t.Context(), "v")
				if err != nil || strings.Contains(document.HTML, "secret") || !strings.Contains(document.HTML, "own") {
					t.Errorf("%v: %+v", err, document)
				}
				return
			}
			if name == "a loop of aliases" {
				texts["node_modules/a/index.js"] = `import "#a";`
			}
			fault := faultsOf(t, texts)[0]
			if fault.Code != test.code {
				t.Errorf("%s, want %s: %.300s", fault.Code, test.code, fault.Error())
			}
			if len(fault.Error()) > 3000 {
				t.Errorf("a message of %d bytes", len(fault.Error()))
			}
		})
	}
}

// TestMissingPackageNamesTheProjectsPackageManager checks that the fix is Oriel's own command, except where the
// lockfile is of a package manager whose lockfiles Oriel does not write.
func TestMissingPackageNamesTheProjectsPackageManager(t *testing.T) {
	t.Parallel()
	for lockfile, want := range map[string]struct{ add, install string }{
		"":                    {"oriel add a", "oriel add a"},
		"package-lock.json":   {"oriel add a", "oriel install"},
		"npm-shrinkwrap.json": {"oriel add a", "oriel install"},
		"pnpm-lock.yaml":      {"pnpm add a", "pnpm install"},
		"yarn.lock":           {"yarn add a", "yarn install"},
		"bun.lock":            {"bun add a", "bun install"},
	} {
		t.Run(lockfile, func(t *testing.T) {
			t.Parallel()
			texts := map[string]string{"views/v/index.ts": `import "a";`}
			if lockfile != "" {
				texts[lockfile] = ""
			}
			if got := faultsOf(t, texts)[0].Fix; !strings.HasPrefix(got, "Install it: "+want.add+". ") {
				t.Errorf("%q, want %q", got, want.add)
			}
			texts["package.json"] = `{"dependencies": {"a": "1"}}`
			if got := faultsOf(t, texts)[0].Fix; got != "Run "+want.install+"." {
				t.Errorf("in package.json: %q, want %q", got, want.install)
			}
		})
	}
}

// TestLockfiles checks that the nearest lockfile stands for the packages.
func TestLockfiles(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		more map[string]string
		want string // sources, or the code of a warning
	}{
		"npm":                  {map[string]string{"package-lock.json": "{}"}, "p/package-lock.json p/views/v/index.ts"},
		"above the project":    {map[string]string{"../yarn.lock": ""}, "p/views/v/index.ts yarn.lock"},
		"the nearest":          {map[string]string{"../yarn.lock": "", "bun.lock": ""}, "p/bun.lock p/views/v/index.ts"},
		"none":                 {nil, "lockfile_missing"},
		"a folder of its name": {map[string]string{"yarn.lock/x": ""}, "lockfile_missing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := map[string]string{"p/views/v/index.ts": `import "a";`, "p/node_modules/a/index.js": "console.log(1);"}
			for file, text := range test.more {
				if above, ok := strings.CutPrefix(file, "../"); ok {
					texts[above] = text
				} else {
					texts["p/"+file] = text
				}
			}
			project := newProject(files(texts))
			project.Views = "p/views"
			document, err := project.Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(document.Sources, " ")
			if document.Root == ".." {
				got = "p/" + strings.ReplaceAll(got, " ", " p/")
			}
			for _, warning := range document.Warnings {
				got = warning.Code
			}
			if got != test.want {
				t.Errorf("%s below %s, want %s", got, document.Root, test.want)
			}
		})
	}
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	packages := map[string]string{
		"react/package.json":                    `{"name": "react", "version": "19.1.0"}`,
		"react/index.js":                        `console.log("19");`,
		"chart/node_modules/react/package.json": `{"name": "react", "version": "18.3.1"}`,
		"chart/node_modules/react/index.js":     `console.log("18");`,
		"chart/index.js":                        `import "react";`,
	}
	for source, want := range map[string]int{`import "react"; import "chart";`: 1, `import "react";`: 0, `import "chart";`: 0} {
		document, err := newProject(files(modules(map[string]string{"views/v/index.ts": source}, packages))).Build(t.Context(), "v")
		if err != nil {
			t.Fatal(err)
		}
		if len(document.Warnings) != want {
			t.Errorf("%s: %v", source, document.Warnings)
		}
		for _, warning := range document.Warnings {
			if warning.Code != "package_duplicate" || !strings.Contains(warning.Message, "node_modules/chart/node_modules/react 18.3.1, node_modules/react 19.1.0") {
				t.Errorf("%v", warning)
			}
		}
	}
}
