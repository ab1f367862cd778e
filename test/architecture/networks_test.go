package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Module auth can't import the tool, so each has a table of the networks that no provider's
// metadata leads to. They are the same.
func TestNetworksOfAuthAndTool(t *testing.T) {
	t.Parallel()
	app, tool := networksIn(t, "auth/address.go"), networksIn(t, "internal/tool/addresses/zone.go")
	if len(app["neverNetworks"]) < 10 || len(app["privateNetworks"]) < 2 || len(app["nat64"]) != 1 {
		t.Fatalf("auth has %v; have the names changed?", app)
	}
	if diff := cmp.Diff(app, tool); diff != "" {
		t.Errorf("auth and the tool (+) differ:\n%s", diff)
	}
}

// networksIn returns the networks in a file's variables, sorted.
func networksIn(t *testing.T, file string) map[string][]string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root(t), filepath.FromSlash(file)), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	ast.Inspect(parsed, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok || len(spec.Values) == 0 {
			return true
		}
		ast.Inspect(spec.Values[0], func(node ast.Node) bool {
			if text, ok := node.(*ast.BasicLit); ok && text.Kind == token.STRING && strings.Contains(text.Value, "/") {
				found[spec.Names[0].Name] = append(found[spec.Names[0].Name], text.Value)
			}
			return true
		})
		slices.Sort(found[spec.Names[0].Name])
		return true
	})
	return found
}
