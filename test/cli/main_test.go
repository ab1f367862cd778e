// Package cli_test runs the program oriel, as it is built, with what a person does with
// it, and looks at the result in Chromium.
package cli_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

func TestMain(m *testing.M) {
	code := browsertest.OneBrowser(m).Run()
	if built.folder != "" {
		_ = os.RemoveAll(built.folder)
	}
	os.Exit(code)
}

// checkout is the root of the repository.
func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// built is where the program is, once a test has needed it.
var built struct {
	once   sync.Once
	folder string
	err    error
}

// oriel builds the program, once for all tests, and returns its path.
func oriel(t *testing.T) string {
	t.Helper()
	root := checkout(t)
	programtest.Track(t, root)
	built.once.Do(func() {
		if built.folder, built.err = os.MkdirTemp("", "oriel-cli-"); built.err != nil { //nolint:usetesting // it is for all tests
			return
		}
		build := exec.CommandContext(context.WithoutCancel(t.Context()), "go", "build", "-ldflags=-w", "-o", built.folder+string(filepath.Separator), "./cmd/oriel")
		build.Dir = root
		if said, err := build.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("building oriel: %w\n%s", err, said)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	program := filepath.Join(built.folder, "oriel")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	return program
}

// onlyGo is an environment in which no program can be found but the go command, which
// finds its modules in the cache alone.
func onlyGo(t *testing.T) []string {
	t.Helper()
	bin := t.TempDir()
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(goCommand, filepath.Join(bin, filepath.Base(goCommand))); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	environ := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(strings.ToUpper(variable), "PATH=")
	})
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := exec.CommandContext(t.Context(), goCommand, "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		environ = append(environ, name+"="+strings.TrimSpace(string(value)))
	}
	return append(environ, "PATH="+bin, "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off", "CGO_ENABLED=0")
}

// mustRun runs a program, fails the test if that fails, and returns what it prints.
func mustRun(t *testing.T, dir string, environ []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, environ
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out)
}

// ready waits until the view of a profile is, and returns its document.
func ready(t *testing.T, page *browsertest.Page, profile string) *browsertest.Frame {
	t.Helper()
	selector := `[data-testid="view"][data-profile="` + profile + `"]`
	expression := `["ready", "error"].includes(document.querySelector('` + selector + `')?.dataset.status)`
	if err := page.Main().WaitFor(t.Context(), expression); err != nil {
		t.Fatalf("%s: %v", profile, err)
	}
	status, err := browsertest.Eval[[]string](t.Context(), page.Main(),
		`(({status, reason}) => [status, reason ?? ""])(document.querySelector('`+selector+`').dataset)`)
	if err != nil || status[0] != "ready" {
		t.Fatalf("%s: the view is not ready: %v %v", profile, status, err)
	}
	return page.Frame(`iframe` + selector).Frame("iframe")
}
