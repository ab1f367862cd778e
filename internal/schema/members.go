package schema

import (
	"bytes"
	"slices"
)

// object validates the members of an object.
func (p *pass) object(n *node) bool {
	if !p.enter(maxPassDepth) {
		return false
	}
	m := members{pass: p, node: n, outer: len(p.names)}
	var few [64]bool
	if m.seen = few[:]; len(n.properties) > len(few) {
		m.seen = make([]bool, len(n.properties))
	}
	for count := 0; p.peek() != '}'; count++ {
		comma := p.pos
		if count > 0 && !p.take(',') {
			return false
		}
		if p.peek() != '"' || !m.next(comma) {
			return false
		}
	}
	if !m.complete() {
		return false
	}
	p.names = p.names[:m.outer]
	return p.leave() && within(m.kept, n.minMembers, n.maxMembers)
}

// members is the state of a pass through an object.
type members struct {
	*pass

	node  *node
	seen  []bool // which properties were there
	known int    // how many of them
	after int    // the property after the last one
	kept  int    // how many members stay

	// Names that are not properties.
	outer    int  // how many belong to the objects around
	unsorted bool // they aren't in alphabetical order
	many     map[string]bool
}

// next validates the next member, which begins here. comma is the end of the previous one.
func (m *members) next(comma int) bool {
	begin := m.pos
	name, escaped, ok := m.str()
	if !ok || escaped || !m.take(':') {
		return false
	}
	inner, required, ok := m.find(name)
	if !ok {
		return false
	}
	switch {
	case m.kept > 0:
		begin = comma
	case m.text[comma] == ',': // after removed members
		m.replace(span{comma, comma + 1}, "")
	}
	if m.peek() == 'n' && !required && m.repair != Nothing && !inner.acceptsNull() {
		return m.dropNull(begin, inner)
	}
	m.kept++
	return m.value(inner)
}

// dropNull removes an optional member that is null.
func (m *members) dropNull(begin int, inner *node) bool {
	null := m.pos
	if !m.word(typeNull) {
		return false
	}
	if m.repair == GoArguments && inner.fallback != nil {
		m.kept++
		m.replace(span{null, m.pos}, string(inner.fallback))
		return true
	}
	m.replace(span{begin, m.pos}, "")
	return true
}

// find returns the node of a member. It is not ok if the name is repeated.
func (m *members) find(name span) (inner *node, required, ok bool) {
	text := m.bytes(name)
	if i := m.node.position(text, m.after); i >= 0 {
		if m.seen[i] {
			return nil, false, false
		}
		m.seen[i] = true
		m.known++
		m.after = i + 1
		p := &m.node.properties[i]
		return p.node, p.required, true
	}
	if m.node.closed || !m.isNew(name) {
		return nil, false, false
	}
	if m.node.keys != nil && !m.node.keys.matches(m.string(name)) {
		return nil, false, false
	}
	if m.node.keyHolds != nil && m.node.keyHolds.misfit(m.string(name)) != "" {
		return nil, false, false
	}
	if m.node.others == nil {
		return anything, true, true
	}
	return m.node.others, true, true
}

// isNew records a name, and reports whether it is new.
func (m *members) isNew(name span) bool {
	text, earlier := m.bytes(name), m.names[m.outer:]
	m.names = append(m.names, name)
	if len(earlier) > 0 && bytes.Compare(m.bytes(earlier[len(earlier)-1]), text) >= 0 {
		m.unsorted = true
	}
	switch {
	case !m.unsorted: // sorted, as encoding/json writes maps
		return true
	case len(earlier) <= manyMembers:
		return !slices.ContainsFunc(earlier, func(other span) bool { return bytes.Equal(m.bytes(other), text) })
	case m.many == nil:
		m.many = make(map[string]bool, 2*len(earlier))
		for _, other := range earlier {
			m.many[m.string(other)] = true
		}
	}
	known := m.many[m.string(name)]
	m.many[m.string(name)] = true
	return !known
}

// complete ends the object: it adds defaults of missing members, and fails if a required
// one is missing.
func (m *members) complete() bool {
	if m.known == len(m.node.properties) {
		return true
	}
	for i := range m.node.properties {
		p := &m.node.properties[i]
		if m.seen[i] {
			continue
		}
		if m.repair == GoArguments && p.fallback != nil {
			here := span{m.pos, m.pos}
			if m.kept > 0 {
				m.replace(here, ",")
			}
			m.kept++
			m.replace(here, p.filling)
		} else if p.required {
			return false
		}
	}
	return true
}
