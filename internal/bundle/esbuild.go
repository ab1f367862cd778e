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
	fromNothing = "nothing" // what a package has replaced by nothing
)

// module is something to bundle: where it comes from, and its name there.
type module struct{ namespace, name string }

func (m module) String() string { return m.namespace + ":" + m.name }

// compiler runs the bundler for one view. All its file access goes through the
// plugin below, so that nothing on the machine (a tsconfig.json further up, a
// global node_modules, NODE_PATH) has a say in what comes out.
type compiler struct {
	tree     *tree
	packages *packages
	runtime  fs.FS
	dir      string // of the view
	page     *page  // of the view, if it has one

	mu      sync.Mutex
	used    map[string]bool            // project files that were read
	held    map[string]bool            // files of packages that were read
	graph   map[string]map[string]bool // which file imports which
	refused map[string]*Fault          // imports that may fail, by importer and specifier
	shifts  map[string]int             // bytes put before the first line of a file
}

func newCompiler(files, runtime fs.FS, views, dir string) *compiler {
	t := newTree(files)
	return &compiler{
		tree:     t,
		packages: newPackages(t, views),
		runtime:  runtime,
		dir:      dir,
		used:     make(map[string]bool),
		held:     make(map[string]bool),
		graph:    make(map[string]map[string]bool),
		refused:  make(map[string]*Fault),
		shifts:   make(map[string]int),
	}
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
	// component has the module's default export mounted, by the runtime's entry
	// of this name: "react".
	component string
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
				fromNothing: loadNothing,
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
	if fault != nil || how.loader != api.LoaderTSX && how.loader != api.LoaderJSX {
		return string(data), how.loader, fault
	}
	text, fault := c.withJSX(name, string(data))
	return text, how.loader, fault
}

func loadNothing(string, map[string]string) (string, api.Loader, *Fault) {
	return "module.exports = {};", api.LoaderJS, nil
}

// read reads a project file and notes that the view is made of it.
func (c *compiler) read(name string, text bool) ([]byte, *Fault) {
	c.note(name)
	return c.tree.read(name, text)
}

// note notes that the view is made of a file.
func (c *compiler) note(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if packaged(name) {
		c.held[name] = true
	} else {
		c.used[name] = true
	}
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
	if entry := targets[i].component; entry != "" {
		b.WriteString("import View from " + strconv.Quote(targets[i].modules[0].String()) + ";\n" +
			"import { mount } from " + strconv.Quote(module{fromRuntime, runtimeEntries[entry]}.String()) + ";\nmount(View);\n")
		return b.String()
	}
	for _, m := range targets[i].modules {
		b.WriteString("import " + strconv.Quote(m.String()) + ";\n")
	}
	return b.String()
}
