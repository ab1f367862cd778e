package terminal

import (
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/term"
)

// Terminal is where people read. It may be used from several goroutines; what is
// written through it never mixes with a line of progress.
type Terminal struct {
	out    io.Writer
	colour bool
	// redraws is whether a line can be written over.
	redraws bool
	width   func() int

	mu sync.Mutex
	// drawn is the progress that stands in the last line.
	drawn *Progress
}

// New returns a terminal on a writer. It has colours if the writer is a terminal,
// and neither NO_COLOR is set, to anything, nor TERM is "dumb"; CLICOLOR_FORCE
// other than "0" has them on anything else, too. Environ is as [os.Environ] has it.
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

// value returns the last value of a variable, as the system takes it.
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

// Interactive reports whether a person can be asked there: whether it is a
// terminal that can redraw.
func (t *Terminal) Interactive() bool { return t.redraws }

// Write writes text above a line of progress, if one is shown. It is an
// [io.Writer], so that whatever prints can print here.
func (t *Terminal) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.drawn == nil {
		return t.out.Write(text) //nolint:wrapcheck // it stands for the writer
	}
	t.erase()
	n, err := t.out.Write(text)
	if len(text) > 0 && text[len(text)-1] == '\n' {
		t.draw()
	}
	return n, err //nolint:wrapcheck // it stands for the writer
}

// The colours, and what ends them, as ECMA-48 has them.
const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	plain  = "\x1b[0m"
)

// Bold returns text that stands out.
func (t *Terminal) Bold(text string) string { return t.in(bold, text) }

// Dim returns text that stands back.
func (t *Terminal) Dim(text string) string { return t.in(dim, text) }

// Red returns text in the colour of errors.
func (t *Terminal) Red(text string) string { return t.in(red, text) }

// Green returns text in the colour of what went well.
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

// Width is how many columns it has; 80 where that is not known.
func (t *Terminal) Width() int { return t.width() }

// Overwrite writes lines in place of the last one, which has to be the last that was
// written and shorter than the terminal is wide; below it, where lines can't be
// written over.
func (t *Terminal) Overwrite(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.redraws {
		_, _ = io.WriteString(t.out, text) // who can't be told misses nothing else
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
