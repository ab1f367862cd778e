package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A group is a kind of export, and a section of the index.
type group int

const (
	call     group = iota // asks a host
	local                 // asks nobody
	reader                // gives what is known now
	event                 // calls a function when something comes
	value                 // no function
	constant              // an object that never changes
	shape                 // a type, an interface or a class
)

// An entry is an export with what is known of it.
type entry struct {
	*declaration
	*doc

	group     group
	signature *signature // of functions
	members   []optionSet
}

// An optionSet is the members of one parameter that is an object.
type optionSet struct {
	param   string
	members []member
}

// entries reads what is to be documented of each export, or says what is wrong
// with each.
func entries(r *runtime) ([]*entry, error) {
	all := make([]*entry, 0, len(r.exports))
	bad := make([]error, 0, len(r.exports))
	for _, d := range r.exports {
		e, err := entryOf(r, d)
		all, bad = append(all, e), append(bad, err)
	}
	return all, errors.Join(bad...)
}

func entryOf(r *runtime, d *declaration) (*entry, error) {
	parsed, err := parseDoc(d)
	if err != nil {
		return nil, err
	}
	e := &entry{declaration: d, doc: parsed, group: shape}
	if d.kind == "const" || d.kind == "function" {
		if e.signature, err = signatureOf(d); err != nil {
			return nil, err
		}
		e.nameOptions()
		e.group = e.groupOf()
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	if e.signature == nil {
		return e, nil
	}
	for _, p := range e.signature.params {
		members, err := optionsOf(r, d, p)
		if err != nil {
			return nil, err
		}
		if len(members) > 0 {
			e.members = append(e.members, optionSet{p.name, members})
		}
	}
	if err := e.checkTypes(r); err != nil {
		return nil, err
	}
	for name := range parsed.params {
		if !e.hasParam(name) {
			return nil, d.errorf("@param %s: there is no such parameter", name)
		}
	}
	return e, nil
}

// writtenOut says whether the value is an object that stands in the source.
func (e *entry) writtenOut() bool {
	words := code(e.tokens)
	equals := find(words, 0, true, isText("="))
	return equals >= 0 && equals+1 < len(words) && words[equals+1].text == "{"
}

// nameOptions gives a parameter that the declaration takes apart the name that
// the comment gives it.
func (e *entry) nameOptions() {
	if e.signature == nil {
		return
	}
	for i, p := range e.signature.params {
		if p.name == apart && i < len(e.paramNames) {
			e.signature.params[i].name = e.paramNames[i]
		}
	}
}

func (e *entry) groupOf() group {
	s := e.signature
	switch {
	case s == nil && e.writtenOut():
		return constant
	case s == nil:
		return value
	case e.local:
		return local
	case s.result == "() => void" && (strings.HasPrefix(e.name, "on") || e.name == "subscribe"):
		return event
	case e.support == nil && len(s.params) == 0 && !strings.HasPrefix(s.result, "Promise<"):
		return reader
	default:
		return call
	}
}

// check says what the comment lacks for a page.
func (e *entry) check() error {
	asks := e.group == call
	switch {
	case asks && e.support == nil:
		return e.errorf("a call needs a @support line for each kind of host, or @local where it asks none")
	case !asks && e.support != nil:
		return e.errorf("@support is for calls; this asks no host")
	case e.signature != nil && e.signature.optional && !asks:
		return e.errorf("only a call may be optional")
	}
	return nil
}

// checkTypes says which type of ours a reader of the signature cannot look up: it
// is neither exported nor shown as the members of a parameter.
func (e *entry) checkTypes(r *runtime) error {
	for _, t := range append(e.head(), e.memberWords()...) {
		d := r.typeNamed(e.file, t.text)
		if t.kind != identifier || d == nil || slices.Contains(r.exports, d) {
			continue
		}
		shown := slices.ContainsFunc(e.signature.params, func(p param) bool {
			return len(p.typeTokens) > 0 && p.typeTokens[0].text == t.text && e.optionsFor(p.name) != nil
		})
		if !shown {
			return e.errorf("its signature names %s, which is not exported", t.text)
		}
	}
	return nil
}

// memberWords returns what the members of its parameters are made of.
func (e *entry) memberWords() []token {
	var words []token
	for _, set := range e.members {
		for _, m := range set.members {
			if tokens, err := lex(m.text); err == nil {
				words = append(words, tokens...)
			}
		}
	}
	return words
}

func (e *entry) hasParam(name string) bool {
	if e.signature == nil {
		return false
	}
	for _, p := range e.signature.params {
		if p.name == name {
			return true
		}
	}
	return false
}

// optionsOf returns the members of a parameter whose type is an interface or is
// written out; each has to say what it is.
func optionsOf(r *runtime, d *declaration, p param) ([]member, error) {
	if len(p.typeTokens) == 0 || p.typeTokens[0].text == "(" {
		return nil, nil
	}
	at, members := d, []member(nil)
	if p.typeTokens[0].text == "{" {
		members = membersOf(d, rawTokens(d, p.typeTokens))
	} else if at = r.typeNamed(d.file, p.typeTokens[0].text); at != nil {
		members = r.allMembers(at)
	}
	var bad []error
	for _, m := range members {
		if m.doc == "" && !strings.HasPrefix(m.text, "[") {
			bad = append(bad, fmt.Errorf("%s:%d: %s: no comment says what it is, which the page of %s shows", at.file, m.line, m.text, d.name))
		}
	}
	return members, errors.Join(bad...)
}

// allMembers returns the members of an interface, with those that it takes over,
// or of an alias for an object type.
func (r *runtime) allMembers(d *declaration) []member {
	open := slices.IndexFunc(d.tokens, isText("{"))
	if open < 0 || d.kind == "type" && len(code(d.tokens[:open])) > 2 {
		return nil
	}
	var members []member
	for _, t := range d.tokens[1:open] {
		if base := r.typeNamed(d.file, t.text); base != nil {
			members = append(members, r.allMembers(base)...)
		}
	}
	return append(members, membersOf(d, d.tokens)...)
}

// rawTokens returns the tokens of the declaration, comments included, from the
// first to the last of some.
func rawTokens(d *declaration, some []token) []token {
	var between []token
	for _, t := range d.tokens {
		if len(some) > 0 && t.at >= some[0].at && t.at <= some[len(some)-1].at {
			between = append(between, t)
		}
	}
	return between
}
