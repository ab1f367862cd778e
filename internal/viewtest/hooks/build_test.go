package hooks_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/view"
)

// root is the module's folder.
const root = "../../.."

// A library is what a page is drawn with.
type library struct {
	name string
	// hooks is the entry that the library's users import.
	hooks string
	// binding is the file below testdata/library.
	binding string
	// alias says where its packages are, if not where they are found.
	alias map[string]string
	// strict puts StrictMode around everything.
	strict bool
}

func libraries() []library {
	const old = "./internal/viewtest/react18/node_modules/"
	return []library{
		{name: "React 18", hooks: "react", binding: "react", alias: map[string]string{"react": old + "react", "react-dom": old + "react-dom"}},
		{name: "React 19", hooks: "react", binding: "react", strict: true},
		{name: "Preact", hooks: "preact", binding: "preact"},
	}
}

// A script is something to build: an entry below testdata, or below another
// folder of the module if it says so.
type script struct {
	entry  string
	with   library
	alias  map[string]string
	define map[string]string
}

// scripts are those that were built already, by all that they are made of.
var scripts sync.Map

// build bundles a script into one that is classic.
func build(t *testing.T, s script) string {
	t.Helper()
	key := fmt.Sprintf("%+v", s)
	once, _ := scripts.LoadOrStore(key, sync.OnceValues(func() (string, error) { return bundle(s) }))
	built, ok := once.(func() (string, error))
	if !ok {
		t.Fatalf("scripts has a %T", once)
	}
	text, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func bundle(s script) (string, error) {
	dir, err := filepath.Abs(root)
	if err != nil {
		return "", fmt.Errorf("finding the module: %w", err)
	}
	alias := map[string]string{
		"@oriel/view": "./view/src/index.ts",
		"#hooks":      "./view/src/" + s.with.hooks + "/index.ts",
		"#library":    "./internal/viewtest/hooks/testdata/library/" + s.with.binding + ".ts",
	}
	maps.Copy(alias, s.with.alias)
	maps.Copy(alias, s.alias)
	define := map[string]string{
		// The builds that complain.
		"process.env.NODE_ENV": `"development"`,
		"STRICT":               strconv.FormatBool(s.with.strict),
	}
	maps.Copy(define, s.define)
	entry := s.entry
	if !strings.Contains(entry, "internal/") {
		entry = "internal/viewtest/hooks/testdata/" + entry
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: dir,
		EntryPoints:   []string{entry},
		Bundle:        true,
		Format:        api.FormatIIFE,
		Target:        api.ES2022,
		Platform:      api.PlatformBrowser,
		Charset:       api.CharsetASCII,
		TsconfigRaw:   "{}",
		Alias:         alias,
		Define:        define,
		Plugins:       []api.Plugin{counting},
	})
	if len(result.Errors) > 0 {
		return "", fmt.Errorf("bundling %s: %s\n\"make test\" installs what it needs, or \"npm ci\"", s.entry,
			strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}), "\n"))
	}
	return string(result.OutputFiles[0].Contents), nil
}

// counting lets a page ask how many handlers the runtime's store has, which is
// nobody else's business.
var counting = api.Plugin{Name: "counting", Setup: func(build api.PluginBuild) {
	build.OnLoad(api.OnLoadOptions{Filter: `[/\\]view[/\\]src[/\\]store\.ts$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
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
