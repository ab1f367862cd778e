package schema

import (
	"encoding/json"
	"strconv"
)

// writer writes a JSON object with its members in order: people and models read schemas.
type writer struct{ buf []byte }

func (w *writer) name(name string) {
	if len(w.buf) > 0 {
		w.buf = append(w.buf, ',')
	}
	w.buf = append(appendString(w.buf, name), ':')
}

func (w *writer) raw(name string, value []byte) {
	w.name(name)
	w.buf = append(w.buf, value...)
}

func (w *writer) text(name, value string) {
	if value != "" {
		w.name(name)
		w.buf = appendString(w.buf, value)
	}
}

func (w *writer) flag(name string, value bool) {
	w.name(name)
	w.buf = strconv.AppendBool(w.buf, value)
}

func (w *writer) count(name string, value *int) {
	if value != nil {
		w.raw(name, []byte(strconv.Itoa(*value)))
	}
}

func (w *writer) bytes() json.RawMessage {
	return append(append([]byte{'{'}, w.buf...), '}')
}

// namer returns the name of a node below $defs; empty for one that is written where it is used.
type namer func(*node) string

// document writes the schema of a type with all definitions that it uses.
func document(root *node, defs []*node) json.RawMessage {
	names := func(n *node) string { return n.def }
	w := root.target().body(names)
	if len(defs) > 0 {
		inner := &writer{}
		for _, def := range defs {
			inner.raw(def.def, def.body(names).bytes())
		}
		w.raw("$defs", inner.bytes())
	}
	return w.bytes()
}

// json returns the node as a reference, or as the whole schema.
func (n *node) json(names namer) json.RawMessage {
	name := names(n.target())
	if name == "" && n.same != nil {
		name = names(n.same)
	}
	if name == "" {
		return n.body(names).bytes()
	}
	w := &writer{}
	w.text("$ref", "#/$defs/"+name)
	n.annotate(w)
	n.annotateValues(w)
	return w.bytes()
}

func (n *node) body(names namer) *writer {
	w := &writer{}
	w.text("type", n.kind)
	n.annotate(w)
	n.constrain(w)
	switch n.kind {
	case typeArray:
		w.raw("items", n.items.json(names))
		w.count("minItems", n.minItems)
		w.count("maxItems", n.maxItems)
	case typeObject:
		n.members(w, names)
	}
	n.annotateValues(w)
	return w
}

func (n *node) members(w *writer, names namer) {
	if n.others != nil {
		if n.keys != nil {
			keys := &writer{}
			keys.text("pattern", n.keys.String())
			w.raw("propertyNames", keys.bytes())
		}
		w.raw("additionalProperties", n.others.json(names))
		w.count("minProperties", n.minMembers)
		w.count("maxProperties", n.maxMembers)
		return
	}
	properties, required := &writer{}, []byte("[")
	for _, p := range n.properties {
		properties.raw(p.name, p.json(names))
		if !p.required {
			continue
		}
		if len(required) > 1 {
			required = append(required, ',')
		}
		required = appendString(required, p.name)
	}
	w.raw("properties", properties.bytes())
	if len(required) > 1 {
		w.raw("required", append(required, ']'))
	}
	w.flag("additionalProperties", false)
}

func (n *node) annotate(w *writer) {
	w.text("title", n.title)
	w.text("description", n.description)
	if n.deprecated {
		w.flag("deprecated", true)
	}
}

func (n *node) annotateValues(w *writer) {
	if n.fallback != nil {
		w.raw("default", n.fallback)
	}
	if n.example != nil {
		w.raw("examples", append(append([]byte{'['}, n.example...), ']'))
	}
}

func (n *node) constrain(w *writer) {
	w.text("format", n.format)
	w.text("contentEncoding", n.encoding)
	if n.enum != nil {
		w.raw("enum", write(nil, n.enum))
	}
	if n.pattern != nil {
		w.text("pattern", n.pattern.String())
	}
	writeLimit(w, n.least, "minimum", "exclusiveMinimum")
	writeLimit(w, n.most, "maximum", "exclusiveMaximum")
	w.count("minLength", n.minLength)
	w.count("maxLength", n.maxLength)
}

func writeLimit(w *writer, l *limit, inclusive, exclusive string) {
	switch {
	case l == nil:
	case l.exclusive:
		w.raw(exclusive, []byte(l.text))
	default:
		w.raw(inclusive, []byte(l.text))
	}
}
