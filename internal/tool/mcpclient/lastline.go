package mcpclient

import "regexp"

// complaint is how the line of a crash begins that says what was wrong. Traces
// and, with Node, a version follow it.
var complaint = regexp.MustCompile(`(?i)^\s*(?:\[?[\w.]*(?:error|exception|panic|fatal)\b|(?:caused by|uncaught|unhandled)\b)`)

// lastLine is the line of what a program printed that tells most: the last
// complaint, unless much came after it, else the last line.
type lastLine struct {
	text string
	// since is how many lines came after a complaint; negative where text is none.
	since int
}

func (w *lastLine) add(line string) {
	// A program may print much, so only lines of a usual length are looked into.
	const trace, usual = 40, 500
	complains := len(line) <= usual && complaint.MatchString(line)
	switch {
	case complains:
		w.text, w.since = line, 0
	case w.text != "" && w.since >= 0 && w.since < trace:
		w.since++
	default:
		w.text, w.since = line, -1
	}
}
