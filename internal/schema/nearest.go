package schema

import "strings"

// Nearest returns the known name that is most similar to a mistyped one, or "" if none is:
// at most a third of its letters may differ.
func Nearest(name string, known []string) string {
	const (
		longest = 128
		portion = 3 // one letter in three
	)
	if len(name) > longest {
		return ""
	}
	best, distance := "", len(name)/portion+1
	for _, candidate := range known {
		if d := editDistance(strings.ToLower(name), strings.ToLower(candidate)); d < distance || (d == distance && best == "" && d <= 1) {
			best, distance = candidate, d
		}
	}
	return best
}

// editDistance counts insertions, deletions, replacements, and swaps of adjacent letters.
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
