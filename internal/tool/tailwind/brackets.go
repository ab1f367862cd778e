package tailwind

import "strings"

// maxValue is the longest text in brackets. Classes have less; minified code is full of
// brackets.
const maxValue = 2000

// maxDepth is the deepest nesting of brackets.
const maxDepth = 32

// value returns the end of "[…]" or of "(--…)"; -1 where there is neither.
func value(text string, start int) int {
	if text[start] == '[' {
		if end := bracketed(text, start); end > start {
			return end
		}
		return -1
	}
	at := start + 1
	if isLower[byteAt(text, at)] { // the type of the value: "(length:--gap)"
		for isLower[byteAt(text, at)] || byteAt(text, at) == '-' {
			at++
		}
		if byteAt(text, at) != ':' {
			return -1
		}
		at++
	}
	end := customProperty(text, at)
	if end == at {
		return -1
	}
	switch byteAt(text, end) {
	case ')':
		return end + 1
	case ',':
		if behind := balanced(text, start); behind > end+2 {
			return behind
		}
	}
	return -1
}

// bracketed returns the end of "[…]" with something in it.
func bracketed(text string, start int) int {
	if end := balanced(text, start); end > start+2 {
		return end
	}
	return start
}

// balanced returns the end of the bracket at a place. It has no spaces, and all brackets and
// strings in it are closed. Otherwise the result is the place itself.
func balanced(text string, start int) int {
	var stack []byte
	for at := start; at < min(len(text), start+maxValue); at++ {
		switch c := text[at]; c {
		case '\\':
			at++
			if isSpace[byteAt(text, at)] {
				return start
			}
		case '[', '(', '{':
			if len(stack) == maxDepth {
				return start
			}
			stack = append(stack, closing(c))
		case ']', ')', '}':
			if len(stack) == 0 || stack[len(stack)-1] != c {
				return start
			}
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				return at + 1
			}
		case '"', '\'', '`':
			end := quoted(text, at)
			if end == at {
				return start
			}
			at = end - 1
		default:
			if isSpace[c] {
				return start
			}
		}
	}
	return start
}

func closing(c byte) byte {
	switch c {
	case '[':
		return ']'
	case '(':
		return ')'
	default:
		return '}'
	}
}

// quoted returns the end of the string at a place, which has no space in it.
func quoted(text string, start int) int {
	for at := start + 1; at < min(len(text), start+maxValue); at++ {
		switch c := text[at]; {
		case c == '\\':
			at++
		case c == text[start]:
			return at + 1
		case isSpace[c]:
			return start
		}
	}
	return start
}

// property returns the end of a declaration that is a class: "[color:red]",
// "[--gap:1px]".
func property(text string, start int) int {
	at := start + 1
	custom := byteAt(text, at) == '-' && byteAt(text, at+1) == '-'
	if c := byteAt(text, at); !isLower[c] && c != '-' {
		return start
	}
	for ; at < len(text); at++ {
		if c := text[at]; !isLower[c] && c != '-' && (!custom || !isWord[c]) {
			break
		}
	}
	if byteAt(text, at) != ':' || byteAt(text, at+1) == ']' || byteAt(text, at+1) == '/' && byteAt(text, at+2) == '/' {
		return start
	}
	end := bracketed(text, start)
	if strings.Contains(text[start:end], "${") {
		return start // of a template string
	}
	return end
}

// customProperty returns the end of the name of a custom property: "--gap".
func customProperty(text string, start int) int {
	if byteAt(text, start) != '-' || byteAt(text, start+1) != '-' || isWord[byteAt(text, start-1)] {
		return start
	}
	at := start + 2
	for at < len(text) {
		switch c := text[at]; {
		case isWord[c]:
			at++
			continue
		case c == '\\' && at+1 < len(text) && !isSpace[text[at+1]]:
			at += 2
			continue
		}
		break
	}
	if at == start+2 {
		return start
	}
	return min(at, len(text))
}
