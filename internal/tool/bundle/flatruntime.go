package bundle

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// flatRuntime bundles each part of the runtime into one module, for views in development:
// most of a view's files are the runtime's, and resolving each of them would double the time
// of a build. Unused exports are left out as before.
type flatRuntime struct {
	runtime fs.FS

	mu      sync.Mutex
	modules map[string]string // by entry
}

// singleEntry returns the entry of the one part of the runtime that a view imports; "" where
// it imports several, which would duplicate what they share.
func singleEntry(imported []string) string {
	switch len(imported) {
	case 1:
		return imported[0]
	case 2:
		// mount.ts is part of the same entry as the hooks.
		if imported[1] == path.Dir(imported[0])+"/mount.ts" && path.Base(imported[0]) == "index.ts" {
			return imported[0]
		}
	}
	return ""
}

// likelyEntry guesses the result of singleEntry before the first build of a view, which then
// need not be built twice.
func (c *compiler) likelyEntry(name string) string {
	entry, fault := c.entry(name)
	if fault != nil {
		return ""
	}
	if m := c.resolver.PackageOf(c.dir); m != nil && path.Ext(entry) == ".tsx" {
		if found := m.DependsOn(frameworks...); len(found) == 1 {
			return runtimeEntries[found[0]]
		}
	}
	return runtimeEntries[""]
}

// noteRuntimeFile notes that the view imports a file of the runtime.
func (c *compiler) noteRuntimeFile(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runtimeFiles == nil {
		c.runtimeFiles = make(map[string]bool)
	}
	c.runtimeFiles[name] = true
}

// runtimeImports returns the files of the runtime that the view imports, sorted.
func (c *compiler) runtimeImports() []string { return slices.Sorted(maps.Keys(c.runtimeFiles)) }

// flatText returns the text of a file of the runtime, if it is part of a flat module.
func (c *compiler) flatText(name string) (text string, ok bool) {
	switch {
	case c.mode.runtimeEntry == "":
		return "", false
	case name == c.mode.runtimeEntry:
		return c.mode.flat.module(name, c.options())
	case path.Dir(name) == path.Dir(c.mode.runtimeEntry) && path.Base(name) == "mount.ts":
		return `export { mount } from "./index.ts";`, true
	}
	return "", false
}

// module returns a part of the runtime as one module.
func (f *flatRuntime) module(name string, options api.BuildOptions) (text string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if made, ok := f.modules[name]; ok {
		return made, made != ""
	}
	options.Bundle, options.Format = true, api.FormatESModule
	options.EntryPoints = []string{name}
	options.Plugins = []api.Plugin{{Name: "flat", Setup: func(build api.PluginBuild) { f.plugin(build, name) }}}
	if result := api.Build(options); len(result.Errors) == 0 && len(result.OutputFiles) == 1 {
		text = string(result.OutputFiles[0].Contents)
	}
	if f.modules == nil {
		f.modules = make(map[string]string)
	}
	f.modules[name] = text
	return text, text != ""
}

// plugin reads the runtime's files, and leaves imports of packages and of stateTool to the
// view.
func (f *flatRuntime) plugin(build api.PluginBuild, entry string) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		switch {
		case args.Kind == api.ResolveEntryPoint:
			return resolvedTo(module{fromRuntime, args.Path}), nil
		case resolver.IsRelative(args.Path):
			at := module{fromRuntime, path.Join(path.Dir(args.Importer), args.Path)}
			if at == stateTool {
				return api.OnResolveResult{Path: "./" + strings.Repeat("../", strings.Count(entry, "/")) + at.name, External: true}, nil
			}
			return resolvedTo(at), nil
		default:
			return api.OnResolveResult{Path: args.Path, External: true}, nil
		}
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: fromRuntime}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		data, err := fs.ReadFile(f.runtime, args.Path)
		text := string(data)
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderTS}, err //nolint:wrapcheck // the files are then bundled one by one
	})
}
