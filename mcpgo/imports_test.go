package mcpgo_test

import (
	"go/build"
	"slices"
	"strings"
	"testing"
)

// The module knows of Oriel what any user of it does.
func TestImportsArePublic(t *testing.T) {
	t.Parallel()
	p, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	const oriel = "github.com/orielapps/oriel"
	allowed := []string{oriel, oriel + "/ui", oriel + "/hosts"}
	for _, path := range p.Imports {
		if strings.HasPrefix(path, oriel) && !slices.Contains(allowed, path) {
			t.Errorf("the package imports %s, but may import only %s", path, allowed)
		}
	}
	if !slices.Contains(p.Imports, oriel) {
		t.Errorf("the imports are %s", p.Imports)
	}
}
