package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
)

// developing is "oriel dev" as a process of its own.
type developing struct {
	t              *testing.T
	process        *exec.Cmd
	stdout, stderr *output
	ended          chan error
	dir, temporary string
	mark           string // in the environment of all that it starts
}

const devApp = `package main

import (
	"context"

	"github.com/orielapps/oriel"

	"example.com/weather/views"
)

func main() {
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "day", View: oriel.AddView(app, "day", views.Day)}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "sunny"}, nil
	})
	app.Main()
}
`

// devProject writes a small app that uses this checkout.
func devProject(t *testing.T) string {
	t.Helper()
	checkout, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	programtest.Track(t, checkout)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(checkout, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, required, _ := strings.Cut(read("go.mod"), "\nrequire (")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/weather\n\ngo 1.26.0\n\nrequire github.com/orielapps/oriel v0.0.0\n\n" +
			"replace github.com/orielapps/oriel => " + checkout + "\n\nrequire (" + required,
		"go.sum":             read("go.sum"),
		"main.go":            devApp,
		"views/day/index.ts": "document.title = 'day';\n",
	} {
		programtest.Write(t, dir, name, text)
	}
	return dir
}

// dev starts the command in a folder.
func dev(t *testing.T, dir string) *developing {
	t.Helper()
	return devWith(t, dir, nil)
}

// devWith is dev with more in its environment, and more arguments.
func devWith(t *testing.T, dir string, environ []string, args ...string) *developing {
	t.Helper()
	d := &developing{
		t: t, dir: dir, temporary: t.TempDir(), stdout: &output{}, stderr: &output{}, ended: make(chan error, 1),
		mark: "ORIEL_TEST_MARK=" + strconv.FormatInt(time.Now().UnixNano(), 10) + "." + strconv.Itoa(os.Getpid()),
	}
	d.process = exec.CommandContext(context.WithoutCancel(t.Context()), self(t),
		append([]string{"dev", "--no-open", "--port", "0", "--workbench-port", "0"}, args...)...)
	d.process.Dir = dir
	d.process.Env = append(os.Environ(), asCommand+"=1", "TMPDIR="+d.temporary, d.mark, "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
	d.process.Env = append(d.process.Env, environ...)
	d.process.Stdout, d.process.Stderr = d.stdout, d.stderr
	if err := d.process.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { d.ended <- d.process.Wait() }()
	t.Cleanup(func() {
		_ = d.process.Process.Kill() // it has ended, unless the test has failed
		if t.Failed() {
			t.Logf("it printed:\n%s\nand to standard error:\n%s", d.stdout, d.stderr)
		}
	})
	return d
}

// says waits until it has printed something.
func (d *developing) says(text string) {
	d.t.Helper()
	d.eventually(fmt.Sprintf("it says %q", text), func() bool { return strings.Contains(d.stdout.String()+d.stderr.String(), text) })
}

// eventually is the one of the package, with time for the go command.
func (d *developing) eventually(what string, condition func() bool) {
	d.t.Helper()
	for deadline := time.Now().Add(4 * timeout); !condition(); {
		if time.Now().After(deadline) {
			d.t.Fatalf("timed out: %s", what)
		}
		<-time.After(10 * time.Millisecond)
	}
}

// end sends a signal and waits until it has ended and nothing is left.
func (d *developing) end(how os.Signal) {
	d.t.Helper()
	if err := d.process.Process.Signal(how); err != nil {
		d.t.Fatal(err)
	}
	select {
	case err := <-d.ended:
		if err != nil && how != syscall.SIGKILL {
			d.t.Errorf("after %v: %v", how, err)
		}
	case <-time.After(2 * timeout):
		d.t.Fatalf("it does not end after %v", how)
	}
	// What is killed takes a moment to go.
	d.eventually("no process is left", func() bool { return len(d.left()) == 0 })
}

// left are the processes that it has started and that live.
func (d *developing) left() (commands []string) {
	entries, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		d.t.Fatal(err)
	}
	for _, file := range entries {
		environ, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(environ, []byte(d.mark)) {
			continue // it is another's, or gone
		}
		command, err := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		if err == nil && len(command) > 0 {
			commands = append(commands, string(bytes.ReplaceAll(command, []byte{0}, []byte{' '})))
		}
	}
	return commands
}

// whole fails for what is half written, or was to be there for a while only.
func (d *developing) whole() {
	d.t.Helper()
	err := filepath.WalkDir(d.dir, func(path string, entry fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".tmp") || entry != nil && entry.Name() == "dev.json" {
			d.t.Errorf("%s is left", path)
		}
		if strings.HasSuffix(path, "dist/day.html") {
			text, unread := os.ReadFile(path)
			if unread != nil || !bytes.HasPrefix(text, []byte("<!doctype html>")) || !bytes.HasSuffix(text, []byte("</script>")) {
				d.t.Errorf("%s: %.100s %v", path, text, unread)
			}
		}
		return err
	})
	if err != nil {
		d.t.Error(err)
	}
	entries, err := os.ReadDir(d.temporary)
	for _, entry := range entries {
		d.t.Errorf("%s is left among temporary files", entry.Name())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.t.Error(err)
	}
}

// Whenever it is stopped, nothing is left: no process, no temporary file, nothing
// that is half written.
func TestSystemDevEndsInTheMiddle(t *testing.T) {
	t.Parallel()
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
	for name, step := range map[string]func(d *developing){
		"at the first line":   func(d *developing) { d.says("Workbench: ") }, // signals before that are the system's to handle
		"compiling":           func(d *developing) { d.eventually("the compiler runs", func() bool { return len(d.left()) > 1 }) },
		"when the view is":    func(d *developing) { d.says("view    day") },
		"when the program is": func(d *developing) { d.says("built") },
		"ready":               func(d *developing) { d.says("ready") },
		"compiling again": func(d *developing) {
			d.says("ready")
			programtest.Write(d.t, d.dir, "main.go", strings.Replace(devApp, "sunny", "cloudy", 1))
			d.eventually("the compiler runs, or has", func() bool { return len(d.left()) > 2 || strings.Count(d.stdout.String(), "ready") > 1 })
		},
		"after an edit": func(d *developing) {
			d.says("ready")
			programtest.Write(d.t, d.dir, "views/day/index.ts", "document.title = 'other';\n")
		},
		"with mistakes": func(d *developing) {
			programtest.Write(d.t, d.dir, "main.go", strings.Replace(devApp, "app.Main()", "nothing()", 1))
			programtest.Write(d.t, d.dir, "views/day/index.ts", "const = 1")
			d.says("undefined: nothing")
		},
		"writing": func(d *developing) { d.says("wrote   views/dist") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := dev(t, devProject(t))
			step(d)
			d.end(signals[len(name)%len(signals)])
			d.whole()
		})
	}
}

// What was killed leaves nothing that the next one does not clear.
func TestSystemDevIsKilled(t *testing.T) {
	t.Parallel()
	dir := devProject(t)
	d := dev(t, dir)
	d.says("ready")
	d.end(syscall.SIGKILL)
	again := dev(t, dir)
	again.says("ready")
	again.end(os.Interrupt)
	again.whole()
}

// The second one says where the first is, and leaves it alone.
func TestSystemTwoDevs(t *testing.T) {
	t.Parallel()
	dir := devProject(t)
	first := dev(t, dir)
	first.says("ready")
	second := dev(t, dir)
	err := <-second.ended
	app := regexp.MustCompile(`App: +(\S+)`).FindStringSubmatch(first.stdout.String())
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != exitFailed || len(app) < 2 || !strings.Contains(second.stderr.String(), "already runs in this project") ||
		!strings.Contains(second.stderr.String(), app[1]) || strings.Contains(second.stderr.String(), "token") {
		t.Errorf("the second: %v, %s", err, second.stderr)
	}
	if second.stdout.String() != "" {
		t.Errorf("the second says %s", second.stdout)
	}
	programtest.Write(t, dir, "main.go", strings.Replace(devApp, "sunny", "cloudy", 1))
	first.eventually("the first goes on", func() bool { return strings.Count(first.stdout.String(), "ready") == 2 })
	first.end(os.Interrupt)
	first.whole()
	third := dev(t, dir)
	third.says("ready")
	third.end(os.Interrupt)
}
