package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A tree is JSON as Go values: nil, bool, string, json.Number with the digits
// as they were written, []any and *record.

// record is a JSON object whose members keep the order of the text. Each name
// stands once: of members that stand twice, the last one counts, as it does for
// JavaScript.
type record struct {
	members []member
	at      map[string]int // where each name is, once there are many
}

type member struct {
	name  string
	value any
}

// absent is the value of a member that is not there, or no longer.
type absent struct{}

// manyMembers is where looking a name up beats comparing them all.
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

// get returns the member's value, or absent.
func (r *record) get(name string) any {
	if i := r.find(name); i >= 0 {
		return r.members[i].value
	}
	return absent{}
}

// set reports whether the name was there already.
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

var errNotUTF8 = errors.New("it is not UTF-8")

// parse reads JSON text. It also reports whether a member stands twice
// somewhere in it.
func parse(data []byte) (tree any, twice bool, err error) {
	if !utf8.Valid(data) {
		return nil, false, errNotUTF8
	}
	if !json.Valid(data) { // which also refuses more than 10,000 levels
		var value json.RawMessage
		err := json.Unmarshal(data, &value)
		if fault, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, false, fmt.Errorf("%w at byte %d", fault, fault.Offset)
		}
		return nil, false, fmt.Errorf("it doesn't parse: %w", err)
	}
	c := &cursor{text: string(data)}
	return c.value(), c.twice, nil
}

// cursor reads text that is known to be valid JSON.
type cursor struct {
	text  string
	pos   int
	twice bool
}

// next skips white space and returns the byte that follows, 0 at the end.
func (c *cursor) next() byte {
	for ; c.pos < len(c.text); c.pos++ {
		switch b := c.text[c.pos]; b {
		case ' ', '\t', '\n', '\r', ',', ':':
		default:
			return b
		}
	}
	return 0
}

func (c *cursor) value() any {
	switch c.next() {
	case '{':
		return c.record()
	case '[':
		return c.list()
	case '"':
		return c.str()
	case 't':
		c.pos += len("true")
		return true
	case 'f':
		c.pos += len("false")
		return false
	case 'n':
		c.pos += len("null")
		return nil
	default:
		return c.number()
	}
}

func (c *cursor) record() any {
	r := &record{}
	c.pos++
	for c.pos < len(c.text) && c.next() != '}' {
		name := c.str()
		if r.set(name, c.value()) {
			c.twice = true
		}
	}
	c.pos++
	return r
}

func (c *cursor) list() any {
	items := []any{}
	c.pos++
	for c.pos < len(c.text) && c.next() != ']' {
		items = append(items, c.value())
	}
	c.pos++
	return items
}

func (c *cursor) str() string {
	start := c.pos
	end := strings.IndexByte(c.text[start+1:], '"') + start + 1
	if plain := c.text[start+1 : end]; strings.IndexByte(plain, '\\') < 0 {
		c.pos = end + 1
		return plain
	}
	for end = start + 1; c.text[end] != '"'; end++ {
		if c.text[end] == '\\' {
			end++
		}
	}
	c.pos = end + 1
	var s string
	if err := json.Unmarshal([]byte(c.text[start:c.pos]), &s); err != nil {
		return c.text[start+1 : end] // not reached: the text is valid
	}
	return s
}

func (c *cursor) number() any {
	start := c.pos
	for c.pos < len(c.text) && strings.IndexByte("+-.0123456789eE", c.text[c.pos]) >= 0 {
		c.pos++
	}
	if c.pos == start {
		c.pos = len(c.text) // not reached: the text is valid
	}
	return json.Number(c.text[start:c.pos])
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

// appendString writes a JSON string. Unlike encoding/json it leaves <, > and &
// as they are: schemas are read by people and models.
func appendString(to []byte, s string) []byte {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r >= utf8.RuneSelf }) {
		return append(append(append(to, '"'), s...), '"')
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		return append(to, `""`...) // not reached: every string has a JSON form
	}
	return append(to, strings.TrimSuffix(out.String(), "\n")...)
}

// plain turns a tree into what encoding/json makes of JSON by itself.
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

// sameTree compares as JSON Schema does: 1 is 1.0, and members have no order.
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
