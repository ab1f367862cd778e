package terminal

import (
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/term"
)

// Terminal is output for people. It is safe for concurrent use. Text written through it
// never mixes with a line of progress.
type Terminal struct {
	out    io.Writer
	colour bool
	// redraws reports whether a line can be overwritten.
	redraws bool
	width   func() int

	mu sync.Mutex
	// drawn is the progress in the last line, or nil.
	drawn *Progress
}

// New returns a terminal on a writer. It has colours if the writer is a terminal and TERM
// is not "dumb", or if CLICOLOR_FORCE is set to anything but "0". A NO_COLOR that is not
// empty turns colours off. Environ has the form of [os.Environ].
func New(w io.Writer, environ []string) *Terminal {
	t := &Terminal{out: w, width: func() int { return defaultWidth }}
	file, ok := w.(*os.File)
	if ok && term.IsTerminal(int(file.Fd())) && value(environ, "TERM") != "dumb" {
		t.redraws = true
		t.colour = true
		t.width = func() int { return widthOf(file) }
		enableEscapes(file)
	}
	if force := value(environ, "CLICOLOR_FORCE"); force != "" && force != "0" {
		t.colour = true
	}
	if value(environ, "NO_COLOR") != "" {
		t.colour = false
	}
	return t
}

// value returns the last value of a variable, which is the one that counts.
func value(environ []string, name string) string {
	for _, variable := range slices.Backward(environ) {
		if text, ok := strings.CutPrefix(variable, name+"="); ok {
			return text
		}
	}
	return ""
}

const defaultWidth = 80

func widthOf(file *os.File) int {
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 {
		return defaultWidth
	}
	return width
}

// Interactive reports whether the output is a terminal that can redraw lines.
func (t *Terminal) Interactive() bool { return t.redraws }

// Write writes text above the line of progress, if there is one. It implements
// [io.Writer].
func (t *Terminal) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.drawn == nil {
		return t.out.Write(text) //nolint:wrapcheck // callers expect the writer's errors
	}
	t.erase()
	n, err := t.out.Write(text)
	if len(text) > 0 && text[len(text)-1] == '\n' {
		t.draw()
	}
	return n, err //nolint:wrapcheck // callers expect the writer's errors
}

// Escape sequences of ECMA-48.
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	plain  = "\x1b[0m"
)

// Bold returns emphasized text.
func (t *Terminal) Bold(text string) string { return t.in(bold, text) }

// Dim returns less important text.
func (t *Terminal) Dim(text string) string { return t.in(dim, text) }

// Red returns text in the colour of errors.
func (t *Terminal) Red(text string) string { return t.in(red, text) }

// Green returns text in the colour of success.
func (t *Terminal) Green(text string) string { return t.in(green, text) }

// Yellow returns text in the colour of warnings.
func (t *Terminal) Yellow(text string) string { return t.in(yellow, text) }

// Cyan returns text in the colour of names and addresses.
func (t *Terminal) Cyan(text string) string { return t.in(cyan, text) }

func (t *Terminal) in(colour, text string) string {
	if !t.colour || text == "" {
		return text
	}
	return colour + text + plain
}

// Width returns the number of columns; 80 if it is unknown.
func (t *Terminal) Width() int { return t.width() }

// Overwrite replaces the last written line, which must be shorter than the terminal's
// width. If lines can't be overwritten, it writes below it.
func (t *Terminal) Overwrite(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.redraws {
		_, _ = io.WriteString(t.out, text) // a closed output must not stop the work
		return
	}
	if t.drawn != nil {
		t.erase()
	}
	_, _ = io.WriteString(t.out, "\x1b[1A\r\x1b[K"+text)
	if t.drawn != nil {
		t.draw()
	}
}
