package jsonwalk

import "unicode/utf8"

// Fault is a fault of a text.
type Fault int

// The faults of a text.
const (
	None    Fault = iota
	NotUTF8       // it is not UTF-8
	NotJSON       // it is not one JSON value
	TooDeep       // it exceeds the maximum nesting
)

// Check validates that a text is one JSON value (RFC 8259) in UTF-8, with at most the given
// number of levels. encoding/json accepts all such texts.
func Check(text []byte, levels int) Fault {
	if !utf8.Valid(text) {
		return NotUTF8
	}
	s := syntax{text: text, levels: levels}
	end, fault := s.value(SkipSpace(text, 0), 0)
	switch {
	case fault != None:
		return fault
	case SkipSpace(text, end) != len(text):
		return NotJSON
	}
	return None
}

type syntax struct {
	text   []byte
	levels int
}

// at returns a byte; 0, which JSON can't contain, after the end.
func (s *syntax) at(place int) byte {
	if place < len(s.text) {
		return s.text[place]
	}
	return 0
}

// value returns the end of the value that begins at a place.
func (s *syntax) value(place, depth int) (end int, fault Fault) {
	switch c := s.at(place); c {
	case '{':
		return s.object(place, depth+1)
	case '[':
		return s.array(place, depth+1)
	case '"':
		return s.str(place)
	case 't':
		return s.word(place, "true")
	case 'f':
		return s.word(place, "false")
	case 'n':
		return s.word(place, "null")
	default:
		return s.number(place)
	}
}

func (s *syntax) object(place, depth int) (end int, fault Fault) {
	if depth > s.levels {
		return 0, TooDeep
	}
	place = SkipSpace(s.text, place+1)
	if s.at(place) == '}' {
		return place + 1, None
	}
	for {
		if s.at(place) != '"' {
			return 0, NotJSON
		}
		if place, fault = s.str(place); fault != None {
			return 0, fault
		}
		if place = SkipSpace(s.text, place); s.at(place) != ':' {
			return 0, NotJSON
		}
		if place, fault = s.value(SkipSpace(s.text, place+1), depth); fault != None {
			return 0, fault
		}
		switch place = SkipSpace(s.text, place); s.at(place) {
		case ',':
			place = SkipSpace(s.text, place+1)
		case '}':
			return place + 1, None
		default:
			return 0, NotJSON
		}
	}
}

func (s *syntax) array(place, depth int) (end int, fault Fault) {
	if depth > s.levels {
		return 0, TooDeep
	}
	place = SkipSpace(s.text, place+1)
	if s.at(place) == ']' {
		return place + 1, None
	}
	for {
		if place, fault = s.value(place, depth); fault != None {
			return 0, fault
		}
		switch place = SkipSpace(s.text, place); s.at(place) {
		case ',':
			place = SkipSpace(s.text, place+1)
		case ']':
			return place + 1, None
		default:
			return 0, NotJSON
		}
	}
}

func (s *syntax) str(place int) (end int, fault Fault) {
	for place++; place < len(s.text); place++ {
		switch c := s.text[place]; {
		case c == '"':
			return place + 1, None
		case c < ' ':
			return 0, NotJSON
		case c == '\\':
			place++
			switch s.at(place) {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					if place++; !isHex(s.at(place)) {
						return 0, NotJSON
					}
				}
			default:
				return 0, NotJSON
			}
		}
	}
	return 0, NotJSON
}

func (s *syntax) word(place int, word string) (end int, fault Fault) {
	end = place + len(word)
	if end > len(s.text) || string(s.text[place:end]) != word {
		return 0, NotJSON
	}
	return end, None
}

func (s *syntax) number(place int) (end int, fault Fault) {
	if s.at(place) == '-' {
		place++
	}
	if s.at(place) == '0' {
		place++
	} else if place, fault = s.digits(place); fault != None {
		return 0, fault
	}
	if s.at(place) == '.' {
		if place, fault = s.digits(place + 1); fault != None {
			return 0, fault
		}
	}
	if c := s.at(place); c == 'e' || c == 'E' {
		if place++; s.at(place) == '+' || s.at(place) == '-' {
			place++
		}
		return s.digits(place)
	}
	return place, None
}

// digits skips one or more digits.
func (s *syntax) digits(place int) (end int, fault Fault) {
	end = place
	for isDigit(s.at(end)) {
		end++
	}
	if end == place {
		return 0, NotJSON
	}
	return end, None
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
