package bundle_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// TestComponentMissing checks which views without a default export would stay
// empty: those, and no others, are faults.
func TestComponentMissing(t *testing.T) {
	t.Parallel()
	const fault = "component_missing"
	for _, test := range []struct {
		name, source string
		code, says   string
	}{
		{"a component without default", `import { useState } from "react"; export function Card() { const [n] = useState(1); return <b>{n}</b>; }`, fault, "Export Card by default"},
		{"a component that is not exported", `import "./s.css"; import { useState } from "react"; const App = () => <b>{useState(1)}</b>;`, fault, "export default function App"},
		{"what another module exports", `export * from "./app";`, fault, "App"},
		{"what the runtime does", `import { mount } from "@oriel/view/react"; export const App = () => <b>{String(mount)}</b>;`, fault, "App"},
		{"a value", `export const total = 1;`, fault, "export default function App"},
		{"a class", `import * as React from "react"; export class Panel extends React.Component { render() { return <b/>; } }`, fault, "Export Panel by default"},
		{"it renders itself", `import { render } from "react"; const App = () => <b/>; render(<App/>, document.body);`, "", ""},
		{"another module renders", `import "./main"; export const x = 1;`, "", ""},
		{"a package renders", `import "renders"; export const App = () => <b/>;`, "", ""},
		{"it writes", `document.body.textContent = "x"; export const App = () => <b/>;`, "", ""},
		{"a default export by another name", `const App = () => <b/>; export { App as default };`, "", ""},
		{"a default export of another module", `export { App as default } from "./app";`, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			texts := fakeReact(map[string]string{
				"go.mod":                            "module m\n",
				"views/v/index.tsx":                 test.source,
				"views/v/s.css":                     "b { color: red }",
				"views/v/app.tsx":                   `import { kind } from "react"; export const App = () => <b>{kind}</b>;`,
				"views/v/main.tsx":                  `import { render } from "react"; render("main", 1);`,
				"node_modules/renders/index.js":     `document.title = "rendered";`,
				"node_modules/renders/package.json": `{"name": "renders"}`,
			})
			project := open(t, write(t, texts))
			dev := project.Dev(bundle.DevOptions{})
			defer dev.Close()
			_, err := project.Build(t.Context(), "v")
			_, inDev := dev.Build(t.Context(), "v")
			if got := strings.Join(codes(t, err), " "); got != test.code {
				t.Errorf("codes %q, want %q: %v", got, test.code, err)
			}
			if test.code == "" {
				if inDev != nil {
					t.Error(inDev)
				}
				return
			}
			if err == nil {
				return
			}
			contains(t, err.Error(), "index.tsx", test.says)
			if inDev == nil || inDev.Error() != err.Error() {
				t.Errorf("in development: %v", inDev)
			}
		})
	}
}
