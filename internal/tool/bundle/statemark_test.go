package bundle_test

import (
	"maps"
	"testing"

	"github.com/orielapps/oriel/view"
)

// A document says that the view keeps state with the app if it contains the runtime's part
// that does, in production and in development.
func TestStateMark(t *testing.T) {
	t.Parallel()
	preact := map[string]string{
		"package.json": `{"dependencies": {"preact": "*"}}`, "package-lock.json": "{}",
		"node_modules/preact/index.js": "module.exports = {};", "node_modules/preact/hooks.js": "module.exports = {};",
		"node_modules/preact/jsx-runtime.js": "module.exports = {};",
	}
	for name, test := range map[string]struct {
		texts map[string]string
		want  bool
	}{
		"a store": {map[string]string{"index.ts": `import { createStore } from "@oriel/view"; createStore(0);`}, true},
		"a hook":  {map[string]string{"index.tsx": `import { useWidgetState } from "@oriel/view/preact"; export default () => <b>{useWidgetState(0)[0]}</b>;`}, true},
		"a page with a store": {map[string]string{
			"index.html": `<p>State</p><script type="module" src="./a.ts"></script>`,
			"a.ts":       `import { createStore } from "@oriel/view"; createStore(0);`,
		}, true},
		"two parts of the runtime": {map[string]string{
			"index.ts": `import { createStore } from "@oriel/view"; import { setWidgetState } from "@oriel/view/chatgpt/native"; createStore(0); setWidgetState({});`,
		}, true},
		"another hook":          {map[string]string{"index.tsx": `import { useToolResult } from "@oriel/view/preact"; export default () => <b>{useToolResult().text}</b>;`}, false},
		"the tool's name":       {map[string]string{"index.ts": `import { callTool } from "@oriel/view"; callTool("oriel_state", {}); document.title = "createStore";`}, false},
		"an import without use": {map[string]string{"index.ts": `import { callTool, createStore } from "@oriel/view"; callTool("a", {});`}, false},
		"the mark in a page": {map[string]string{
			"index.html": `<html><head><META name="Oriel-Keeps-State" content="true">` + view.StateMark + `</head><p>` + view.StateMark + `</html>`,
		}, false},
		"the mark in a script": {map[string]string{"index.ts": "document.title = `" + view.StateMark + `<meta name="oriel-sources"` + "`;"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := maps.Clone(preact)
			for file, text := range test.texts {
				texts["views/v/"+file] = text
			}
			b := withRuntime(t, texts)
			for range 2 { // the second build has the parts of the runtime that the first found
				if got := view.HasStateMark(b.build(t, "v").HTML); got != test.want {
					t.Errorf("in development: %t", got)
				}
			}
			document, err := withItsRuntime(t, b.dir).Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			if got := view.HasStateMark(document.HTML); got != test.want {
				t.Errorf("in production: %t", got)
			}
		})
	}
}
