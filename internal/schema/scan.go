package schema

import "encoding/json"

// scanner reads JSON text piece by piece, to the letter of RFC 8259. Where a
// method reports false, the text is not JSON, and there is no going on.
type scanner struct {
	text   []byte
	pos    int
	depth  int
	copied string // the text, once a piece of it was wanted as a string
}

// span is a piece of the text.
type span struct{ from, to int }

func (s *scanner) bytes(of span) []byte { return s.text[of.from:of.to] }

// string gives a piece as a string; all pieces share one copy of the text.
func (s *scanner) string(of span) string {
	if s.copied == "" {
		s.copied = string(s.text)
	}
	return s.copied[of.from:of.to]
}

// peek skips white space and returns the byte that follows, 0 at the end.
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

// take moves past one byte if it comes next.
func (s *scanner) take(b byte) bool {
	if s.peek() != b {
		return false
	}
	s.pos++
	return true
}

// atEnd reports whether nothing but white space follows.
func (s *scanner) atEnd() bool { return s.peek() == 0 && s.pos == len(s.text) }

// enter begins an object or a list, unless that would be deeper than allowed.
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

// str reads a string that begins here. The span is what stands between the
// quotes; whoever wants the string itself has to decode it if it is escaped.
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

// escapeLength measures the escape at the beginning of a text; 0 if it is none.
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

// decoded gives the string that str has read.
func (s *scanner) decoded(inner span, escaped bool) string {
	if !escaped {
		return s.string(inner)
	}
	var decoded string
	if err := json.Unmarshal(s.text[inner.from-1:inner.to+1], &decoded); err != nil {
		return s.string(inner) // not reached: str has looked at it
	}
	return decoded
}

// number reads a number that begins here. It is plain if it has neither fraction
// nor exponent.
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

// at returns the byte here, 0 at the end.
func (s *scanner) at() byte {
	if s.pos < len(s.text) {
		return s.text[s.pos]
	}
	return 0
}

// digits moves past at least one digit.
func (s *scanner) digits() bool {
	from := s.pos
	for isDigit(s.at()) {
		s.pos++
	}
	return s.pos > from
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHexDigit(b byte) bool { return isDigit(b) || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F') }
