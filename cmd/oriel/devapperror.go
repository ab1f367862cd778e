package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/devreport"
)

// appError prints an error of the running app, with the place and the calls of a panic. One that
// repeats the last, as with a call in several hosts, gets a line.
func (t *devReporter) appError(e devreport.AppError) {
	repeats := e
	repeats.ID = ""
	if reflect.DeepEqual(repeats, t.lastError) {
		t.printError(withFix(t.err, e.ID, "the same error again", ""))
		return
	}
	t.lastError = repeats
	message := shown(e.Message)
	if e.File != "" {
		message = t.err.Bold(t.position(devreport.Problem{File: e.File, Line: e.Line})) + ": " + message
	}
	request := strings.TrimSpace(visible(e.Method) + " " + visible(e.Name))
	t.printError(withFix(t.err, e.ID, message, ""), t.err.Dim("in "+request), e.Excerpt, t.err.Dim(t.stack(e.Stack)))
}

// stack returns the project's own calls, one per line, and the number of others between
// them; with --verbose all of them.
func (t *devReporter) stack(frames []devreport.StackFrame) string {
	var lines []string
	others := 0
	count := func() {
		if others > 0 {
			lines = append(lines, "… "+counted(others, "call")+" elsewhere")
		}
		others = 0
	}
	for _, f := range frames {
		if !f.InProject && !t.verbose {
			others++
			continue
		}
		count()
		file := f.File
		if f.InProject {
			file = t.path(file)
		}
		lines = append(lines, fmt.Sprintf("at %s  %s:%d", visible(f.Function), visible(file), f.Line))
	}
	count()
	return strings.Join(lines, "\n")
}

// unfolded turns the values of a log line that have several lines, such as stacks, into
// lines below it. Unless all are wanted, only the first ones are kept. Other texts stay as
// they are.
func unfolded(line string, all bool) string {
	const most = 6
	if !strings.HasPrefix(line, "time=") || !strings.Contains(line, `\n`) {
		return line
	}
	fields, ok := logFields(line)
	if !ok {
		return line
	}
	text := line
	var below strings.Builder
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		value := strings.TrimRight(fields[key], "\n")
		quoted := fmt.Sprintf(" %s=%q", key, fields[key])
		if !strings.Contains(value, "\n") || !strings.Contains(text, quoted) {
			continue
		}
		text = strings.Replace(text, quoted, "", 1)
		lines := strings.Split(value, "\n")
		if others := len(lines) - most; others > 1 && !all {
			lines = append(lines[:most], fmt.Sprintf("… %d more lines, with --verbose", others))
		}
		_, _ = fmt.Fprintf(&below, "\n  %s:\n    %s", key, strings.Join(lines, "\n    ")) // a builder takes all
	}
	return text + below.String()
}

// shown makes each line of a text printable, and keeps the lines and what they begin with.
func shown(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		body := strings.TrimLeft(line, " \t")
		lines[i] = strings.ReplaceAll(line[:len(line)-len(body)], "\t", "    ") + visible(body)
	}
	return strings.Join(lines, "\n")
}
