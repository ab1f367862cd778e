package ui

import "strings"

// Names are looked at character by character: to compile regular expressions with
// such counts in them would be a tenth of a server's start.

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

// isSlugCharacter tells what the names of views and the hosts of their URIs consist of.
func isSlugCharacter(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-'
}
