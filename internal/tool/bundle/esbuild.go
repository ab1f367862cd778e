package bundle

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// Where a module comes from, as the bundler's namespaces.
const (
	fromProject = "project" // a file of the project
	fromRuntime = "runtime" // a file of the runtime
	fromPage    = "page"    // a script or style that stands in index.html
	fromEntry   = "entry"   // a module that only imports others
	fromNothing = "nothing" // what a package has replaced by nothing
	fromShelf   = "shelf"   // a file that is prebuilt
)

// module is something to bundle: where it comes from, and its name there.
type module struct{ namespace, name string }

func (m module) String() string { return m.namespace + ":" + m.name }

// compiler runs the bundler for one view. All its file access goes through the
// plugin below, so that nothing on the machine (a tsconfig.json further up, a
// global node_modules, NODE_PATH) has a say in what comes out.
type compiler struct {
	tree     *source.Tree
	resolver *resolver.Resolver
	runtime  fs.FS
	views    string // the folder of all views
	dir      string // of the view
	page     *page  // of the view, if it has one
	targets  []target
	outputs  map[string]texts // of the bundle
	mode     mode
	styling  styling
	remote   map[string]string // origins of what packages' styles load, and a style sheet that does

	mu      sync.Mutex
	used    map[string]bool            // project files that were read
	held    map[string]bool            // files of packages that were read
	graph   map[string]map[string]bool // which file imports which
	refused map[string]*Fault          // imports that may fail, by importer and specifier
	shifts  map[string]int             // bytes put before the first line of a file
	wanted  map[string]bool            // files that have to be prebuilt
	before  string                     // the element of what is prebuilt
	edges   []led                      // imports, where they are recorded
	asked   map[string]bool            // files of the runtime that the view imports
	sizes   map[string]int             // bytes in the output by input, where they are measured
}

func newCompiler(files, runtime fs.FS, views, dir string) *compiler {
	t := source.NewTree(files)
	return &compiler{
		tree:     t,
		resolver: resolver.New(t, views),
		views:    views,
		mode:     mode{environment: production},
		runtime:  runtime,
		dir:      dir,
		used:     make(map[string]bool),
		held:     make(map[string]bool),
		graph:    make(map[string]map[string]bool),
		refused:  make(map[string]*Fault),
		shifts:   make(map[string]int),
		styling:  styling{engines: new(engines), sheets: new(keptSheets)},
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
	// text, if there is one, is that of the entry; modules are not asked for then.
	text string
}

// texts are what the bundler made of a target; a source map only where it is made.
type texts struct {
	script, style       string
	scripted, styled    bool // there is a script, or a style, which may be empty
	scriptMap, styleMap string
}

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
	if c.mode.mapping {
		options.Sourcemap = api.SourceMapExternal
	}
	c.targets = targets
	options.Metafile = c.mode.measured
	result := c.run(targets[0].name, options)
	for range maxSettling {
		if len(result.Errors) > 0 || !c.unsettled() {
			break
		}
		result = c.run(targets[0].name, options)
	}
	if c.mode.measured {
		c.measure(result.Metafile)
	}

	outputs = make(map[string]texts, len(targets))
	for _, file := range result.OutputFiles {
		base := path.Base(strings.ReplaceAll(file.Path, `\`, "/"))
		name, kind, _ := strings.Cut(base, ".")
		text := strings.TrimSuffix(string(file.Contents), "\n")
		output := outputs[name]
		switch kind {
		case "css":
			output.style, output.styled = text, true
		case "css.map":
			output.styleMap = text
		case "js.map":
			output.scriptMap = text
		default:
			output.script, output.scripted = text, true
		}
		outputs[name] = output
	}
	return outputs, c.faults(result.Errors), c.warnings(result.Warnings)
}

// finish makes of what was bundled what a document holds.
func (c *compiler) finish(outputs map[string]texts) {
	c.before += withoutFonts(outputs)
	c.mapped(outputs)
	c.outputs = outputs
}

// run runs the bundler, anew or as the kept one of a use.
func (c *compiler) run(use string, options api.BuildOptions) api.BuildResult {
	if c.mode.keeper != nil {
		return c.mode.keeper.run(c, use, options)
	}
	options.Plugins = []api.Plugin{plugin(func() *compiler { return c })}
	return api.Build(options)
}

// classic minifies a script that is no module: what it declares stays global,
// and it can't import.
func (c *compiler) classic(name string) (script string, faults, warnings Faults) {
	options := c.options()
	options.Metafile = true
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "target:0", OutputPath: "classic"}}
	c.targets = []target{{modules: []module{{fromProject, name}}, alone: true}}
	result := c.run("classic:"+name, options)
	if len(result.Errors) > 0 || len(result.OutputFiles) != 1 {
		return "", c.faults(result.Errors), c.warnings(result.Warnings)
	}
	if c.mode.measured {
		c.measure(result.Metafile)
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
	minify := !c.mode.development()
	return api.BuildOptions{
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsEndOfFile,
		MinifySyntax:      minify || c.mode.brief,
		MinifyWhitespace:  minify || c.mode.brief,
		MinifyIdentifiers: minify,
		JSX:               api.JSXTransform,
		JSXFactory:        "h",
		JSXFragment:       "Fragment",
		Define:            map[string]string{"process.env.NODE_ENV": strconv.Quote(c.mode.environment)},
		Outdir:            "out",
		LogLevel:          api.LogLevelSilent,
	}
}

// plugin connects the bundler with the compiler of the build that runs.
func plugin(current func() *compiler) api.Plugin {
	return api.Plugin{
		Name: "oriel",
		Setup: func(build api.PluginBuild) {
			build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				return current().resolve(args), nil
			})
			for namespace, load := range map[string]func(*compiler, string, map[string]string) (string, api.Loader, *Fault){
				fromProject: (*compiler).loadProject,
				fromRuntime: (*compiler).loadRuntime,
				fromPage:    (*compiler).loadPage,
				fromNothing: (*compiler).loadNothing,
				fromShelf:   (*compiler).loadPrebuilt,
			} {
				build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
					text, loader, fault := load(current(), args.Path, args.With)
					if fault != nil {
						return api.OnLoadResult{Errors: carry(fault)}, nil
					}
					return api.OnLoadResult{Contents: &text, Loader: loader}, nil
				})
			}
			build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: fromEntry}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				text := importsOf(current().targets, args.Path)
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
	if how.lines && utf8.Valid(data) {
		data = withoutReturns(data)
	}
	if fault == nil && (how.loader == api.LoaderCSS || how.loader == api.LoaderLocalCSS) {
		text, broken := c.withTailwind(module{fromProject, name}.String(), name, string(data))
		return text, how.loader, broken
	}
	if fault != nil || how.loader != api.LoaderTSX && how.loader != api.LoaderJSX {
		return string(data), how.loader, fault
	}
	text, fault := c.withJSX(name, string(data))
	return text, how.loader, fault
}

func (c *compiler) loadNothing(name string, _ map[string]string) (string, api.Loader, *Fault) {
	if c.mode.ownOnly && strings.HasSuffix(name, "/jsx-runtime") {
		// The bundler imports it by itself, and leaves out what nobody uses of modules only.
		return "export const jsx = 0, jsxs = 0, Fragment = 0;", api.LoaderJS, nil
	}
	return "module.exports = {};", api.LoaderJS, nil
}

// read reads a project file and notes that the view is made of it.
func (c *compiler) read(name string, text bool) ([]byte, *Fault) {
	c.note(name)
	return c.tree.Read(name, text)
}

// note notes that the view is made of a file.
func (c *compiler) note(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if resolver.InPackage(name) {
		c.held[name] = true
	} else {
		c.used[name] = true
	}
}

func (c *compiler) loadRuntime(name string, _ map[string]string) (string, api.Loader, *Fault) {
	if text, ok := c.flatText(name); ok {
		return text, api.LoaderJS, nil
	}
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
	part := c.page.inline[i]
	if part.loader == api.LoaderCSS {
		text, fault := c.withTailwind(module{fromPage, index}.String(), c.page.name, part.text)
		return text, part.loader, fault
	}
	return part.text, part.loader, nil
}

// importsOf returns the text of the module that imports a target's modules, in
// order.
func importsOf(targets []target, index string) string {
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(targets) {
		return ""
	}
	var b strings.Builder
	if targets[i].text != "" {
		return targets[i].text
	}
	if entry := targets[i].component; entry != "" {
		// By the file that has mount, because react-dom, which takes the bundler longer
		// than all else together, is then found before most of the runtime is read.
		b.WriteString("import View from " + strconv.Quote(targets[i].modules[0].String()) + ";\n" +
			"import { mount } from " + strconv.Quote(module{fromRuntime, entry + "/mount.ts"}.String()) + ";\n" +
			"import " + strconv.Quote(module{fromRuntime, runtimeEntries[entry]}.String()) + ";\nmount(View);\n")
		return b.String()
	}
	for _, m := range targets[i].modules {
		b.WriteString("import " + strconv.Quote(m.String()) + ";\n")
	}
	return b.String()
}
