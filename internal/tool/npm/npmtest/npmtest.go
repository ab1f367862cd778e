// Package npmtest runs the real npm, for the tests that compare with it.
package npmtest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/procgroup"
)

// ErrEndless is returned for an npm that was ended because it ran for too long: with
// some packages it never stops by itself.
var ErrEndless = errors.New("npm does not come to an end")

// Run runs npm in a folder with the variables of an environment, and returns what it
// printed. Nothing is left of it when the test ends, however that ends.
func Run(t testing.TB, limit time.Duration, dir string, environ []string, arguments ...string) (stdout, stderr string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	command := exec.Command("npm", arguments...) //nolint:noctx // its group ends with ctx, and not it alone
	command.Dir, command.Env = dir, environ
	said := t.TempDir()
	out, complaints := create(t, filepath.Join(said, "out")), create(t, filepath.Join(said, "complaints"))
	command.Stdout, command.Stderr = out, complaints
	err = procgroup.Run(ctx, command)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrEndless
	}
	return read(t, out), read(t, complaints), err
}

// create makes a file that ends with the test.
func create(t testing.TB, name string) *os.File {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func read(t testing.TB, file *os.File) string {
	t.Helper()
	data, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// WithoutSettings is the environment without npm's variables: with nothing of what
// this machine, or the npm that runs the tests, has configured.
func WithoutSettings() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(strings.ToLower(variable), "npm_") {
			kept = append(kept, variable)
		}
	}
	return kept
}
