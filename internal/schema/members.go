package schema

import (
	"bytes"
	"slices"
)

// object goes over the members of an object.
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

// members are those of the object that a pass is at.
type members struct {
	*pass

	node  *node
	seen  []bool // which properties there were
	known int    // how many of them
	after int    // the property that stands behind the last one
	kept  int    // how many members stay

	// Names that are no properties.
	outer    int  // how many belong to objects around
	unsorted bool // they aren't in the order of the alphabet
	many     map[string]bool
}

// next goes over the next member, which begins here. The comma before it is
// where the last member ended.
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
	case m.text[comma] == ',': // of members that went
		m.replace(span{comma, comma + 1}, "")
	}
	if m.peek() == 'n' && !required && m.mend != nothing && !inner.acceptsNull() {
		return m.unsaid(begin, inner)
	}
	m.kept++
	return m.value(inner)
}

// unsaid mends null for a member that may be left out.
func (m *members) unsaid(begin int, inner *node) bool {
	null := m.pos
	if !m.word(typeNull) {
		return false
	}
	if m.mend == goArguments && inner.fallback != nil {
		m.kept++
		m.replace(span{null, m.pos}, string(inner.fallback))
		return true
	}
	m.replace(span{begin, m.pos}, "")
	return true
}

// find gives the node of a member whose name stands for the first time.
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

// isNew notes a name, unless there was the same one before.
func (m *members) isNew(name span) bool {
	text, earlier := m.bytes(name), m.names[m.outer:]
	m.names = append(m.names, name)
	if len(earlier) > 0 && bytes.Compare(m.bytes(earlier[len(earlier)-1]), text) >= 0 {
		m.unsorted = true
	}
	switch {
	case !m.unsorted: // as encoding/json writes maps
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

// complete is for the end of the object: members that are missing get their
// defaults, and none may be missing that is required.
func (m *members) complete() bool {
	if m.known == len(m.node.properties) {
		return true
	}
	for i := range m.node.properties {
		p := &m.node.properties[i]
		if m.seen[i] {
			continue
		}
		if m.mend == goArguments && p.fallback != nil {
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
