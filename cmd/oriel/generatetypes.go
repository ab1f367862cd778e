package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/editor"
	"github.com/orielapps/oriel/ui"
)

// types writes the files that views in TypeScript need: the types of the app's tools,
// and the files for editors. It lists and returns the files that it wrote, or would
// write with --check. It lists them at once, because the build of the views may fail.
func (c *generateCommand) types(env *environment, project *bundle.Project) (files []string, err error) {
	if !project.InTypeScript() {
		return nil, nil
	}
	if c.Types {
		if files, err = c.toolTypes(env, project); err != nil {
			return nil, err
		}
	}
	if !c.Check {
		files = append(files, c.editorFiles(env, project)...)
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

// editorFiles writes the files for editors, and returns those to commit.
func (c *generateCommand) editorFiles(env *environment, project *bundle.Project) []string {
	config, err := editor.Support(filepath.Join(c.Dir, viewsFolder))
	if err != nil {
		warn(env.errorOutput(), "", "Editors will not find the types of @oriel/view: "+sentence(err.Error()), "")
	}
	if config == "" {
		return nil
	}
	return []string{project.Path(path.Join(project.Views, config))}
}

// toolTypes writes or checks the types of the app's tools.
func (c *generateCommand) toolTypes(env *environment, project *bundle.Project) ([]string, error) {
	file := filepath.Join(c.Dir, viewsFolder, typesFile)
	text, err := appTypes(env, c.Dir, c.App)
	if err != nil {
		return nil, c.typesUnknown(env, project, file, err)
	}
	state, err := putTypes(file, text, c.Check)
	if err != nil || state == stateUpToDate {
		return nil, err
	}
	return []string{project.Path(path.Join(project.Views, typesFile))}, nil
}

// typesUnknown handles an app whose types can't be read. The views are still built,
// with a warning; a check fails.
func (c *generateCommand) typesUnknown(env *environment, project *bundle.Project, file string, why error) error {
	known, ok := errors.AsType[*ui.Error](why)
	_, missing := os.Stat(file)
	switch {
	case !ok || c.Check && !hasNoApp(known.Code) || known.Code == "cancelled":
		return why
	case hasNoApp(known.Code) && c.App == "" && (missing != nil || c.Check):
		return nil //nolint:nilerr // without an app and a types file, the project uses no types
	}
	warn(env.errorOutput(), known.Code, known.Message, known.Fix)
	if missing == nil {
		warn(env.errorOutput(), "", project.Path(path.Join(project.Views, typesFile))+" is not changed.", "")
	}
	return nil
}
