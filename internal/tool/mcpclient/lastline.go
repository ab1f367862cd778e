package mcpclient

import "regexp"

// errorLine is the line of a crash that says what was wrong. Traces and, with
// Node, a version follow it.
var errorLine = regexp.MustCompile(`(?i)^\s*(?:\[?[\w.]*(?:error|exception|panic|fatal)\b|(?:caused by|uncaught|unhandled)\b)`)

// lastLine is the line to show of what a program printed: the last that names an
// error, unless much came after it, else the very last.
type lastLine struct {
	text string
	// since is how many lines came after an error; negative where text names none.
	since int
}

func (w *lastLine) add(line string) {
	// A program may print much, so only lines of a usual length are looked into.
	const trace, usual = 40, 500
	isError := len(line) <= usual && errorLine.MatchString(line)
	switch {
	case isError:
		w.text, w.since = line, 0
	case w.text != "" && w.since >= 0 && w.since < trace:
		w.since++
	default:
		w.text, w.since = line, -1
	}
}
