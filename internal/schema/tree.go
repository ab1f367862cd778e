package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// record is a JSON object with its members in their order. If a member is repeated, the last
// one counts, as in JavaScript. Only results are used then. Beside it, this package has JSON as nil,
// bool, string, json.Number with the original digits, and []any.
type record struct {
	members []member
	at      map[string]int // the index of each name, if there are many
}

type member struct {
	name  string
	value any
}

// absent is the value of a member that doesn't exist.
type absent struct{}

// manyMembers is the size from which an index is faster than comparing names.
const manyMembers = 12

func (r *record) find(name string) int {
	if r.at != nil {
		if i, ok := r.at[name]; ok {
			return i
		}
		return -1
	}
	for i := range r.members {
		if r.members[i].name == name {
			return i
		}
	}
	return -1
}

// get returns the value of a member, or absent.
func (r *record) get(name string) any {
	if i := r.find(name); i >= 0 {
		return r.members[i].value
	}
	return absent{}
}

// set sets a member, and reports whether it existed.
func (r *record) set(name string, value any) bool {
	if i := r.find(name); i >= 0 {
		r.members[i].value = value
		return true
	}
	r.members = append(r.members, member{name, value})
	switch {
	case r.at != nil:
		r.at[name] = len(r.members) - 1
	case len(r.members) > manyMembers:
		r.at = make(map[string]int, 2*manyMembers)
		for i := range r.members {
			r.at[r.members[i].name] = i
		}
	}
	return false
}

var (
	errNotUTF8 = errors.New("it is not UTF-8")
	errUnread  = errors.New("it doesn't parse")
)

// deepest is the maximum nesting of objects and lists, as in encoding/json.
const deepest = 10_000

// parse parses JSON text. It also returns the path of the first repeated member, empty if
// there is none.
func parse(data []byte) (tree any, twice string, err error) {
	if !utf8.Valid(data) {
		return nil, "", errNotUTF8
	}
	b := &builder{scanner: scanner{text: data}}
	tree, ok := b.value()
	if ok && b.atEnd() {
		return tree, b.twice, nil
	}
	// encoding/json has a good error message.
	var value json.RawMessage
	err = json.Unmarshal(data, &value)
	if fault, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, "", fmt.Errorf("%w at byte %d", fault, fault.Offset)
	}
	return nil, "", errUnread // not reached: encoding/json refuses the same texts
}

// builder builds a tree from JSON text.
type builder struct {
	scanner

	steps []step // the path to the current value
	twice string // the path of the first repeated member
}

func (b *builder) value() (tree any, ok bool) {
	switch b.peek() {
	case '{':
		return b.record()
	case '[':
		return b.list()
	case '"':
		return b.text()
	case 't':
		return true, b.word("true")
	case 'f':
		return false, b.word("false")
	case 'n':
		return nil, b.word(typeNull)
	default:
		number, _, ok := b.number()
		return json.Number(b.string(number)), ok
	}
}

func (b *builder) record() (tree any, ok bool) {
	r := &record{}
	if !b.enter(deepest) {
		return nil, false
	}
	for first := true; b.peek() != '}'; first = false {
		if (!first && !b.take(',')) || b.peek() != '"' {
			return nil, false
		}
		name, ok := b.text()
		if !ok || !b.take(':') {
			return nil, false
		}
		b.steps = append(b.steps, step{name, -1})
		value, ok := b.value()
		if !ok {
			return nil, false
		}
		if r.set(name, value) && b.twice == "" {
			b.twice = pathText(b.steps)
		}
		b.steps = b.steps[:len(b.steps)-1]
	}
	return r, b.leave()
}

func (b *builder) list() (tree any, ok bool) {
	items := []any{}
	if !b.enter(deepest) {
		return nil, false
	}
	for b.peek() != ']' {
		if len(items) > 0 && !b.take(',') {
			return nil, false
		}
		b.steps = append(b.steps, step{index: len(items)})
		item, ok := b.value()
		if !ok {
			return nil, false
		}
		b.steps = b.steps[:len(b.steps)-1]
		items = append(items, item)
	}
	return items, b.leave()
}

func (b *builder) text() (text string, ok bool) {
	inner, escaped, ok := b.str()
	if !ok {
		return "", false
	}
	return b.decoded(inner, escaped), true
}

// write appends a tree as JSON.
func write(to []byte, tree any) []byte {
	switch v := tree.(type) {
	case *record:
		to = append(to, '{')
		first := true
		for _, m := range v.members {
			if m.value == any(absent{}) {
				continue
			}
			if !first {
				to = append(to, ',')
			}
			first = false
			to = append(appendString(to, m.name), ':')
			to = write(to, m.value)
		}
		return append(to, '}')
	case []any:
		to = append(to, '[')
		for i, item := range v {
			if i > 0 {
				to = append(to, ',')
			}
			to = write(to, item)
		}
		return append(to, ']')
	case string:
		return appendString(to, v)
	case json.Number:
		return append(to, v...)
	case bool:
		if v {
			return append(to, "true"...)
		}
		return append(to, "false"...)
	default:
		return append(to, "null"...)
	}
}

// appendString encodes a JSON string. Unlike encoding/json it doesn't escape <, > and &:
// people and models read schemas.
func appendString(to []byte, s string) []byte {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r >= utf8.RuneSelf }) {
		return append(append(append(to, '"'), s...), '"')
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		return append(to, `""`...) // not reached: every string can be encoded
	}
	return append(to, strings.TrimSuffix(out.String(), "\n")...)
}

// plain converts a tree into the types of encoding/json.
func plain(tree any) (any, error) {
	switch v := tree.(type) {
	case *record:
		members := make(map[string]any, len(v.members))
		for _, m := range v.members {
			if m.value == any(absent{}) {
				continue
			}
			value, err := plain(m.value)
			if err != nil {
				return nil, err
			}
			members[m.name] = value
		}
		return members, nil
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			value, err := plain(item)
			if err != nil {
				return nil, err
			}
			items[i] = value
		}
		return items, nil
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return nil, fmt.Errorf("the number %s is too large", cut(string(v)))
		}
		return f, nil
	default:
		return v, nil
	}
}

// SameJSON reports whether two texts are equal values for JSON Schema.
func SameJSON(a, b []byte) bool {
	x, _, err := parse(a)
	if err != nil {
		return false
	}
	y, _, err := parse(b)
	return err == nil && sameTree(x, y)
}

// sameTree compares as JSON Schema does: 1 equals 1.0, and the order of members is ignored.
func sameTree(a, b any) bool {
	switch x := a.(type) {
	case *record:
		y, ok := b.(*record)
		if !ok || len(x.members) != len(y.members) {
			return false
		}
		for _, m := range x.members {
			if other := y.get(m.name); other == any(absent{}) || !sameTree(m.value, other) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !sameTree(x[i], y[i]) {
				return false
			}
		}
		return true
	case json.Number:
		y, ok := b.(json.Number)
		return ok && newDecimal(string(x)).compare(newDecimal(string(y))) == 0
	case string:
		y, ok := b.(string)
		return ok && x == y
	case bool:
		y, ok := b.(bool)
		return ok && x == y
	default:
		return a == nil && b == nil
	}
}
