// Package entries_test shows views of one platform alone, written for React and for
// Preact, in a real browser.
package entries_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/browsertest"
	"github.com/orielapps/oriel/view"
)

// libraries are what the views are rendered by: the ending of the entry, the page's
// half, and where its packages are.
var libraries = map[string]struct{ entry, ui, packages string }{
	"React 19": {"index.ts", "react.ts", "node_modules"},
	"React 18": {"index.ts", "react.ts", "internal/viewtest/react18/node_modules"},
	"Preact":   {"preact.ts", "preact.ts", "node_modules"},
}

// outcome is what a page has found.
type outcome struct {
	Problems []string
	Looks    int
}

// allVariable asks for React 18, too.
const allVariable = "ORIEL_TEST_ALL"

// TestEntries has the hooks of each entry used in each of its hosts, and where there
// is none.
func TestEntries(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for library, from := range libraries {
		if library == "React 18" && os.Getenv(allVariable) == "" {
			continue
		}
		for name, hosts := range map[string][]string{
			"chatgpt": {"bridge", "openai", "none", "lost"},
			"mcp":     {"mcp-apps", "none", "lost"},
		} {
			document := page(t, name, from.entry, from.ui, from.packages)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte(document))
			}))
			t.Cleanup(server.Close)
			for _, host := range hosts {
				t.Run(name+" on "+library+" in "+host, func(t *testing.T) {
					t.Parallel()
					p := browser.Open(t, server.URL+"/?host="+host)
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
					for _, m := range p.Messages() {
						// React speaks of its tools, and of what a boundary has caught.
						if m.Type == "info" || host == "lost" {
							continue
						}
						t.Errorf("in the console: %s", m)
					}
				})
			}
		}
	}
}

// page is a document with a page of testdata, bundled for a library.
func page(t *testing.T, name, entry, ui, packages string) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	alias := map[string]string{
		"@oriel/view/chatgpt": "./view/src/chatgpt/" + entry,
		"@oriel/view/mcp":     "./view/src/mcp/" + entry,
		"@oriel/view/testing": "./view/src/testing/index.ts",
		"ui":                  "./internal/viewtest/entries/testdata/" + ui,
	}
	for _, name := range []string{"react", "react-dom", "preact"} {
		alias[name] = filepath.Join(root, packages, name)
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: root,
		EntryPoints:   []string{"internal/viewtest/entries/testdata/" + name + ".ts"},
		Bundle:        true,
		Format:        api.FormatIIFE,
		Target:        api.ES2022,
		Platform:      api.PlatformBrowser,
		TsconfigRaw:   "{}",
		Define:        map[string]string{"process.env.NODE_ENV": `"development"`},
		Alias:         alias,
	})
	if len(result.Errors) > 0 {
		t.Fatalf("bundling %s: %+v", name, result.Errors)
	}
	return "<!doctype html><meta charset=utf-8><title>entries</title><link rel=icon href=data:,><body><div id=root></div>" +
		view.Script(string(result.OutputFiles[0].Contents))
}
