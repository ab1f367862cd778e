package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// allShims is the name of the script with all shims, which has no budget.
const allShims = "all"

// measureShims measures what each committed shim adds to the parts of the runtime that it uses.
func measureShims(ctx context.Context, root string) ([]row, error) {
	built, err := filepath.Glob(filepath.Join(root, "view", "dist", "compat-*.js"))
	if err != nil || len(built) == 0 {
		return nil, errors.Join(errors.New("the shims are missing, run \"make generate\""), err)
	}
	var rows []row
	for _, file := range built {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "compat-"), ".js")
		whole, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading a shim: %w", err)
		}
		used, err := usedBy(root, "compat/"+name+".ts")
		if err != nil {
			return nil, err
		}
		core, err := buildScript(root, used)
		if err != nil {
			return nil, err
		}
		r := row{Name: "shim " + name + ", beyond the runtime that it uses", Budget: shimBudget}
		if name == allShims {
			r = row{Name: "all shims in one, beyond the runtime that they use"}
		}
		of, err := gzipped(ctx, whole)
		if err != nil {
			return nil, err
		}
		without, err := gzipped(ctx, core)
		if err != nil {
			return nil, err
		}
		r.Ours = of - without
		rows = append(rows, r)
	}
	return rows, nil
}

var importedFrom = regexp.MustCompile(`import\s*\{([^}]*)\}\s*from\s*"([^"]+)"`)

// usedBy returns the source of a script that imports only those names of the runtime that a shim uses.
func usedBy(root, shim string) (string, error) {
	options, err := runtimeOptions(root)
	if err != nil {
		return "", err
	}
	options.EntryPoints = []string{"./" + shim}
	options.Format = api.FormatESModule
	options.Plugins = []api.Plugin{{Name: "runtime", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^\.\.?/`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			rel, err := filepath.Rel(options.AbsWorkingDir, filepath.Join(args.ResolveDir, filepath.FromSlash(args.Path)))
			if err != nil {
				return api.OnResolveResult{}, fmt.Errorf("resolving %s: %w", args.Path, err)
			}
			if path.Dir(filepath.ToSlash(rel)) == path.Dir(shim) {
				return api.OnResolveResult{}, nil // in the shims' own folder
			}
			return api.OnResolveResult{Path: "./" + rel, External: true}, nil
		})
	}}}
	options.MinifyIdentifiers, options.MinifyWhitespace = false, false
	result := api.Build(options)
	if err := failure(result); err != nil {
		return "", err
	}
	names := map[string][]string{}
	for _, found := range importedFrom.FindAllSubmatch(result.OutputFiles[0].Contents, -1) {
		module := string(found[2])
		for name := range strings.SplitSeq(string(found[1]), ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " as ")
			if !slices.Contains(names[module], name) {
				names[module] = append(names[module], name)
			}
		}
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%s uses nothing of the runtime", shim)
	}
	var source, list strings.Builder
	modules := slices.Sorted(maps.Keys(names))
	for i, module := range modules {
		fmt.Fprintf(&source, "import * as m%d from %q;\n", i, module)
		for _, name := range names[module] {
			fmt.Fprintf(&list, "m%d.%s, ", i, name)
		}
	}
	return source.String() + "globalThis.used = [" + list.String() + "];\n", nil
}

// buildScript bundles a source that imports files of the runtime, with the settings of the runtime's own scripts.
func buildScript(root, source string) ([]byte, error) {
	options, err := runtimeOptions(root)
	if err != nil {
		return nil, err
	}
	options.Stdin = &api.StdinOptions{Contents: source, ResolveDir: options.AbsWorkingDir, Loader: api.LoaderTS}
	result := api.Build(options)
	if err := failure(result); err != nil {
		return nil, err
	}
	return result.OutputFiles[0].Contents, nil
}

// runtimeOptions returns the settings for bundling the runtime's scripts.
func runtimeOptions(root string) (api.BuildOptions, error) {
	dir, err := filepath.Abs(filepath.Join(root, "view", "src"))
	if err != nil {
		return api.BuildOptions{}, fmt.Errorf("finding the runtime: %w", err)
	}
	return buildOptions(dir), nil
}
