package schema

import "encoding/json"

// scanner reads JSON text strictly by RFC 8259. If a method returns false, the text is not
// JSON, and scanning can't continue.
type scanner struct {
	text   []byte
	pos    int
	depth  int
	copied string // the text as a string, made on first use
}

// span is a part of the text.
type span struct{ from, to int }

func (s *scanner) bytes(of span) []byte { return s.text[of.from:of.to] }

// string returns a part as a string. All parts share one copy of the text.
func (s *scanner) string(of span) string {
	if s.copied == "" {
		s.copied = string(s.text)
	}
	return s.copied[of.from:of.to]
}

// peek skips white space and returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	for ; s.pos < len(s.text); s.pos++ {
		switch b := s.text[s.pos]; b {
		case ' ', '\t', '\n', '\r':
		default:
			return b
		}
	}
	return 0
}

// take skips a byte if it is next.
func (s *scanner) take(b byte) bool {
	if s.peek() != b {
		return false
	}
	s.pos++
	return true
}

// atEnd reports whether nothing but white space follows.
func (s *scanner) atEnd() bool { return s.peek() == 0 && s.pos == len(s.text) }

// enter begins an object or a list. It fails if that exceeds the maximum depth.
func (s *scanner) enter(deepest int) bool {
	s.pos++
	s.depth++
	return s.depth <= deepest
}

func (s *scanner) leave() bool {
	s.pos++
	s.depth--
	return true
}

func (s *scanner) word(word string) bool {
	if len(s.text)-s.pos < len(word) || string(s.text[s.pos:s.pos+len(word)]) != word {
		return false
	}
	s.pos += len(word)
	return true
}

// str reads a string, which begins here. The span is its content without quotes, not
// decoded.
func (s *scanner) str() (inner span, escaped, ok bool) {
	from := s.pos + 1
	for i := from; i < len(s.text); i++ {
		b := s.text[i]
		if b == '"' {
			s.pos = i + 1
			return span{from, i}, escaped, true
		}
		if b < ' ' {
			break
		}
		if b == '\\' {
			length := escapeLength(s.text[i:])
			if length == 0 {
				break
			}
			escaped = true
			i += length - 1
		}
	}
	return span{}, false, false
}

// escapeLength returns the length of an escape at the beginning of a text; 0 if there is none.
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
			if !isHexDigit(digit) {
				return 0
			}
		}
		return long
	default:
		return 0
	}
}

// decoded returns a string that str has read.
func (s *scanner) decoded(inner span, escaped bool) string {
	if !escaped {
		return s.string(inner)
	}
	var decoded string
	if err := json.Unmarshal(s.text[inner.from-1:inner.to+1], &decoded); err != nil {
		return s.string(inner) // not reached: str has validated it
	}
	return decoded
}

// number reads a number, which begins here. It is plain if it has no fraction and no
// exponent.
func (s *scanner) number() (number span, plain, ok bool) {
	number.from, plain = s.pos, true
	if s.at() == '-' {
		s.pos++
	}
	switch {
	case s.at() == '0':
		s.pos++
	case !s.digits():
		return span{}, false, false
	}
	if s.at() == '.' {
		plain = false
		s.pos++
		if !s.digits() {
			return span{}, false, false
		}
	}
	if s.at() == 'e' || s.at() == 'E' {
		plain = false
		s.pos++
		if s.at() == '+' || s.at() == '-' {
			s.pos++
		}
		if !s.digits() {
			return span{}, false, false
		}
	}
	number.to = s.pos
	return number, plain, true
}

// at returns the current byte, 0 at the end.
func (s *scanner) at() byte {
	if s.pos < len(s.text) {
		return s.text[s.pos]
	}
	return 0
}

// digits skips one or more digits.
func (s *scanner) digits() bool {
	from := s.pos
	for isDigit(s.at()) {
		s.pos++
	}
	return s.pos > from
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHexDigit(b byte) bool { return isDigit(b) || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F') }
