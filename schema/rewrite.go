package schema

import (
	"encoding/json"
	"math/big"
	"strings"
)

// edit is what happens to a member of a value.
type edit uint8

const (
	keep edit = iota
	replace
	remove
)

// absent stands for a member that is declared and not there.
type absent struct{}

// rewrite walks a decoded value and its schema side by side and lets change
// replace or remove members. It reports whether anything changed.
func rewrite(n *node, value any, change func(n *node, required bool, member any) (any, edit)) bool {
	n = n.target()
	changed := false
	visit := func(inner *node, required bool, member any, set func(any), drop func()) {
		replacement, e := change(inner, required, member)
		switch e {
		case replace:
			set(replacement)
			changed = true
		case remove:
			drop()
			changed = true
		case keep:
			changed = rewrite(inner, member, change) || changed
		}
	}
	switch v := value.(type) {
	case map[string]any:
		for i := range n.properties {
			p := &n.properties[i]
			member, ok := v[p.name]
			if !ok {
				member = absent{}
			}
			visit(p.node, p.required, member, func(r any) { v[p.name] = r }, func() { delete(v, p.name) })
		}
		if n.values == nil {
			return changed
		}
		for name, member := range v {
			visit(n.values, true, member, func(r any) { v[name] = r }, func() { delete(v, name) })
		}
	case []any:
		if n.items == nil {
			return false
		}
		for i, item := range v {
			visit(n.items, true, item, func(r any) { v[i] = r }, func() {})
		}
	}
	return changed
}

// complete fills in defaults, and writes whole numbers without a fraction,
// which encoding/json wants for Go's integers.
func complete(n *node, _ bool, member any) (any, edit) {
	switch m := member.(type) {
	case absent, nil:
		if n.fallback != nil {
			return n.fallback, replace
		}
	case json.Number:
		if n.target().kind != typeInteger || !strings.ContainsAny(string(m), ".eE") {
			return nil, keep
		}
		if r, ok := new(big.Rat).SetString(string(m)); ok && r.IsInt() {
			return json.Number(r.Num().String()), replace
		}
	}
	return nil, keep
}

// withoutNull replaces null by what the schema promises: [] for arrays, {} for
// maps. Optional members that are null are left out.
func withoutNull(n *node, required bool, member any) (any, edit) {
	if member != nil {
		return nil, keep
	}
	switch t := n.target(); {
	case t.kind == typeArray:
		return []any{}, replace
	case t.kind == typeObject && t.values != nil:
		return map[string]any{}, replace
	case !required:
		return nil, remove
	case t.encoding == encodingBase64:
		return "", replace
	default:
		return nil, keep
	}
}
