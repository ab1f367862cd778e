package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/view"
)

// frameworks are the frameworks for which Oriel has hooks.
var frameworks = []string{"react", "preact"}

// officialComponent is the view in testdata/components that uses the official SDK's hook.
const officialComponent = "official"

// componentPackages are the packages that the views in testdata/components need, including indirect ones.
var componentPackages = []string{
	"react", "react-dom", "scheduler", "preact", official, "@modelcontextprotocol/client", "@modelcontextprotocol/core",
	"zod", "pkce-challenge", "eventsource", "eventsource-parser", "jose",
}

// componentHooks are hooks that include a part of the components: formats and languages.
var componentHooks = []string{"useFormat", "useLocale"}

// measureComponents measures examples/hello as a component of React and of Preact, compared with one that uses the
// official SDK's hook; and what hooks and createStore add to a view.
func measureComponents(ctx context.Context, root string) ([]row, error) {
	views, err := buildComponents(ctx, root)
	if err != nil {
		return nil, err
	}
	size := make(map[string]int)
	for name, document := range views {
		if size[name], err = gzipped(ctx, document); err != nil {
			return nil, err
		}
	}
	rows := []row{
		{Name: "hello in Preact, whole document", Ours: size["preact"], Budget: preactBudget, Official: size[officialComponent]},
		{Name: "hello in React, whole document", Ours: size["react"], Budget: reactBudget, Official: size[officialComponent]},
	}
	for _, framework := range frameworks {
		var added []row
		if added, err = measureHooks(ctx, root, framework); err != nil {
			return nil, err
		}
		rows = append(rows, added...)
	}
	store, err := storeCost(ctx, root)
	return append(rows, row{Name: "createStore, beyond what examples/hello uses", Ours: store}), err
}

// measureHooks measures what the hooks for a framework add to a view, with and without the components.
func measureHooks(ctx context.Context, root, framework string) ([]row, error) {
	all, err := exportsOf(view.Sources(), framework+"/index.ts")
	if err != nil {
		return nil, err
	}
	hooks := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
		return !strings.HasPrefix(name, "use") || slices.Contains(componentHooks, name)
	})
	added, err := addedBy(ctx, root, framework, hooks)
	if err != nil {
		return nil, err
	}
	whole, err := addedBy(ctx, root, framework, all)
	if err != nil {
		return nil, err
	}
	return []row{
		{Name: fmt.Sprintf("the %d hooks for %s, beyond all calls", len(hooks), framework), Ours: added, Budget: hooksBudget},
		{Name: fmt.Sprintf("hooks and components for %s, beyond all calls", framework), Ours: whole},
	}, nil
}

// buildComponents bundles the views in testdata/components as "oriel generate" does, in a temporary project with
// packages of the lockfile. It returns the documents by name.
func buildComponents(ctx context.Context, root string) (views map[string][]byte, err error) {
	dir, err := os.MkdirTemp("", "oriel-bench-")
	if err != nil {
		return nil, fmt.Errorf("making a project: %w", err)
	}
	defer func() {
		if failed := os.RemoveAll(dir); err == nil && failed != nil {
			err = fmt.Errorf("removing the project: %w", failed)
		}
	}()
	if err = fillProject(dir, root); err != nil {
		return nil, err
	}
	project, err := bundle.Open(dir)
	if err != nil {
		return nil, err
	}
	built, err := project.BuildAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("bundling components: %w", err)
	}
	views = make(map[string][]byte, len(built))
	for _, one := range built {
		if len(one.Warnings) > 0 {
			return nil, fmt.Errorf("bundling components: %w", one.Warnings)
		}
		views[one.Name] = []byte(one.HTML)
	}
	return views, project.Close()
}

// fillProject copies the views, the lockfile and the packages into a folder.
func fillProject(dir, root string) error {
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "test", "bench", "testdata", "components"))); err != nil {
		return fmt.Errorf("copying the views: %w", err)
	}
	lockfile, err := os.ReadFile(filepath.Join(root, "package-lock.json"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "package-lock.json"), lockfile, 0o644)
	}
	if err != nil {
		return fmt.Errorf("copying the lockfile: %w", err)
	}
	for _, name := range componentPackages {
		name = filepath.Join("node_modules", filepath.FromSlash(name))
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(root, name))); err != nil {
			return fmt.Errorf("copying %s, which \"npm ci\" installs: %w", name, err)
		}
	}
	return nil
}

// addedBy returns the bytes that exports of a framework's module add to a view that uses all calls of the runtime. The
// framework itself is not counted.
func addedBy(ctx context.Context, root, framework string, names []string) (int, error) {
	calls, err := exportedCalls(view.Sources())
	if err != nil {
		return 0, err
	}
	core, more := usingModule("index.ts", calls), usingModule(framework+"/index.ts", names)
	with, err := scriptSize(ctx, root, core+more)
	if err != nil {
		return 0, err
	}
	without, err := scriptSize(ctx, root, core)
	return with - without, err
}

// scriptSize returns the compressed size of a script that imports the runtime's sources, without the frameworks.
func scriptSize(ctx context.Context, root, source string) (int, error) {
	options, err := runtimeOptions(root)
	if err != nil {
		return 0, err
	}
	options.Format = api.FormatESModule
	options.External = []string{"react", "react-dom", "preact"}
	options.Stdin = &api.StdinOptions{Contents: source, ResolveDir: options.AbsWorkingDir, Loader: api.LoaderTS}
	result := api.Build(options)
	if err := failure(result); err != nil {
		return 0, err
	}
	return gzipped(ctx, frameworkImport.ReplaceAll(result.OutputFiles[0].Contents, nil))
}

// frameworkImport matches imports from the frameworks. They are not counted, because a real document contains the
// framework instead.
var frameworkImport = regexp.MustCompile(`import\{[^}]*\}from"p?react[^"]*";`)

// storeCost returns the bytes that createStore adds to the runtime of examples/hello.
func storeCost(ctx context.Context, root string) (int, error) {
	names, err := importsOf(helloSource(root))
	if err != nil {
		return 0, err
	}
	without, err := scriptSize(ctx, root, usingModule("index.ts", names))
	if err != nil {
		return 0, err
	}
	with, err := scriptSize(ctx, root, usingModule("index.ts", append(names, "createStore")))
	return with - without, err
}

// usingModule returns the source of a script that imports names from a module of the runtime.
func usingModule(module string, names []string) string {
	return fmt.Sprintf("import { %s } from \"./%s\";\nglobalThis[%q] = [%[1]s];\n", strings.Join(names, ", "), module, module)
}
