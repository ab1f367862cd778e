package registry

import (
	"bytes"
	"encoding/json"
	"strings"
)

// An entry is one setting of a file, in the order in which they stand.
type entry struct{ key, value string }

// parseINI reads the text of an .npmrc as npm does: one setting a line, ";" and
// "#" begin a comment unless "\" stands before them, and values may stand in
// quotes. A key without "=" is "true". Lines that say nothing are skipped, and
// so is what stands in a [section]: npm has none.
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

// unquote takes the quotes, or the comment and the backslashes, off a key or a
// value.
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

// quotedText returns what a text in quotes says. In double quotes it is JSON,
// and in single quotes as it stands; what is no JSON keeps its quotes, as npm
// has it.
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
