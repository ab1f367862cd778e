package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/internal/tool/scaffold"
	"github.com/orielapps/oriel/ui"
)

// newViewCommand adds a view to a project.
type newViewCommand struct {
	Name     string `arg:"" help:"The view's name: its folder is views/NAME."`
	Dir      string `default:"." placeholder:"DIR" help:"The project's folder, which has the folder views (default: this one)."`
	UI       string `name:"ui" placeholder:"FORM" help:"The language of the view: typescript, preact, react or html (default: from the project's packages)."`
	Platform string `short:"p" placeholder:"HOSTS" help:"universal, chatgpt or mcp (default: the platform of the other views)."`
	App      string `placeholder:"DIR" help:"The folder of the app's program, if the project has several."`
}

// Help is shown below the verb's usage.
func (*newViewCommand) Help() string {
	return `For example:

    oriel new view forecast
    oriel new view seat-map --ui react

The new view shows the unformatted result of any tool, until you change it. All views are built, as
"oriel generate" does, so that the view's Go variable exists.`
}

// Run adds the view.
func (c *newViewCommand) Run(env *environment) error {
	if err := inModule(c.Dir); err != nil {
		return err
	}
	view := scaffold.View{Dir: c.Dir, Name: c.Name, UI: c.UI, Platform: c.Platform}
	if err := makeView(env, view); err != nil {
		return err
	}
	if err := (&generateCommand{Dir: c.Dir, Types: true, App: c.App}).Run(env); err != nil {
		return err
	}
	library := viewLibrary(c.Dir)
	next := fmt.Sprintf("Use it in a tool:\n\n    View: oriel.AddView(app, %q, views.%s),\n", c.Name, view.GoName())
	if library != "oriel" {
		next = fmt.Sprintf("Give it to a tool, once the server has the tool:\n\n    err := %s.AddView(server, \"TOOL\", views.%s)\n", library, view.GoName())
	}
	if _, err := fmt.Fprint(env.stdout, "\n"+next); err != nil {
		return fmt.Errorf("printing what to do next: %w", err)
	}
	return nil
}

// viewLibraries are the packages with which a project declares its views, by what its Go files import. The first
// that is imported counts: an app may also be attached to a server.
var viewLibraries = []struct{ imported, name string }{
	{"github.com/orielapps/oriel", "oriel"},
	{"github.com/modelcontextprotocol/go-sdk/mcp", "gosdk"},
	{"github.com/mark3labs/mcp-go/server", "mcpgo"},
}

// viewLibrary returns the name of the package with which the project in a folder declares its views. It
// is for a hint: what can't be read says nothing about the project.
func viewLibrary(dir string) string {
	imports := map[string]bool{}
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir
		}
		base := entry.Name()
		switch {
		case entry.IsDir() && name != dir && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "vendor" || exists(name, "go.mod")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil //nolint:nilerr // a broken file says nothing, either
		}
		for _, spec := range file.Imports {
			if imported, err := strconv.Unquote(spec.Path.Value); err == nil {
				imports[imported] = true
			}
		}
		return nil
	})
	for _, library := range viewLibraries {
		if imports[library.imported] {
			return library.name
		}
	}
	return "oriel"
}

// makeView creates a view's folder, and prints it.
func makeView(env *environment, view scaffold.View) error {
	dir, err := view.Create(env.ctx)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(env.stdout, "wrote %s\n", filepath.ToSlash(dir)); err != nil {
		return fmt.Errorf("printing what was created: %w", err)
	}
	return nil
}

// inModule returns an error if a folder is in no Go module.
func inModule(dir string) error {
	_, _, err := moduleOf(dir)
	return err
}

// moduleOf returns the root of the module that a folder is in, and the folder's slash
// path relative to it.
func moduleOf(dir string) (root, rest string, err error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = &ui.Error{Code: "project_missing", Message: fmt.Sprintf("There is no folder %q.", dir), Fix: "Name the project's folder."}
		}
		return "", "", err
	}
	for at := abs; ; at = filepath.Dir(at) {
		if exists(at, "go.mod") {
			rest, err := filepath.Rel(at, abs)
			if err != nil {
				return "", "", fmt.Errorf("finding the folder in its module: %w", err)
			}
			return at, filepath.ToSlash(rest), nil
		}
		if at == filepath.Dir(at) {
			return "", "", &ui.Error{
				Code:    "module_missing",
				Message: fmt.Sprintf("The folder %q is in no Go module.", cmp.Or(dir, ".")),
				Fix:     "Change to the folder of an app, or create one: oriel new NAME.",
			}
		}
	}
}
