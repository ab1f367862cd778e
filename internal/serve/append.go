package serve

import (
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/ui"
)

// appendJSON appends what [encode] returns for a value. The types that results mostly
// consist of need no reflection.
func appendJSON(out []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case string:
		return appendText(out, v), nil
	case json.RawMessage:
		return appendChecked(out, v)
	case ui.TextContent:
		out = append(out, `{"type":`...)
		out = appendText(out, v.Type)
		out = append(out, `,"text":`...)
		out = appendText(out, v.Text)
		return append(out, '}'), nil
	case map[string]any:
		return appendObject(out, v)
	}
	data, err := encode(value)
	return append(out, data...), err
}

var errNotJSON = errors.New("a json.RawMessage is not JSON")

// maxLevels is how deeply nested values encoding/json reads.
const maxLevels = 10_000

// appendChecked appends JSON in one line. It fails if it isn't JSON, which would make
// the whole answer unreadable.
func appendChecked(out []byte, raw json.RawMessage) ([]byte, error) {
	if raw == nil {
		return append(out, "null"...), nil
	}
	if fault := jsonwalk.Check(raw, maxLevels); fault != jsonwalk.None && (fault != jsonwalk.NotUTF8 || !json.Valid(raw)) {
		return nil, errNotJSON
	}
	return jsonwalk.AppendCompact(out, raw), nil
}

// appendObject appends a map, in the order of its keys.
func appendObject(out []byte, object map[string]any) (_ []byte, err error) {
	if object == nil {
		return append(out, "null"...), nil
	}
	names := make([]string, 0, len(object)) // of a size that is known, unlike that of an iterator
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	separator := byte('{')
	for _, name := range names {
		out = append(out, separator)
		out = appendText(out, name)
		out = append(out, ':')
		if out, err = appendJSON(out, object[name]); err != nil {
			return nil, err
		}
		separator = ','
	}
	if separator == '{' {
		out = append(out, '{')
	}
	return append(out, '}'), nil
}

func appendArray(out []byte, items []any) (_ []byte, err error) {
	separator := byte('[')
	for _, item := range items {
		out = append(out, separator)
		if out, err = appendJSON(out, item); err != nil {
			return nil, err
		}
		separator = ','
	}
	if separator == '[' {
		out = append(out, '[')
	}
	return append(out, ']'), nil
}

// appendText appends a JSON string. Like encoding/json, it replaces what is not UTF-8 by
// U+FFFD, and escapes U+2028 and U+2029, which older JavaScript doesn't allow in strings.
func appendText(out []byte, text string) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	from := 0
	for at := 0; at < len(text); {
		c := text[at]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			at++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[at:])
			switch {
			case r == utf8.RuneError && size == 1:
				out = append(append(out, text[from:at]...), `\ufffd`...)
			case r == '\u2028' || r == '\u2029':
				out = append(append(append(out, text[from:at]...), `\u202`...), hex[r&0xf])
			default:
				at += size
				continue
			}
			at += size
			from = at
			continue
		}
		out = append(out, text[from:at]...)
		switch c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\b':
			out = append(out, '\\', 'b')
		case '\f':
			out = append(out, '\\', 'f')
		case '\n':
			out = append(out, '\\', 'n')
		case '\r':
			out = append(out, '\\', 'r')
		case '\t':
			out = append(out, '\\', 't')
		default:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
		}
		at++
		from = at
	}
	return append(append(out, text[from:]...), '"')
}
