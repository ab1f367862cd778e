package schema

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// fits validates a string.
func (p *pass) fits(n *node, inner span, escaped bool) bool {
	if n.enum == nil && n.minLength == nil && n.maxLength == nil && n.pattern == nil && n.format == "" && n.encoding == "" {
		return true
	}
	text := p.decoded(inner, escaped)
	if n.enum != nil && !slices.ContainsFunc(n.enum, func(e any) bool { s, ok := e.(string); return ok && s == text }) {
		return false
	}
	if (n.minLength != nil || n.maxLength != nil) && !within(utf8.RuneCountInString(text), n.minLength, n.maxLength) {
		return false
	}
	if (n.pattern != nil && !n.pattern.matches(text)) || n.quotes.misfit(text) != "" {
		return false
	}
	if n.encoding == encodingBase64 {
		if _, err := base64.StdEncoding.DecodeString(text); err != nil {
			return false
		}
	}
	f, ok := formats[n.format]
	return !ok || f.fits(text)
}

// numeral validates a number.
func (p *pass) numeral(n *node) bool {
	number, plain, ok := p.number()
	if !ok || (n.kind != "" && n.kind != typeNumber && n.kind != typeInteger) {
		return false
	}
	if n.kind == typeInteger && !plain && !p.whole(number) {
		return false
	}
	return n.allows(p.bytes(number))
}

// whole reports whether a number with a fraction or an exponent is an integer. For
// GoArguments, it rewrites it as one.
func (p *pass) whole(number span) bool {
	d := newDecimal(string(p.bytes(number)))
	if p.repair != GoArguments {
		return d.isInteger()
	}
	text, ok := d.integer()
	if ok {
		p.replace(number, text)
	}
	return ok
}

// allows reports whether a number is in the range and the enum.
func (n *node) allows(number []byte) bool {
	if n.least == nil && n.most == nil && n.holds == nil && n.enum == nil {
		return true
	}
	if b, ok := bracketOf(number); ok && n.enum == nil {
		// Types with smaller ranges than brackets have limits.
		if inside, known := b.inside(n.least, n.most); known {
			return inside
		}
	}
	d := newDecimal(string(number))
	if (n.least != nil && n.least.below(d)) || (n.most != nil && n.most.above(d)) || n.holds.misfit(string(number)) != "" {
		return false
	}
	return n.enum == nil || slices.ContainsFunc(n.enum, func(e any) bool {
		number, ok := e.(json.Number)
		return ok && newDecimal(string(number)).compare(d) == 0
	})
}
