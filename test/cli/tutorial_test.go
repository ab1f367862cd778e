package cli_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

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
			if b.file == "brew.go" {
				r.lookAtData()
			}
		case b.language == "sh":
			for command := range strings.Lines(b.text) {
				commands++
				r.run(root, b.line, strings.TrimSpace(command))
			}
		case b.language == "":
			for line := range strings.Lines(b.text) {
				r.has(strings.Fields(line)[0])
			}
			for _, generated := range []string{"views/oriel.go", "views/oriel.ts", "views/dist/greeting.html"} {
				r.has(generated)
			}
		case b.language == "json":
			r.connect(b)
		}
	}
	if commands < 8 {
		t.Errorf("the tutorial has %d commands; has its form changed?", commands)
	}
	r.look()
	r.restyle()
	r.mistype()
	r.goStale()
	// "A view that doesn't exist doesn't compile."
	r.write(block{file: "missing.go", text: "package main\n\nimport \"example.com/tea/views\"\n\nvar _ = views.Missing\n"})
	cmd := exec.CommandContext(t.Context(), "go", "build")
	cmd.Dir, cmd.Env = r.dir, r.environ
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "undefined: views.Missing") {
		t.Errorf("go build with a view that doesn't exist: %v\n%s", err, out)
	}
}

// has is an error if the app lacks a file.
func (r *reader) has(name string) {
	r.t.Helper()
	if _, err := os.Stat(filepath.Join(r.dir, filepath.FromSlash(name))); err != nil {
		r.t.Error(err)
	}
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
	case command == "go install ./cmd/oriel":
		mustRun(t, root, os.Environ(), "go", "build", "-o", name, "./cmd/oriel")
		return
	case command == "cd ..": // out of the clone
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
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("tutorial.md:%d: %s: %v\n%s", line, command, err, out)
	}
	if command == "oriel new tool brew --view timer" {
		r.has("brew.go")
		r.has("views/timer/index.ts")
		wantText(t, filepath.Join(r.dir, "main.go"), "addBrew(app)")
		// "oriel dev" may have built the view before.
		if !regexp.MustCompile(`timer .* (written|up to date)`).Match(out) {
			t.Errorf("%s: %s", command, out)
		}
	}
}

// connect starts the app as the configuration of an assistant says, and at another address.
func (r *reader) connect(b block) {
	t := r.t
	t.Helper()
	var config struct {
		Servers map[string]struct {
			Command string   `json:"command"`
			Args    []string `json:"args"`
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(b.text), &config); err != nil {
		t.Fatalf("tutorial.md:%d: %v", b.line, err)
	}
	server := config.Servers["tea"]
	program := filepath.Join(r.dir, filepath.Base(server.Command))
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	someone := newcomer{program: oriel(t), app: r.dir}
	someone.workbench(t, r.environ, "Tea", "inspect", append([]string{"--", program}, server.Args...)...)
	served := programtest.StartWith(t, r.dir, r.environ, program, "-http", "127.0.0.1:0")
	if !strings.HasSuffix(served.URL, "/mcp") {
		t.Errorf("the app serves %s", served.URL)
	}
	someone.workbench(t, r.environ, "Tea", "inspect", served.URL)
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
	r.page = browsertest.Start(t).Open(t, r.running.URL)
	if err := r.page.Main().Fill(t.Context(), `[data-name="name"] input`, "Grace"); err != nil {
		t.Fatal(err)
	}
	if err := r.page.Main().Click(t.Context(), `[data-testid="run"]`); err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"claude", "chatgpt"} {
		if err := ready(t, r.page, host).WaitForText(t.Context(), "h1", "Hello, Grace!"); err != nil {
			t.Fatalf("%s: %v", host, err)
		}
	}
	if err := r.page.Main().WaitForText(t.Context(), `[data-testid="text-answer"]`, "Grace"); err != nil {
		t.Fatal(err)
	}
}

// lookAtData finds the new tool on the left of the workbench, and runs it: the new view shows its data.
func (r *reader) lookAtData() {
	t := r.t
	t.Helper()
	main := r.page.Main()
	row := `[data-testid="tool"][data-key$="brew"]`
	for _, step := range []func() error{
		func() error { return main.WaitForText(t.Context(), row, "Brew tea") },
		func() error { return main.Click(t.Context(), row) },
		func() error { return main.Click(t.Context(), `[data-testid="run"]`) },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := ready(t, r.page, "claude").WaitForText(t.Context(), "body", "celsius"); err != nil {
		t.Error(err)
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
	// The view asks the app for its state, and then gives it the new one. Rows from before this page have negative times.
	const states = `[...document.querySelectorAll('[data-testid="event"][data-lane="mcp"][data-kind="response"]')].filter((row) => row.textContent.includes("oriel_state") && !row.textContent.startsWith("−")).length`
	r.waits(states + ` === 1`)
	if err := view.Click(t.Context(), "button"); err != nil {
		t.Fatal(err)
	}
	const started = `document.querySelector("button")?.textContent === "Stop"`
	if err := view.WaitFor(t.Context(), started+` && document.querySelector("output").textContent !== "2:00"`); err != nil {
		t.Fatalf("the timer does not run: %v", err)
	}
	r.waits(states + ` === 2`)
	left := r.left(view)
	// A reload of the page brings the view back, and its timer; the round arrow does so with the view alone.
	for name, reload := range map[string]func() error{
		"a reload of the page": func() error { return r.page.Reload(t.Context()) },
		"the round arrow":      func() error { return r.click("Reload the view in Claude") },
	} {
		if err := reload(); err != nil {
			t.Fatal(err)
		}
		if err := view.WaitFor(t.Context(), `!window.old && `+started); err != nil {
			t.Fatalf("after %s: %v", name, err)
		}
		now := r.left(view)
		if now > left {
			t.Errorf("%s changes the timer from %d to %d seconds", name, left, now)
		}
		left = now
	}
	// The triangle runs the tool again.
	if err := r.click("Run again in Claude"); err != nil {
		t.Fatal(err)
	}
	if err := view.WaitFor(t.Context(), `!window.old && document.querySelector("button")?.textContent === "Start" && document.querySelector("output").textContent === "2:00"`); err != nil {
		t.Error(err)
	}
}

// restyle changes the style: the view takes it, and is not reloaded.
func (r *reader) restyle() {
	t := r.t
	t.Helper()
	view := ready(t, r.page, "claude")
	r.left(view)
	r.change("views/timer/style.css", "font-size: 64px", "font-size: 72px")
	if err := view.WaitFor(t.Context(), `window.old && getComputedStyle(document.querySelector("output")).fontSize === "72px"`); err != nil {
		t.Errorf("after a change of the style: %v", err)
	}
}

// mistype reads a field that the tool's output doesn't have.
func (r *reader) mistype() {
	t := r.t
	t.Helper()
	r.change("views/timer/index.ts", "tea.seconds * 1000", "tea.minutes * 1000")
	out := r.fails("oriel", "generate")
	if !strings.Contains(out, "'minutes' does not exist") {
		t.Errorf("oriel generate with a wrong field: %s", out)
	}
	r.says("'minutes' does not exist")
	r.change("views/timer/index.ts", "tea.minutes * 1000", "tea.seconds * 1000")
}

// goStale leaves a view older than its sources, in a copy of the app, where "oriel dev" does not build it.
func (r *reader) goStale() {
	t := r.t
	t.Helper()
	defer func(dir string) { r.dir = dir }(r.dir)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(r.dir)); err != nil {
		t.Fatal(err)
	}
	r.dir = dir
	r.change("views/timer/style.css", "padding: 24px", "padding: 32px")
	if out := r.fails("go", "test", "./views"); !strings.Contains(out, "oriel generate") {
		t.Errorf("go test with a view that is older than its sources: %s", out)
	}
}

// says returns when "oriel dev" has printed a text.
func (r *reader) says(text string) {
	t := r.t
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for timeout := time.After(time.Minute); !strings.Contains(r.running.Output(), text); {
		select {
		case <-tick.C:
		case <-timeout:
			t.Fatalf("oriel dev does not print %q:\n%s", text, r.running.Output())
		}
	}
}

// change replaces a part of a file.
func (r *reader) change(file, old, changed string) {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(file)))
	if err != nil || !strings.Contains(string(text), old) {
		r.t.Fatalf("%s has no %q: %v", file, old, err)
	}
	r.write(block{file: file, text: strings.Replace(string(text), old, changed, 1)})
}

// fails runs a command that has to fail, and returns what it prints.
func (r *reader) fails(name string, args ...string) string {
	r.t.Helper()
	program := name
	if name == "oriel" {
		program = oriel(r.t)
	}
	cmd := exec.CommandContext(r.t.Context(), program, args...)
	cmd.Dir, cmd.Env = r.dir, r.environ
	out, err := cmd.CombinedOutput()
	if err == nil {
		r.t.Errorf("%s %s succeeds:\n%s", name, strings.Join(args, " "), out)
	}
	return string(out)
}

// waits returns when something is so in the workbench's page.
func (r *reader) waits(condition string) {
	r.t.Helper()
	if err := r.page.Main().WaitFor(r.t.Context(), condition); err != nil {
		r.t.Fatal(err)
	}
}

// left returns the seconds that the timer shows, and marks the view's document as one that was seen.
func (r *reader) left(view *browsertest.Frame) int {
	r.t.Helper()
	left, err := browsertest.Eval[int](r.t.Context(), view, `(() => {
		window.old = true
		const [, minutes, seconds] = document.querySelector("output").textContent.match(/^(\d+):(\d\d)$/) ?? [0, 0, 0]
		return Number(minutes) * 60 + Number(seconds)
	})()`)
	if err != nil {
		r.t.Fatal(err)
	}
	return left
}

// click presses a button of a card, by the start of its label.
func (r *reader) click(label string) error {
	if err := r.page.Main().Click(r.t.Context(), `button[aria-label^="`+label+`"]`); err != nil {
		return fmt.Errorf("clicking %q: %w", label, err)
	}
	return nil
}
