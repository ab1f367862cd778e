package scaffold

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/orielapps/oriel/internal/tool/naming"
	"github.com/orielapps/oriel/ui"
)

// Tool describes a new tool of an app.
type Tool struct {
	// Dir is the folder of the Go package that makes the app.
	Dir, Name string
	// View is the name of the tool's view; empty for a tool without a view.
	View string
	// Views is the import path of the project's package views.
	Views string
}

// Added is the result of adding a tool.
type Added struct {
	// File is the file of the tool.
	File string
	// Changed is the file in which the tool is declared; empty if nothing was declared, because the place
	// for it is not clear.
	Changed string
	// Line is the statement that declares the tool.
	Line string
	// Left says what is left to do, with code to copy; empty if the tool is declared.
	Left string
}

// app is the place in a package's source code where the app is made.
type app struct {
	name     string // the package's name
	file     string
	text     []byte
	end      int    // the offset at which the statement ends after which the app is there
	variable string // the variable that has the app
	view     *declaredView
	count    int      // how many apps there are
	imports  []string // the names by which the package's files know others
}

// declaredView is the call that declares the tool's view.
type declaredView struct {
	file      string
	line      int
	app, call string // as in the file: the call's first argument, and all of it
	variable  string // the variable that has the view; empty if the call is part of a larger statement
	end       int    // the offset after the variable's statement
}

// Check reports why the tool can't be created, without writing anything.
func (t Tool) Check() error {
	if err := checkTool(t.Name); err != nil {
		return err
	}
	if t.View != "" {
		if err := checkView(t.View); err != nil {
			return err
		}
	}
	_, err := t.findApp()
	if err == nil {
		if _, statErr := os.Lstat(t.file()); statErr == nil {
			return taken(t.file(), "is there already")
		}
	}
	return err
}

// file returns the path of the tool's file. Its name has no underscore: the go command takes what
// follows one for an operating system, an architecture or a test.
func (t Tool) file() string {
	stem := strings.ReplaceAll(t.Name, "_", "")
	if naming.ReservedOnWindows(stem) { // with any extension
		stem = "tool" + stem
	}
	return filepath.Join(t.Dir, stem+".go")
}

// Create writes the tool's file, and declares the tool in the app if the place for that is clear.
// Errors that people can fix are of type [*ui.Error], with the codes "name_invalid", "app_missing",
// "app_broken", "tool_taken", "place_taken" and "place_unwritable".
func (t Tool) Create(ctx context.Context) (Added, error) {
	if err := t.Check(); err != nil {
		return Added{}, err
	}
	a, err := t.findApp()
	if err != nil {
		return Added{}, err
	}
	text, err := t.source(a)
	if err != nil {
		return Added{}, err
	}
	if err = cancelled(ctx); err != nil {
		return Added{}, err
	}
	file := t.file()
	if err = createIn(t.Dir, filepath.Base(file), text); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return Added{}, taken(file, "is there already")
		}
		return Added{}, unwritable(file, err)
	}
	added := Added{File: file, Line: t.statement(a)}
	changed, ok := t.withStatement(a)
	if !ok {
		added.Left = t.left(a)
		return added, nil
	}
	if err := replace(a.file, changed); err != nil {
		return Added{}, errors.Join(unwritable(a.file, err), os.Remove(file))
	}
	added.Changed = a.file
	return added, nil
}

// createIn writes a new file; it fails with [fs.ErrExist] if there is one already.
func createIn(dir, name string, data []byte) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err //nolint:wrapcheck // the caller says which file it is
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return create(root, name, data)
}

// replace writes a file atomically. It follows a symbolic link.
func replace(file string, text []byte) (err error) {
	if file, err = filepath.EvalSymlinks(file); err != nil {
		return err //nolint:wrapcheck // the caller says which file it is
	}
	info, err := os.Stat(file)
	if err != nil {
		return err //nolint:wrapcheck // likewise
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-*")
	if err != nil {
		return err //nolint:wrapcheck // likewise
	}
	_, err = temporary.Write(text)
	err = errors.Join(err, temporary.Close(), os.Chmod(temporary.Name(), info.Mode().Perm()))
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}

// source is a Go file of the app's package.
type source struct {
	name string
	text []byte
	file *ast.File
}

// findApp finds the app that the package makes, and checks that the tool's names are unused.
func (t Tool) findApp() (*app, error) {
	files := token.NewFileSet()
	sources, err := t.sources(files)
	if err != nil {
		return nil, err
	}
	found := &app{}
	for _, s := range sources {
		found.imports = append(found.imports, importedNames(s.file)...)
	}
	for _, s := range sources {
		test := strings.HasSuffix(s.name, "_test.go")
		if test && strings.HasSuffix(s.file.Name.Name, "_test") {
			continue // another package
		}
		if err := t.checkNames(found, s.file, files); err != nil {
			return nil, err
		}
		if test {
			continue
		}
		found.name = s.file.Name.Name
		if oriel := importedAs(s.file, library); oriel != "" {
			found.inspect(t, files, s, oriel)
		}
	}
	if found.count == 0 {
		return nil, &ui.Error{
			Code:    "app_missing",
			Message: fmt.Sprintf("No Go file in %s calls oriel.New or oriel.NewWith.", t.Dir),
			Fix:     "Name the folder of the package that does: --app DIR. Or make an app: oriel new NAME.",
		}
	}
	return found, nil
}

// sources parses the Go files of the package.
func (t Tool) sources(files *token.FileSet) ([]source, error) {
	names, err := filepath.Glob(filepath.Join(t.Dir, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("looking for Go files: %w", err)
	}
	list := make([]source, len(names))
	for i, name := range names {
		text, err := os.ReadFile(name) //nolint:gosec // of the project
		var file *ast.File
		if err == nil {
			file, err = parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		}
		if err != nil {
			return nil, &ui.Error{Code: "app_broken", Message: fmt.Sprintf("The app can't be read: %v.", err), Fix: "Correct the file, and run this again."}
		}
		list[i] = source{name, text, file}
	}
	return list, nil
}

// checkNames returns an error if the package already declares a name that the tool's file needs.
func (t Tool) checkNames(a *app, file *ast.File, files *token.FileSet) error {
	names := []string{naming.Identifier(t.Name) + "Input", naming.Identifier(t.Name) + "Output", "add" + naming.Identifier(t.Name), t.handlerName(a)}
	for _, declaration := range file.Decls {
		for _, identifier := range declaredNames(declaration) {
			if slices.Contains(names, identifier.Name) {
				return &ui.Error{
					Code:    "tool_taken",
					Message: fmt.Sprintf("%s: %s is already declared.", files.Position(identifier.Pos()), identifier.Name),
					Fix:     "Give the tool another name.",
				}
			}
		}
	}
	return nil
}

// declaredNames returns the package-level names of a declaration.
func declaredNames(declaration ast.Decl) []*ast.Ident {
	var names []*ast.Ident
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name)
			case *ast.ValueSpec:
				names = append(names, s.Names...)
			}
		}
	}
	return names
}

// versionSuffix matches the major version at the end of a module's path, which is not part of the
// package's name.
var versionSuffix = regexp.MustCompile(`/v[0-9]+$`)

// importedNames returns the names of a file's imports, guessed from their paths where the file
// doesn't name them.
func importedNames(file *ast.File) []string {
	names := make([]string, len(file.Imports))
	for i, spec := range file.Imports {
		if spec.Name != nil {
			names[i] = spec.Name.Name
		} else if importPath, err := strconv.Unquote(spec.Path.Value); err == nil {
			names[i] = path.Base(versionSuffix.ReplaceAllString(importPath, ""))
		}
	}
	return names
}

// importedAs returns a file's name for a package; empty if the file does not import it.
func importedAs(file *ast.File, importPath string) string {
	for _, spec := range file.Imports {
		if spec.Path.Value != strconv.Quote(importPath) {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return importPath[strings.LastIndex(importPath, "/")+1:]
	}
	return ""
}

// inspect looks in a file for the statements that make the app and declare the tool's view.
func (a *app) inspect(t Tool, files *token.FileSet, s source, oriel string) {
	ast.Inspect(s.file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
				return true
			}
			variable, plain := n.Lhs[0].(*ast.Ident)
			call, ok := n.Rhs[0].(*ast.CallExpr)
			if !plain || !ok {
				return true
			}
			if isCall(call, oriel, "New", "NewWith") {
				a.file, a.text, a.end, a.variable = s.name, s.text, files.Position(n.End()).Offset, variable.Name
			}
			if t.declaresView(call, oriel) && variable.Name != "_" {
				a.declares(files, s, call, variable.Name)
			}
		case *ast.CallExpr:
			if isCall(n, oriel, "New", "NewWith") {
				a.count++
			}
			if t.declaresView(n, oriel) && a.view == nil {
				a.declares(files, s, n, "")
			}
		}
		return true
	})
}

// declares notes the call that declares the tool's view.
func (a *app) declares(files *token.FileSet, s source, call *ast.CallExpr, variable string) {
	text := func(node ast.Node) string {
		return string(s.text[files.Position(node.Pos()).Offset:files.Position(node.End()).Offset])
	}
	a.view = &declaredView{
		file: s.name, line: files.Position(call.Pos()).Line, app: text(call.Args[0]), call: text(call),
		variable: variable, end: files.Position(call.End()).Offset,
	}
}

// isCall reports whether a call is one of the given functions of a package.
func isCall(call *ast.CallExpr, pkg string, functions ...string) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	return ok && slices.Contains(functions, selector.Sel.Name) && isName(selector.X, pkg)
}

func isName(x ast.Expr, name string) bool {
	identifier, ok := x.(*ast.Ident)
	return ok && identifier.Name == name
}

// declaresView reports whether a call declares the tool's view.
func (t Tool) declaresView(call *ast.CallExpr, oriel string) bool {
	const name = 1 // the argument after the app
	if t.View == "" || !isCall(call, oriel, "AddView", "AddViewWith") || len(call.Args) <= name {
		return false
	}
	literal, ok := call.Args[name].(*ast.BasicLit)
	return ok && literal.Value == strconv.Quote(t.View)
}

// handlerName returns the name of the tool's handler: that of the tool, unless Go, the package or
// the tool's file uses it for something else.
func (t Tool) handlerName(a *app) string {
	name := naming.Identifier(t.Name)
	name = strings.ToLower(name[:1]) + name[1:]
	if token.IsKeyword(name) || doc.IsPredeclared(name) || slices.Contains(standard, name) || slices.Contains(a.imports, name) ||
		slices.Contains([]string{"init", "main", "oriel", "ui", "views", "app", "view"}, name) {
		return "run" + naming.Identifier(t.Name)
	}
	return name
}

// statement returns the statement that declares the tool.
func (t Tool) statement(a *app) string {
	function := "add" + naming.Identifier(t.Name)
	if a.view == nil {
		return fmt.Sprintf("%s(%s)", function, cmp.Or(a.variable, "app"))
	}
	return fmt.Sprintf("%s(%s, %s)", function, a.view.app, cmp.Or(a.view.variable, t.viewVariable()))
}

// viewVariable returns a name for a variable that has the tool's view.
func (t Tool) viewVariable() string {
	name := naming.Identifier(t.View)
	return strings.ToLower(name[:1]) + name[1:] + "View"
}

// withStatement returns the app's file with the statement that declares the tool; false if the
// place for it is not clear.
func (t Tool) withStatement(a *app) ([]byte, bool) {
	at := a.end
	if a.view != nil {
		// Only in the file that makes the app, because that is the one to change.
		if a.view.variable == "" || a.view.file != a.file || a.view.app != a.variable {
			return nil, false
		}
		at = a.view.end
	}
	if a.count != 1 || a.variable == "" || a.variable == "_" {
		return nil, false
	}
	changed := bytes.Join([][]byte{a.text[:at], []byte("\n" + t.statement(a)), a.text[at:]}, nil)
	changed, err := format.Source(changed)
	return changed, err == nil
}

// left says how to declare the tool by hand.
func (t Tool) left(a *app) string {
	if a.view == nil {
		return "Add this after the call of oriel.New:\n\n    " + t.statement(a) + "\n"
	}
	place := fmt.Sprintf("%s:%d", filepath.ToSlash(a.view.file), a.view.line)
	if a.view.variable != "" {
		return fmt.Sprintf("Add this after %s, which declares the view:\n\n    %s\n", place, t.statement(a))
	}
	return fmt.Sprintf("The view %q is declared within a statement, at %s. Put these lines before that statement:\n\n"+
		"    %s := %s\n    %s\n\nIn the statement, use %[3]s instead of the call of AddView.\n",
		t.View, place, t.viewVariable(), a.view.call, t.statement(a))
}

// source returns the content of the tool's file.
func (t Tool) source(a *app) ([]byte, error) {
	const name = "templates/tool/tool.go" + suffix
	parsed, err := template.New("").Delims("<%", "%>").ParseFS(embedded, name)
	if err != nil {
		return nil, fmt.Errorf("reading the template of tools: %w", err)
	}
	var b bytes.Buffer
	err = parsed.ExecuteTemplate(&b, "tool.go"+suffix, map[string]any{
		"Package": a.name, "Module": t.Views, "Name": t.Name, "GoName": naming.Identifier(t.Name), "Title": title(t.Name), "Function": t.handlerName(a),
		"View": t.View, "ViewVariable": naming.Identifier(t.View), "ViewDeclared": t.View != "" && a.view == nil,
		"ViewParameter": a.view != nil,
	})
	if err != nil {
		return nil, fmt.Errorf("filling in the template of tools: %w", err)
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("formatting the tool's file: %w", err)
	}
	return text, nil
}
