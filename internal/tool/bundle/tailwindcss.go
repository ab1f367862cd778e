package bundle

import (
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
	"github.com/orielapps/oriel/internal/tool/tailwind"
)

// tailwindPackage is the package in the project that compiles style sheets for Tailwind.
const tailwindPackage = "tailwindcss"

// engineCache keeps Tailwind's compiler, which takes a while to load. The zero value is ready.
type engineCache struct {
	mu     sync.Mutex
	name   string // of the file
	stamp  stamp
	engine *tailwind.Engine
}

// styling is the state of Tailwind in a build.
type styling struct {
	engines *engineCache
	sheets  *sheetCache // of this build, or shared by several

	mu       sync.Mutex
	found    []string                  // candidates in the folders that are scanned of themselves
	scanned  map[string]bool           // files that were looked at; nil before they were
	extra    []string                  // candidates in other files that the view imports
	scripts  map[string]bool           // files that plugins and configurations are made of
	compiled map[string]*compiledSheet // by module
}

// compiledSheet is a style sheet that was compiled in this build.
type compiledSheet struct {
	sheet    *tailwind.Sheet
	original string            // its text
	texts    map[string]string // of what it imports, by file
	css      string            // what it was compiled to
}

// sheetCache has compiled style sheets for later builds.
type sheetCache struct {
	mu    sync.Mutex
	byKey map[string]*cachedSheet
	trees map[string]*packageScan // of sources in packages
}

type cachedSheet struct {
	sheet  *tailwind.Sheet
	engine *tailwind.Engine
	text   string
	made   *tailwindFiles // its sources
}

// maxRebuilds is the most times that a view is bundled again with classes from files that
// turned out to be part of it. Once is enough, unless files change meanwhile.
const maxRebuilds = 3

// withTailwind returns a style sheet compiled by Tailwind, or unchanged if it has nothing for
// Tailwind. The key is the bundler's name of the module.
func (c *compiler) withTailwind(key, name, text string) (string, *Fault) {
	if !c.usesTailwind(path.Dir(name), text, 0) {
		return text, nil
	}
	files := &tailwindFiles{
		compiler: c, root: path.Dir(name), name: name, text: text, shown: text,
		texts: make(map[string]string), scripts: make(map[string]bool),
	}
	if inline, ok := c.inlineStyle(key); ok {
		files.shown = inline
	}
	one := &compiledSheet{original: text}
	var fault *Fault
	if one.sheet, fault = c.sheet(key, files); fault != nil {
		return "", fault
	}
	candidates, fault := c.candidates(one.sheet, files)
	if fault != nil {
		return "", fault
	}
	css, err := one.sheet.Style(context.Background(), candidates)
	if err != nil {
		c.styling.sheets.keep(key, nil) // a failed sheet can't be used again
		return "", files.fault(err)
	}
	one.css, one.texts = css, files.texts
	c.styling.mu.Lock()
	defer c.styling.mu.Unlock()
	if c.styling.compiled == nil {
		c.styling.compiled = make(map[string]*compiledSheet)
	}
	c.styling.compiled[key] = one
	return css, nil
}

// candidates returns the possible classes for a style sheet.
func (c *compiler) candidates(sheet *tailwind.Sheet, files *tailwindFiles) ([]string, *Fault) {
	if !sheet.Utilities {
		return nil, nil
	}
	c.styling.mu.Lock()
	defer c.styling.mu.Unlock()
	candidates, fault := c.sourcesOf(sheet, files)
	if fault != nil || !sheet.Automatic {
		return candidates, fault
	}
	if fault := c.scanFolders(); fault != nil {
		return nil, fault
	}
	return slices.Concat(candidates, c.styling.found, c.styling.extra), nil
}

// maxImports is the deepest nesting of imports of style sheets.
const maxImports = 20

// usesTailwind reports whether a style sheet, or one that it imports, has something for
// Tailwind. Tailwind then compiles it with all its imports.
func (c *compiler) usesTailwind(dir, text string, depth int) bool {
	if tailwind.Uses(text) {
		return true
	}
	if depth > maxImports {
		return false
	}
	for _, id := range tailwind.Imports(text) {
		name, fault := c.styleNamed(dir, id)
		if fault != nil {
			continue // the bundler reports it
		}
		if data, unread := c.tree.Read(name, true); unread == nil && c.usesTailwind(path.Dir(name), string(data), depth+1) {
			return true
		}
	}
	return false
}

// styleNamed finds the style sheet for an import in a file of a folder.
func (c *compiler) styleNamed(dir, id string) (string, *Fault) {
	name, _, fault := c.resolver.URL(dir, id)
	if fault == nil || fault.Code != "import_missing" {
		return name, fault
	}
	if withEnding, _, none := c.resolver.URL(dir, id+".css"); none == nil {
		return withEnding, nil
	}
	if resolver.IsRelative(id) {
		return "", fault
	}
	at, missing := c.resolver.Name(dir, id, resolver.Style)
	if missing != nil {
		return "", missing
	}
	return at.Name, nil
}

// sheet compiles a style sheet, or takes it from the cache.
func (c *compiler) sheet(key string, files *tailwindFiles) (*tailwind.Sheet, *Fault) {
	engine, fault := c.engine(files)
	if fault != nil {
		return nil, fault
	}
	if kept := c.styling.sheets.sheet(key); kept != nil && kept.engine == engine && kept.text == files.text && c.isFresh(kept.made) {
		files.texts, files.scripts = kept.made.texts, kept.made.scripts
		return kept.sheet, nil
	}
	sheet, err := engine.Compile(context.Background(), files.text, files.root, files)
	if err != nil {
		return nil, files.fault(err)
	}
	c.styling.sheets.keep(key, &cachedSheet{sheet: sheet, engine: engine, text: files.text, made: files.withStamps()})
	return sheet, nil
}

// isFresh reports whether the sources of a style sheet are unchanged, and notes them.
func (c *compiler) isFresh(files *tailwindFiles) bool {
	for name, text := range files.texts {
		data, fault := c.read(name, true)
		if fault != nil || string(data) != text {
			return false
		}
	}
	for name, known := range files.stamps {
		if at, ok := c.stampOf(name); !ok || at != known {
			return false
		}
		c.note(name)
		c.tree.MarkRead(name)
	}
	c.ownScripts(files.scripts)
	return true
}

// engine returns the compiler in the package that a style sheet would import.
func (c *compiler) engine(files *tailwindFiles) (*tailwind.Engine, *Fault) {
	at, fault := c.resolver.Name(files.root, tailwindPackage, resolver.Require)
	if fault != nil {
		if fault.Code == "package_missing" {
			fault = tailwindMissing()
		}
		return nil, files.at(fault, tailwindPackage)
	}
	if m := c.resolver.PackageOf(path.Dir(at.Name)); m != nil && needsNode(m.Version) {
		return nil, files.at(tailwindOld(m.Version), tailwindPackage)
	}
	c.note(at.Name)
	c.tree.MarkRead(at.Name)
	return c.styling.engines.engineOf(c, at.Name)
}

// needsNode reports whether a version is before 4, whose compiler needs Node.
func needsNode(version string) bool {
	major, _, _ := strings.Cut(version, ".")
	return slices.Contains([]string{"1", "2", "3"}, major)
}

// engineOf returns the engine in a file, which is loaded if it has changed.
func (e *engineCache) engineOf(c *compiler, name string) (*tailwind.Engine, *Fault) {
	e.mu.Lock()
	defer e.mu.Unlock()
	at, ok := c.stampOf(name)
	if ok && e.engine != nil && e.name == name && e.stamp == at {
		return e.engine, nil
	}
	data, fault := c.tree.Read(name, true)
	if fault != nil {
		return nil, fault
	}
	engine, err := tailwind.New(string(data))
	if err != nil {
		return nil, &Fault{
			Code:    "tailwind_broken",
			File:    name,
			Message: "Tailwind's compiler can't run: " + err.Error() + ".",
			Fix:     "Install the package " + tailwindPackage + " again, or another version of it.",
		}
	}
	e.name, e.stamp, e.engine = name, at, engine
	return engine, nil
}

// lacksClasses reports whether style sheets lack classes from files that only bundling has
// found. The view is then bundled again, with these classes.
func (c *compiler) lacksClasses() bool {
	s := &c.styling
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.compiled) == 0 {
		return false
	}
	before := len(s.extra)
	for _, name := range c.unscanned() {
		s.scanned[name] = true
		s.extra = append(s.extra, c.scanFile(name)...)
	}
	if len(s.extra) == before {
		return false
	}
	for _, one := range s.compiled {
		if !one.sheet.Automatic || !one.sheet.Utilities {
			continue
		}
		if css, err := one.sheet.Style(context.Background(), s.extra); err != nil || css != one.css {
			return true
		}
	}
	return false
}

func (k *sheetCache) sheet(key string) *cachedSheet {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.byKey[key]
}

func (k *sheetCache) keep(key string, sheet *cachedSheet) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byKey == nil {
		k.byKey = make(map[string]*cachedSheet)
	}
	k.byKey[key] = sheet
}

// tailwindFiles provides the files that a style sheet imports.
type tailwindFiles struct {
	compiler   *compiler
	name, root string // of the style sheet, and of its folder
	text       string
	shown      string // the text, at its place in the file

	texts   map[string]string // imported style sheets, by name
	scripts map[string]bool   // files of its plugins and configurations
	stamps  map[string]stamp  // of scripts
}

// Stylesheet implements [tailwind.Files].
func (f *tailwindFiles) Stylesheet(id, base string) (dir, text string, err error) {
	name, fault := f.compiler.styleNamed(base, id)
	if fault != nil {
		if id == tailwindPackage || strings.HasPrefix(id, tailwindPackage+"/") {
			fault = tailwindMissing()
		}
		return "", "", f.within(fault, base, id)
	}
	data, fault := f.compiler.read(name, true)
	if fault != nil {
		return "", "", fault
	}
	f.texts[name] = string(data)
	dir = path.Dir(name)
	return dir, f.relocated(string(data), dir), nil
}

// relocated rewrites the relative URLs in a style sheet of another folder, because its text
// ends up in the root.
func (f *tailwindFiles) relocated(text, dir string) string {
	if dir == f.root {
		return text
	}
	return tailwind.Links(text, func(address string) (string, bool) {
		if resolver.NeedsNoFile(address) || resolver.IsRemote(address) || strings.HasPrefix(address, "/") {
			return "", false
		}
		return resolver.Specifier(f.root, path.Join(dir, address)), true
	})
}

// Script implements [tailwind.Files].
func (f *tailwindFiles) Script(id, base string) (dir, text string, err error) {
	c := f.compiler
	at, fault := c.resolveScript(api.OnResolveArgs{
		Path: id, Importer: path.Join(base, "style.css"), Namespace: fromProject, Kind: api.ResolveJSImportStatement,
	})
	if fault != nil {
		return "", "", f.within(fault, base, id)
	}
	text, files, faults := c.scriptFor(at.Name)
	if len(faults) > 0 {
		return "", "", faults[0]
	}
	for _, name := range files {
		f.scripts[name] = true
	}
	c.ownScripts(f.scripts)
	return path.Dir(at.Name), text, nil
}

// withStamps adds the stamps of scripts, which show later whether they have changed.
func (f *tailwindFiles) withStamps() *tailwindFiles {
	f.stamps = make(map[string]stamp, len(f.scripts))
	for name := range f.scripts {
		f.stamps[name], _ = f.compiler.stampOf(name)
	}
	return f
}

// ownScripts notes files as scripts of style sheets, which are not scanned for classes.
func (c *compiler) ownScripts(names map[string]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.styling.scripts == nil {
		c.styling.scripts = make(map[string]bool)
	}
	for name := range names {
		c.styling.scripts[name] = true
	}
}

// scriptFor bundles a script into one CommonJS module without imports, and returns its files.
func (c *compiler) scriptFor(name string) (text string, files []string, faults Faults) {
	b := newCompiler(c.tree.Files, c.runtime, c.views, c.dir)
	b.tree, b.resolver = c.tree, c.resolver
	options := b.options()
	options.MinifySyntax, options.MinifyWhitespace, options.MinifyIdentifiers = false, false, false
	options.Bundle = true
	options.Format = api.FormatCommonJS
	options.Target = api.ES2017
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "target:0", OutputPath: "script"}}
	b.targets = []target{{name: "script", modules: []module{{fromProject, name}}, alone: true}}
	result := b.run("script", options)
	for _, set := range []map[string]bool{b.projectFiles, b.packageFiles} {
		for file := range set {
			c.note(file)
			files = append(files, file)
		}
	}
	if faults = b.faults(result.Errors); len(faults) > 0 {
		return "", files, faults
	}
	for _, output := range result.OutputFiles {
		text = string(output.Contents)
	}
	return text, files, nil
}

// fault converts an error of Tailwind.
func (f *tailwindFiles) fault(err error) *Fault {
	var fault *Fault
	var plugin *tailwind.PluginError
	var thrown *tailwind.ScriptError
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, tailwind.ErrLimit):
		return f.at(&Fault{
			Code:    "tailwind_limit",
			Message: "Tailwind was stopped: " + err.Error() + ".",
			Fix:     "Look for a plugin or a configuration with an endless loop or a very large result.",
		}, "")
	case errors.As(err, &plugin):
		return f.at(&Fault{
			Code:    "tailwind_plugin_failed",
			Message: "The script " + strconv.Quote(plugin.ID) + " failed: " + sentence(firstLine(plugin.Error())),
			Fix: "It runs in a small JavaScript engine, without Node: no files, no network, no process. " +
				"If it needs these, build the style sheet with another tool.",
		}, plugin.ID)
	case errors.As(err, &thrown):
		return f.thrown(thrown.Message)
	default:
		return f.at(&Fault{Code: "tailwind_failed", Message: "Tailwind failed: " + sentence(firstLine(err.Error()))}, "")
	}
}

// originalSheet returns the text of a style sheet before Tailwind has compiled it.
func (c *compiler) originalSheet(key string) (string, bool) {
	c.styling.mu.Lock()
	defer c.styling.mu.Unlock()
	one := c.styling.compiled[key]
	if one == nil {
		return "", false
	}
	return one.original, true
}
