package bundle

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// Where a module comes from, as the bundler's namespaces.
const (
	fromProject = "project" // a file of the project
	fromRuntime = "runtime" // a file of the runtime
	fromPage    = "page"    // a script or style that stands in index.html
	fromEntry   = "entry"   // a module that only imports others
)

// module is something to bundle: where it comes from, and its name there.
type module struct{ namespace, name string }

func (m module) String() string { return m.namespace + ":" + m.name }

// compiler runs the bundler for one view. All its file access goes through the
// plugin below, so that nothing on the machine (a tsconfig.json further up, a
// package.json, NODE_PATH) has a say in what comes out.
type compiler struct {
	tree    *tree
	runtime fs.FS
	dir     string // of the view
	page    *page  // of the view, if it has one

	mu   sync.Mutex
	used map[string]bool // project files that were read
}

// target is one output of the bundler: modules that become one script, with
// the style that they import, or one style sheet.
type target struct {
	name    string
	modules []module
	// alone makes the only module the bundler's entry itself. A script is
	// imported by another one instead, so that what it exports to nobody is dead
	// code.
	alone bool
}

// texts are what the bundler made of a target.
type texts struct{ script, style string }

// compile bundles all targets in one go.
func (c *compiler) compile(targets []target) (outputs map[string]texts, faults, warnings Faults) {
	options := c.options()
	options.Bundle = true
	options.Format = api.FormatIIFE
	for i, t := range targets {
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{
			InputPath:  "target:" + strconv.Itoa(i),
			OutputPath: t.name,
		})
	}
	options.Plugins = []api.Plugin{c.plugin(targets)}
	result := api.Build(options)

	outputs = make(map[string]texts, len(targets))
	for _, file := range result.OutputFiles {
		base := path.Base(strings.ReplaceAll(file.Path, `\`, "/"))
		name := strings.TrimSuffix(base, path.Ext(base))
		text := strings.TrimSuffix(string(file.Contents), "\n")
		output := outputs[name]
		if path.Ext(base) == ".css" {
			output.style = text
		} else {
			output.script = text
		}
		outputs[name] = output
	}
	return outputs, c.faults(result.Errors), c.warnings(result.Warnings)
}

// classic minifies a script that is no module: what it declares stays global,
// and it can't import.
func (c *compiler) classic(name string) (script string, faults, warnings Faults) {
	options := c.options()
	options.Metafile = true
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "target:0", OutputPath: "classic"}}
	options.Plugins = []api.Plugin{c.plugin([]target{{modules: []module{{fromProject, name}}, alone: true}})}
	result := api.Build(options)
	if len(result.Errors) > 0 || len(result.OutputFiles) != 1 {
		return "", c.faults(result.Errors), c.warnings(result.Warnings)
	}
	if strings.Contains(result.Metafile, `"format": "esm"`) {
		return "", Faults{{
			Code:    "script_not_module",
			File:    name,
			Message: path.Base(name) + " imports or exports, which only a module can.",
			Fix:     `Load it with <script type="module" src="…">.`,
		}}, nil
	}
	return strings.TrimSuffix(string(result.OutputFiles[0].Contents), "\n"), nil, c.warnings(result.Warnings)
}

func (c *compiler) options() api.BuildOptions {
	return api.BuildOptions{
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsEndOfFile,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		JSX:               api.JSXTransform,
		JSXFactory:        "h",
		JSXFragment:       "Fragment",
		Define:            map[string]string{"process.env.NODE_ENV": `"production"`},
		Outdir:            "out",
		LogLevel:          api.LogLevelSilent,
	}
}

func (c *compiler) plugin(targets []target) api.Plugin {
	return api.Plugin{
		Name: "oriel",
		Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return c.resolve(args, targets), nil
			})
			for namespace, load := range map[string]func(string, map[string]string) (string, api.Loader, *Fault){
				fromProject: c.loadProject,
				fromRuntime: c.loadRuntime,
				fromPage:    c.loadPage,
			} {
				build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
					text, loader, fault := load(args.Path, args.With)
					if fault != nil {
						return api.OnLoadResult{Errors: carry(fault)}, nil
					}
					return api.OnLoadResult{Contents: &text, Loader: loader}, nil
				})
			}
			build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: fromEntry}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				text := importsOf(targets, args.Path)
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
			})
		},
	}
}

// resolve says which module a specifier means.
func (c *compiler) resolve(args api.OnResolveArgs, targets []target) api.OnResolveResult {
	if args.Kind == api.ResolveEntryPoint {
		index := strings.TrimPrefix(args.Path, "target:")
		if i, err := strconv.Atoi(index); err == nil && targets[i].alone {
			return found(targets[i].modules[0])
		}
		return found(module{fromEntry, index})
	}
	if args.Namespace == fromEntry {
		namespace, name, _ := strings.Cut(args.Path, ":")
		return found(module{namespace, name})
	}
	if args.Namespace == fromRuntime {
		return found(module{fromRuntime, path.Join(path.Dir(args.Importer), args.Path)})
	}
	dir := path.Dir(args.Importer)
	if args.Namespace == fromPage {
		dir = c.dir
	}
	switch args.Kind {
	case api.ResolveCSSURLToken, api.ResolveCSSImportRule, api.ResolveCSSComposesFrom:
		if kept(args.Path) {
			return api.OnResolveResult{Path: args.Path, External: true}
		}
		name, suffix, fault := c.tree.resolveURL(dir, args.Path)
		if fault != nil {
			return api.OnResolveResult{Errors: carry(fault)}
		}
		result := found(module{fromProject, name})
		result.Suffix = fragment(suffix)
		return result
	default:
		if args.Path == runtimeName {
			return found(module{fromRuntime, "index.ts"})
		}
		if strings.HasPrefix(args.Path, "data:") {
			return api.OnResolveResult{} // the bundler inlines these itself
		}
		name, fault := c.tree.resolveModule(dir, args.Path)
		if fault != nil {
			return api.OnResolveResult{Errors: carry(fault)}
		}
		return found(module{fromProject, name})
	}
}

func found(m module) api.OnResolveResult {
	return api.OnResolveResult{Path: m.name, Namespace: m.namespace}
}

// carry takes a fault through the bundler, which adds the place of the import.
func carry(fault *Fault) []api.Message {
	return []api.Message{{Text: fault.Message, Detail: fault}}
}

func (c *compiler) loadProject(name string, attributes map[string]string) (string, api.Loader, *Fault) {
	how, fault := formatOf(name, attributes)
	if fault != nil {
		return "", api.LoaderNone, fault
	}
	data, fault := c.read(name, how.text)
	return string(data), how.loader, fault
}

// read reads a project file and notes that the view is made of it.
func (c *compiler) read(name string, text bool) ([]byte, *Fault) {
	c.mu.Lock()
	c.used[name] = true
	c.mu.Unlock()
	return c.tree.read(name, text)
}

func (c *compiler) loadRuntime(name string, _ map[string]string) (string, api.Loader, *Fault) {
	data, err := fs.ReadFile(c.runtime, name)
	if err != nil {
		return "", api.LoaderNone, &Fault{
			Code:    "runtime_incomplete",
			Message: fmt.Sprintf("The runtime that this oriel carries has no file %q.", name),
			Fix:     "Install oriel again.",
		}
	}
	return string(data), api.LoaderTS, nil
}

func (c *compiler) loadPage(index string, _ map[string]string) (string, api.Loader, *Fault) {
	i, err := strconv.Atoi(index)
	if err != nil || c.page == nil || i < 0 || i >= len(c.page.inline) {
		return "", api.LoaderNone, &Fault{Code: "page_incomplete", Message: "The page has no part " + index + "."}
	}
	return c.page.inline[i].text, c.page.inline[i].loader, nil
}

// importsOf returns the text of the module that imports a target's modules, in
// order.
func importsOf(targets []target, index string) string {
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(targets) {
		return ""
	}
	var b strings.Builder
	for _, m := range targets[i].modules {
		b.WriteString("import " + strconv.Quote(m.String()) + ";\n")
	}
	return b.String()
}
