package schema

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// define gives a type a name below $defs.
func (inf *inference) define(n *node, t reflect.Type) {
	if n.def != "" {
		return
	}
	n.of = t
	name := defName(t)
	unique := name
	for i := 2; inf.isTaken(unique); i++ {
		unique = name + strconv.Itoa(i)
	}
	n.def = unique
	inf.defs = append(inf.defs, n)
}

func (inf *inference) isTaken(name string) bool {
	for _, def := range inf.defs {
		if def.def == name {
			return true
		}
	}
	return false
}

// defName returns a readable name that needs no escaping in a reference:
// "Page[example.com/shop.Item]" becomes "PageOfItem".
func defName(t reflect.Type) string {
	generic, arguments, isGeneric := strings.Cut(t.Name(), "[")
	name := letters(generic)
	if isGeneric {
		var parts []string
		for argument := range strings.FieldsFuncSeq(arguments, func(r rune) bool { return strings.ContainsRune("[], *", r) }) {
			argument = argument[strings.LastIndexAny(argument, "/.")+1:]
			argument, _, _ = strings.Cut(argument, "·") // the number of a type inside a function
			if argument = letters(argument); argument != "" {
				parts = append(parts, strings.ToUpper(argument[:1])+argument[1:])
			}
		}
		if len(parts) > 0 {
			name += "Of" + strings.Join(parts, "And")
		}
	}
	if name == "" {
		return "Type"
	}
	return name
}

// letters keeps the ASCII letters, digits and underscores.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_') {
			return r
		}
		return -1
	}, name)
}

// share moves types below $defs if the schema would become large without: types that use
// each other twice would double it with each level.
func (inf *inference) share(root *node) {
	const readable = 2000 // nodes
	c := &counter{sizes: map[*node]int{}, uses: map[*node]int{}}
	total := c.body(root.target())
	for _, def := range inf.defs {
		total += c.body(def)
	}
	if total <= readable {
		return
	}
	for t, n := range inf.done {
		c.types = append(c.types, typed{n, t})
	}
	c.sort()
	for _, u := range c.types {
		if c.uses[u.node] > 1 && u.node.closed {
			inf.define(u.node, u.of)
		}
	}
}

type typed struct {
	node *node
	of   reflect.Type
}

// counter computes the size of a schema without writing it.
type counter struct {
	sizes map[*node]int
	uses  map[*node]int
	types []typed
}

// size returns the number of nodes, up to a limit.
func (c *counter) size(n *node) int {
	if n.def != "" || n.ref != nil {
		return 1
	}
	if n.same != nil {
		c.uses[n.same]++
		n = n.same
	}
	return c.body(n)
}

func (c *counter) body(n *node) int {
	if size, ok := c.sizes[n]; ok {
		return size
	}
	const large = 1 << 30
	size := 1
	for i := range n.properties {
		size = min(large, size+c.size(n.properties[i].node))
	}
	for _, inner := range []*node{n.items, n.others} {
		if inner != nil {
			size = min(large, size+c.size(inner))
		}
	}
	c.sizes[n] = size
	return size
}

// sort sorts the types, so that the result is the same in every run.
func (c *counter) sort() {
	slices.SortFunc(c.types, func(a, b typed) int {
		return cmp.Or(strings.Compare(a.of.PkgPath(), b.of.PkgPath()), strings.Compare(a.of.String(), b.of.String()))
	})
}
