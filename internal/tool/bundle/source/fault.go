package source

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fault is one thing that is wrong in the sources of a view: an error, or a warning.
type Fault struct { //nolint:errname // it is data that happens to be an error; the name is the same in a list and alone
	// Code is stable and machine-readable, in snake_case: "import_missing".
	Code string
	// File is a slash path relative to [Tree.Files]; empty when the fault is in no
	// file.
	File string
	// Line and Column begin at 1; zero when the fault is in no line. Column
	// counts characters, not bytes.
	Line, Column int
	// Excerpt is the line of source with a caret under the fault, in two lines
	// without a final newline; empty without Line.
	Excerpt string
	// Message says what is wrong, in a sentence.
	Message string
	// Fix says what to do. Empty when the message says it.
	Fix string
}

// Position returns "file:line:column", as much of it as is known.
func (f *Fault) Position() string {
	if f.Line == 0 {
		return f.File
	}
	return f.File + ":" + strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column)
}

// Error returns the fault in several lines: position and message, excerpt, fix.
func (f *Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.Position() + ": ")
	}
	b.WriteString(f.Message)
	if f.Excerpt != "" {
		b.WriteString("\n" + indent(f.Excerpt))
	}
	if f.Fix != "" {
		b.WriteString("\n" + indent(f.Fix))
	}
	return b.String()
}

// Faults are several faults as one error. A Faults that is returned as an error is never
// empty.
type Faults []*Fault //nolint:errname // see Fault

// Error returns the faults one below the other.
func (f Faults) Error() string {
	texts := make([]string, len(f))
	for i, fault := range f {
		texts[i] = fault.Error()
	}
	return strings.Join(texts, "\n")
}

// Unwrap gives errors.As access to each [*Fault].
func (f Faults) Unwrap() []error {
	list := make([]error, len(f))
	for i, fault := range f {
		list[i] = fault
	}
	return list
}

// Sorted returns the faults in the order of their places, without duplicates.
func (f Faults) Sorted() Faults {
	list := slices.Clone(f)
	slices.SortStableFunc(list, func(a, b *Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.CompactFunc(list, func(a, b *Fault) bool { return *a == *b })
}

// Err returns the faults as an error; nil if there are none.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// At returns a copy of the fault with a place: a line from 1, and a byte offset and
// length within its text.
func (f *Fault) At(file string, line int, text string, offset, length int) *Fault {
	offset = min(max(offset, 0), len(text))
	length = min(max(length, 0), len(text)-offset)
	placed := *f
	placed.File = file
	placed.Line = line
	placed.Column = utf8.RuneCountInString(text[:offset]) + 1
	placed.Excerpt = excerpt(line, text, offset, length)
	return &placed
}

// Excerpts of minified sources have to fit into a terminal's width.
const (
	excerptWidth = 100
	excerptLead  = 40
)

func excerpt(line int, text string, offset, length int) string {
	runes := []rune(text)
	start := utf8.RuneCountInString(text[:offset])
	marked := max(utf8.RuneCountInString(text[offset:offset+length]), 1)

	first, before := 0, ""
	if start > excerptWidth-excerptLead && len(runes) > excerptWidth {
		first, before = start-excerptLead, "…"
	}
	last, after := len(runes), ""
	if last-first > excerptWidth {
		last, after = first+excerptWidth, "…"
	}
	shown := strings.TrimRightFunc(strings.Map(printable, string(runes[first:last])), unicode.IsSpace)
	marked = max(min(marked, last-start), 1)

	number := strconv.Itoa(line)
	gutter := strings.Repeat(" ", len(number))
	indentation := strings.Repeat(" ", utf8.RuneCountInString(before)+start-first)
	return fmt.Sprintf("%s | %s%s%s\n%s | %s%s", number, before, shown, after, gutter, indentation, strings.Repeat("^", marked))
}

// Clip returns the beginning of a text for a message, without control characters.
func Clip(text string) string {
	return strings.Map(printable, text[:min(len(text), excerptWidth)])
}

// printable replaces control characters, which a terminal would obey, and makes every
// character one column wide, which places the caret.
func printable(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case !unicode.IsPrint(r):
		return '·'
	default:
		return r
	}
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(text, "\n", "\n    ")
}
