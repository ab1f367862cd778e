package main

import (
	"regexp"
	"slices"
	"strings"
)

// apart is the name of a parameter that the declaration takes apart, where its
// comment gives it none.
const apart = "options"

// A signature is how a function is called.
type signature struct {
	generics, result string
	params           []param
	// optional is set where isSupported stands beside the call, and says what
	// shows that a host has it.
	optional           bool
	advertised, method string
}

type param struct {
	name, typ, fallback string
	optional, rest      bool
	typeTokens          []token
}

// signatureOf reads the head of a function, or its declared type; nil for other
// values.
func signatureOf(d *declaration) (*signature, error) {
	s := &signature{}
	words, arrow, err := s.head(d)
	if words == nil || err != nil {
		return nil, err
	}
	if words[0].text == "<" {
		end := closing(words, 0, true)
		s.generics = d.oneLine(words[:end+1])
		words = words[end+1:]
	}
	if len(words) == 0 || words[0].text != "(" {
		return nil, d.errorf("neither a function written out nor a value with a declared type")
	}
	end := closing(words, 0, false)
	s.params = paramsOf(d, words[1:end])
	words = words[end+1:]
	if len(words) == 0 || words[0].text != arrow {
		return nil, d.errorf("its result has no declared type")
	}
	words = words[1:]
	stop := find(words, 0, true, func(t token) bool {
		return slices.Contains([]string{"=>", "=", ";"}, t.text) || d.kind == "function" && t.text == "{"
	})
	if stop < 0 {
		return nil, d.errorf("its result type has no end")
	}
	s.result = d.oneLine(words[:stop])
	if strings.HasPrefix(s.result, "(() =>") {
		s.result = strings.TrimSuffix(strings.TrimPrefix(s.result, "("), ")")
	}
	return s, nil
}

// head returns what the signature is read from, and what stands before the result
// in it; nothing for a value that is no function.
func (s *signature) head(d *declaration) (words []token, arrow string, err error) {
	words = code(d.tokens)
	if d.kind == "function" {
		return words[1:], ":", nil
	}
	equals := find(words, 0, true, isText("="))
	if equals < 0 {
		return nil, "", d.errorf("a const without a value")
	}
	if equals > 1 {
		typed := words[2:]
		if typed[0].text == "Optional" {
			s.optional = true
			typed = append(slices.Clone(typed[2:closing(typed, 1, true)]), token{kind: punctuation, text: ";"})
		}
		if typed[0].text == "<" || typed[0].text == "(" && find(typed, 0, true, isText("=>")) >= 0 {
			return typed, "=>", nil
		}
		return nil, "", nil
	}
	if words, err = s.unwrap(d, words[equals+1:]); err != nil {
		return nil, "", err
	}
	if len(words) > 0 && words[0].text == "async" {
		words = words[1:]
	}
	return append(words, token{kind: punctuation, text: ";"}), ":", nil
}

// unwrap takes away "optional([…], " and notes what it says.
func (s *signature) unwrap(d *declaration, words []token) ([]token, error) {
	if len(words) == 0 || words[0].text != "optional" {
		return words, nil
	}
	s.optional = true
	open := slices.IndexFunc(words, isText("("))
	comma := find(words, open+1, false, isText(","))
	if open < 0 || comma < 0 {
		return nil, d.errorf("want optional([advertised, method], call)")
	}
	sign := words[open+1 : comma]
	if sign[0].text != "[" || sign[len(sign)-1].text != "]" {
		return nil, d.errorf("its sign is not written out in optional([advertised, method], call)")
	}
	at := &s.advertised
	for _, t := range sign[1 : len(sign)-1] {
		switch {
		case t.kind == literal:
			*at = strings.Trim(t.text, `"'`)
		case t.text == ",":
			at = &s.method
		default:
			return nil, d.errorf("its sign is more than two names: %s", t.text)
		}
	}
	return words[comma+1:], nil
}

func paramsOf(d *declaration, words []token) []param {
	parts := split(words, ",")
	params := make([]param, 0, len(parts))
	for _, part := range parts {
		p := param{}
		if part[0].text == "..." {
			p.rest, part = true, part[1:]
		}
		p.name = part[0].text
		rest := part[1:]
		if p.name == "{" {
			p.name, rest = apart, part[closing(part, 0, false)+1:]
		}
		if len(rest) > 0 && rest[0].text == "?" {
			p.optional, rest = true, rest[1:]
		}
		equals := find(rest, 0, true, isText("="))
		if equals >= 0 {
			p.fallback, rest = d.oneLine(rest[equals+1:]), rest[:equals]
			p.optional = p.optional || p.fallback == "{}"
		}
		if len(rest) > 1 {
			p.typeTokens = rest[1:]
			p.typ = d.oneLine(p.typeTokens)
		}
		params = append(params, p)
	}
	return params
}

// String is the parameter as the page shows it.
func (p param) String() string {
	text := p.name
	if p.rest {
		text = "..." + text
	}
	if p.optional {
		text += "?"
	}
	if p.typ != "" {
		text += ": " + p.typ
	}
	if p.fallback != "" && !p.optional {
		text += " = " + p.fallback
	}
	return text
}

const lineWidth = 100

// declare is the call as the page shows it.
func (s *signature) declare(name string) string {
	params := make([]string, 0, len(s.params))
	for _, p := range s.params {
		params = append(params, p.String())
	}
	line := name + s.generics + "(" + strings.Join(params, ", ") + "): " + s.result
	if len(line) > lineWidth && len(params) > 0 {
		line = name + s.generics + "(\n  " + strings.Join(params, ",\n  ") + ",\n): " + s.result
	}
	if s.optional {
		line += "\n" + name + ".isSupported(): boolean"
	}
	return line
}

var optionalMember = regexp.MustCompile(`^(\w+\?: )(?:\((.*)\)|(.*)) \| undefined$`)

// withoutUndefined leaves out what the question mark says already.
func withoutUndefined(member string) string { return optionalMember.ReplaceAllString(member, "$1$2$3") }

// A member is one of an interface or of an object type.
type member struct {
	text, doc string
	line      int
}

// membersOf returns the members between the braces, with their comments.
func membersOf(d *declaration, tokens []token) []member {
	open := slices.IndexFunc(tokens, isText("{"))
	if open < 0 {
		return nil
	}
	end := closing(tokens, open, true)
	var members []member
	for _, part := range split(tokens[open+1:end], ";,") {
		m := member{line: lineOf(d.source, part[len(part)-1].at)}
		for _, t := range part {
			if text, ok := strings.CutPrefix(t.text, "/**"); ok && t.kind == comment {
				m.doc = reflow(blocksOf(strings.TrimSuffix(text, "*/"))[0].text)
			}
		}
		if m.text = withoutUndefined(d.oneLine(part)); m.text != "" {
			members = append(members, m)
		}
	}
	return members
}
