package schema

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
)

// Fault is one value that doesn't fit.
type Fault struct {
	// Path leads to the value: "city", "points[3].lat", `labels["a b"]`; empty
	// for the whole. Very long ones are shortened in the middle.
	Path string
	// Message says what would fit.
	Message string
}

// Faults are all values that don't fit, at most [MaxFaults]. What they quote of
// a value is cut, so that they stay short whatever was sent.
//
//nolint:errname // faults are what they are; the list is the error
type Faults []Fault

// MaxFaults is how many faults one check reports.
const MaxFaults = 10

// Error lists the faults, one a line.
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

// step leads from a value to one inside it.
type step struct {
	name  string
	index int // of an item; -1 for members
}

// pathText writes the steps to a value.
func pathText(steps []step) string {
	const most = 40 // more are of no use to anybody
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

// isPlain reports whether a name can stand in a path without quotes.
func isPlain(name string) bool {
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-$@/", r) {
			return false
		}
	}
	return name != ""
}

// cut shortens a text from outside.
func cut(text string) string {
	const longest = 80
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}

// quote writes a text as a JSON string.
func quote(text string) string { return string(appendString(nil, text)) }

// quoted lists names from a schema.
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

// article puts the article before the name of a JSON type.
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

// typeOf names the JSON type of a tree; whole numbers are integers.
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
