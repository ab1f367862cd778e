package schema

import (
	"encoding/json"
	"reflect"
	"slices"
)

// The JSON types of JSON Schema.
const (
	typeObject  = "object"
	typeArray   = "array"
	typeString  = "string"
	typeInteger = "integer"
	typeNumber  = "number"
	typeBoolean = "boolean"
	typeNull    = "null"
)

const encodingBase64 = "base64"

// node is a compiled (sub)schema. The zero value allows everything.
type node struct {
	kind     string // a JSON type; empty allows any
	nullable bool   // null fits as well
	never    bool   // no value fits

	title       string
	description string
	deprecated  bool
	example     json.RawMessage
	fallback    json.RawMessage // default

	enum      []any // trees
	least     *limit
	most      *limit
	minLength *int // of strings, in characters
	maxLength *int
	pattern   *pattern
	format    string
	encoding  string // contentEncoding

	items    *node // of arrays
	minItems *int
	maxItems *int

	properties []property
	index      map[string]int // into properties
	others     *node          // the schema of other members
	closed     bool           // other members are not allowed
	keys       *pattern       // the pattern of other members' names
	minMembers *int
	maxMembers *int

	// Only for Go types.
	custom   bool         // encoding/json calls the type's own methods
	holds    *holds       // the numbers that the type can represent
	quotes   *holds       // the same for a number in a string
	keyHolds *holds       // the same for the names of members
	duration bool         // tags may say "1m30s"
	decoder  reflect.Type // its own UnmarshalText or UnmarshalJSON

	of   reflect.Type // a struct with a name, or a type that contains itself
	def  string       // its name below $defs
	ref  *node        // in a reference: the node that it refers to
	same *node        // in a copy: the original, which can go below $defs
}

type property struct {
	*node

	name     string
	required bool
	filling  string // the text that is inserted if it is missing: its name and default
}

func (n *node) target() *node {
	for n.ref != nil {
		n = n.ref
	}
	return n
}

// acceptsNull reports whether null fits.
func (n *node) acceptsNull() bool {
	n = n.target()
	if n.never || (n.kind != "" && n.kind != typeNull && !n.nullable) {
		return false
	}
	return n.enum == nil || slices.Contains(n.enum, nil)
}

func (n *node) property(name string) *property {
	if i := n.position([]byte(name), 0); i >= 0 {
		return &n.properties[i]
	}
	return nil
}

// position returns the index of a property, or -1. It looks at the expected index first.
func (n *node) position(name []byte, expected int) int {
	if expected < len(n.properties) && n.properties[expected].name == string(name) {
		return expected
	}
	if n.index != nil {
		if i, ok := n.index[string(name)]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(n.properties, func(p property) bool { return p.name == string(name) })
}

// indexed adds an index if there are many properties.
func (n *node) indexed() {
	if len(n.properties) <= manyMembers {
		return
	}
	n.index = make(map[string]int, len(n.properties))
	for i := range n.properties {
		n.index[n.properties[i].name] = i
	}
}

func (n *node) names() []string {
	names := make([]string, len(n.properties))
	for i := range n.properties {
		names[i] = n.properties[i].name
	}
	return names
}
