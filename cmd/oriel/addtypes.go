package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/internal/tool/npm/resolve"
	"github.com/orielapps/oriel/internal/tool/npm/semver"
	"github.com/orielapps/oriel/internal/tool/typecheck"
	"github.com/orielapps/oriel/ui"
)

// addTypes adds the types of packages that have just been added and have none of their own, if the
// project has TypeScript, and updates done. Without types, the packages still work: if these can't
// be added, there is only a warning.
func addTypes(env *environment, dir string, settings *registry.Config, c packageChange, added []resolve.Request, done *npm.Summary) error {
	if !typecheck.Wanted(dir, dir) {
		return nil
	}
	var requests []resolve.Request
	var untyped, missing []string // packages, and those of their types
	failed := func(err error) {
		warn(env.errorOutput(), "", fmt.Sprintf("The types of %s can't be added: %s", strings.Join(untyped, ", "), sentence(err.Error())),
			"Try again: oriel add --dev "+strings.Join(missing, " "))
	}
	var unreachable error
	for _, r := range added {
		types := typesPackage(r.Name)
		// A private package's name is not told to another registry.
		if strings.HasPrefix(r.Want, "npm:") || settings.RegistryOf(r.Name) != settings.RegistryOf(types) ||
			hasTypes(dir, r.Name) || exists(dir, "node_modules", types) {
			continue
		}
		request, err := requestOfTypes(env.ctx, c.options.Source, dir, r.Name)
		if err != nil || request.Name != "" {
			requests, untyped, missing = append(requests, request), append(untyped, r.Name), append(missing, types)
			unreachable = cmp.Or(unreachable, err)
		}
	}
	if unreachable != nil {
		failed(unreachable)
		return nil
	}
	if len(requests) == 0 {
		return nil
	}
	c.options.Add, c.options.Development = requests, true
	plan, typed, err := applyChange(env, dir, c)
	if err != nil {
		failed(err)
		return nil
	}
	typed.Fetched += done.Fetched
	typed.Unchanged = false
	*done = typed
	for i, saved := range plan.Saved {
		if _, err := fmt.Fprintf(env.stdout, "%s %s in devDependencies, because %s has no types of its own\n", saved.Name, saved.Want, untyped[i]); err != nil {
			return fmt.Errorf("printing the changes: %w", err)
		}
	}
	return nil
}

// typesPackage returns the name of the package with the types of another:
// "@types/tanstack__table" for "@tanstack/table".
func typesPackage(name string) string {
	return "@types/" + strings.Replace(strings.TrimPrefix(name, "@"), "/", "__", 1)
}

// requestOfTypes returns the request for the types of an installed package: of its major version if
// the registry has that, else the latest. It is empty if the registry has none, or only deprecated
// ones, as for packages that now have their own.
func requestOfTypes(ctx context.Context, source resolve.Source, dir, name string) (resolve.Request, error) {
	packument, err := source.Packument(ctx, typesPackage(name))
	if known, ok := errors.AsType[*ui.Error](err); ok && known.Code == "package_unknown" {
		return resolve.Request{}, nil
	}
	if err != nil {
		return resolve.Request{}, err
	}
	request := resolve.Request{Name: packument.Name}
	version := packument.Tags["latest"]
	major, _, _ := strings.Cut(readInstalled(dir, name).Version, ".")
	if wanted, err := semver.ParseRange(major); err == nil && major != "" {
		if matching, ok := semver.MaxSatisfying(slices.Sorted(maps.Keys(packument.Versions)), wanted); ok {
			request.Want, version = major, matching
		}
	}
	var described struct {
		Deprecated string `json:"deprecated"`
	}
	if err := json.Unmarshal(packument.Versions[version], &described); err != nil || described.Deprecated != "" {
		return resolve.Request{}, nil //nolint:nilerr // the latest version does not exist
	}
	return request, nil
}

// installedPackage has the members of a package.json that lead to types.
type installedPackage struct {
	Version string `json:"version"`
	Main    string `json:"main"`
	Types   any    `json:"types"`
	Typings any    `json:"typings"`
	Exports any    `json:"exports"`
}

// readInstalled reads the package.json of an installed package; one that can't be read has no members.
func readInstalled(dir, name string) (p installedPackage) {
	text, err := os.ReadFile(filepath.Join(dir, "node_modules", filepath.FromSlash(name), "package.json"))
	if err != nil || json.Unmarshal(text, &p) != nil {
		return installedPackage{}
	}
	return p
}

// hasTypes reports whether an installed package has types of its own, or is a package of types.
func hasTypes(dir, name string) bool {
	p := readInstalled(dir, name)
	if strings.HasPrefix(name, "@types/") || p.Types != nil || p.Typings != nil || exportsTypes(p.Exports) {
		return true
	}
	beside := strings.TrimSuffix(p.Main, path.Ext(p.Main)) + ".d.ts"
	folder := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
	return isFile(filepath.Join(folder, "index.d.ts")) || isFile(filepath.Join(folder, filepath.FromSlash(beside)))
}

// exportsTypes reports whether the "exports" of a package.json have a condition for types.
func exportsTypes(exports any) bool {
	switch e := exports.(type) {
	case map[string]any:
		for condition, target := range e {
			if condition == "types" || strings.HasPrefix(condition, "types@") || exportsTypes(target) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(e, exportsTypes)
	}
	return false
}
