package tailwind

import "strings"

// Compact shortens a style sheet, because the engine is slow: it removes comments, except
// licenses ("/*!"), and space at the beginning of lines.
func Compact(css string) string {
	var b strings.Builder
	b.Grow(len(css))
	for at := 0; at < len(css); {
		switch part, end := next(css, at); part {
		case comment:
			if strings.HasPrefix(css[at:], "/*!") {
				b.WriteString(css[at:end])
			} else {
				b.WriteByte(' ')
			}
			at = end
		case space:
			b.WriteByte(blank(css[at:end]))
			at = end
		default:
			b.WriteString(css[at:end])
			at = end
		}
	}
	return b.String()
}

// blank is what a run of spaces is shortened to.
func blank(run string) byte {
	if strings.ContainsAny(run, "\n\r\f") {
		return '\n'
	}
	return ' '
}

// lexeme is a kind of token in a style sheet.
type lexeme uint8

const (
	other   lexeme = iota // anything else
	comment               // /* … */
	text                  // "…", '…'
	space
	link // url(…)
	rule // the name of an at-rule, with its @
)

// next returns the kind and the end of the token at a place.
func next(css string, at int) (lexeme, int) {
	switch c := css[at]; {
	case c == '/' && byteAt(css, at+1) == '*':
		if end := strings.Index(css[at+2:], "*/"); end >= 0 {
			return comment, at + 2 + end + 2
		}
		return comment, len(css)
	case c == '"' || c == '\'':
		return text, textEnd(css, at)
	case c == '\\':
		return other, min(at+2, len(css))
	case c != 0 && isSpace[c]:
		for at < len(css) && css[at] != 0 && isSpace[css[at]] {
			at++
		}
		return space, at
	case c == '@':
		at++
		for at < len(css) && isWord[css[at]] {
			at++
		}
		return rule, at
	case (c == 'u' || c == 'U') && len(css) >= at+4 && strings.EqualFold(css[at:at+4], "url(") && !isWord[byteAt(css, at-1)]:
		return link, linkEnd(css, at)
	case isWord[c]:
		for at < len(css) && isWord[css[at]] {
			at++
		}
		return other, at
	default:
		return other, at + 1
	}
}

// textEnd returns the end of a string, at the latest the end of the line.
func textEnd(css string, start int) int {
	for at := start + 1; at < len(css); at++ {
		switch css[at] {
		case '\\':
			at++
		case css[start]:
			return at + 1
		case '\n':
			return at
		}
	}
	return len(css)
}

func linkEnd(css string, start int) int {
	at := start + len("url(")
	for at < len(css) && isSpace[css[at]] {
		at++
	}
	if c := byteAt(css, at); c == '"' || c == '\'' {
		at = textEnd(css, at)
	}
	for at < len(css) && css[at] != ')' {
		if css[at] == '\\' {
			at++
		}
		at++
	}
	return min(at+1, len(css))
}

// directives are the at-rules of Tailwind.
var directives = map[string]bool{
	"@tailwind": true, "@theme": true, "@apply": true, "@utility": true, "@source": true, "@plugin": true, "@config": true, "@variant": true,
	"@custom-variant": true, "@reference": true,
}

// Uses reports whether a style sheet has an at-rule or a function of Tailwind, or imports it.
func Uses(css string) bool {
	for at := 0; at < len(css); {
		part, end := next(css, at)
		piece := css[at:end]
		switch {
		case part == rule && directives[piece]:
			return true
		case part == other && byteAt(css, end) == '(' && (piece == "--alpha" || piece == "--spacing" || piece == "--theme"):
			return true
		case part == rule && piece == "@import":
			if id := importAt(css, end); id == "tailwindcss" || strings.HasPrefix(id, "tailwindcss/") {
				return true
			}
		}
		at = end
	}
	return false
}

// Imports returns the imports of a style sheet, in order.
func Imports(css string) []string {
	var list []string
	for at := 0; at < len(css); {
		part, end := next(css, at)
		if part == rule && css[at:end] == "@import" {
			if id := importAt(css, end); id != "" {
				list = append(list, id)
			}
		}
		at = end
	}
	return list
}

// importAt returns what the "@import" that ends at a place names.
func importAt(css string, at int) string {
	for at < len(css) {
		part, end := next(css, at)
		switch part {
		case space, comment:
			at = end
		case text:
			return strings.Trim(css[at:end], `"'`)
		case link:
			return unlinked(css[at:end])
		default:
			return ""
		}
	}
	return ""
}

// unlinked returns the address in url(…).
func unlinked(piece string) string {
	inner := strings.TrimSuffix(piece[len("url("):], ")")
	return strings.Trim(strings.TrimSpace(inner), `"'`)
}

// Links returns a style sheet with addresses in url(…) replaced, where replace returns true.
func Links(css string, replace func(address string) (string, bool)) string {
	if !strings.Contains(strings.ToLower(css), "url(") {
		return css
	}
	var b strings.Builder
	for at := 0; at < len(css); {
		part, end := next(css, at)
		if part == link && !importedBefore(css, at) {
			if other, ok := replace(unlinked(css[at:end])); ok {
				b.WriteString(`url("` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\a `).Replace(other) + `")`)
				at = end
				continue
			}
		}
		b.WriteString(css[at:end])
		at = end
	}
	return b.String()
}

// importedBefore reports whether url(…) belongs to an "@import".
func importedBefore(css string, at int) bool {
	return strings.HasSuffix(strings.TrimRight(css[:at], spaces), "@import")
}
