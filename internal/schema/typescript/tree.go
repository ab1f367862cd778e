package typescript

import (
	"bytes"
	"encoding/json"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// A tree is JSON as Go values: nil, bool, string, json.Number, []any and *object.

// object is a JSON object whose members keep the order of the text. Of members with
// the same name, the last one counts, as it does for JavaScript.
type object struct{ members []member }

type member struct {
	name  string
	value any
}

// absent is the value of a member that does not exist.
type absent struct{}

// get returns the value of a member, or absent.
func (o *object) get(name string) any {
	for i := range o.members {
		if o.members[i].name == name {
			return o.members[i].value
		}
	}
	return absent{}
}

// maxLevels is the maximum nesting of a schema, as in encoding/json.
const maxLevels = 10_000

// read parses a JSON text.
func read(text json.RawMessage) (tree any, ok bool) {
	text = bytes.TrimSpace(text)
	if jsonwalk.Check(text, maxLevels) != jsonwalk.None {
		return nil, false
	}
	return treeOf(text), true
}

// treeOf returns the tree of a valid JSON value without space around it.
func treeOf(value json.RawMessage) any {
	switch value[0] {
	case '{':
		o, at := &object{}, map[string]int{}
		for name, inner := range jsonwalk.Members(value) {
			if i, twice := at[string(name)]; twice {
				o.members[i].value = treeOf(inner)
				continue
			}
			at[string(name)] = len(o.members)
			o.members = append(o.members, member{string(name), treeOf(inner)})
		}
		return o
	case '[':
		items := []any{}
		for item := range jsonwalk.Items(value) {
			items = append(items, treeOf(item))
		}
		return items
	case '"':
		text, _ := jsonwalk.Text(value) // it is valid
		return text
	case 't', 'f':
		return value[0] == 't'
	case 'n':
		return nil
	default:
		return json.Number(value)
	}
}

// write encodes a tree as JSON without space. Unlike json.Marshal it doesn't escape <, > and
// &, because people read the result.
func write(tree any) string { return string(appendTree(nil, tree)) }

func appendTree(to []byte, tree any) []byte {
	switch v := tree.(type) {
	case *object:
		to = append(to, '{')
		for i, m := range v.members {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendTree(append(appendTree(to, m.name), ':'), m.value)
		}
		return append(to, '}')
	case []any:
		to = append(to, '[')
		for i, item := range v {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendTree(to, item)
		}
		return append(to, ']')
	default:
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		if encoder.Encode(v) != nil { //nolint:errchkjson // a string, a number, a boolean or nil
			return append(to, "null"...) // not reached: every scalar can be encoded
		}
		return append(to, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
	}
}
