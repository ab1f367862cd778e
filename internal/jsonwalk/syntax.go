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
		end, _, ok := StringEnd(s.text, place)
		return end, faultUnless(ok)
	case 't':
		return s.word(place, "true")
	case 'f':
		return s.word(place, "false")
	case 'n':
		return s.word(place, "null")
	default:
		end, _, ok := NumberEnd(s.text, place)
		return end, faultUnless(ok)
	}
}

func faultUnless(ok bool) Fault {
	if ok {
		return None
	}
	return NotJSON
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
		name, _, ok := StringEnd(s.text, place)
		if place = SkipSpace(s.text, name); !ok || s.at(place) != ':' {
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

func (s *syntax) word(place int, word string) (end int, fault Fault) {
	end = place + len(word)
	if end > len(s.text) || string(s.text[place:end]) != word {
		return 0, NotJSON
	}
	return end, None
}
