package apptypes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// oriel is the package that apps import.
const oriel = "github.com/orielapps/oriel"

// found is a package in the output of go list.
type found struct {
	Dir        string   `json:"Dir"`
	ImportPath string   `json:"ImportPath"`
	Name       string   `json:"Name"`
	Deps       []string `json:"Deps"`
}

// Package is a package main.
type Package struct {
	// Path is its import path, or one relative to the project's folder that begins with a dot.
	Path string
	// Dir is its folder.
	Dir string
}

func (p found) program() Package { return Package{Path: p.ImportPath, Dir: p.Dir} }

// Find returns the project's program: the one in the request, else the one
// in the project's folder, else the only one below it, or else below the module's root, that
// imports the views, or else Oriel.
func (p *Program) Find(ctx context.Context) (Package, error) {
	if p.Program != "" {
		return p.named(ctx)
	}
	below, err := p.list(ctx, "./...")
	if err != nil {
		return Package{}, err
	}
	if at := slices.IndexFunc(below, func(f found) bool { return f.Name == "main" && f.Dir == p.dir && f.uses(oriel) }); at >= 0 {
		return below[at].program(), nil
	}
	views := filepath.Join(p.dir, viewsFolder)
	apps := appsOf(below, views)
	if len(apps) == 0 {
		if err := p.CheckWorkspace(ctx); err != nil {
			return Package{}, err
		}
		module, err := p.module(ctx)
		if err != nil {
			return Package{}, err
		}
		if module != p.dir {
			all, err := p.list(ctx, filepath.ToSlash(relative(p.dir, module))+"/...")
			if err != nil {
				return Package{}, err
			}
			apps = appsOf(all, views)
		}
	}
	switch len(apps) {
	case 0:
		return Package{}, &ui.Error{
			Code:    "app_missing",
			Message: "No program of this module imports Oriel, so there is no app to ask for types.",
			Fix:     "Name the folder of the project, or the URL of a running server.",
		}
	case 1:
		return apps[0].program(), nil
	}
	const most = 5
	names := make([]string, 0, most+1)
	for _, app := range apps[:min(len(apps), most)] {
		name := filepath.ToSlash(relative(p.dir, app.Dir))
		if !strings.HasPrefix(name, "../") {
			name = "./" + name
		}
		names = append(names, name)
	}
	if len(apps) > most {
		names = append(names, "…")
	}
	return Package{}, &ui.Error{
		Code:    "app_ambiguous",
		Message: fmt.Sprintf("%d programs could be the app: %s.", len(apps), strings.Join(names, ", ")),
		Fix:     "Choose one: --app " + names[0] + ".",
	}
}

// named checks the program that the request names.
func (p *Program) named(ctx context.Context) (Package, error) {
	missing := &ui.Error{
		Code:    "app_missing",
		Message: fmt.Sprintf("%q is not the folder of a Go program.", p.Program),
		Fix:     "Name the folder, below the project's, with the package main of the app.",
	}
	pattern := filepath.ToSlash(filepath.Clean(p.Program))
	if strings.HasPrefix(pattern, "-") || strings.Contains(pattern, "...") || strings.Contains(pattern, "@") {
		return Package{}, missing
	}
	if !filepath.IsAbs(p.Program) && !strings.HasPrefix(pattern, ".") {
		pattern = "./" + pattern
	}
	packages, err := p.list(ctx, pattern)
	if err != nil {
		return Package{}, err
	}
	// For a file, the go command makes up a package.
	if len(packages) != 1 || packages[0].Name != "main" || packages[0].ImportPath == "command-line-arguments" {
		if err := p.CheckWorkspace(ctx); err != nil {
			return Package{}, err
		}
		return Package{}, missing
	}
	return packages[0].program(), nil
}

// appsOf returns the programs that import the package in the folder of views, or
// Oriel where none does.
func appsOf(packages []found, views string) []found {
	viewsPackage := ""
	for _, p := range packages {
		if p.Dir == views {
			viewsPackage = p.ImportPath
		}
	}
	var apps, showing []found
	for _, p := range packages {
		if p.Name != "main" || !p.uses(oriel) {
			continue
		}
		apps = append(apps, p)
		if viewsPackage != "" && p.uses(viewsPackage) {
			showing = append(showing, p)
		}
	}
	if len(showing) > 0 {
		return showing
	}
	return apps
}

func (p found) uses(path string) bool { return slices.Contains(p.Deps, path) }

// list asks the go command for packages.
func (p *Program) list(ctx context.Context, pattern string) ([]found, error) {
	arguments := append([]string{"list", "-e", "-buildvcs=false", "-json=Dir,ImportPath,Name,Deps"}, p.flags...)
	out, err := p.goCommand(ctx, append(arguments, "--", pattern)...)
	if err != nil {
		return nil, p.failure(err, "module_broken", "The go command can't list the packages of the project.", out.stderr.String(),
			"Correct what it complains of, and ask again.")
	}
	var packages []found
	decoder := json.NewDecoder(strings.NewReader(out.stdout.String()))
	for {
		var p found
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, fmt.Errorf("reading the list of packages: %w", err)
		}
		packages = append(packages, p)
	}
}

// module returns the folder of the project's module.
func (p *Program) module(ctx context.Context) (string, error) {
	out, err := p.goCommand(ctx, "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return "", p.failure(err, "module_broken", "The go command finds no module.", out.stderr.String(),
			"The project has to be in a Go module, with a go.mod.")
	}
	// With a go.work, there is a line for each of its modules.
	for line := range strings.SplitSeq(out.stdout.String(), "\n") {
		dir := strings.TrimSpace(line)
		if dir != "" && (dir == p.dir || strings.HasPrefix(p.dir, dir+string(filepath.Separator))) {
			return dir, nil
		}
	}
	return p.dir, nil
}

func relative(base, dir string) string {
	short, err := filepath.Rel(base, dir)
	if err != nil {
		return dir
	}
	return short
}
