package schema

import (
	"encoding/json"
	"regexp"
	"strconv"
)

const encodingBase64 = "base64"

// The JSON types of JSON Schema.
const (
	typeObject  = "object"
	typeArray   = "array"
	typeString  = "string"
	typeInteger = "integer"
	typeNumber  = "number"
	typeBoolean = "boolean"
)

// node is one (sub)schema derived from a Go type.
type node struct {
	kind        string // a JSON type; empty allows any value
	description string
	format      string
	encoding    string // contentEncoding
	pattern     *regexp.Regexp
	enum        []any // strings or json.Numbers
	example     json.RawMessage
	fallback    json.RawMessage // default
	minimum     *float64
	maximum     *float64
	minLength   *int
	maxLength   *int

	properties []property
	values     *node // of a map
	items      *node // of an array
	length     int   // of a Go array; 0 for slices

	def string // name below $defs, for types that contain themselves
	ref *node  // set on references to such a type
}

type property struct {
	*node

	name     string
	required bool
}

func (n *node) target() *node {
	if n.ref != nil {
		return n.ref
	}
	return n
}

// object is an ordered JSON object: schemas are read by people and models, and
// the order of the fields is the order in which they were declared.
type object struct{ buf []byte }

func (o *object) add(name string, value any) {
	data, err := json.Marshal(value)
	if err != nil {
		return
	}
	if len(o.buf) > 0 {
		o.buf = append(o.buf, ',')
	}
	o.buf = strconv.AppendQuote(o.buf, name)
	o.buf = append(o.buf, ':')
	o.buf = append(o.buf, data...)
}

func (o *object) MarshalJSON() ([]byte, error) {
	return append(append([]byte{'{'}, o.buf...), '}'), nil
}

// MarshalJSON writes the node as JSON Schema; a type that contains itself is
// written as a reference.
func (n *node) MarshalJSON() ([]byte, error) {
	if n.ref == nil && n.def == "" {
		return n.body().MarshalJSON()
	}
	o := &object{}
	o.add("$ref", "#/$defs/"+n.target().def)
	if n.description != "" {
		o.add("description", n.description)
	}
	return o.MarshalJSON()
}

func (n *node) body() *object {
	o := &object{}
	if n.kind != "" {
		o.add("type", n.kind)
	}
	if n.description != "" {
		o.add("description", n.description)
	}
	n.addConstraints(o)
	switch {
	case n.kind == typeObject && n.values != nil:
		o.add("additionalProperties", n.values)
	case n.kind == typeObject:
		properties, required := &object{}, []string{}
		for _, p := range n.properties {
			properties.add(p.name, p.node)
			if p.required {
				required = append(required, p.name)
			}
		}
		o.add("properties", properties)
		if len(required) > 0 {
			o.add("required", required)
		}
		o.add("additionalProperties", false)
	case n.kind == typeArray:
		o.add("items", n.items)
		if n.length > 0 {
			o.add("minItems", n.length)
			o.add("maxItems", n.length)
		}
	}
	if n.fallback != nil {
		o.add("default", n.fallback)
	}
	if n.example != nil {
		o.add("examples", []json.RawMessage{n.example})
	}
	return o
}

func (n *node) addConstraints(o *object) {
	if n.format != "" {
		o.add("format", n.format)
	}
	if n.encoding != "" {
		o.add("contentEncoding", n.encoding)
	}
	if n.enum != nil {
		o.add("enum", n.enum)
	}
	if n.pattern != nil {
		o.add("pattern", n.pattern.String())
	}
	if n.minimum != nil {
		o.add("minimum", *n.minimum)
	}
	if n.maximum != nil {
		o.add("maximum", *n.maximum)
	}
	if n.minLength != nil {
		o.add("minLength", *n.minLength)
	}
	if n.maxLength != nil {
		o.add("maxLength", *n.maxLength)
	}
}
