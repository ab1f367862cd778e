package schema

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
)

// Fault is a value that doesn't fit.
type Fault struct {
	// Path is the path to the value: "city", "points[3].lat", `labels["a b"]`; empty for
	// the whole. Very long paths are shortened in the middle.
	Path string
	// Message says what would fit.
	Message string
}

// Faults are the values that don't fit, at most [MaxFaults]. Quoted values are shortened, so
// that the text is short whatever was sent.
//
//nolint:errname // the list is the error
type Faults []Fault

// MaxFaults is the maximum number of reported faults.
const MaxFaults = 10

// Error lists the faults, one per line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Message
		if fault.Path != "" {
			lines[i] = fault.Path + ": " + fault.Message
		}
	}
	return strings.Join(lines, "\n")
}

// step is a step from a value to one inside of it.
type step struct {
	name  string
	index int // of an item; -1 for members
}

// pathText writes the steps to a value.
func pathText(steps []step) string {
	const most = 40 // longer paths help nobody
	var out strings.Builder
	for i, s := range steps {
		if len(steps) > most && i == most/2 {
			out.WriteString("…")
		}
		if len(steps) > most && i >= most/2 && i < len(steps)-most/2 {
			continue
		}
		switch {
		case s.index >= 0:
			out.WriteString("[" + strconv.Itoa(s.index) + "]")
		case !isPlain(s.name):
			out.WriteString("[" + quote(cut(s.name)) + "]")
		case out.Len() > 0:
			out.WriteString("." + cut(s.name))
		default:
			out.WriteString(cut(s.name))
		}
	}
	return out.String()
}

// isPlain reports whether a path can contain a name without quotes.
func isPlain(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-$@/", r) {
			return false
		}
	}
	return name != ""
}

// cut shortens a foreign text.
func cut(text string) string {
	const longest = 80
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}

// quote writes a text as a JSON string.
func quote(text string) string { return string(appendString(nil, text)) }

// quoted lists names of a schema.
func quoted(names []string) string {
	const most = 50
	if len(names) == 0 {
		return "none"
	}
	texts := make([]string, 0, min(len(names), most))
	for _, name := range names[:min(len(names), most)] {
		texts = append(texts, quote(name))
	}
	if len(names) > most {
		texts = append(texts, "…")
	}
	return strings.Join(texts, ", ")
}

// literals lists the values of an enum.
func literals(values []any) string {
	const most = 50
	texts := make([]string, 0, min(len(values), most))
	for _, v := range values[:min(len(values), most)] {
		texts = append(texts, cut(string(write(nil, v))))
	}
	if len(values) > most {
		texts = append(texts, "…")
	}
	return strings.Join(texts, ", ")
}

// article returns the name of a JSON type with its article.
func article(kind string) string {
	switch kind {
	case "":
		return "any value"
	case typeNull:
		return kind
	case typeObject, typeArray, typeInteger:
		return "an " + kind
	default:
		return "a " + kind
	}
}

// typeOf returns the JSON type of a tree. Integers are "integer".
func typeOf(tree any) string {
	switch v := tree.(type) {
	case *record:
		return typeObject
	case []any:
		return typeArray
	case string:
		return typeString
	case bool:
		return typeBoolean
	case json.Number:
		if newDecimal(string(v)).isInteger() {
			return typeInteger
		}
		return typeNumber
	default:
		return typeNull
	}
}
