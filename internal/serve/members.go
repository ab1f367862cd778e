package serve

import (
	"bytes"
	"encoding/json"
)

// eachMember calls f for the members of a JSON object, as they are written, until
// it returns false. The text has to be valid JSON in UTF-8; of anything but an object
// there are no members.
func eachMember(object []byte, f func(name string, value json.RawMessage) bool) {
	at := skipSpace(object, 0)
	if at == len(object) || object[at] != '{' {
		return
	}
	at = skipSpace(object, at+1)
	for at < len(object) && object[at] == '"' {
		end := skipValue(object, at)
		name := unquoted(object[at:end])
		at = skipSpace(object, skipSpace(object, end)+1) // over the colon
		end = skipValue(object, at)
		if !f(name, object[at:end:end]) {
			return
		}
		at = skipSpace(object, end)
		if at < len(object) && object[at] == ',' {
			at = skipSpace(object, at+1)
		}
	}
}

// eachItem calls f for the items of a JSON array.
func eachItem(array []byte, f func(item json.RawMessage) bool) {
	at := skipSpace(array, 0)
	if at == len(array) || array[at] != '[' {
		return
	}
	at = skipSpace(array, at+1)
	for at < len(array) && array[at] != ']' {
		end := skipValue(array, at)
		if end == at || !f(array[at:end:end]) {
			return
		}
		at = skipSpace(array, end)
		if at < len(array) && array[at] == ',' {
			at = skipSpace(array, at+1)
		}
	}
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') {
		at++
	}
	return min(at, len(text))
}

// skipValue returns where the value that begins at a place ends.
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
				return at // the end of what the value is in
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

func unquoted(literal []byte) string {
	if len(literal) > 1 && bytes.IndexByte(literal, '\\') < 0 {
		return string(literal[1 : len(literal)-1])
	}
	text, _ := textOf(literal)
	return text
}

// textOf reads a JSON string.
func textOf(value json.RawMessage) (text string, ok bool) {
	if len(value) == 0 || value[0] != '"' {
		return "", false
	}
	return text, json.Unmarshal(value, &text) == nil
}

// isObject reports whether a JSON value is an object.
func isObject(value json.RawMessage) bool { return len(value) > 0 && value[0] == '{' }

// deeper reports whether a JSON text has more levels than that.
func deeper(text []byte, most int) bool {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '"':
			at = skipString(text, at) - 1
		case '{', '[':
			if depth++; depth > most {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}
