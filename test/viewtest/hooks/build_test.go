package hooks_test

import (
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/view"
)

// A library is what a page is drawn with.
type library struct {
	viewpage.Library

	// alias says where its packages are, if not where the library has them.
	alias map[string]string
}

// strict tells whether StrictMode is around everything.
func (l library) strict() bool { return l.Name == "React 19" }

func libraries() []library {
	var all []library
	for _, l := range viewpage.Every() {
		all = append(all, library{Library: l})
	}
	return all
}

// A script is something to build: an entry below testdata, or below another
// folder of the module if it says so.
type script struct {
	entry  string
	with   library
	alias  map[string]string
	define map[string]string
}

// build bundles a script into one that is classic.
func build(t *testing.T, s script) string {
	t.Helper()
	alias := map[string]string{}
	if hooks := s.with.Entry; hooks != "" {
		alias = s.with.Packages()
		alias["#hooks"] = "./view/src/" + hooks + "/index.ts"
		alias["#calls"] = "./view/src/" + hooks + "/calls.ts"
		alias["#read"] = "./view/src/" + hooks + "/read.ts"
		alias["#library"] = "./test/viewtest/hooks/testdata/library/" + hooks + ".ts"
	}
	maps.Copy(alias, s.with.alias)
	maps.Copy(alias, s.alias)
	define := map[string]string{"STRICT": strconv.FormatBool(s.with.strict())}
	maps.Copy(define, s.define)
	entry := s.entry
	if !strings.HasPrefix(entry, "test/") {
		entry = "test/viewtest/hooks/testdata/" + entry
	}
	return viewpage.Script{Entry: entry, Alias: alias, Define: define, Plugins: []api.Plugin{counting}}.Build(t)
}

// counting lets a page ask how many handlers the runtime's store has, which is
// nobody else's business.
var counting = api.Plugin{Name: "counting", Setup: func(build api.PluginBuild) {
	build.OnLoad(api.OnLoadOptions{Filter: `[/\\]view[/\\]src[/\\]data[/\\]topics\.ts$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		source, err := os.ReadFile(args.Path)
		if err != nil {
			return api.OnLoadResult{}, fmt.Errorf("reading the store: %w", err)
		}
		text := string(source) + `
Object.assign(globalThis, { handlers: () => Object.values(handlers).reduce((count, set) => count + set.size, 0) });
`
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderTS}, nil
	})
}}

// pageOf is the document of one of the pages, which come as one script.
func pageOf(t *testing.T, l library, name string) string {
	t.Helper()
	return document(" data-page="+name, "", build(t, script{entry: "pages/index.ts", with: l}))
}

// document is a page around a script.
func document(attributes, body, text string) string {
	return "<!doctype html><meta charset=utf-8><title>hooks</title><link rel=icon href=data:,><body" + attributes + ">" + body + view.Script(text)
}
