package schema

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Fault is one value that doesn't fit.
type Fault struct {
	// Path leads to the value: "city", "points[3].lat"; empty for the whole.
	Path string
	// Message says what would fit.
	Message string
}

// Faults are all values that don't fit, at most [MaxFaults].
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

// check returns nil if the JSON text fits the node.
func check(n *node, data json.RawMessage) Faults {
	var value any
	if err := unmarshalExact(data, &value); err != nil {
		return Faults{{Message: "is not JSON: " + err.Error()}}
	}
	c := &checker{}
	c.value(n, value, "")
	return c.faults
}

type checker struct{ faults Faults }

func (c *checker) faultf(path, format string, args ...any) {
	if len(c.faults) < MaxFaults {
		c.faults = append(c.faults, Fault{Path: path, Message: fmt.Sprintf(format, args...)})
	}
}

func (c *checker) value(n *node, value any, path string) {
	n = n.target()
	if n.kind == "" {
		return
	}
	if got := typeOf(value); got != n.kind && (n.kind != typeNumber || got != typeInteger) {
		c.faultf(path, "must be %s, not %s", article(n.kind), article(got))
		return
	}
	switch v := value.(type) {
	case map[string]any:
		c.object(n, v, path)
	case []any:
		if n.length > 0 && len(v) != n.length {
			c.faultf(path, "must have %d items, not %d", n.length, len(v))
		}
		for i, item := range v {
			c.value(n.items, item, path+"["+strconv.Itoa(i)+"]")
		}
	case string:
		c.text(n, v, path)
	case json.Number:
		c.number(n, v, path)
	}
	if n.enum != nil && !slices.ContainsFunc(n.enum, func(e any) bool { return sameLiteral(e, value) }) {
		c.faultf(path, "must be one of %s", literals(n.enum))
	}
}

func (c *checker) object(n *node, members map[string]any, path string) {
	if n.values != nil {
		for name, value := range members {
			c.value(n.values, value, join(path, cut(name)))
		}
		return
	}
	for i := range n.properties {
		p := &n.properties[i]
		value, ok := members[p.name]
		switch {
		case !ok && p.required:
			c.faultf(join(path, p.name), "is required%s", p.hint())
		case ok && value == nil && !p.required:
			// A model that has nothing to say often says null.
		case ok:
			c.value(p.node, value, join(path, p.name))
		}
	}
	c.unknown(n, members, path)
}

// unknown reports the members that the schema doesn't have. Their names come
// from outside: they are cut, and no more are looked at than are reported.
func (c *checker) unknown(n *node, members map[string]any, path string) {
	if len(members) == 0 || len(c.faults) >= MaxFaults {
		return
	}
	var unknown, known []string
	for i := range n.properties {
		known = append(known, n.properties[i].name)
	}
	for name := range members {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown[:min(len(unknown), MaxFaults)] {
		place := join(path, cut(name))
		if near := Nearest(name, known); near != "" {
			c.faultf(place, "is not known; did you mean %q?", near)
			continue
		}
		c.faultf(place, "is not known; known are %s", quoted(known))
	}
}

// cut shortens a name from outside.
func cut(name string) string {
	const longest = 80
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "…"
}

func (n *node) hint() string {
	switch {
	case n.description != "":
		return " (" + article(n.target().kind) + ": " + n.description + ")"
	case n.target().kind != "":
		return " (" + article(n.target().kind) + ")"
	default:
		return ""
	}
}

func (c *checker) text(n *node, v, path string) {
	length := utf8.RuneCountInString(v)
	if n.minLength != nil && length < *n.minLength {
		c.faultf(path, "must have at least %d characters", *n.minLength)
	}
	if n.maxLength != nil && length > *n.maxLength {
		c.faultf(path, "must have at most %d characters, not %d", *n.maxLength, length)
	}
	if n.pattern != nil && !n.pattern.MatchString(v) {
		c.faultf(path, "must match %s", n.pattern)
	}
	switch {
	case n.encoding == encodingBase64:
		if _, err := base64.StdEncoding.DecodeString(v); err != nil {
			c.faultf(path, "must be base64")
		}
	case n.format == "date-time":
		if _, err := time.Parse(time.RFC3339Nano, v); err != nil {
			c.faultf(path, `must be a date and time such as "2026-01-26T09:30:00Z"`)
		}
	case n.format == "date":
		if _, err := time.Parse(time.DateOnly, v); err != nil {
			c.faultf(path, `must be a date such as "2026-01-26"`)
		}
	}
}

func (c *checker) number(n *node, v json.Number, path string) {
	f, err := v.Float64()
	if err != nil || math.IsInf(f, 0) {
		c.faultf(path, "is too large")
		return
	}
	if n.minimum != nil && f < *n.minimum {
		c.faultf(path, "must be at least %v", *n.minimum)
	}
	if n.maximum != nil && f > *n.maximum {
		c.faultf(path, "must be at most %v", *n.maximum)
	}
}

// maxExponent bounds the numbers that are looked at exactly: 1e999999999 is a
// few bytes of JSON and gigabytes as a big number.
const maxExponent = 400

func typeOf(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return typeObject
	case []any:
		return typeArray
	case string:
		return typeString
	case bool:
		return typeBoolean
	case json.Number:
		if isInteger(string(v)) {
			return typeInteger
		}
		return typeNumber
	default:
		return "null"
	}
}

func isInteger(number string) bool {
	if !strings.ContainsAny(number, ".eE") {
		return true
	}
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		exponent, err := strconv.Atoi(strings.TrimPrefix(number[i+1:], "+"))
		if err != nil || exponent > maxExponent || exponent < -maxExponent {
			return false
		}
	}
	r, ok := new(big.Rat).SetString(number)
	return ok && r.IsInt()
}

func sameLiteral(a, b any) bool {
	if x, ok := a.(json.Number); ok {
		y, ok := b.(json.Number)
		if !ok {
			return false
		}
		fx, errX := x.Float64()
		fy, errY := y.Float64()
		return errX == nil && errY == nil && fx == fy
	}
	return reflect.DeepEqual(a, b)
}

func literals(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		data, err := json.Marshal(v)
		if err != nil {
			continue
		}
		texts[i] = string(data)
	}
	return strings.Join(texts, ", ")
}

func quoted(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = strconv.Quote(name)
	}
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, ", ")
}

func article(kind string) string {
	switch kind {
	case "":
		return "any value"
	case "null":
		return kind
	case typeObject, typeArray, typeInteger:
		return "an " + kind
	default:
		return "a " + kind
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func unmarshalExact(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("decoding JSON: %w", err)
	}
	if decoder.More() {
		return errTrailing
	}
	return nil
}
