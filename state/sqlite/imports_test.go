package sqlite_test

import (
	"go/build"
	"strings"
	"testing"
)

// The module knows of Oriel what any store does.
func TestImportsArePublic(t *testing.T) {
	t.Parallel()
	p, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	const oriel = "github.com/orielapps/oriel"
	found := false
	for _, path := range p.Imports {
		found = found || path == oriel+"/state"
		if strings.HasPrefix(path, oriel) && path != oriel+"/state" {
			t.Errorf("the package imports %s, but may import only %s/state", path, oriel)
		}
	}
	if !found {
		t.Errorf("the imports are %s", p.Imports)
	}
}
