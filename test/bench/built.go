package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/view"
)

var importClause = regexp.MustCompile(`import\s*\{([^}]*)\}\s*from\s*"@oriel/view"`)

// importsOf returns the names of the runtime that a view uses. The bundler has removed types and unused
// imports.
func importsOf(entry string) ([]string, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{entry},
		Bundle:      true,
		Format:      api.FormatESModule,
		Target:      api.ES2022,
		TsconfigRaw: "{}",
		External:    []string{"@oriel/view"},
		TreeShaking: api.TreeShakingTrue,
		Loader:      map[string]api.Loader{".css": api.LoaderEmpty},
	})
	if err := failure(result); err != nil {
		return nil, err
	}
	clause := importClause.FindSubmatch(result.OutputFiles[0].Contents)
	if clause == nil {
		return nil, fmt.Errorf("%s imports nothing from @oriel/view", entry)
	}
	var names []string
	for name := range strings.SplitSeq(string(clause[1]), ",") {
		name, _, _ = strings.Cut(strings.TrimSpace(name), " as ")
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// presetName matches the names of the runtime's constants, which are not calls.
var presetName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// exportedCalls returns the runtime's exports without presets, sorted.
func exportedCalls(runtime fs.FS) ([]string, error) {
	names, err := exportsOf(runtime, "index.ts")
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, presetName.MatchString)
	if len(names) == 0 {
		return nil, errors.New("the runtime exports no calls")
	}
	return names, nil
}

// exportsOf returns the exports of a module of the runtime without types, sorted.
func exportsOf(runtime fs.FS, name string) ([]string, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{name},
		Bundle:      true,
		Format:      api.FormatESModule,
		Target:      api.ES2022,
		Outdir:      "out",
		Metafile:    true,
		TsconfigRaw: "{}",
		Plugins:     []api.Plugin{filesOf(runtime)},
	})
	if err := failure(result); err != nil {
		return nil, err
	}
	var built struct {
		Outputs map[string]struct {
			Exports []string `json:"exports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &built); err != nil {
		return nil, fmt.Errorf("reading what the runtime exports: %w", err)
	}
	var names []string
	for _, output := range built.Outputs {
		names = append(names, output.Exports...)
	}
	slices.Sort(names)
	return names, nil
}

// everyCall returns the runtime's calls in the table of docs/view, sorted: those that send requests to the
// host.
func everyCall(root string) ([]string, error) {
	raw, err := os.ReadFile(filepath.Join(root, "view", "test", "support.json"))
	if err != nil {
		return nil, fmt.Errorf("the table of calls is missing, run \"make generate\": %w", err)
	}
	var table map[string]json.RawMessage
	if err := json.Unmarshal(raw, &table); err != nil {
		return nil, fmt.Errorf("reading the table of calls: %w", err)
	}
	if len(table) == 0 {
		return nil, errors.New("the table of calls is empty")
	}
	return slices.Sorted(maps.Keys(table)), nil
}

// filesOf makes the bundler read only from a file system.
func filesOf(files fs.FS) api.Plugin {
	const namespace = "files"
	return api.Plugin{Name: namespace, Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Kind != api.ResolveEntryPoint && !strings.HasPrefix(args.Path, ".") {
				return api.OnResolveResult{Path: args.Path, External: true}, nil // a framework
			}
			return api.OnResolveResult{Path: path.Join(path.Dir(args.Importer), args.Path), Namespace: namespace}, nil
		})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			raw, err := fs.ReadFile(files, args.Path)
			text := string(raw)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderTS}, err //nolint:wrapcheck // the bundler says which file
		})
	}}
}

// using returns the source of a view that imports names of the runtime, without calling them.
func using(names []string) string {
	return "import * as oriel from \"@oriel/view\";\nglobalThis.used = [oriel." + strings.Join(names, ", oriel.") + "];\n"
}

// buildHello bundles the view of examples/hello, with more source text.
func buildHello(ctx context.Context, root, more string) (document []byte, err error) {
	source := helloSource(root)
	style := strings.TrimSuffix(source, "index.ts") + "greeting.css"
	files := fstest.MapFS{}
	for _, file := range []string{source, style} {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading examples/hello's view: %w", err)
		}
		files["views/greeting/"+filepath.Base(file)] = &fstest.MapFile{Data: text}
	}
	index := files["views/greeting/index.ts"]
	index.Data = append(index.Data, more...)
	return buildFiles(ctx, files)
}

// buildView bundles a view with one source file, as "oriel generate" does.
func buildView(ctx context.Context, source string) (document []byte, err error) {
	return buildFiles(ctx, fstest.MapFS{"views/greeting/index.ts": {Data: []byte(source)}})
}

func buildFiles(ctx context.Context, files fstest.MapFS) (document []byte, err error) {
	project := &bundle.Project{
		Files:   files,
		Views:   "views",
		Runtime: view.Sources(),
		Hash:    view.SourceHash,
	}
	built, err := project.BuildAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("bundling a view: %w", err)
	}
	return []byte(built[0].HTML), nil
}

// buildRuntime bundles a view that imports names of the runtime, and returns its script.
func buildRuntime(ctx context.Context, names []string) ([]byte, error) {
	document, err := buildView(ctx, using(names))
	if err != nil {
		return nil, err
	}
	script := lastScript.FindSubmatch(document)
	if script == nil {
		return nil, errors.New("the document of the runtime has no script")
	}
	return script[2], nil
}

// The major versions of the official SDK, by their names in package.json.
const (
	official    = "@modelcontextprotocol/ext-apps"
	officialOld = "ext-apps-1"
)

// buildOfficial bundles a view in testdata/official, which uses the official SDK's App. The bundler and its
// settings are the same as for ours.
func buildOfficial(root, sdk, name string) ([]byte, error) {
	dir, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("finding the checkout: %w", err)
	}
	options := buildOptions(dir)
	options.EntryPoints = []string{filepath.Join("test", "bench", "testdata", "official", name+".ts")}
	options.Platform = api.PlatformBrowser
	options.Define = map[string]string{"process.env.NODE_ENV": `"production"`}
	if sdk != official {
		options.Alias = map[string]string{official: sdk}
	}
	result := api.Build(options)
	if err := failure(result); err != nil {
		return nil, fmt.Errorf("%w; \"npm ci\" installs the official SDK", err)
	}
	return result.OutputFiles[0].Contents, nil
}

// buildOptions returns the settings of tools/assets, which are used for all scripts that are compared.
func buildOptions(dir string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     dir,
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		TsconfigRaw:       "{}",
	}
}

var lastScript = regexp.MustCompile(`(?s)(<script[^>]*>)((?:[^<]|<[^/]|</[^s])*)(</script>[^<]*(?:</body>)?\s*(?:</html>)?\s*)$`)

// replaceScript replaces the last script of a document.
func replaceScript(document, script []byte) ([]byte, error) {
	at := lastScript.FindSubmatchIndex(document)
	if at == nil {
		return nil, errors.New("the built view does not end with its script")
	}
	return slices.Concat(document[:at[4]], script, document[at[5]:]), nil
}

// version returns the name and version of an installed SDK.
func version(root, sdk string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(root, "node_modules", filepath.FromSlash(sdk), "package.json"))
	if err != nil {
		return "", fmt.Errorf("the official SDK is missing, run \"npm ci\": %w", err)
	}
	var manifest struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return "", fmt.Errorf("reading the official SDK's version: %w", err)
	}
	return manifest.Name + " " + manifest.Version, nil
}

// failure returns the bundler's errors as one.
func failure(result api.BuildResult) error {
	if len(result.Errors) == 0 {
		return nil
	}
	texts := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
	return errors.New(strings.TrimSpace(strings.Join(texts, "")))
}
