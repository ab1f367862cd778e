package scaffold

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/orielapps/oriel/internal/tool/naming"
	"github.com/orielapps/oriel/ui"
)

// View describes a new view of a project.
type View struct {
	// Dir is the project's folder: the one that has, or gets, the folder views.
	Dir, Name string
	// UI is the framework of the view, and Platform the kind of hosts. Empty means the same as in
	// the project's packages and other views.
	UI, Platform string
}

// GoName returns the name of the view's variable in the package views.
func (v View) GoName() string { return naming.Identifier(v.Name) }

// Create writes the view's folder, and returns its path. Errors that people can fix are of type
// [*ui.Error], with the codes "name_invalid", "choice_unknown", "place_taken", "place_missing",
// "place_unwritable", "package_missing" and "cancelled".
func (v View) Create(ctx context.Context) (string, error) {
	if err := checkView(v.Name); err != nil {
		return "", err
	}
	if v.UI == "" {
		v.UI = defaultUI(v.Dir)
	}
	if v.Platform == "" {
		v.Platform = defaultPlatform(v.Dir)
	}
	choice, err := Choice{UI: v.UI, Platform: v.Platform}.complete()
	if err != nil {
		return "", err
	}
	if err = checkFramework(v.Dir, choice.UI); err != nil {
		return "", err
	}
	files, err := v.files(choice)
	if err != nil {
		return "", err
	}
	views := filepath.Join(v.Dir, "views")
	if err = os.Mkdir(views, folderMode); err != nil && !os.IsExist(err) {
		return "", unwritable(views, err)
	}
	dir := filepath.Join(views, v.Name)
	if err = checkFree(dir); err != nil {
		return "", err
	}
	return dir, atomically(ctx, dir, func(temporary string) error { return write(ctx, temporary, files) })
}

// files returns the files of the view's folder.
func (v View) files(c Choice) ([]File, error) {
	f := valuesFor(v.Name, "", c)
	f.GoName = v.GoName()
	c.Template = oneView
	from := path.Join(oneView, variant(c))
	entries, err := fs.ReadDir(embedded, path.Join("templates", from))
	if err != nil {
		return nil, fmt.Errorf("reading the templates: %w", err)
	}
	names := []string{oneView + "/style.css"}
	for _, entry := range entries {
		names = append(names, path.Join(from, strings.TrimSuffix(entry.Name(), suffix)))
	}
	files := make([]File, len(names))
	for i, name := range names {
		text, err := fill(name, f)
		if err != nil {
			return nil, err
		}
		files[i] = File{Path: path.Base(name), Data: text}
	}
	return files, nil
}

// defaultUI returns the framework that the project's packages name; without one, "html" if its views have
// no TypeScript, else "typescript".
func defaultUI(dir string) string {
	for _, framework := range []string{"react", "preact"} {
		if dependsOn(dir, framework) {
			return framework
		}
	}
	if pages, err := filepath.Glob(filepath.Join(dir, "views", "*", "index.html")); err == nil && len(pages) > 0 {
		if typed, err := filepath.Glob(filepath.Join(dir, "views", "*", "*.ts*")); err == nil && len(typed) == 0 {
			return "html"
		}
	}
	return "typescript"
}

// defaultPlatform returns the platform of the first view that imports one; empty without such a view.
func defaultPlatform(dir string) string {
	sources, err := filepath.Glob(filepath.Join(dir, "views", "*", "*.*"))
	if err != nil {
		return ""
	}
	for _, source := range sources {
		text, err := os.ReadFile(source) //nolint:gosec // of the project
		if err != nil {
			continue
		}
		for _, platform := range Platforms[1:] {
			if strings.Contains(string(text), `"@oriel/view/`+platform) {
				return platform
			}
		}
	}
	return ""
}

// dependsOn reports whether the nearest package.json, up to the module's root, names a package.
func dependsOn(dir, name string) bool {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	for at := abs; ; at = filepath.Dir(at) {
		if text, err := os.ReadFile(filepath.Join(at, "package.json")); err == nil { //nolint:gosec // of the project
			return strings.Contains(string(text), `"`+name+`":`)
		}
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil || at == filepath.Dir(at) {
			return false
		}
	}
}

// checkFramework returns an error if the project lacks the package of a view's framework.
func checkFramework(dir, framework string) error {
	if framework != "react" && framework != "preact" || dependsOn(dir, framework) {
		return nil
	}
	add := map[string]string{"react": "react react-dom", "preact": "preact"}[framework]
	return &ui.Error{
		Code:    "package_missing",
		Message: fmt.Sprintf("The project doesn't depend on %s.", framework),
		Fix:     "Add it first: oriel add " + add + ".",
	}
}
