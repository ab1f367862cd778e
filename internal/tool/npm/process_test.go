//go:build linux || darwin

package npm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/ui"
)

// asInstaller is the variable that makes the test's binary install in the folder
// that it names, and print the code of the error. fileLimit is how many bytes a
// file may then have.
const (
	asInstaller = "ORIEL_TEST_INSTALL"
	fileLimit   = "ORIEL_TEST_FILE_LIMIT"
)

func TestMain(m *testing.M) {
	dir := os.Getenv(asInstaller)
	if dir == "" {
		os.Exit(m.Run())
	}
	if limit, err := strconv.ParseUint(os.Getenv(fileLimit), 10, 64); err == nil {
		// Otherwise the system ends the process, as it does not when a disk is full.
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			os.Exit(1)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	_, err := npm.Install(ctx, dir, npm.Options{Environ: os.Environ()})
	code := "installed"
	if own, ok := errors.AsType[*ui.Error](err); ok {
		code = own.Code
	} else if err != nil {
		code = err.Error()
	}
	_, _ = fmt.Fprintln(os.Stdout, code)
	if err != nil {
		os.Exit(1) //nolint:gocritic // the process ends in any case
	}
	os.Exit(0)
}

// installer is a process that installs in a folder.
func installer(t *testing.T, dir string, o npm.Options, more ...string) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0]) //nolint:gosec // it is the test itself
	cmd.Env = append(append(o.Environ, asInstaller+"="+dir, "ORIEL_CACHE="+o.Cache), more...)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	return cmd, &said
}

// A process that is ended in the middle leaves what was there; one that is killed
// leaves a folder that version control doesn't see, and the next install removes.
func TestProcessIsEnded(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		signal syscall.Signal
		left   int
	}{"interrupted": {syscall.SIGINT, 0}, "killed": {syscall.SIGKILL, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			registry, dir, o := single(t)
			write(t, filepath.Join(dir, "node_modules", ".package-lock.json"), `{"packages":{}}`)
			write(t, filepath.Join(dir, "node_modules", "older", "index.js"), "older")
			asked := make(chan struct{}, 10)
			registry.answerFirst(func(_ http.ResponseWriter, r *http.Request) bool {
				asked <- struct{}{}
				<-r.Context().Done()
				return true
			})
			cmd, said := installer(t, dir, o)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-asked:
			case <-time.After(time.Minute):
				t.Fatalf("the registry was not asked: %s", said)
			}
			if err := cmd.Process.Signal(one.signal); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil {
				t.Errorf("it goes on: %s", said)
			}
			wantFolders(t, dir, "older")
			left, err := filepath.Glob(filepath.Join(dir, ".oriel-install-*"))
			if err != nil || len(left) != one.left {
				t.Fatalf("left behind are %v: %v", left, err)
			}
			if one.left > 0 && !strings.Contains(read(t, left[0], ".gitignore"), "\n*\n") {
				t.Error("version control sees what is left")
			}
			registry.answerFirst(nil)
			install(t, dir, o)
			wantClean(t, dir, "node_modules")
			wantFolders(t, dir, "p")
		})
	}
}

// A disk without room is told of, and nothing is changed.
func TestDiskIsFull(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t)
	packed := packageOf(t, "p", "1.0.0", strings.Repeat("0123456789abcdef", 64<<10))
	registry.add("p", "1.0.0", packed)
	dir := writeProject(t, map[string]locked{"node_modules/p": {"version": "1.0.0", "integrity": integrityOf(packed)}})
	o := options(t, registry)
	for name, limit := range map[string]int{"unpacking": 256 << 10, "fetching": len(packed) / 2} {
		cmd, said := installer(t, dir, o, fileLimit+"="+strconv.Itoa(limit))
		if err := cmd.Run(); err == nil || !strings.Contains(said.String(), "disk_full") {
			t.Errorf("%s: it says %q: %v", name, said, err)
		}
		wantClean(t, dir)
		if err := os.RemoveAll(filepath.Join(o.Cache, "tarballs-1")); err != nil {
			t.Fatal(err)
		}
	}
	install(t, dir, o)
}

// A folder that can't be written is told of. The superuser may write everywhere,
// so that it is somebody else who tries.
func TestFolderIsReadOnly(t *testing.T) {
	t.Parallel()
	_, dir, o := single(t)
	// Nobody may look into the folders of tests.
	base, err := os.MkdirTemp("/tmp", "oriel-read-only-") //nolint:usetesting // as the line above says
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(base); err != nil {
			t.Error(err)
		}
	})
	project, program, cache := filepath.Join(base, "project"), filepath.Join(base, "program"), filepath.Join(base, "cache")
	for _, file := range []string{"package.json", "package-lock.json"} {
		write(t, filepath.Join(project, file), read(t, dir, file))
	}
	copyProgram(t, program)
	o.Cache = cache
	for folder, mode := range map[string]os.FileMode{base: 0o755, project: 0o555, cache: 0o777} {
		if err := errors.Join(os.MkdirAll(folder, 0o755), os.Chmod(folder, mode)); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(project, 0o755) }) //nolint:gosec // so that it can be removed
	cmd, said := installer(t, project, o)
	cmd.Path = program
	cmd.Dir = base
	if os.Getuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if err := cmd.Run(); err == nil || !strings.Contains(said.String(), "folder_unwritable") {
		t.Errorf("it says %q: %v", said, err)
	}
	wantClean(t, project)
}

// copyProgram copies the test's binary.
func copyProgram(t *testing.T, to string) {
	t.Helper()
	from, err := os.Open(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close() //nolint:errcheck // it was only read
	// No program that another goroutine starts meanwhile may hold the file open.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	file, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755) //nolint:gosec // somebody else runs it
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(file, from); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}
