// Package entries_test shows views of one platform alone, written for React and for
// Preact, in a real browser.
package entries_test

import (
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/view"
)

// outcome is what a page has found.
type outcome struct {
	Problems []string
	Looks    int
}

// TestEntries has the hooks of each entry used in each of its hosts, and where there
// is none.
func TestEntries(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, library := range viewpage.Libraries() {
		for name, hosts := range map[string][]string{
			"chatgpt": {"bridge", "openai", "none", "lost"},
			"mcp":     {"mcp-apps", "none", "lost"},
		} {
			document := page(t, name, library)
			address := viewpage.Serve(t, document)
			for _, host := range hosts {
				t.Run(name+" on "+library.Name+" in "+host, func(t *testing.T) {
					t.Parallel()
					p := browser.Open(t, address+"/?host="+host)
					if err := p.Main().WaitFor(t.Context(), "globalThis.outcome"); err != nil {
						t.Fatal(err)
					}
					got, err := browsertest.Eval[outcome](t.Context(), p.Main(), "outcome")
					if err != nil {
						t.Fatal(err)
					}
					for _, problem := range got.Problems {
						t.Error(problem)
					}
					if got.Looks == 0 {
						t.Error("the page has looked at nothing")
					}
					if host != "lost" { // where React speaks of what a boundary has caught
						viewpage.Clean(t, p)
					}
				})
			}
		}
	}
}

// page is a document with a page of testdata, bundled for a library.
func page(t *testing.T, name string, on viewpage.Library) string {
	t.Helper()
	entry := map[string]string{"react": "index.ts", "preact": "preact.ts"}[on.Entry]
	alias := on.Packages()
	alias["@oriel/view/chatgpt"] = "./view/src/chatgpt/" + entry
	alias["@oriel/view/mcp"] = "./view/src/mcp/" + entry
	alias["#calls"] = "./view/src/mcp/" + on.Entry + "/calls.ts"
	alias["@oriel/view/testing"] = "./view/src/testing/index.ts"
	alias["ui"] = "./test/viewtest/entries/testdata/" + on.Entry + ".ts"
	script := viewpage.Script{Entry: "test/viewtest/entries/testdata/" + name + ".ts", Alias: alias}
	return "<!doctype html><meta charset=utf-8><title>entries</title><link rel=icon href=data:,><body><div id=root></div>" +
		view.Script(script.Build(t))
}
