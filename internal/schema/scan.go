package schema

import (
	"encoding/json"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// scanner is a position in JSON text, which it reads strictly by RFC 8259. If a method returns false, the text is not
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
	if s.pos < len(s.text) && s.text[s.pos] > ' ' {
		return s.text[s.pos] // the usual case, without a call
	}
	s.pos = jsonwalk.SkipSpace(s.text, s.pos)
	return s.at()
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
	end, escaped, ok := jsonwalk.StringEnd(s.text, s.pos)
	if !ok {
		return span{}, false, false
	}
	s.pos = end
	return span{from, end - 1}, escaped, true
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
	end, plain, ok := jsonwalk.NumberEnd(s.text, s.pos)
	if !ok {
		return span{}, false, false
	}
	number = span{s.pos, end}
	s.pos = end
	return number, plain, true
}

// at returns the current byte, 0 at the end.
func (s *scanner) at() byte {
	if s.pos < len(s.text) {
		return s.text[s.pos]
	}
	return 0
}
