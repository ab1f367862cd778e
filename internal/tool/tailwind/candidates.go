package tailwind

import "strings"

// Candidates returns the names in a source that may be Tailwind's classes, each once, in
// order, and the custom properties ("--color-red-500") in it. It parses no language: any text
// between quotes, spaces and the like that has the form of a class counts, since a name too
// many costs a look-up and one too few a style. The extension selects exceptions: ".svelte".
func Candidates(text, extension string) []string {
	if extension == ".svelte" {
		text = withoutDirectives(text)
	}
	var list []string
	seen := make(map[string]bool)
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	for at := 0; at < len(text); {
		if c := text[at]; !begins[c] || at > 0 && !before[text[at-1]] {
			if c == '-' {
				if end := customProperty(text, at); end > at {
					add(text[at:end])
				}
			}
			at++
			continue
		}
		if end := candidate(text, at); end > at {
			add(text[at:end])
			variablesIn(text[at:end], add)
			at = end
			continue
		}
		if end := customProperty(text, at); end > at {
			add(text[at:end])
			at = end
			continue
		}
		at++
	}
	return list
}

// variablesIn adds the custom properties that stand in a class: "p-(--gap)".
func variablesIn(name string, add func(string)) {
	for at := range len(name) {
		if name[at] == '-' {
			if end := customProperty(name, at); end > at {
				add(name[at:end])
			}
		}
	}
}

// withoutDirectives blanks "class:" of Svelte's class:NAME={condition}.
func withoutDirectives(text string) string {
	const directive = "class:"
	blank := []byte(text)
	for at := 0; at+len(directive) <= len(text); at++ {
		if text[at:at+len(directive)] == directive && (at == 0 || before[text[at-1]]) {
			blank[at+len(directive)-1] = ' '
		}
	}
	return string(blank)
}

// set is a set of bytes.
type set [256]bool

func setOf(parts ...string) (s set) {
	for _, part := range parts {
		for i := range len(part) {
			s[part[i]] = true
		}
	}
	return s
}

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	spaces = " \t\n\f\r"
	quotes = "\"'`"
)

var (
	// before and after are the bytes that may surround a class.
	before = setOf(spaces, quotes, "\x00.}>]")
	after  = setOf(spaces, quotes, "\x00][{=\\<")
	// begins are the bytes that a class can begin with.
	begins = setOf(lower, digits, "@*[!-")

	isLower = setOf(lower)
	isDigit = setOf(digits)
	isSpace = setOf(spaces, "\x00")
	isWord  = setOf(lower, upper, digits, "_-")
)

// at returns a byte of a text, 0 beyond its end.
func byteAt(text string, i int) byte {
	if i < 0 || i >= len(text) {
		return 0
	}
	return text[i]
}

// candidate returns the end of the class that begins at a place; the place itself
// where there is none.
func candidate(text string, start int) int {
	at := start
	for {
		end := variant(text, at)
		if end == at {
			break
		}
		at = end
	}
	if end := utility(text, at); end > at && ends(text, start, end) {
		return end
	}
	// The key of an object: {flex: true}.
	if end := utility(text, start); at > start && end > start && byteAt(text, end) == ':' && text[start] != '[' {
		return end
	}
	return start
}

// ends reports whether a class may end at a place.
func ends(text string, start, end int) bool {
	next := byteAt(text, end)
	return end == len(text) || after[next] && (next != '[' || !strings.Contains(text[start:end], "["))
}

// variant returns the end of what stands before a utility, its colon included:
// "hover:", "group-data-[x=y]/name:", "[&>a]:".
func variant(text string, start int) int {
	at := start
	if byteAt(text, at) == '[' {
		if end := bracketed(text, at); end > at && byteAt(text, end) == ':' {
			return end + 1
		}
		return start
	}
	if c := byteAt(text, at); !isLower[c] && !isDigit[c] && c != '@' && c != '*' {
		return start
	}
	for at++; at < len(text); at++ {
		c := text[at]
		switch {
		case c == ':':
			return at + 1
		case c == '/':
			if end := modifier(text, at); end > at && byteAt(text, end) == ':' {
				return end + 1
			}
			return start
		case c == '-' || c == '_':
			next := byteAt(text, at+1)
			if c == '-' && (next == '[' || next == '(') {
				return variantEnd(text, start, value(text, at+1))
			}
			if !isWord[next] {
				return start
			}
		case !isWord[c] && c != '*':
			return start
		}
	}
	return start
}

// variantEnd returns the end of a variant behind its value.
func variantEnd(text string, start, at int) int {
	if at < 0 {
		return start
	}
	if byteAt(text, at) == '/' {
		at = modifier(text, at)
	}
	if byteAt(text, at) == ':' {
		return at + 1
	}
	return start
}

// utility returns the end of a class without variants: "flex", "-mt-2", "p-2!",
// "bg-red-500/50", "[color:red]".
func utility(text string, start int) int {
	at := start
	important := byteAt(text, at) == '!'
	if important {
		at++
	}
	end := named(text, at)
	if byteAt(text, at) == '[' {
		end = property(text, at)
	}
	if end == at {
		return start
	}
	if byteAt(text, end) == '/' {
		behind := modifier(text, end)
		if behind == end {
			return start
		}
		end = behind
	}
	if byteAt(text, end) == '!' {
		if important {
			return start
		}
		end++
	}
	return end
}

// named returns the end of a utility's name and value.
func named(text string, start int) int {
	at := start
	switch c := byteAt(text, at); {
	case isLower[c], c == '@':
	case c == '-' && isLower[byteAt(text, at+1)]:
		at++
	default:
		return start
	}
	for at++; at < len(text); at++ {
		c, previous, next := text[at], text[at-1], byteAt(text, at+1)
		switch {
		case c == '-' && (next == '[' || next == '('):
			return max(value(text, at+1), start)
		case c == '%' && isDigit[previous]:
			return at + 1
		case !isWord[c] && c != '.' && c != '%':
			return at
		case !follows(previous, c, next):
			return start
		}
	}
	return at
}

// follows reports whether a byte of a utility may stand between two others.
func follows(previous, c, next byte) bool {
	switch {
	case c == '-':
		return isWord[next] && next != '_'
	case c == '.':
		return isDigit[previous] && isDigit[next]
	case isDigit[c]:
		return (previous < 'A' || previous > 'Z') && previous != '@'
	default:
		return c != '%'
	}
}

// modifier returns the end of the modifier at a place: "/50", "/[0.3]", "/(--alpha)",
// "/name".
func modifier(text string, start int) int {
	at := start + 1
	if c := byteAt(text, at); c == '[' || c == '(' {
		if end := value(text, at); end > 0 {
			return end
		}
		return start
	}
	for ; at < len(text); at++ {
		c := text[at]
		if c == '.' && (!isDigit[text[at-1]] || !isDigit[byteAt(text, at+1)]) {
			break
		}
		if !isWord[c] && c != '.' && c != '%' {
			break
		}
	}
	if at == start+1 || text[at-1] == '-' || text[at-1] == '_' {
		return start
	}
	return at
}
