package jsonwalk

// StringEnd returns the end of the string that begins with the quote at a place, and whether
// it has escapes. It is not ok if RFC 8259 doesn't allow the string. It doesn't look at UTF-8.
func StringEnd(text []byte, at int) (end int, escaped, ok bool) {
	for at++; at < len(text); at++ {
		switch b := text[at]; {
		case b == '"':
			return at + 1, escaped, true
		case b < ' ':
			return 0, false, false
		case b == '\\':
			length := escapeLength(text[at:])
			if length == 0 {
				return 0, false, false
			}
			escaped = true
			at += length - 1
		}
	}
	return 0, false, false
}

// escapeLength returns the length of the escape that a text begins with; 0 if it is none.
func escapeLength(text []byte) int {
	const (
		short = len(`\n`)
		long  = len(`\u00e9`)
	)
	if len(text) < short {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return short
	case 'u':
		if len(text) < long {
			return 0
		}
		for _, digit := range text[short:long] {
			if !isHex(digit) {
				return 0
			}
		}
		return long
	default:
		return 0
	}
}

// NumberEnd returns the end of the number that begins at a place. It is plain without a
// fraction and an exponent, and not ok if RFC 8259 doesn't allow it.
func NumberEnd(text []byte, at int) (end int, plain, ok bool) {
	if at < len(text) && text[at] == '-' {
		at++
	}
	if at < len(text) && text[at] == '0' {
		at++
	} else if at, ok = digitsEnd(text, at); !ok {
		return 0, false, false
	}
	plain = true
	if at < len(text) && text[at] == '.' {
		plain = false
		if at, ok = digitsEnd(text, at+1); !ok {
			return 0, false, false
		}
	}
	if at < len(text) && (text[at] == 'e' || text[at] == 'E') {
		plain = false
		if at++; at < len(text) && (text[at] == '+' || text[at] == '-') {
			at++
		}
		if at, ok = digitsEnd(text, at); !ok {
			return 0, false, false
		}
	}
	return at, plain, true
}

// digitsEnd skips one or more digits.
func digitsEnd(text []byte, at int) (end int, ok bool) {
	end = at
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	return end, end > at
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHex(b byte) bool { return isDigit(b) || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F' }
