package cli_test

import (
	"bufio"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// block is a fenced block of the tutorial: commands, or a file.
type block struct {
	line           int
	language, file string
	text           string
}

// blocksOf returns the fenced blocks of a page.
func blocksOf(t *testing.T, page string) []block {
	t.Helper()
	file, err := os.Open(page)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var blocks []block
	var inside *block
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		info, fence := strings.CutPrefix(lines.Text(), "```")
		switch {
		case fence && inside == nil:
			inside = &block{line: number}
			inside.language, inside.file, _ = strings.Cut(info, " ")
		case fence:
			blocks = append(blocks, *inside)
			inside = nil
		case inside != nil:
			inside.text += lines.Text() + "\n"
		}
	}
	if err := lines.Err(); err != nil || inside != nil {
		t.Fatalf("%s: a block does not end: %v", page, err)
	}
	return blocks
}

// reader is somebody who does what the tutorial says, with nothing but Go.
type reader struct {
	t       *testing.T
	dir     string
	environ []string
	bin     string // of the folder with oriel
	running *programtest.Program
	page    *browsertest.Page
}

// What the tutorial says is done: each command is run, each file written, and what it
// says is then to be seen is looked for.
func TestTutorial(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	programtest.Track(t, root)
	r := &reader{t: t, dir: t.TempDir(), environ: onlyGo(t), bin: t.TempDir()}
	commands := 0
	for _, b := range blocksOf(t, filepath.Join(root, "docs", "tutorial.md")) {
		switch {
		case b.file != "":
			r.write(b)
		case b.language == "sh":
			for command := range strings.Lines(b.text) {
				commands++
				r.run(root, b.line, strings.TrimSpace(command))
			}
		}
	}
	if commands < 8 {
		t.Errorf("the tutorial has %d commands; has its form changed?", commands)
	}
	r.look()
}

// run runs a command as a shell would that has nothing in its path but go and oriel.
func (r *reader) run(root string, line int, command string) {
	t := r.t
	t.Helper()
	words := strings.Fields(command)
	name := filepath.Join(r.bin, "oriel")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	switch {
	case command == "go install github.com/orielapps/oriel/cmd/oriel@latest":
		// This checkout is not released yet.
		mustRun(t, root, os.Environ(), "go", "build", "-o", name, "./cmd/oriel")
		return
	case words[0] == "cd" && len(words) == 2:
		r.dir = filepath.Join(r.dir, words[1])
		return
	case command == "oriel dev":
		r.develop(name)
		return
	case words[0] == "go":
		name = "go"
	case words[0] != "oriel":
		t.Fatalf("tutorial.md:%d: %q is a command that the reader may not have", line, command)
	}
	cmd := exec.CommandContext(t.Context(), name, words[1:]...)
	cmd.Dir, cmd.Env = r.dir, r.environ
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("tutorial.md:%d: %s: %v\n%s", line, command, err, out)
	}
}

// write writes a file.
func (r *reader) write(b block) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, filepath.FromSlash(b.file)), []byte(b.text), 0o600); err != nil {
		r.t.Fatalf("tutorial.md:%d: %v", b.line, err)
	}
}

// develop leaves "oriel dev" running, which would open a browser.
func (r *reader) develop(name string) {
	t := r.t
	t.Helper()
	r.running = programtest.StartWith(t, r.dir, r.environ, name, "dev", "--no-open", "--port", "0", "--workbench-port", "0")
	r.page = browsertest.Start(t).Open(t, r.running.URL+"&"+url.Values{"tool": {"greet"}, "profiles": {"claude,text"}, "run": {"1"}}.Encode())
	if err := ready(t, r.page, "claude").WaitForText(t.Context(), "h1", "Hello, Ada!"); err != nil {
		t.Fatal(err)
	}
}

// look finds in the workbench what the reader has written.
func (r *reader) look() {
	t := r.t
	t.Helper()
	if r.page == nil {
		t.Fatal(`the tutorial has no "oriel dev"`)
	}
	origin := regexp.MustCompile(`^[^?]*`).FindString(r.running.URL)
	query := url.Values{"tool": {"brew"}, "args": {`{"tea":"green"}`}, "profiles": {"claude,text"}, "run": {"1"}}
	token, err := url.Parse(r.running.URL)
	if err != nil {
		t.Fatal(err)
	}
	query.Set("token", token.Query().Get("token"))
	if err := r.page.Navigate(t.Context(), origin+"?"+query.Encode()); err != nil {
		t.Fatal(err)
	}
	view := ready(t, r.page, "claude")
	for selector, text := range map[string]string{"h1": "Green tea", "p": "75 °C", "output": "2:00", "button": "Start"} {
		if err := view.WaitForText(t.Context(), selector, text); err != nil {
			t.Error(err)
		}
	}
	if err := r.page.Main().WaitForText(t.Context(), `[data-testid="text-answer"]`, "steep for 2 minutes"); err != nil {
		t.Error(err)
	}
	if err := view.Click(t.Context(), "button"); err != nil {
		t.Fatal(err)
	}
	if err := view.WaitForText(t.Context(), "output", "1:5"); err != nil {
		t.Errorf("the timer does not run: %v", err)
	}
	// The round arrow reloads the view, the triangle runs the tool again.
	for _, button := range []struct{ label, timer, start string }{
		{"Reload the view in Claude", "1:5", "Stop"},
		{"Run again in Claude", "2:00", "Start"},
	} {
		if err := view.WaitFor(t.Context(), `window.old = true`); err != nil {
			t.Fatal(err)
		}
		if err := r.page.Main().Click(t.Context(), `button[aria-label^="`+button.label+`"]`); err != nil {
			t.Fatal(err)
		}
		for _, step := range []error{
			view.WaitFor(t.Context(), `!window.old`),
			view.WaitForText(t.Context(), "output", button.timer),
			view.WaitForText(t.Context(), "button", button.start),
		} {
			if step != nil {
				t.Errorf("%s: %v", button.label, step)
			}
		}
	}
}
