// Package programtest builds and runs programs for tests, as a person would: it
// starts them, waits for the address that they print, and stops them. No
// production code imports it.
package programtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	// startTimeout is how long a program may take to print its address on a busy machine.
	startTimeout = 5 * time.Minute
	// stopTimeout is how long it may take to end when it is asked to.
	stopTimeout = time.Minute
	// outputDelay is how long others may hold its outputs open after it has ended, such as a
	// program that "go run" has started.
	outputDelay = 5 * time.Second
)

var (
	loopbackURL = regexp.MustCompile(`https?://(?:127(?:\.\d+){3}|localhost|\[::1\]):\d+[^\s"']*`)
	// colours are what a program writes between the letters of an address where it takes
	// its output for a terminal, as Vite does in CI.
	colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)
)

// Program is a running program that has printed an address.
type Program struct {
	// URL is the first loopback URL in what the program has printed, on its
	// standard output or standard error.
	URL string

	cmd    *exec.Cmd
	output *output
	ended  chan struct{} // closed when err is set
	err    error
}

// Track makes a test's cached result depend on every file of the checkout in
// dir. "go test" sees what a test reads itself, but not what a program that it
// runs reads, such as the compiler.
func Track(t testing.TB, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a temporary file of another test
			}
			return err
		}
		if entry.IsDir() && path != dir && slices.Contains([]string{".git", ".tmp", "node_modules"}, entry.Name()) {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Write writes a file of a project in dir, and the folders that it needs. The name is a
// slash path. A program that reads the file meanwhile reads all of it, as it was or as it is
// now.
func Write(t testing.TB, dir, name, text string) {
	t.Helper()
	const folderMode = 0o750
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), folderMode); err != nil {
		t.Fatal(err)
	}
	// Programs that watch the project ignore names such as this one.
	whole, err := os.CreateTemp(filepath.Dir(file), ".write-*~")
	if err != nil {
		t.Fatal(err)
	}
	_, err = whole.WriteString(text)
	if err = errors.Join(err, whole.Close()); err == nil {
		err = os.Rename(whole.Name(), file)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// WriteProgram writes a program, such as a script, to a file that can be run at once. A
// program that another goroutine starts meanwhile would otherwise hold the file open,
// and the system runs no file that is open for writing.
func WriteProgram(t testing.TB, file, text string) {
	t.Helper()
	const mode = 0o700
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// FreeAddress returns an address of this machine, host and port, at which nobody listens. Where
// the system has many loopback addresses, as Linux does, it is of this process alone, so that
// nobody else is given the port meanwhile.
func FreeAddress(t testing.TB) string {
	t.Helper()
	const bits, mask, fewer = 8, 0xff, 0x3f
	pid := os.Getpid()
	own := net.IPv4(127, byte(1+pid>>(2*bits)&fewer), byte(pid>>bits&mask), byte(pid&mask)) //nolint:mnd // 127.0.0.0/8 is loopback
	var listener net.Listener
	var err error
	for _, host := range []string{own.String(), "127.0.0.1"} {
		if listener, err = new(net.ListenConfig).Listen(t.Context(), "tcp4", host+":0"); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return listener.Addr().String()
}

// Build compiles a package of the module in dir into a folder of the test's and
// returns the program's path.
func Build(t testing.TB, dir, pkg string) string {
	t.Helper()
	Track(t, dir)
	name := filepath.Base(pkg)
	if name == "." {
		name = "program"
	}
	path := filepath.Join(t.TempDir(), name)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-w", "-o", path, pkg) //nolint:gosec // the test says what to build
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", pkg, err, said)
	}
	return path
}

// Start runs a program until the test ends, and waits for its address. A test
// that fails shows what the program has printed.
func Start(t testing.TB, dir, path string, args ...string) *Program {
	t.Helper()
	return StartWith(t, dir, nil, path, args...)
}

// StartWith is [Start] with an environment, "KEY=value" each; nil is this process's. Of
// either, the program doesn't get GOGC, which is for the tests and not for what they measure.
func StartWith(t testing.TB, dir string, environ []string, path string, args ...string) *Program {
	t.Helper()
	// The program is stopped in the cleanup, after the test's context is over.
	p, err := launch(context.WithoutCancel(t.Context()), dir, environ, path, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("%s has printed:\n%s", filepath.Base(path), p.Output())
		}
	})
	return p
}

// Launch runs a program in dir and waits for the first address that it prints.
// It ends with [Program.Stop], or when ctx does.
func Launch(ctx context.Context, dir, path string, args ...string) (*Program, error) {
	return launch(ctx, dir, nil, path, args...)
}

func launch(ctx context.Context, dir string, environ []string, path string, args ...string) (*Program, error) {
	p := &Program{
		cmd:    exec.CommandContext(ctx, path, args...), //nolint:gosec // the caller says what to run
		output: &output{found: make(chan string, 1)},
		ended:  make(chan struct{}),
	}
	if environ == nil {
		environ = os.Environ()
	}
	p.cmd.Dir, p.cmd.Env = dir, slices.DeleteFunc(slices.Clone(environ), func(entry string) bool { return strings.HasPrefix(entry, "GOGC=") })
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.WaitDelay = p.output, p.output, outputDelay
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	select {
	case p.URL = <-p.output.found:
		return p, nil
	case <-p.ended:
		return nil, fmt.Errorf("%s has ended without an address (%w):\n%s", path, p.err, p.Output())
	case <-time.After(startTimeout):
		_ = p.Stop()
		return nil, fmt.Errorf("%s has printed no address in %v:\n%s", path, startTimeout, p.Output())
	}
}

// Output returns what the program has printed so far, on both its outputs.
func (p *Program) Output() string {
	p.output.mu.Lock()
	defer p.output.mu.Unlock()
	return p.output.text.String()
}

// Stop asks the program to end, as Ctrl-C does, and ends it by force if it
// doesn't. It is an error if that was needed, or if it had ended before.
func (p *Program) Stop() error {
	select {
	case <-p.ended:
		return fmt.Errorf("%s had ended before it was stopped: %w", p.cmd.Path, p.err)
	default:
	}
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		_ = p.cmd.Process.Kill() // Windows has no such signal
	}
	select {
	case <-p.ended:
		return nil
	case <-time.After(stopTimeout):
		_ = p.cmd.Process.Kill()
		<-p.ended
		return fmt.Errorf("%s did not end within %v of Ctrl-C", p.cmd.Path, stopTimeout)
	}
}

// Terminate asks the program to end as a service manager does, and returns the code
// that it exits with when it has. The program is not stopped in the test's cleanup
// any more, so it has to come from [Launch].
func (p *Program) Terminate(patience time.Duration) (code int, err error) {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, fmt.Errorf("terminating %s: %w", p.cmd.Path, err)
	}
	select {
	case <-p.ended:
		return p.cmd.ProcessState.ExitCode(), nil
	case <-time.After(patience):
		_ = p.cmd.Process.Kill()
		<-p.ended
		return 0, fmt.Errorf("%s did not end within %v of SIGTERM", p.cmd.Path, patience)
	}
}

// output collects what a program prints and finds its address.
type output struct {
	mu    sync.Mutex
	text  strings.Builder
	found chan string
	done  bool
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text.Write(b)
	if text := o.text.String(); !o.done {
		// A line that has not ended may hold half an address.
		lines := colours.ReplaceAllString(text[:strings.LastIndexByte(text, '\n')+1], "")
		if url := loopbackURL.FindString(lines); url != "" {
			o.done = true
			o.found <- url
		}
	}
	return len(b), nil
}
