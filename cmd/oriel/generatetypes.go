package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/editor"
	"github.com/orielapps/oriel/ui"
)

// types writes what views in TypeScript need besides themselves: the types of the
// app's tools, and the support of editors. It returns the files that were written,
// or those that would be, and lists them: the views may turn out to be faulty. A
// check writes nothing.
func (c *generateCommand) types(env *environment, project *bundle.Project) (files []string, err error) {
	if !inTypeScript(project) {
		return nil, nil
	}
	if c.Types {
		if files, err = c.toolTypes(env, project); err != nil {
			return nil, err
		}
	}
	if !c.Check {
		files = append(files, c.editing(env, project)...)
	}
	for _, file := range files {
		line := "wrote " + file
		if c.Check {
			line = file + ": stale"
		}
		if _, err := fmt.Fprintln(env.stdout, line); err != nil {
			return nil, fmt.Errorf("listing what was written: %w", err)
		}
	}
	return files, nil
}

// editing writes what editors need, and returns what of it is to be committed.
func (c *generateCommand) editing(env *environment, project *bundle.Project) []string {
	config, err := editor.Support(filepath.Join(c.Dir, viewsFolder))
	if err != nil {
		warn(env.complaints(), "", "Editors will not find the types of @oriel/view: "+sentence(err.Error()), "")
	}
	if config == "" {
		return nil
	}
	return []string{project.Path(path.Join(project.Views, config))}
}

// inTypeScript reports whether any view has a file of TypeScript.
func inTypeScript(project *bundle.Project) bool {
	for _, pattern := range []string{"*/*.ts", "*/*.tsx"} {
		found, err := fs.Glob(project.Files, path.Join(project.Views, pattern))
		if err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

// toolTypes writes or checks the types of the app's tools.
func (c *generateCommand) toolTypes(env *environment, project *bundle.Project) ([]string, error) {
	file := filepath.Join(c.Dir, viewsFolder, typesFile)
	text, err := appTypes(env, c.Dir, c.App)
	if err != nil {
		return nil, c.untyped(env, project, file, err)
	}
	state, err := putTypes(file, text, c.Check)
	if err != nil || state == stateUnchanged {
		return nil, err
	}
	return []string{project.Path(path.Join(project.Views, typesFile))}, nil
}

// untyped says why the types of the app's tools are not known. An app that can't be
// asked does not keep the views from being built; a check, however, fails.
func (c *generateCommand) untyped(env *environment, project *bundle.Project, file string, why error) error {
	known, ok := errors.AsType[*ui.Error](why)
	_, missing := os.Stat(file)
	switch {
	case !ok || c.Check && !isQuiet(known.Code) || known.Code == "cancelled":
		return why
	case isQuiet(known.Code) && c.App == "" && (missing != nil || c.Check):
		return nil //nolint:nilerr // where there is no such file, nobody has asked for types
	}
	warn(env.complaints(), known.Code, known.Message, known.Fix)
	if missing == nil {
		warn(env.complaints(), "", project.Path(path.Join(project.Views, typesFile))+" stays as it was.", "")
	}
	return nil
}
