package bundle

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// flat has the parts of the runtime as one module each, for views in development: most of
// the files that a view is made of are the runtime's, and to look each of them up takes as
// long as all else that the bundler does. What a view does not use of a part is left out
// of it, as it is of the files.
type flat struct {
	runtime fs.FS

	mu      sync.Mutex
	modules map[string]string // by the file that the part begins with
}

// rootOf returns the file that the part of the runtime begins with which a view imports,
// where it is one: what is in two would be there twice.
func rootOf(asked []string) string {
	switch len(asked) {
	case 1:
		return asked[0]
	case 2:
		// A component is mounted by what its hooks' part has, too.
		if asked[1] == path.Dir(asked[0])+"/mount.ts" && path.Base(asked[0]) == "index.ts" {
			return asked[0]
		}
	}
	return ""
}

// likelyRoot is what rootOf will most likely return of a view that was never built, which
// then need not be built twice.
func (c *compiler) likelyRoot(name string) string {
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

// ask notes that the view imports a file of the runtime.
func (c *compiler) ask(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked == nil {
		c.asked = make(map[string]bool)
	}
	c.asked[name] = true
}

// asks are the files of the runtime that the view imports, sorted.
func (c *compiler) asks() []string { return slices.Sorted(maps.Keys(c.asked)) }

// flatText returns a file of the runtime as the view gets it from a part that is one
// module.
func (c *compiler) flatText(name string) (text string, ok bool) {
	switch {
	case c.mode.root == "":
		return "", false
	case name == c.mode.root:
		return c.mode.flat.module(name, c.options())
	case path.Dir(name) == path.Dir(c.mode.root) && path.Base(name) == "mount.ts":
		return `export { mount } from "./index.ts";`, true
	}
	return "", false
}

// module returns a part of the runtime as one module.
func (f *flat) module(name string, options api.BuildOptions) (text string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if made, ok := f.modules[name]; ok {
		return made, made != ""
	}
	options.Bundle, options.Format = true, api.FormatESModule
	options.EntryPoints = []string{name}
	options.Plugins = []api.Plugin{{Name: "flat", Setup: f.plugin}}
	if result := api.Build(options); len(result.Errors) == 0 && len(result.OutputFiles) == 1 {
		text = string(result.OutputFiles[0].Contents)
	}
	if f.modules == nil {
		f.modules = make(map[string]string)
	}
	f.modules[name] = text
	return text, text != ""
}

// plugin reads the runtime's files, and leaves imports of packages to the view.
func (f *flat) plugin(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		switch {
		case args.Kind == api.ResolveEntryPoint:
			return found(module{fromRuntime, args.Path}), nil
		case resolver.IsRelative(args.Path):
			return found(module{fromRuntime, path.Join(path.Dir(args.Importer), args.Path)}), nil
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
