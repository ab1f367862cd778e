package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// compile returns the JavaScript of each module that the entries reach, by its
// path below the folder of modules. It is not minified: the bundler that takes
// it in does that, once it knows what is used.
func compile(root string, entries []string) (map[string][]byte, error) {
	dir, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(sourceDir)))
	if err != nil {
		return nil, fmt.Errorf("finding the sources: %w", err)
	}
	files := make([]string, len(entries))
	for i, entry := range entries {
		files[i] = entry + ".js"
	}
	return reached(files, func(name string) (string, []string, error) {
		return compileOne(dir, strings.TrimSuffix(name, ".js")+".ts")
	})
}

// compileOne compiles one source and returns what it imports of its neighbours.
func compileOne(dir, name string) (text string, imports []string, err error) {
	apart := api.Plugin{Name: "apart", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `.*`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if args.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{}, nil
			}
			// What is imported stays a module of its own.
			found := api.OnResolveResult{Path: args.Path, External: true}
			if strings.HasPrefix(args.Path, ".") {
				if !strings.HasSuffix(args.Path, ".ts") {
					return found, fmt.Errorf("%s imports %q: imports name the file in full", name, args.Path)
				}
				found.Path = strings.TrimSuffix(args.Path, ".ts") + ".js"
				imports = append(imports, found.Path)
			}
			return found, nil
		})
	}}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: dir,
		EntryPoints:   []string{"./" + name},
		Bundle:        true,
		Format:        api.FormatESModule,
		Target:        api.ES2022,
		Charset:       api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone,
		TsconfigRaw:   "{}", // a tsconfig.json further up has no say
		Plugins:       []api.Plugin{apart},
	})
	if len(result.Errors) > 0 {
		messages := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return "", nil, fmt.Errorf("%s", strings.TrimSpace(strings.Join(messages, "")))
	}
	return string(result.OutputFiles[0].Contents), imports, nil
}
