package resolve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// A style is the layout of a JSON file.
type style struct {
	indent, newline string
}

var firstIndent = regexp.MustCompile(`^\s*\{(\r?\n)([ \t]*)`)

// styleOf detects the layout of a file; the default is two spaces and "\n".
func styleOf(data []byte) style {
	match := firstIndent.FindSubmatch(bytes.TrimPrefix(data, []byte("\ufeff")))
	switch {
	case match == nil:
		return style{"  ", "\n"}
	case len(match[2]) == 0:
		return style{"  ", string(match[1])}
	default:
		return style{string(match[2]), string(match[1])}
	}
}

// firstMembers come first in a lockfile's objects, in this order.
var firstMembers = []string{"name", "version", "lockfileVersion", "resolved", "integrity", "requires", "packages", "dependencies"}

// lockJSON encodes a value as npm writes lockfiles: in each object, members that are objects come last.
func lockJSON(value any, s style) []byte {
	var b bytes.Buffer
	writeJSON(&b, value, s, 0)
	b.WriteString(s.newline)
	return b.Bytes()
}

func writeJSON(b *bytes.Buffer, value any, s style, depth int) {
	line := func(depth int) { b.WriteString(s.newline + strings.Repeat(s.indent, depth)) }
	switch value := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		slices.SortFunc(names, func(x, y string) int { return compareMembers(x, y, value) })
		b.WriteByte('{')
		for i, name := range names {
			if i > 0 {
				b.WriteByte(',')
			}
			line(depth + 1)
			b.WriteString(quoted(name) + ": ")
			writeJSON(b, value[name], s, depth+1)
		}
		if len(names) > 0 {
			line(depth)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, element := range value {
			if i > 0 {
				b.WriteByte(',')
			}
			line(depth + 1)
			writeJSON(b, element, s, depth+1)
		}
		if len(value) > 0 {
			line(depth)
		}
		b.WriteByte(']')
	case string:
		b.WriteString(quoted(value))
	default:
		// Numbers, true, false and null.
		text, err := json.Marshal(value)
		if err != nil {
			text = []byte("null")
		}
		b.Write(text)
	}
}

func compareMembers(x, y string, of map[string]any) int {
	_, objectX := of[x].(map[string]any)
	_, objectY := of[y].(map[string]any)
	if objectX != objectY {
		if objectX {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(memberRank(x), memberRank(y)), compareNames(x, y))
}

func memberRank(name string) int {
	if at := slices.Index(firstMembers, name); at >= 0 {
		return at
	}
	return len(firstMembers)
}

// quoted returns a JSON string as JavaScript writes it: <, >, &, U+2028 and U+2029 are not escaped.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return `""`
	}
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
}

// decodeJSON decodes any JSON value; numbers become [json.Number]. It returns nil for invalid JSON.
func decodeJSON(raw json.RawMessage) any {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}
