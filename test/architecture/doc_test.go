// Package architecture tests what holds for the whole tree: who may import
// whom, that what is generated is up to date, and that what the README shows
// runs. It has no code of its own.
package architecture_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

// modulePath is the module's path in import statements.
const modulePath = "github.com/orielapps/oriel"

// root returns the module's folder.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatalf("the module's folder is not two above this package: %v", err)
	}
	return dir
}

// run runs a program in dir, with more variables for its environment,
// "KEY=value" each. It fails the test, with what the program has said, if that
// fails.
func run(t *testing.T, dir string, env []string, name string, args ...string) []byte {
	t.Helper()
	programtest.Track(t, dir)
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		said := stderr.String()
		if said == "" {
			said = string(stdout)
		}
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said)
	}
	return stdout
}
