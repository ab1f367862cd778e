package devloop

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/tool/devreport"
)

// compileErrors are the errors that the go command reports for a program.
type compileErrors []devreport.Problem

func (c compileErrors) Error() string {
	texts := make([]string, len(c))
	for i, p := range c {
		texts[i] = p.Message
	}
	return strings.Join(texts, "\n")
}

// goPlace matches an error with a place: "./main.go:9:11: undefined: x".
var goPlace = regexp.MustCompile(`^(?:go: )?(\S.*?):(\d+)(?::(\d+))?: (.+)$`)

const (
	mostFaults  = 20
	mostExcerpt = 120
)

// parseGoErrors parses the output of a go command that failed in a folder.
func parseGoErrors(dir, output string) compileErrors {
	var faults compileErrors
	var loose []string // lines without a place
	for line := range strings.Lines(output) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		match := goPlace.FindStringSubmatch(line)
		switch {
		case line == "", strings.HasPrefix(line, "# "), strings.HasSuffix(line, ": too many errors"), line == "too many errors":
		case match != nil:
			faults = append(faults, problemAt(dir, match))
		case strings.HasPrefix(line, "\t") && len(faults) > 0:
			last := &faults[len(faults)-1]
			last.Message += "\n" + strings.ReplaceAll(clean(line), "\t", "    ")
		default:
			loose = append(loose, clean(line))
		}
	}
	if len(faults) > mostFaults {
		faults = faults[:mostFaults]
	}
	if len(faults) == 0 {
		text := strings.Join(loose[:min(len(loose), mostFaults)], "\n")
		if text == "" {
			text = "The go command failed without a message."
		}
		faults = append(faults, devreport.Problem{Source: devreport.SourceGo, Code: "go_failed", Message: text})
	}
	return faults
}

// problemAt returns the problem in a match of goPlace.
func problemAt(dir string, match []string) devreport.Problem {
	const file, line, column, text = 1, 2, 3, 4
	p := devreport.Problem{Source: devreport.SourceGo, Code: "go_error", Message: clean(match[text])}
	p.Line, _ = strconv.Atoi(match[line])     // they are digits
	p.Column, _ = strconv.Atoi(match[column]) // or nothing
	name := match[file]
	if filepath.IsAbs(name) {
		if short, err := filepath.Rel(dir, name); err == nil {
			name = short
		}
	}
	p.File = filepath.ToSlash(filepath.Clean(name))
	addExcerpt(&p, filepath.Join(dir, name), func(line string) int { return min(len(line), p.Column-1) })
	return p
}

// addExcerpt adds the line of source, in which before returns the number of bytes before the
// column, and converts the column to characters.
func addExcerpt(p *devreport.Problem, file string, before func(line string) int) {
	const mostBytes = 16 << 20
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
		return
	}
	source, err := os.ReadFile(file)
	if err != nil {
		return
	}
	number := 0
	for text := range strings.Lines(string(source)) {
		if number++; number < p.Line {
			continue
		}
		text = strings.ToValidUTF8(strings.TrimRight(text, "\r\n"), "·")
		gutter := strconv.Itoa(p.Line)
		if p.Column == 0 {
			p.Excerpt = gutter + " | " + clipped(text)
			return
		}
		p.Column = utf8.RuneCountInString(text[:before(text)]) + 1
		p.Excerpt = fmt.Sprintf("%s | %s", gutter, clipped(text))
		if p.Column <= mostExcerpt {
			p.Excerpt += fmt.Sprintf("\n%s | %s^", strings.Repeat(" ", len(gutter)), strings.Repeat(" ", p.Column-1))
		}
		return
	}
}

// clipped shortens a line, and makes each character one column wide.
func clipped(text string) string {
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case r == '\t':
			runes[i] = ' '
		case !unicode.IsPrint(r):
			runes[i] = '·'
		}
	}
	if len(runes) > mostExcerpt {
		return string(runes[:mostExcerpt]) + "…"
	}
	return strings.TrimRight(string(runes), " ")
}

// clean removes control characters from a text.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && r != '\n' && !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// sentence turns the text of an error into a sentence.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return "The reason is unknown."
	}
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
