package devloop_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/devloop"
)

// The go command doesn't build a program whose module is left out of a go.work above it.
func TestOutsideOfTheWorkspace(t *testing.T) {
	t.Parallel()
	dir := project(t, nil)
	programtest.Write(t, filepath.Dir(dir), "go.work", "go 1.26.0\n\nuse ./other\n")
	programtest.Write(t, filepath.Dir(dir), "other/go.mod", "module example.com/other\n\ngo 1.26.0\n")
	d := start(t, dir, devloop.Options{Environ: append(environ(), "GOWORK=")})
	problem := d.wrong("module_not_in_workspace")[0]
	if !strings.Contains(problem.Message, "go.work") || problem.Fix != "Add it: go work use .\nThen restart oriel dev." {
		t.Errorf("got %+v", problem)
	}
}
