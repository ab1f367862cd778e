// Package npmtest runs npm, for tests that compare with it.
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

// ErrEndless is returned when npm was killed because it exceeded the time limit: with some
// packages it never ends.
var ErrEndless = errors.New("npm does not end")

// Run runs npm in a folder with the variables of an environment, and returns its output. All its
// processes have ended when the test ends.
func Run(t testing.TB, limit time.Duration, dir string, environ []string, arguments ...string) (stdout, stderr string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	command := exec.Command("npm", arguments...) //nolint:noctx // procgroup.Run ends all its processes with ctx
	command.Dir, command.Env = dir, environ
	outputs := t.TempDir()
	out, errOut := create(t, filepath.Join(outputs, "stdout")), create(t, filepath.Join(outputs, "stderr"))
	command.Stdout, command.Stderr = out, errOut
	err = procgroup.Run(ctx, command)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrEndless
	}
	return read(t, out), read(t, errOut), err
}

// create makes a file that is closed when the test ends.
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

// WithoutSettings returns the environment without npm's variables, which this machine or an npm that
// runs the tests may have set.
func WithoutSettings() []string {
	var kept []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(strings.ToLower(variable), "npm_") {
			kept = append(kept, variable)
		}
	}
	return kept
}
