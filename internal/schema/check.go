package schema

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// check returns the faults of a tree.
func check(n *node, tree any) Faults {
	c := &checker{}
	c.value(n, tree)
	return c.faults
}

type checker struct {
	faults Faults
	steps  []step // the path to the current value
}

func (c *checker) faultf(format string, args ...any) {
	if !c.full() {
		c.faults = append(c.faults, Fault{Path: pathText(c.steps), Message: fmt.Sprintf(format, args...)})
	}
}

// full reports whether the maximum number of faults has been found.
func (c *checker) full() bool { return len(c.faults) >= MaxFaults }

// inside runs f for a value inside of the current one.
func (c *checker) inside(s step, f func()) {
	c.steps = append(c.steps, s)
	f()
	c.steps = c.steps[:len(c.steps)-1]
}

func (c *checker) value(n *node, tree any) {
	n = n.target()
	if c.full() {
		return
	}
	if n.never {
		c.faultf("is not allowed")
		return
	}
	if !n.isKind(tree) {
		c.faultf("must be %s, not %s%s", article(n.kind), article(typeOf(tree)), hintFor(n, tree))
		return
	}
	switch v := tree.(type) {
	case *record:
		c.object(n, v)
	case []any:
		c.list(n, v)
	case string:
		c.text(n, v)
	case json.Number:
		c.number(n, v)
	}
	if n.enum != nil && !slices.ContainsFunc(n.enum, func(e any) bool { return sameTree(e, tree) }) {
		c.faultf("must be one of %s%s", literals(n.enum), nearLiteral(n.enum, tree))
	}
}

func (n *node) isKind(tree any) bool {
	switch v := tree.(type) {
	case nil:
		return n.kind == "" || n.kind == typeNull || n.nullable
	case json.Number:
		return n.kind == "" || n.kind == typeNumber || (n.kind == typeInteger && newDecimal(string(v)).isInteger())
	default:
		return n.kind == "" || n.kind == typeOf(tree)
	}
}

// hintFor returns a hint for a common mistake of models: numbers, booleans and whole objects
// written as strings.
func hintFor(n *node, tree any) string {
	text, ok := tree.(string)
	const longest = 1 << 16
	if !ok || n.kind == "" || n.kind == typeString || len(text) > longest {
		return ""
	}
	inner, _, err := parse([]byte(text))
	if err != nil || inner == nil || !n.isKind(inner) {
		return ""
	}
	return "; write " + cut(text) + " without the quotes around it"
}

func nearLiteral(enum []any, tree any) string {
	text, ok := tree.(string)
	if !ok {
		return ""
	}
	var known []string
	for _, e := range enum {
		if s, ok := e.(string); ok {
			known = append(known, s)
		}
	}
	if near := Nearest(text, known); near != "" {
		return "; did you mean " + quote(near) + "?"
	}
	return ""
}

func (c *checker) list(n *node, items []any) {
	c.size("item", len(items), n.minItems, n.maxItems)
	if n.items == nil {
		return
	}
	for i, item := range items {
		if c.full() {
			return
		}
		c.inside(step{index: i}, func() { c.value(n.items, item) })
	}
}

func (c *checker) size(what string, size int, least, most *int) {
	plural := func(count int) string {
		if count == 1 {
			return "1 " + what
		}
		return fmt.Sprintf("%d %ss", count, what)
	}
	switch {
	case least != nil && most != nil && *least == *most && size != *least:
		c.faultf("must have %s, not %d", plural(*least), size)
	case least != nil && size < *least:
		c.faultf("must have at least %s, not %d", plural(*least), size)
	case most != nil && size > *most:
		c.faultf("must have at most %s, not %d", plural(*most), size)
	}
}

func (c *checker) object(n *node, r *record) {
	c.size("member", len(r.members), n.minMembers, n.maxMembers)
	for i := range n.properties {
		p := &n.properties[i]
		value := r.get(p.name)
		if value != any(absent{}) {
			c.inside(step{p.name, -1}, func() { c.value(p.node, value) })
		} else if p.required {
			c.inside(step{p.name, -1}, func() { c.faultf("is required%s", p.hint()) })
		}
	}
	if !n.closed && n.others == nil && n.keys == nil {
		return
	}
	for _, m := range r.members {
		if c.full() {
			return
		}
		if n.property(m.name) == nil && m.value != any(absent{}) {
			c.inside(step{m.name, -1}, func() { c.other(n, m) })
		}
	}
}

// other checks a member that is not one of the properties.
func (c *checker) other(n *node, m member) {
	if n.closed {
		known := n.names()
		if near := Nearest(m.name, known); near != "" {
			c.faultf("is not known; did you mean %s?", quote(near))
			return
		}
		c.faultf("is not known; known are %s", quoted(known))
		return
	}
	if n.keys != nil && !n.keys.matches(m.name) {
		c.faultf("has a name that doesn't match %s", n.keys)
	} else if misfit := n.keyHolds.misfit(m.name); misfit != "" {
		c.faultf("has a name that %s", misfit)
	}
	if n.others != nil {
		c.value(n.others, m.value)
	}
}

// hint describes a missing member.
func (n *node) hint() string {
	switch kind := n.target().kind; {
	case n.description != "" && kind != "":
		return " (" + article(kind) + ": " + n.description + ")"
	case n.description != "":
		return " (" + n.description + ")"
	case kind != "":
		return " (" + article(kind) + ")"
	default:
		return ""
	}
}

func (c *checker) text(n *node, v string) {
	if n.minLength != nil || n.maxLength != nil {
		c.size("character", utf8.RuneCountInString(v), n.minLength, n.maxLength)
	}
	if n.pattern != nil && !n.pattern.matches(v) {
		c.faultf("must match %s", n.pattern)
	} else if n.quotes != nil {
		if misfit := n.quotes.misfit(v); misfit != "" {
			c.faultf("%s", misfit)
		}
	}
	if n.encoding == encodingBase64 {
		if _, err := base64.StdEncoding.DecodeString(v); err != nil {
			c.faultf("must be base64, with the standard alphabet and padding")
		}
	}
	if f, ok := formats[n.format]; ok && !f.fits(v) {
		c.faultf("must be %s", f.want)
	}
}

func (c *checker) number(n *node, v json.Number) {
	if n.least != nil || n.most != nil {
		d := newDecimal(string(v))
		if n.least != nil && n.least.below(d) {
			c.faultf("must be %s %s", map[bool]string{false: "at least", true: "more than"}[n.least.exclusive], n.least.text)
			return
		}
		if n.most != nil && n.most.above(d) {
			c.faultf("must be %s %s", map[bool]string{false: "at most", true: "less than"}[n.most.exclusive], n.most.text)
			return
		}
	}
	if misfit := n.holds.misfit(string(v)); misfit != "" {
		c.faultf("%s", misfit)
	}
}
