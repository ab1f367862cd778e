package registry

import (
	"bytes"
	"encoding/json"
	"strings"
)

// An entry is one setting in a file.
type entry struct{ key, value string }

// parseINI parses an .npmrc as npm does, and returns its settings in order. Each line is one setting. ";" and
// "#" begin a comment, unless a "\" precedes them. Values may be quoted. A key without "=" is "true".
// Everything from the first [section] on is ignored, because npm knows no sections.
func parseINI(data []byte) []entry {
	text := string(bytes.TrimPrefix(data, []byte("\ufeff")))
	var entries []entry
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == ';' || trimmed[0] == '#' {
			continue
		}
		if line[0] == '[' && strings.HasSuffix(trimmed, "]") {
			break
		}
		key, value, assigned := strings.Cut(line, "=")
		one := entry{key: unquote(key), value: "true"}
		if assigned {
			one.value = unquote(value)
		}
		if one.key != "" {
			entries = append(entries, one)
		}
	}
	return entries
}

// unquote removes quotes from a key or a value; from one without quotes, comments and escapes.
func unquote(raw string) string {
	raw = strings.TrimSpace(raw)
	if quoted, isQuoted := quotedText(raw); isQuoted {
		return quoted
	}
	var b strings.Builder
	escaped := false
	for _, r := range raw {
		switch {
		case escaped:
			if !strings.ContainsRune(`\;#`, r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == ';' || r == '#':
			return strings.TrimSpace(b.String())
		default:
			b.WriteRune(r)
		}
	}
	if escaped {
		b.WriteByte('\\')
	}
	return strings.TrimSpace(b.String())
}

// quotedText returns the content of a quoted text, as npm reads it. Double quotes enclose a JSON string; if
// it is invalid, the quotes stay. Single quotes enclose any text, or a JSON string.
func quotedText(raw string) (text string, isQuoted bool) {
	if len(raw) < 2 || raw[0] != raw[len(raw)-1] {
		return "", false
	}
	switch raw[0] {
	case '"':
		if err := json.Unmarshal([]byte(raw), &text); err != nil {
			return raw, true
		}
		return text, true
	case '\'':
		inner := raw[1 : len(raw)-1]
		if err := json.Unmarshal([]byte(inner), &text); err != nil {
			return inner, true
		}
		return text, true
	default:
		return "", false
	}
}
