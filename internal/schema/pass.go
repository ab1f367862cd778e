package schema

import (
	"slices"
	"unicode/utf8"
)

// Repairs says what is changed in JSON before it is validated.
type Repairs int

const (
	// Nothing is changed.
	Nothing Repairs = iota
	// Arguments loses optional members that are null: models write null when they have
	// no value.
	Arguments
	// GoArguments also gets defaults, and its integers lose fraction and exponent, which
	// encoding/json doesn't accept for Go's integers.
	GoArguments

	// GoResults loses the null that encoding/json writes for a nil slice, map, []byte or
	// pointer.
	GoResults
)

// pass validates and repairs JSON text in one pass, without building a tree. It gives up if
// something doesn't fit, and in some rare cases in which it would. Then the text is parsed
// into a tree, which gives the faults. If the pass succeeds, the tree would have the same
// result.
type pass struct {
	scanner

	repair   Repairs
	repaired []byte // the repaired text up to done; nil as long as nothing has changed
	done     int
	names    []span // names that are not properties, of all open objects
}

// maxPassDepth limits the stack; few values are as deep.
const maxPassDepth = 500

// InOnePass returns the repaired text; it is not ok if it gives up. An unchanged text is
// returned as it is. It is exported, as is ByTree, so that the module of tests can compare them.
func (s *Schema) InOnePass(text []byte, repair Repairs) (repaired []byte, changed, ok bool) {
	if s.root == nil {
		return nil, false, false
	}
	p := &pass{scanner: scanner{text: text}, repair: repair}
	if first := p.peek(); first != '{' && first != '[' {
		return nil, false, false // only members and items can be repaired
	}
	if !utf8.Valid(text) || !p.value(s.root) || !p.atEnd() {
		return nil, false, false
	}
	if p.repaired == nil {
		return text, false, true
	}
	return append(p.repaired, text[p.done:]...), true, true
}

// replace replaces a piece of the text. Pieces must be in order.
func (p *pass) replace(piece span, by string) {
	if p.repaired == nil {
		const more = 64 // a default or two
		p.repaired = make([]byte, 0, len(p.text)+more)
	}
	p.repaired = append(p.repaired, p.text[p.done:piece.from]...)
	p.repaired = append(p.repaired, by...)
	p.done = piece.to
}

// anything is a schema that allows all values.
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

// lists reports whether the enum, if there is one, contains a scalar.
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
	if p.repair != GoResults || n.enum != nil {
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
