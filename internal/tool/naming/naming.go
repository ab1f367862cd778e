// Package naming converts names of views and tools to Go, and knows names that are not valid
// for files on every system.
package naming

import (
	"regexp"
	"strings"
)

// Identifier returns the exported Go name of a view or a tool: "DayChart" for "day-chart" and
// "day_chart".
func Identifier(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// ReservedOnWindows reports whether Windows reserves a name, with any extension, so that a
// checkout would fail. The name is in lower case.
func ReservedOnWindows(name string) bool { return reserved.MatchString(name) }

var reserved = regexp.MustCompile(`^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
