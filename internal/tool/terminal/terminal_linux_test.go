package terminal_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/terminal"
)

const timeout = 30 * time.Second

// screen reads what a terminal shows.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func read(t *testing.T, from *os.File) *screen {
	t.Helper()
	s := &screen{}
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := from.Read(buffer)
			s.mu.Lock()
			s.text.Write(buffer[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return s
}

func (s *screen) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *screen) wait(t *testing.T, want string) string {
	t.Helper()
	for deadline := time.Now().Add(timeout); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if text := s.all(); strings.Contains(text, want) {
			return text
		}
	}
	t.Fatalf("the terminal does not show %q, but %q", want, s.all())
	return ""
}

func TestColoursOnATerminal(t *testing.T) {
	t.Parallel()
	const coloured = "\x1b[31mno\x1b[0m"
	for _, test := range []struct {
		name    string
		environ []string
		want    string
	}{
		{name: "usually", want: coloured},
		{name: "empty NO_COLOR", environ: []string{"NO_COLOR="}, want: coloured},
		{name: "NO_COLOR", environ: []string{"NO_COLOR=1"}, want: "no"},
		{name: "NO_COLOR goes first", environ: []string{"CLICOLOR_FORCE=1", "NO_COLOR=0"}, want: "no"},
		{name: "dumb", environ: []string{"TERM=dumb"}, want: "no"},
		{name: "the last counts", environ: []string{"TERM=dumb", "TERM=xterm"}, want: coloured},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, written := openTerminal(t)
			if got := terminal.New(written, test.environ).Red("no"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestProgressIsDrawnOver(t *testing.T) {
	t.Parallel()
	seen, written := openTerminal(t)
	s := read(t, seen)
	own := terminal.New(written, []string{"NO_COLOR=1"})
	p := own.Progress("Installing packages with a name that is far too long for it")
	p.Set(3, 7)
	text := s.wait(t, "Installing packages")
	p.End()
	if line := text[strings.LastIndex(text, "\x1b[K")+len("\x1b[K"):]; len([]rune(line)) >= 40 {
		t.Errorf("the line %q wraps", line)
	}
	p = own.Progress("Building")
	p.Set(1, 2)
	s.wait(t, "Building 1 of 2 … 0.")
	if _, err := fmt.Fprintln(own, "a line in between"); err != nil {
		t.Fatal(err)
	}
	p.End()
	if _, err := fmt.Fprintln(own, "done"); err != nil {
		t.Fatal(err)
	}
	text = s.wait(t, "done")
	if !strings.Contains(text, "\r\x1b[Ka line in between\r\n") {
		t.Errorf("the line is not above the progress: %q", text)
	}
	if !strings.HasSuffix(strings.TrimSpace(text), "\r\x1b[Kdone") {
		t.Errorf("the progress is not taken away: %q", text)
	}
}

func TestQuickWorkShowsNothing(t *testing.T) {
	t.Parallel()
	seen, written := openTerminal(t)
	s := read(t, seen)
	own := terminal.New(written, nil)
	own.Progress("Quick").End()
	if _, err := fmt.Fprintln(own, "done"); err != nil {
		t.Fatal(err)
	}
	if text := s.wait(t, "done"); strings.Contains(text, "Quick") {
		t.Errorf("it shows %q", text)
	}
}

// A line is written over where that can be done, also above a line of progress.
func TestOverwrite(t *testing.T) {
	t.Parallel()
	seen, written := openTerminal(t)
	screen := read(t, seen)
	shown := terminal.New(written, nil)
	if shown.Width() <= 0 {
		t.Errorf("it is %d wide", shown.Width())
	}
	_, _ = fmt.Fprintln(shown, "once")
	shown.Overwrite("twice\n")
	screen.wait(t, "once\r\n\x1b[1A\r\x1b[Ktwice\r\n")
	progress := shown.Progress("Building")
	screen.wait(t, "Building")
	shown.Overwrite("thrice\n")
	screen.wait(t, "\r\x1b[K\x1b[1A\r\x1b[Kthrice\r\n\x1b[2mBuilding")
	progress.End()

	var plain strings.Builder
	elsewhere := terminal.New(&plain, nil)
	_, _ = fmt.Fprintln(elsewhere, "once")
	elsewhere.Overwrite("twice\n")
	if plain.String() != "once\ntwice\n" {
		t.Errorf("elsewhere: %q", plain.String())
	}
}
