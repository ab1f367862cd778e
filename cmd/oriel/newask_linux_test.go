package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminalOf returns both ends of a terminal: what people see and type, and what a
// program has as its input and output.
func terminalOf(t *testing.T) (people, program *os.File) {
	t.Helper()
	people, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatalf("this machine has no terminals: %v", err)
	}
	t.Cleanup(func() { _ = people.Close() })
	if err = unix.IoctlSetPointerInt(int(people.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(people.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Close() })
	if err = unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100}); err != nil {
		t.Fatal(err)
	}
	return people, program
}

// watched is what a terminal has shown.
type watched struct {
	mu   sync.Mutex
	text strings.Builder
}

func (w *watched) follow(people io.Reader) {
	buffer := make([]byte, 4096)
	for {
		n, err := people.Read(buffer)
		w.mu.Lock()
		w.text.Write(buffer[:n])
		w.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (w *watched) shown() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// until waits until a text is shown.
func (w *watched) until(t *testing.T, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(w.shown(), text); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the terminal does not show %q:\n%q", text, w.shown())
		}
	}
}

// Who is asked answers by keys; who gives up has nothing.
func TestQuestions(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		keys     [][2]string // what is shown, and what is then typed
		exitCode int
		made     bool
	}{
		"answers": {[][2]string{
			{"What is the app called?", "Hello\r"},
			{"is not made of lower-case", "\x15hello\r"}, // Ctrl-U: the line is gone
			{"template?", "\x1b[B\r"},
			{"written in?", "\r"},
			{"Only in ChatGPT", "\r"}, // a terminal gets only what is another letter than before
			{"module?", "\r"},
		}, exitOK, true},
		"Ctrl-C at once":    {[][2]string{{"What is the app called?", "\x03"}}, exitFailed, false},
		"Ctrl-C at the end": {[][2]string{{"What is the app called?", "hello\r"}, {"template?", "\r"}, {"written in?", "\x03"}}, exitFailed, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			people, terminal := terminalOf(t)
			var seen watched
			go seen.follow(people)
			cmd := exec.CommandContext(t.Context(), program, "new", "-i")
			// When it ends, bubbletea closes a file that another of its goroutines has read. A raced program would fail.
			cmd.Dir, cmd.Env = dir, append(os.Environ(), asCommand+"=1", "TERM=xterm-256color", "GORACE=exitcode=0")
			cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
			cmd.SysProcAttr = &unix.SysProcAttr{Setsid: true, Setctty: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for _, step := range c.keys {
				seen.until(t, step[0])
				if _, err := people.WriteString(step[1]); err != nil {
					t.Fatal(err)
				}
			}
			if _ = cmd.Wait(); cmd.ProcessState.ExitCode() != c.exitCode {
				t.Errorf("exit code %d, want %d:\n%s", cmd.ProcessState.ExitCode(), c.exitCode, seen.shown())
			}
			_, statErr := os.Stat(filepath.Join(dir, "hello", "sales.go"))
			if (statErr == nil) != c.made {
				t.Errorf("a dashboard is there: %v, want %v:\n%s", statErr, c.made, seen.shown())
			}
			if entries, readErr := os.ReadDir(dir); readErr != nil || !c.made && len(entries) > 0 {
				t.Errorf("something is left: %v %v", entries, readErr)
			}
		})
	}
}
