package schema

import (
	"slices"
	"unicode/utf8"
)

// mending is what is put right in JSON before it is checked.
type mending int

const (
	// nothing is put right.
	nothing mending = iota
	// arguments are forgiven null for a member that may be left out, which models
	// write when they have nothing to say.
	arguments
	// goArguments get their defaults as well, and their whole numbers lose
	// fraction and exponent, which encoding/json wants for Go's integers.
	goArguments
	// goResults have null where a slice, map or []byte was empty, and where a
	// pointer was nil.
	goResults
)

// pass goes over JSON text once, checks it against a node and mends it, without
// making a tree. It gives up at the first thing that doesn't fit, and at some
// that would: then the text has to be parsed, and what is to be said about it
// is said about the tree. What it accepts would be accepted as a tree, too, and
// be the same.
type pass struct {
	scanner

	mend   mending
	mended []byte // the text as far as done, mended; nil as long as nothing was
	done   int
	names  []span // of the members around that are no properties
}

// maxPassDepth bounds the stack; few values are as deep.
const maxPassDepth = 500

// inOnePass returns the text, mended, unless it gives up. Texts that needed no
// mending are returned as they are.
func inOnePass(n *node, text []byte, mend mending) (mended []byte, changed, ok bool) {
	p := &pass{scanner: scanner{text: text}, mend: mend}
	if first := p.peek(); first != '{' && first != '[' {
		return nil, false, false // mending is for members and items
	}
	if !utf8.Valid(text) || !p.value(n) || !p.atEnd() {
		return nil, false, false
	}
	if p.mended == nil {
		return text, false, true
	}
	return append(p.mended, text[p.done:]...), true, true
}

// replace mends the text; what it is called for stands behind what it was
// called for before.
func (p *pass) replace(piece span, by string) {
	if p.mended == nil {
		const more = 64 // a default or two
		p.mended = make([]byte, 0, len(p.text)+more)
	}
	p.mended = append(p.mended, p.text[p.done:piece.from]...)
	p.mended = append(p.mended, by...)
	p.done = piece.to
}

// anything is the node of values about which nothing is said.
var anything = &node{}

func (p *pass) value(n *node) bool {
	n = n.target()
	if n.never {
		return false
	}
	switch p.peek() {
	case '{':
		return n.mayBe(typeObject) && n.enum == nil && p.object(n)
	case '[':
		return n.mayBe(typeArray) && n.enum == nil && p.list(n)
	case '"':
		inner, escaped, ok := p.str()
		return ok && n.mayBe(typeString) && p.fits(n, inner, escaped)
	case 't':
		return n.mayBe(typeBoolean) && n.lists(true) && p.word("true")
	case 'f':
		return n.mayBe(typeBoolean) && n.lists(false) && p.word("false")
	case 'n':
		return p.null(n)
	default:
		return p.numeral(n)
	}
}

func (n *node) mayBe(kind string) bool { return n.kind == "" || n.kind == kind }

// lists reports whether an enum, if there is one, has the scalar.
func (n *node) lists(scalar any) bool {
	return n.enum == nil || slices.ContainsFunc(n.enum, func(e any) bool { return sameTree(e, scalar) })
}

func (p *pass) null(n *node) bool {
	from := p.pos
	if !p.word(typeNull) {
		return false
	}
	if n.acceptsNull() {
		return true
	}
	if p.mend != goResults || n.enum != nil {
		return false
	}
	var by string
	switch {
	case n.kind == typeArray && within(0, n.minItems, n.maxItems):
		by = "[]"
	case n.kind == typeObject && n.others != nil && len(n.properties) == 0 && within(0, n.minMembers, n.maxMembers):
		by = "{}"
	case n.encoding == encodingBase64 && p.fits(n, span{}, false):
		by = `""`
	default:
		return false
	}
	p.replace(span{from, p.pos}, by)
	return true
}

func within(size int, least, most *int) bool {
	return (least == nil || size >= *least) && (most == nil || size <= *most)
}

func (p *pass) list(n *node) bool {
	items, count := n.items, 0
	if items == nil {
		items = anything
	}
	if !p.enter(maxPassDepth) {
		return false
	}
	for p.peek() != ']' {
		if count > 0 && !p.take(',') {
			return false
		}
		if !p.value(items) {
			return false
		}
		count++
	}
	return p.leave() && within(count, n.minItems, n.maxItems)
}
