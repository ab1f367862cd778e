package resolve

import (
	"cmp"
	"strings"
	"unicode"
)

// punctuation has the characters that come before digits and letters, in the order of English collation, by
// which npm sorts names and paths.
const punctuation = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"

// compareNames orders names and paths as npm does: punctuation, digits, letters. Case only counts if there is no
// other difference.
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
		if order := cmp.Compare(caseRank(x[i]), caseRank(y[i])); order != 0 {
			return order
		}
	}
	return strings.Compare(a, b)
}

func weight(r rune) int {
	if at := strings.IndexRune(punctuation, r); at >= 0 {
		return at
	}
	return len(punctuation) + int(unicode.ToLower(r))
}

func caseRank(r rune) int {
	if unicode.IsUpper(r) {
		return 1
	}
	return 0
}
