package apptypes

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
)

// newApp is the function of an app's program that declares the app, and does nothing else.
const newApp = "newApp"

// noApp is the complaint of the file below, and the mark of a program that has it.
const noApp = "newApp has returned no app"

// askFile is the file that is compiled into the package of such a program. Its name is the last of
// the package, so that its init runs after those of the program.
const askFile = "zzz_oriel_types.go"

// askSource calls newApp, with zero values for its parameters, before main would begin.
const askSource = `package main

import (
	orielFmt "fmt"
	orielOS "os"
	orielReflect "reflect"

	orielLibrary "github.com/orielapps/oriel"
)

func init() {
	if orielOS.Getenv("` + variable + `") == "" {
		return
	}
	declare := orielReflect.ValueOf(newApp)
	var zeros []orielReflect.Value
	for i := range declare.Type().NumIn() {
		zeros = append(zeros, orielReflect.Zero(declare.Type().In(i)))
	}
	call := declare.Call
	if declare.Type().IsVariadic() {
		call = declare.CallSlice
	}
	results := call(zeros)
	app, _ := results[0].Interface().(*orielLibrary.App)
	if failure, failed := results[len(results)-1].Interface().(error); failed {
		orielFmt.Fprintln(orielOS.Stderr, "newApp:", failure)
		orielOS.Exit(1)
	}
	if app == nil {
		orielFmt.Fprintln(orielOS.Stderr, "` + noApp + `")
		orielOS.Exit(1)
	}
	app.Main()
}
`

// hasNewApp reports whether the program in a folder has a function newApp that returns an app of
// Oriel, and possibly an error. A folder that can't be read has none: compiling it says why.
func hasNewApp(dir string) bool {
	found, err := build.ImportDir(dir, 0)
	if err != nil || found.Name != "main" {
		return false
	}
	declared, aliases := "", map[string]bool{}
	for _, name := range slices.Concat(found.GoFiles, found.CgoFiles) {
		// A file with a fault is read up to there.
		file, _ := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		library := nameOfLibrary(file)
		for _, declaration := range file.Decls {
			switch of := declaration.(type) {
			case *ast.FuncDecl:
				if result := resultOfNewApp(of); result != nil {
					declared = typeName(result, library)
				}
			case *ast.GenDecl:
				for _, spec := range of.Specs {
					if one, ok := spec.(*ast.TypeSpec); ok && one.Assign.IsValid() {
						aliases[one.Name.Name] = typeName(one.Type, library) == libraryApp
					}
				}
			}
		}
	}
	return declared == libraryApp || aliases[declared]
}

// libraryApp is what typeName calls the App of Oriel, whatever a file calls the package.
const libraryApp = "oriel.App"

// nameOfLibrary returns how a file calls the package oriel: "." with a dot import, empty without an import.
func nameOfLibrary(file *ast.File) string {
	for _, spec := range file.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err == nil && imported == oriel {
			if spec.Name != nil {
				return spec.Name.Name
			}
			return path.Base(oriel)
		}
	}
	return ""
}

// resultOfNewApp returns the type that newApp points to; nil for any other function.
func resultOfNewApp(function *ast.FuncDecl) ast.Expr {
	if function.Name.Name != newApp || function.Recv != nil || function.Type.TypeParams != nil || function.Type.Results == nil {
		return nil
	}
	results := function.Type.Results.List
	pointer, ok := results[0].Type.(*ast.StarExpr)
	if !ok || function.Type.Results.NumFields() > 2 || len(results[0].Names) > 1 {
		return nil
	}
	return pointer.X
}

// typeName returns libraryApp, or the name of a type of the package; empty for any other type. The
// library is what the file calls it.
func typeName(of ast.Expr, library string) string {
	switch of := of.(type) {
	case *ast.SelectorExpr:
		if from, ok := of.X.(*ast.Ident); ok && from.Name == library && of.Sel.Name == "App" {
			return libraryApp
		}
	case *ast.Ident:
		if library == "." && of.Name == "App" {
			return libraryApp
		}
		return of.Name
	}
	return ""
}

// writeAskFile writes the file that calls newApp, and adds it to what is replaced, by path, unless the
// program in the folder has no newApp.
func (p *Program) writeAskFile(dir string, replaced map[string]string) error {
	if !hasNewApp(dir) {
		return nil
	}
	file := filepath.Join(p.scratch, askFile)
	if err := os.WriteFile(file, []byte(askSource), forUs); err != nil {
		return fmt.Errorf("writing what calls newApp: %w", err)
	}
	replaced[filepath.Join(dir, askFile)] = file
	return nil
}
