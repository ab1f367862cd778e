// Package jsonwalk reads JSON text without decoding it: its results are parts of the text.
package jsonwalk

import (
	"bytes"
	"encoding/json"
)

// Member is a member of an object.
type Member struct {
	// Name is decoded, Value is part of the text.
	Name  []byte
	Value json.RawMessage
}

// Members iterates over the members of an object, in their order. The text must be valid
// JSON; anything but an object has no members.
func Members(object []byte) func(yield func(name []byte, value json.RawMessage) bool) {
	return func(yield func(name []byte, value json.RawMessage) bool) {
		w := into(object, '{')
		for name, value, more := w.member(); more; name, value, more = w.member() {
			if !yield(name, value) {
				return
			}
		}
	}
}

// Items iterates over the items of an array. The text must be valid JSON; anything but an
// array has no items.
func Items(array []byte) func(yield func(item json.RawMessage) bool) {
	return func(yield func(item json.RawMessage) bool) {
		w := into(array, '[')
		for item, more := w.item(); more; item, more = w.item() {
			if !yield(item) {
				return
			}
		}
	}
}

// walker is a position in an object or array.
type walker struct {
	text []byte
	at   int
}

// into enters an object or array. For any other value, the walker is at the end.
func into(text []byte, bracket byte) walker {
	at := SkipSpace(text, 0)
	if at == len(text) || text[at] != bracket {
		return walker{text, len(text)}
	}
	return walker{text, SkipSpace(text, at+1)}
}

// member returns the next member.
func (w *walker) member() (name []byte, value json.RawMessage, more bool) {
	if w.at == len(w.text) || w.text[w.at] != '"' {
		return nil, nil, false
	}
	end := skipString(w.text, w.at)
	name = unquoted(w.text[w.at:end])
	w.at = SkipSpace(w.text, SkipSpace(w.text, end)+1) // after the colon
	return name, w.value(), true
}

// item returns the next item.
func (w *walker) item() (item json.RawMessage, more bool) {
	if w.at == len(w.text) || w.text[w.at] == ']' {
		return nil, false
	}
	item = w.value()
	return item, len(item) > 0
}

// value returns the current value and skips it.
func (w *walker) value() json.RawMessage {
	from, end := w.at, skipValue(w.text, w.at)
	w.at = SkipSpace(w.text, end)
	if w.at < len(w.text) && w.text[w.at] == ',' {
		w.at = SkipSpace(w.text, w.at+1)
	}
	return w.text[from:end:end]
}

// Text decodes a JSON string.
func Text(value json.RawMessage) (text string, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1]), true
	}
	return unescaped(value)
}

func unescaped(literal []byte) (text string, ok bool) {
	err := json.Unmarshal(literal, &text)
	return text, err == nil
}

// IsObject reports whether a value is an object.
func IsObject(value json.RawMessage) bool { return len(value) > 0 && value[0] == '{' }

// IsNull reports whether a value is null.
func IsNull(value json.RawMessage) bool { return string(value) == "null" }

// SkipSpace returns the end of the white space that begins at a place.
func SkipSpace(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') {
		at++
	}
	return min(at, len(text))
}

// skipValue returns the end of the value that begins at a place.
func skipValue(text []byte, at int) int {
	depth := 0
	for at < len(text) {
		switch text[at] {
		case '"':
			at = skipString(text, at)
			if depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at // the end of the object or array around it
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return at
			}
		}
		at++
	}
	return at
}

func skipString(text []byte, at int) int {
	for at++; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(text)
}

// unquoted decodes the name of a member.
func unquoted(literal []byte) []byte {
	if len(literal) > 1 && bytes.IndexByte(literal, '\\') < 0 {
		return literal[1 : len(literal)-1 : len(literal)-1]
	}
	text, _ := Text(literal)
	return []byte(text)
}

// AppendCompact appends a JSON text without white space.
func AppendCompact(out, text []byte) []byte {
	from := 0
	for at := 0; at < len(text); {
		switch text[at] {
		case '"':
			at = skipString(text, at)
		case ' ', '\n', '\r', '\t':
			out = append(out, text[from:at]...)
			at = SkipSpace(text, at)
			from = at
		default:
			at++
		}
	}
	return append(out, text[from:]...)
}
