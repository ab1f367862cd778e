package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/orielapps/oriel/test/bench/proc"
)

// toolchain has the path of the program oriel, built from this checkout, and a folder for projects.
type toolchain struct {
	oriel, dir string
}

func buildToolchain(ctx context.Context, root, dir string) (*toolchain, error) {
	t := &toolchain{oriel: filepath.Join(dir, "oriel"), dir: dir}
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-w", "-o", t.oriel, "./cmd/oriel")
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building oriel: %w\n%s", err, output)
	}
	return t, nil
}

// make creates a new app and returns its folder.
func (t *toolchain) make(ctx context.Context, name, ui string) (string, error) {
	command := exec.CommandContext(ctx, t.oriel, "new", name, "--ui", ui)
	command.Dir = t.dir
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("oriel new %s --ui %s: %w\n%s", name, ui, err, output)
	}
	return filepath.Join(t.dir, name), nil
}

// running is a running "oriel dev".
type running struct {
	command *exec.Cmd
	begun   time.Time
	// workbench and app are the printed addresses.
	workbench, app string
	log            *os.File
}

const (
	devTimeout     = 30 * time.Second
	devStopTimeout = 10 * time.Second
)

var (
	workbenchLine = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\?token=\S+`)
	appLine       = regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`)
)

// dev starts "oriel dev" and waits until it has printed its addresses.
func (t *toolchain) dev(ctx context.Context, project string) (*running, error) {
	r := &running{command: exec.CommandContext(ctx, t.oriel, "dev", "--no-open", "--port", "0", "--workbench-port", "0")}
	r.command.Dir = project
	r.command.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	printed, err := os.CreateTemp(t.dir, "dev-*.log")
	if err != nil {
		return nil, fmt.Errorf("starting oriel dev: %w", err)
	}
	r.log = printed
	r.command.Stderr = printed
	out, err := r.command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting oriel dev: %w", err)
	}
	r.begun = time.Now()
	if err := r.command.Start(); err != nil {
		return nil, fmt.Errorf("starting oriel dev: %w", err)
	}
	lines := bufio.NewScanner(out)
	for (r.workbench == "" || r.app == "") && lines.Scan() {
		if found := workbenchLine.FindString(lines.Text()); found != "" {
			r.workbench = found
		} else if found := appLine.FindString(lines.Text()); found != "" {
			r.app = found
		}
	}
	go func() { _, _ = io.Copy(printed, out) }() // what it says later is for failures
	if r.workbench == "" || r.app == "" {
		return nil, errors.Join(errors.New("oriel dev has not printed its addresses"), r.stop(), r.output())
	}
	return r, nil
}

// output returns everything that it has printed, as an error.
func (r *running) output() error {
	text, err := os.ReadFile(r.log.Name())
	if err != nil {
		return fmt.Errorf("reading what oriel dev has printed: %w", err)
	}
	return errors.New("oriel dev has printed: " + string(text))
}

// stop interrupts it, like Ctrl-C.
func (r *running) stop() error {
	if err := r.command.Process.Signal(syscall.SIGINT); err != nil {
		return fmt.Errorf("ending oriel dev: %w", err)
	}
	timer := time.AfterFunc(devStopTimeout, func() { _ = r.command.Process.Kill() })
	defer timer.Stop()
	if err := r.command.Wait(); err != nil && r.command.ProcessState.ExitCode() != 0 {
		return errors.Join(fmt.Errorf("oriel dev has failed: %w", err), r.output())
	}
	return nil
}

// usage returns the number of its processes and their memory in bytes, without the user's server, which was compiled
// into a temporary folder.
func (r *running) usage() (processes int, resident int64, err error) {
	own, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(r.command.Process.Pid), "exe"))
	if err != nil {
		return 0, 0, fmt.Errorf("looking at oriel dev: %w", err)
	}
	family, err := descendants(r.command.Process.Pid)
	if err != nil {
		return 0, 0, err
	}
	for _, pid := range family {
		program, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "exe"))
		if err != nil || program != own && strings.HasPrefix(program, os.TempDir()) {
			continue // it has ended, or is the user's server
		}
		size, err := proc.Resident(pid)
		if err != nil {
			continue // it has ended
		}
		processes++
		resident += size
	}
	return processes, resident, nil
}

// descendants returns a process and, recursively, its child processes.
func descendants(pid int) ([]int, error) {
	family := []int{pid}
	tasks, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(pid), "task"))
	if err != nil {
		return nil, fmt.Errorf("looking for the children of a process: %w", err)
	}
	for _, task := range tasks {
		text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "task", task.Name(), "children"))
		if err != nil {
			continue // the thread has ended
		}
		for field := range strings.FieldsSeq(string(text)) {
			child, err := strconv.Atoi(field)
			if err != nil {
				return nil, fmt.Errorf("the children of a process are %q", text)
			}
			below, err := descendants(child)
			if err == nil {
				family = append(family, below...)
			}
		}
	}
	return family, nil
}
