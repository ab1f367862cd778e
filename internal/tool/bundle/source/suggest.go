package source

import (
	"fmt"
	"strings"
)

// maxNamed is the most names in a message.
const maxNamed = 12

// Enumerate quotes names for a message, at most twelve of them.
func Enumerate(names []string) string {
	shown := make([]string, 0, maxNamed)
	for _, name := range names[:min(len(names), maxNamed)] {
		shown = append(shown, fmt.Sprintf("%q", name))
	}
	text := strings.Join(shown, ", ")
	if more := len(names) - maxNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Nearest returns the name that was probably meant; "" if none is similar. The name itself
// does not count.
func Nearest(name string, names []string) string {
	best, distance := "", 3 // a typing error has at most two wrong letters
	for _, one := range names {
		if d := len(one) - len(name); one == name || d >= distance || -d >= distance {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(one)); d < distance && d < len(name) {
			best, distance = one, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
