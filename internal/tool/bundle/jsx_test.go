package bundle_test

import (
	"strings"
	"testing"
)

// frameworkPackages stand for React and Preact; what makes elements says whose it
// is.
func frameworkPackages() map[string]string {
	packages := make(map[string]string)
	for _, name := range []string{"react", "preact", "@emotion/react"} {
		packages[name+"/package.json"] = `{"name": "` + name + `", "exports": {".": "./index.js", "./jsx-runtime": "./jsx-runtime.js"}}`
		packages[name+"/index.js"] = `export const render = (...all) => console.log(...all);`
		packages[name+"/jsx-runtime.js"] = `export const jsx = (...all) => ["jsx of ` + name + `", all], jsxs = jsx, Fragment = "fragment";`
	}
	return packages
}

// TestJSX checks what JSX becomes, and what is mounted.
func TestJSX(t *testing.T) {
	t.Parallel()
	const shown = `import { show } from "../_lib/show"; show(<><b>x</b></>);`
	const component = `export default function App() { return <b>x</b>; }`
	for _, test := range []struct {
		name, source string
		more         map[string]string
		want         []string
		sources      string // with the lockfile left out
	}{
		{
			name: "a comment wins", source: "/** @jsxImportSource preact */\n" + shown, want: []string{"jsx of preact"},
			more: map[string]string{"tsconfig.json": `{"compilerOptions": {"jsxImportSource": "react"}}`, "package.json": `{"dependencies": {"react": "1"}}`},
		},
		{
			name: "tsconfig goes before package.json", source: shown, want: []string{"jsx of preact"}, sources: "tsconfig.json",
			more: map[string]string{
				"tsconfig.json": "\ufeff{ // with comments\n\"compilerOptions\": {\"jsxImportSource\": \"preact\",},\n}",
				"package.json":  `{"dependencies": {"react": "1"}}`,
			},
		},
		{
			name: "the nearest tsconfig, with what it extends", source: shown, want: []string{"jsx of preact"}, sources: "base/more.json views/base.json views/tsconfig.json",
			more: map[string]string{
				"tsconfig.json":       `{"compilerOptions": {"jsxImportSource": "react"}}`,
				"views/tsconfig.json": `{"extends": ["@tsconfig/vite", "./gone", "../base/more.json", "./base"]}`,
				"views/base.json":     `{"extends": "./tsconfig.json"}`,
				"base/more.json":      `{"compilerOptions": {"jsxImportSource": "preact"}}`,
			},
		},
		{
			name: "tsconfig may keep the older form", source: `import { h } from "../_lib/show"; h(<b>x</b>);`, want: []string{`"own h"`}, sources: "tsconfig.json",
			more: map[string]string{
				"tsconfig.json": `{"compilerOptions": {"jsx": "react", "jsxFactory": "h", "jsxFragmentFactory": "Fragment"}}`,
				"package.json":  `{"dependencies": {"react": "1", "preact": "1"}}`,
			},
		},
		{
			name: "a comment keeps the older form", source: "/** @jsx h */\n" + `import { h } from "../_lib/show"; h(<b>x</b>);`, want: []string{`"own h"`},
			more: map[string]string{"package.json": `{"dependencies": {"react": "1"}}`},
		},
		{
			name: "what the project depends on", source: shown, want: []string{"jsx of preact"},
			more: map[string]string{"package.json": `{"dependencies": {"preact": "1"}, "devDependencies": {"react": "1"}}`, "tsconfig.json": `{"compilerOptions": {"jsx": "react-jsx"}}`},
		},
		{
			name: "what it is developed with", source: shown, want: []string{"jsx of react"},
			more: map[string]string{"package.json": `{"devDependencies": {"react": "1"}}`},
		},
		{name: "an h of the file", source: `import { h } from "../_lib/show"; h(<b>x</b>);`, want: []string{`"own h"`}},
		{name: "an h of the page", source: `declare const h: any; h("text", <b>x</b>);`, want: []string{`h("text",h("b",null,"x"))`}},
		{
			name: "a component of React is mounted", source: component, want: []string{"jsx of react", "react mounts"},
			more: map[string]string{"package.json": `{"dependencies": {"react": "1"}}`},
		},
		{
			name: "a component of Preact is mounted", source: "/** @jsxImportSource preact */\n" + component, want: []string{"jsx of preact", "preact mounts"},
		},
		{
			name: "a component of elsewhere is mounted", source: `import App from "../_lib/app"; export { App as default };`, want: []string{"jsx of react", "react mounts"},
			more: map[string]string{"package.json": `{"dependencies": {"react": "1"}}`, "views/_lib/app.tsx": component},
		},
		{
			name: "a source that is made for React", source: component, want: []string{"jsx of @emotion/react", "react mounts"}, sources: "tsconfig.json",
			more: map[string]string{"package.json": `{"dependencies": {"react": "1", "@emotion/react": "1"}}`, "tsconfig.json": `{"compilerOptions": {"jsxImportSource": "@emotion/react"}}`},
		},
		{
			name: "without a default export, it runs as it is", source: `import { render } from "react"; render(<b>x</b>, "own");`, want: []string{"jsx of react", `"own"`},
			more: map[string]string{"package.json": `{"dependencies": {"react": "1"}}`},
		},
		{
			name: "a type is no component", source: `export default interface App { x: 1 }; console.log("runs");`, want: []string{"runs"},
			more: map[string]string{"package.json": `{"dependencies": {"react": "1"}}`},
		},
		{
			name: "text that looks like an export", source: "export default () => <b>{`\nexport default 5`}</b>;", want: []string{"react mounts"},
			more: map[string]string{"package.json": `{"dependencies": {"react": "1"}}`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			texts := with(modules(map[string]string{
				"views/v/index.tsx":  test.source,
				"views/_lib/show.ts": `export const show = (x: unknown) => console.log(x); export const h = (...all: unknown[]) => console.log("own h", all);`,
			}, frameworkPackages()), test.more)
			document, err := newProject(files(texts)).Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.want {
				if !strings.Contains(document.HTML, want) {
					t.Errorf("no %s in %s", want, document.HTML)
				}
			}
			if strings.Count(document.HTML, "jsx of") > 1 || strings.Count(document.HTML, " mounts") > 1 ||
				strings.Contains(document.HTML, " mounts") != strings.Contains(strings.Join(test.want, " "), " mounts") {
				t.Errorf("more than what is wanted in %s", document.HTML)
			}
			if len(document.Warnings) > 0 {
				t.Errorf("warnings: %v", document.Warnings)
			}
			if test.sources != "" {
				sources := " " + strings.ReplaceAll(strings.Join(document.Sources, " "), "index.tsx", "")
				for name := range strings.FieldsSeq(test.sources) {
					if document.Root == "." {
						name = strings.TrimPrefix(name, "views/")
					}
					if !strings.Contains(sources, " "+name) {
						t.Errorf("%s is not among the sources%s", name, sources)
					}
				}
			}
		})
	}
}

func TestJSXFaults(t *testing.T) {
	t.Parallel()
	react := map[string]string{"package.json": `{"dependencies": {"react": "1"}}`}
	both := map[string]string{"package.json": `{"dependencies": {"react": "1", "preact": "1"}}`}
	for _, test := range []struct {
		name, source string
		more         map[string]string
		missing      bool // no packages
		code, at     string
		says         string
	}{
		{name: "nothing for it", source: `console.log(<b>x</b>);`, code: "jsx_runtime_missing", at: "views/v/index.tsx", says: "oriel add preact (or react, react-dom and, for TypeScript, @types/react and @types/react-dom)"},
		{name: "nothing for a component", source: `export default () => <b>x</b>;`, code: "jsx_runtime_missing", says: "neither React nor Preact"},
		{name: "an h, but nothing for a component", source: `import { h } from "./h"; export default () => <b>{h}</b>;`, code: "view_idle", says: "index.tsx where React or Preact is installed"},
		{
			name: "not installed", source: "console.log(1);\nconsole.log(<b>x</b>);", more: react, missing: true, code: "jsx_runtime_missing",
			says: `needs react: The package "react" is in package.json, but not installed.`,
		},
		{
			name: "a comment's is not installed", source: "/** @jsxImportSource preact */\nconsole.log(<b>x</b>);", more: react, missing: true,
			code: "jsx_runtime_missing", says: "oriel add preact",
		},
		{name: "two frameworks", source: `console.log(<b>x</b>);`, more: both, code: "jsx_ambiguous", at: "views/v/index.tsx", says: "@jsxImportSource react"},
		{name: "two frameworks, and a component", source: `export { App as default } from "./app";`, more: both, code: "jsx_ambiguous", says: "react and preact"},
		{name: "an element", source: `export default <b>x</b>;`, more: react, code: "component_invalid", at: "views/v/index.tsx", says: "an element"},
		{name: "text", source: `export default "x";`, more: react, code: "component_invalid", says: "text"},
		{name: "an object", source: `export default { name: "x" };`, more: react, code: "component_invalid", says: "an object"},
		{name: "a number", source: `export default -1;`, more: react, code: "component_invalid", says: "a number"},
		{name: "nothing", source: `export default null;`, more: react, code: "component_invalid", says: "not a function"},
		{
			name: "a fault in the first line is where it is", source: `const x: = <b/>; export default x;`, more: react, code: "syntax_error", at: "views/v/index.tsx:1:10",
		},
		{
			name: "a tsconfig that is broken", source: `console.log(<b>x</b>);`, more: map[string]string{"tsconfig.json": `{"compilerOptions": `},
			code: "tsconfig_invalid", at: "tsconfig.json",
		},
		{
			name: "a tsconfig that would write code", source: `console.log(<b>x</b>);`, code: "tsconfig_invalid", at: "tsconfig.json",
			more: map[string]string{"tsconfig.json": `{"compilerOptions": {"jsxImportSource": "x */ alert(1) /*"}}`},
		},
		{
			name: "a factory that would", source: `console.log(<b>x</b>);`, code: "tsconfig_invalid", at: "tsconfig.json",
			more: map[string]string{"tsconfig.json": `{"compilerOptions": {"jsxFactory": "h*/alert(1)/*"}}`},
		},
		{
			name: "two functions that would: the first is told", source: `console.log(<b>x</b>);`, code: "tsconfig_invalid", says: "jsxFactory is not a name",
			more: map[string]string{"tsconfig.json": `{"compilerOptions": {"jsxFactory": "a b", "jsxFragmentFactory": "c d"}}`},
		},
		{
			name: "a package.json that is broken", source: `console.log(<b>x</b>);`, more: map[string]string{"package.json": `{`},
			code: "package_invalid", at: "package.json",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			packages := frameworkPackages()
			if test.missing {
				packages = nil
			}
			fault := faultsOf(t, with(modules(map[string]string{
				"views/v/index.tsx": test.source,
				"views/v/h.ts":      `export const h = () => null;`,
				"views/v/app.tsx":   `export const App = () => null;`,
			}, packages), test.more))[0]
			if fault.Code != test.code || !strings.HasPrefix(fault.Position(), test.at) || !strings.Contains(fault.Message+" "+fault.Fix, test.says) {
				t.Errorf("want %s at %s: %s; got %s: %v", test.code, test.at, test.says, fault.Code, fault)
			}
			if strings.Contains(fault.Excerpt, "@jsxRuntime") {
				t.Errorf("what was put before the file is shown: %s", fault.Excerpt)
			}
		})
	}
}
