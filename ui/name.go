package ui

import "strings"

// Names are checked character by character: compiling regular expressions with such
// counts would take a tenth of a server's start.

func isViewName(name string) bool {
	const longest = 64
	return name != "" && len(name) <= longest && !strings.HasPrefix(name, "-") && !strings.HasSuffix(name, "-") &&
		!strings.ContainsFunc(name, func(r rune) bool { return !isSlugCharacter(r) })
}

func isToolName(name string) bool {
	const longest = 128
	return name != "" && len(name) <= longest && !strings.ContainsFunc(name, func(r rune) bool {
		return !isSlugCharacter(r) && (r < 'A' || r > 'Z') && r != '_' && r != '.'
	})
}

// isSlugCharacter reports whether names of views, and the hosts of their URIs, can contain a character.
func isSlugCharacter(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-'
}
