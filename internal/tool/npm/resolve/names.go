package resolve

import (
	"cmp"
	"strings"
	"unicode"
)

// marks are the characters that stand before digits and letters, in the order
// of English collation, which npm sorts names and paths by.
const marks = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"

// compareNames orders names and paths as npm does: marks, digits, letters; the
// case only counts where there is no other difference.
func compareNames(a, b string) int {
	x, y := []rune(a), []rune(b)
	for i := range min(len(x), len(y)) {
		if order := cmp.Compare(weight(x[i]), weight(y[i])); order != 0 {
			return order
		}
	}
	if order := cmp.Compare(len(x), len(y)); order != 0 {
		return order
	}
	for i := range x {
		// Lower case comes first.
		if order := cmp.Compare(capital(x[i]), capital(y[i])); order != 0 {
			return order
		}
	}
	return strings.Compare(a, b)
}

func weight(r rune) int {
	if at := strings.IndexRune(marks, r); at >= 0 {
		return at
	}
	return len(marks) + int(unicode.ToLower(r))
}

func capital(r rune) int {
	if unicode.IsUpper(r) {
		return 1
	}
	return 0
}
