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

// The bundler's namespaces: the kinds of modules.
const (
	fromProject  = "project"  // a file of the project
	fromRuntime  = "runtime"  // a file of the runtime
	fromPage     = "page"     // a script or style in index.html
	fromEntry    = "entry"    // a module that only imports others
	fromNothing  = "nothing"  // an empty module in place of another
	fromPrebuilt = "prebuilt" // a file that is in the prebuilt script
)

// module is a module by its namespace and its name there.
type module struct{ namespace, name string }

func (m module) String() string { return m.namespace + ":" + m.name }

// compiler runs the bundler for one build of a view. The bundler reads files only through
// the plugin below, so that nothing else on the machine (a tsconfig.json further up, a global
// node_modules, NODE_PATH) affects the result.
type compiler struct {
	tree     *source.Tree
	resolver *resolver.Resolver
	runtime  fs.FS
	views    string // the folder of all views
	dir      string // of the view
	page     *page  // of the view, if it has one
	targets  []target
	outputs  map[string]output // of the bundle
	mode     mode
	styling  styling
	remote   map[string]string // importing style sheet, by origin that packages' styles load from

	mu              sync.Mutex
	projectFiles    map[string]bool            // project files that were read
	packageFiles    map[string]bool            // files of packages that were read
	imports         map[string]map[string]bool // which file imports which
	failed          map[string]*Fault          // of packages' imports that may be optional, by failedKey
	prefixes        map[string]int             // length of what was added before a file, in bytes
	prebuiltFiles   map[string]bool            // files that have to be prebuilt
	prebuiltElement string                     // the script element with the prebuilt files
	resolved        []resolvedImport           // if mode.recording is set
	runtimeFiles    map[string]bool            // files of the runtime that the view imports
	sizes           map[string]int             // bytes in the output by input
}

func newCompiler(files, runtime fs.FS, views, dir string) *compiler {
	t := source.NewTree(files)
	return &compiler{
		tree:         t,
		resolver:     resolver.New(t, views),
		views:        views,
		mode:         mode{environment: production},
		runtime:      runtime,
		dir:          dir,
		projectFiles: make(map[string]bool),
		packageFiles: make(map[string]bool),
		imports:      make(map[string]map[string]bool),
		failed:       make(map[string]*Fault),
		prefixes:     make(map[string]int),
		styling:      styling{engines: new(engineCache), sheets: new(sheetCache)},
	}
}

// target is one output of the bundler: a script, with the style that it imports, or a style
// sheet.
type target struct {
	name    string
	modules []module
	// alone makes the only module the bundler's entry. Otherwise the entry is a module that
	// imports the others, so that their exports are unused and can be left out.
	alone bool
	// component mounts the module's default export with the runtime's entry of this name:
	// "react".
	component string
	// text, if not empty, is the text of the entry, in place of modules.
	text string
}

// output is what the bundler made of a target.
type output struct {
	script, style       string
	scripted, styled    bool // there is a script, or a style, though it may be empty
	scriptMap, styleMap string
}

// compile bundles all targets in one go.
func (c *compiler) compile(targets []target) (outputs map[string]output, faults, warnings Faults) {
	options := c.options()
	options.Bundle = true
	options.Format = api.FormatIIFE
	for i, t := range targets {
		options.EntryPointsAdvanced = append(options.EntryPointsAdvanced, api.EntryPoint{
			InputPath:  "target:" + strconv.Itoa(i),
			OutputPath: t.name,
		})
	}
	if c.mode.sourceMaps {
		options.Sourcemap = api.SourceMapExternal
	}
	c.targets = targets
	options.Metafile = true
	result := c.run(targets[0].name, options)
	for range maxRebuilds {
		if len(result.Errors) > 0 || !c.lacksClasses() {
			break
		}
		result = c.run(targets[0].name, options)
	}
	c.measure(result.Metafile)

	outputs = make(map[string]output, len(targets))
	for _, file := range result.OutputFiles {
		base := path.Base(strings.ReplaceAll(file.Path, `\`, "/"))
		name, kind, _ := strings.Cut(base, ".")
		text := strings.TrimSuffix(string(file.Contents), "\n")
		files := outputs[name]
		switch kind {
		case "css":
			files.style, files.styled = text, true
		case "css.map":
			files.styleMap = text
		case "js.map":
			files.scriptMap = text
		default:
			files.script, files.scripted = text, true
		}
		outputs[name] = files
	}
	return outputs, c.faults(result.Errors), c.warnings(result.Warnings)
}

// postprocess prepares outputs for a document.
func (c *compiler) postprocess(outputs map[string]output) {
	c.prebuiltElement += extractFonts(outputs)
	c.addMapComments(outputs)
	c.outputs = outputs
}

// run runs the bundler, with its cache if there is one. Each use has its own cache.
func (c *compiler) run(use string, options api.BuildOptions) api.BuildResult {
	if c.mode.contexts != nil {
		return c.mode.contexts.run(c, use, options)
	}
	options.Plugins = []api.Plugin{plugin(func() *compiler { return c })}
	return api.Build(options)
}

// classic minifies a script that is not a module: its declarations stay global, and it can't
// import.
func (c *compiler) classic(name string) (script string, faults, warnings Faults) {
	options := c.options()
	options.Metafile = true
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "target:0", OutputPath: "classic"}}
	c.targets = []target{{modules: []module{{fromProject, name}}, alone: true}}
	result := c.run("classic:"+name, options)
	if len(result.Errors) > 0 || len(result.OutputFiles) != 1 {
		return "", c.faults(result.Errors), c.warnings(result.Warnings)
	}
	c.measure(result.Metafile)
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
		MinifySyntax:      minify || c.mode.compact,
		MinifyWhitespace:  minify || c.mode.compact,
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
				fromProject:  (*compiler).loadProject,
				fromRuntime:  (*compiler).loadRuntime,
				fromPage:     (*compiler).loadPage,
				fromNothing:  (*compiler).loadNothing,
				fromPrebuilt: (*compiler).loadPrebuilt,
			} {
				build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
					text, loader, fault := load(current(), args.Path, args.With)
					if fault != nil {
						return api.OnLoadResult{Errors: messagesOf(fault)}, nil
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

func resolvedTo(m module) api.OnResolveResult {
	return api.OnResolveResult{Path: m.name, Namespace: m.namespace}
}

// messagesOf wraps a fault for the bundler, which adds the place of the import.
func messagesOf(fault *Fault) []api.Message {
	return []api.Message{{Text: fault.Message, Detail: fault}}
}

func (c *compiler) loadProject(name string, attributes map[string]string) (string, api.Loader, *Fault) {
	how, fault := formatOf(name, attributes)
	if fault != nil {
		return "", api.LoaderNone, fault
	}
	data, fault := c.read(name, how.text)
	if how.lines && utf8.Valid(data) {
		data = normalizeLines(data)
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
	if c.mode.withoutFrameworks && strings.HasSuffix(name, "/jsx-runtime") {
		// The bundler adds this import, and drops unused exports only of ES modules.
		return "export const jsx = 0, jsxs = 0, Fragment = 0;", api.LoaderJS, nil
	}
	return "module.exports = {};", api.LoaderJS, nil
}

// read reads a file and notes that the view depends on it.
func (c *compiler) read(name string, text bool) ([]byte, *Fault) {
	c.note(name)
	return c.tree.Read(name, text)
}

// note notes that the view depends on a file.
func (c *compiler) note(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if resolver.InPackage(name) {
		c.packageFiles[name] = true
	} else {
		c.projectFiles[name] = true
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
			Message: fmt.Sprintf("The runtime in this oriel has no file %q.", name),
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
		// The file with mount goes first, because it imports react-dom, which takes the
		// bundler longer than everything else: the sooner it begins, the better.
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
