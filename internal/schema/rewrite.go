package schema

import (
	"encoding/json"
	"slices"
	"strings"
)

// rewriter walks through a tree and its schema, and lets change replace members and items.
// The value absent removes a member.
type rewriter struct {
	change  func(n *node, required bool, value any) (replacement any, replaced bool)
	changed bool
}

// rewrite repairs a tree.
func rewrite(n *node, tree any, repair Repairs) (changed bool) {
	r := &rewriter{}
	switch repair {
	case Nothing:
		return false
	case Arguments:
		r.change = lenient
	case GoArguments:
		r.change = complete
	case GoResults:
		r.change = withoutNull
	}
	r.inside(n.target(), tree)
	return r.changed
}

func (r *rewriter) inside(n *node, tree any) {
	switch v := tree.(type) {
	case *record:
		defer v.compact()
		for i := range n.properties {
			p := &n.properties[i]
			at := v.find(p.name)
			if at >= 0 {
				v.members[at].value = r.value(p.node, p.required, v.members[at].value)
			} else if value := r.value(p.node, p.required, absent{}); value != any(absent{}) {
				v.set(p.name, value)
			}
		}
		if n.others == nil {
			return
		}
		for i, m := range v.members {
			if n.property(m.name) == nil {
				v.members[i].value = r.value(n.others, true, m.value)
			}
		}
	case []any:
		if n.items == nil {
			return
		}
		for i, item := range v {
			v[i] = r.value(n.items, true, item)
		}
	}
}

func (r *rewriter) value(n *node, required bool, value any) any {
	if replacement, replaced := r.change(n, required, value); replaced {
		r.changed = true
		return replacement
	}
	r.inside(n.target(), value)
	return value
}

// lenient removes optional members that are null: models write null when they have no
// value.
func lenient(n *node, required bool, value any) (any, bool) {
	if value == nil && !required && !n.acceptsNull() {
		return absent{}, true
	}
	return nil, false
}

// complete is lenient, adds defaults, and removes fraction and exponent of integers, which
// encoding/json doesn't accept for Go's integers.
func complete(n *node, required bool, value any) (any, bool) {
	if _, missing := value.(absent); missing || (value == nil && !n.acceptsNull()) {
		if n.fallback != nil {
			tree, _, err := parse(n.fallback)
			return tree, err == nil
		}
	}
	if number, ok := value.(json.Number); ok && n.target().kind == typeInteger && strings.ContainsAny(string(number), ".eE") {
		if text, ok := newDecimal(string(number)).integer(); ok {
			return json.Number(text), true
		}
	}
	return lenient(n, required, value)
}

// withoutNull replaces the null that encoding/json writes for empty values by what the
// schema promises: [], {} or "". It removes optional members that are null.
func withoutNull(n *node, required bool, value any) (any, bool) {
	if value != nil || n.acceptsNull() {
		return nil, false
	}
	switch t := n.target(); {
	case !required:
		return absent{}, true
	case t.kind == typeArray:
		return []any{}, true
	case t.kind == typeObject && t.others != nil:
		return &record{}, true
	case t.encoding == encodingBase64:
		return "", true
	default:
		return nil, false
	}
}

// compact removes absent members.
func (r *record) compact() {
	gone := func(m member) bool { return m.value == any(absent{}) }
	if !slices.ContainsFunc(r.members, gone) {
		return
	}
	r.members = slices.DeleteFunc(r.members, gone)
	r.at = nil
}
