package interop_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
)

// testFiles are the declarations of tests' packages, by folder and name.
type testFiles map[string]map[string]ast.Node

// readTests parses the tests of the workbench.
func readTests(t *testing.T) testFiles {
	t.Helper()
	all := testFiles{}
	for _, folder := range []string{"workbench", "hostile"} {
		files, err := filepath.Glob(filepath.Join(root, "test", folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("test/%s has no tests: %v", folder, err)
		}
		all[folder] = map[string]ast.Node{}
		for _, path := range files {
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, declared := range file.Decls {
				all.add(folder, declared)
			}
		}
	}
	return all
}

func (f testFiles) add(folder string, declared ast.Decl) {
	switch declared := declared.(type) {
	case *ast.FuncDecl:
		if declared.Recv == nil {
			f[folder][declared.Name.Name] = declared
		}
	case *ast.GenDecl:
		for _, spec := range declared.Specs {
			if values, ok := spec.(*ast.ValueSpec); ok {
				for _, name := range values.Names {
					f[folder][name.Name] = values
				}
			}
		}
	}
}

func (f testFiles) has(test string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(f)), func(names map[string]ast.Node) bool { return names[test] != nil })
}

// profilesOf returns the ids of the profiles that a test names, itself or in what it uses of its package.
func (f testFiles) profilesOf(test string) []string {
	found := map[string]bool{}
	for _, names := range f {
		seen := map[string]bool{}
		var visit func(name string)
		visit = func(name string) {
			declared := names[name]
			if declared == nil || seen[name] {
				return
			}
			seen[name] = true
			var look func(node ast.Node) bool
			look = func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.SelectorExpr:
					ast.Inspect(node.X, look)
					return false
				case *ast.Ident:
					visit(node.Name)
				case *ast.BasicLit:
					for _, id := range profilesIn(node.Value) {
						found[id] = true
					}
				}
				return true
			}
			ast.Inspect(declared, look)
		}
		visit(test)
	}
	return slices.Sorted(maps.Keys(found))
}

// profilesIn returns the ids in a literal that is a list of them, or that has one as a parameter of an address.
func profilesIn(literal string) []string {
	text, err := strconv.Unquote(literal)
	if err != nil {
		return nil
	}
	if _, list, ok := strings.Cut(text, "profiles="); ok {
		text, _, _ = strings.Cut(list, "&")
	}
	ids := strings.Split(text, ",")
	known := func(id string) bool {
		return slices.ContainsFunc(everyProfile(), func(p *hosts.Profile) bool { return p.ID == id })
	}
	if slices.ContainsFunc(ids, func(id string) bool { return !known(id) }) {
		return nil
	}
	return ids
}
