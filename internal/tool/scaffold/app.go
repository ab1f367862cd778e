package scaffold

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// App describes a new app.
type App struct {
	Choice

	// Dir is its folder, which must not exist or must be empty. Its last element is the name of
	// the app.
	Dir string
	// Module is the path of its module. Empty means example.com/NAME.
	Module string
	// Library is the Oriel that it requires.
	Library Library
	// Prepare generates files and installs packages in a folder, before the app gets its place.
	// Nil does nothing.
	Prepare func(ctx context.Context, dir string) error
}

// Name is the app's name.
func (a App) Name() string { return filepath.Base(filepath.Clean(a.Dir)) }

// Check checks name, module, choice and place of the app before anything is written.
func (a App) Check() error {
	_, err := a.complete()
	return err
}

// complete checks the app, and fills in the defaults.
func (a App) complete() (App, error) {
	abs, err := filepath.Abs(a.Dir)
	if err != nil {
		return a, fmt.Errorf("finding the app's folder: %w", err)
	}
	a.Dir = abs
	if err = CheckName(a.Name()); err != nil {
		return a, err
	}
	if a.Module == "" {
		a.Module = "example.com/" + a.Name()
	}
	if err = checkModule(a.Module); err != nil {
		return a, err
	}
	if a.Choice, err = a.Choice.complete(); err != nil {
		return a, err
	}
	return a, checkFree(abs)
}

// Files returns the files of the app, sorted by path, including those of its module, packages
// and tools' types, without generated documents.
func (a App) Files() ([]File, error) {
	a, err := a.complete()
	if err != nil {
		return nil, err
	}
	files, err := render(a.Name(), a.Module, a.Choice)
	if err != nil {
		return nil, err
	}
	files = append(files, moduleFiles(a.Module, a.Library)...)
	packages, err := packageFiles(a.Name(), a.UI)
	if err != nil {
		return nil, err
	}
	files = append(files, packages...)
	if a.UI != "html" {
		types, err := embedded.ReadFile(path.Join("templates", a.Template, typesFile))
		if err != nil {
			return nil, fmt.Errorf("reading the templates: %w", err)
		}
		files = append(files, File{Path: "views/" + typesFile, Data: types})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// typesFile is the TypeScript of a template's tools. It doesn't depend on the name of the app,
// so no program has to be compiled for it.
const typesFile = "oriel.ts"

// Create makes the app, or nothing if it fails. It returns its folder.
//
// Errors that people can fix are of type [*ui.Error]: "name_invalid", "module_invalid",
// "choice_unknown", "place_taken", "place_missing", "place_unwritable", "cancelled".
func (a App) Create(ctx context.Context) (string, error) {
	a, err := a.complete()
	if err != nil {
		return "", err
	}
	files, err := a.Files()
	if err != nil {
		return "", err
	}
	return a.Dir, atomically(ctx, a.Dir, func(dir string) error {
		if err := write(ctx, dir, files); err != nil || a.Prepare == nil {
			return err
		}
		return a.Prepare(ctx, dir)
	})
}

//go:embed packages
var packages embed.FS

// packageFiles returns package.json and package-lock.json: with the framework, and with the
// type checker, which is optional, so that an app can be made without a network.
func packageFiles(name, form string) ([]File, error) {
	if form == "html" {
		return nil, nil
	}
	var files []File
	for _, base := range []string{"package.json", "package-lock.json"} {
		text, err := packages.ReadFile(path.Join("packages", form, base))
		if err != nil {
			return nil, fmt.Errorf("reading the packages of %s: %w", form, err)
		}
		quoted, err := json.Marshal(name)
		if err != nil {
			return nil, fmt.Errorf("writing the name %q: %w", name, err)
		}
		files = append(files, File{Path: base, Data: []byte(strings.ReplaceAll(string(text), `"template-app"`, string(quoted)))})
	}
	return files, nil
}

// cancelled returns the error of cancelled work.
func cancelled(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return &ui.Error{Code: "cancelled", Message: "Stopped. Nothing was written."}
}
