package schema

import (
	"regexp"
	"strings"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// pattern is a regular expression for strings.
type pattern struct {
	text    string
	matches func(text string) bool
}

func (p *pattern) String() string { return p.text }

func compilePattern(text string) (*pattern, error) {
	compiled, err := regexp.Compile(text)
	if err != nil {
		return nil, err //nolint:wrapcheck // wrapped by the caller
	}
	return &pattern{text, compiled.MatchString}, nil
}

// The patterns for numbers in strings, and for integers as names of members. They are
// matched by hand, which saves compiling them at each start, and time for each string.
var (
	integers         = &pattern{`^-?(0|[1-9][0-9]*)$`, func(text string) bool { return isInteger(strings.TrimPrefix(text, "-")) }}
	unsignedIntegers = &pattern{`^(0|[1-9][0-9]*)$`, isInteger}
	numbers          = &pattern{`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`, isNumber}
	signedNames      = &pattern{`^(0|-?[1-9][0-9]*)$`, func(text string) bool { return text != "-0" && integers.matches(text) }}
	unsignedNames    = unsignedIntegers
)

func isInteger(text string) bool {
	if text == "" || (text[0] == '0' && text != "0") {
		return false
	}
	for i := range len(text) {
		if !isDigit(text[i]) {
			return false
		}
	}
	return true
}

func isNumber(text string) bool {
	end, _, ok := jsonwalk.NumberEnd([]byte(text), 0)
	return ok && end == len(text)
}
