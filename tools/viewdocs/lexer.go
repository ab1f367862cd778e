package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind int

const (
	identifier tokenKind = iota
	punctuation
	literal // a string, template, number or regular expression
	comment
)

// A token is one word of TypeScript.
type token struct {
	kind tokenKind
	text string
	at   int // the offset of its first byte
}

// lex splits TypeScript into tokens; white space is left out. It knows as much of
// the language as is needed to find where declarations and types begin and end.
func lex(source string) ([]token, error) {
	var tokens []token
	for at := 0; at < len(source); {
		r, size := utf8.DecodeRuneInString(source[at:])
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		kind, length, err := next(source[at:], tokens)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", lineOf(source, at), err)
		}
		tokens = append(tokens, token{kind, source[at : at+length], at})
		at += length
	}
	return tokens, nil
}

func lineOf(source string, at int) int { return strings.Count(source[:at], "\n") + 1 }

// next says what stands at the start of rest, and how long it is.
func next(rest string, before []token) (kind tokenKind, length int, err error) {
	switch first := rest[0]; {
	case strings.HasPrefix(rest, "//"):
		if end := strings.IndexByte(rest, '\n'); end >= 0 {
			return comment, end, nil
		}
		return comment, len(rest), nil
	case strings.HasPrefix(rest, "/*"):
		end := strings.Index(rest, "*/")
		if end < 0 {
			return 0, 0, errors.New("a comment has no end")
		}
		return comment, end + len("*/"), nil
	case first == '"', first == '\'':
		length, err = quoted(rest, first)
		return literal, length, err
	case first == '`':
		length, err = template(rest)
		return literal, length, err
	case first == '/' && operandFollows(before):
		length, err = quoted(rest, '/')
		return literal, length, err
	case wordLength(rest) > 0:
		return identifier, wordLength(rest), nil
	}
	for _, long := range []string{"=>", "...", "?.", "??", "&&", "||"} {
		if strings.HasPrefix(rest, long) {
			return punctuation, len(long), nil
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	return punctuation, size, nil
}

// wordLength returns the length of the identifier, keyword or number at the start.
func wordLength(rest string) int {
	end := strings.IndexFunc(rest, func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end < 0 {
		return len(rest)
	}
	return end
}

// operandFollows says whether a slash begins a regular expression: after an
// operand it divides.
func operandFollows(before []token) bool {
	for _, last := range slices.Backward(before) {
		switch last.kind {
		case comment:
			continue
		case literal:
			return false
		case identifier:
			return last.text == "return" || last.text == "typeof"
		case punctuation:
			return !slices.Contains([]string{")", "]", "}"}, last.text)
		}
	}
	return true
}

// quoted returns the length of what an end mark ends. A class of a regular
// expression may hold the mark.
func quoted(rest string, mark byte) (int, error) {
	inClass := false
	for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
		switch c := rest[i]; {
		case c == '\\':
			i++
		case mark == '/' && c == '[':
			inClass = true
		case mark == '/' && c == ']':
			inClass = false
		case c == mark && !inClass:
			if mark == '/' {
				return i + 1 + wordLength(rest[i+1:]), nil
			}
			return i + 1, nil
		}
	}
	return 0, fmt.Errorf("%q has no end", mark)
}

// template returns the length of a template literal, with the expressions in it.
func template(rest string) (int, error) {
	for i := 1; i < len(rest); i++ {
		switch {
		case rest[i] == '\\':
			i++
		case rest[i] == '`':
			return i + 1, nil
		case strings.HasPrefix(rest[i:], "${"):
			length, err := expression(rest[i+1:])
			if err != nil {
				return 0, err
			}
			i += length
		}
	}
	return 0, errors.New("a template has no end")
}

// expression returns the length of what stands in braces in a template.
func expression(rest string) (int, error) {
	depth := 0
	var before []token
	for at := 0; at < len(rest); {
		if r, size := utf8.DecodeRuneInString(rest[at:]); unicode.IsSpace(r) {
			at += size
			continue
		}
		kind, length, err := next(rest[at:], before)
		if err != nil {
			return 0, err
		}
		before = append(before, token{kind, rest[at : at+length], at})
		at += length
		switch before[len(before)-1].text {
		case "{":
			depth++
		case "}":
			depth--
		}
		if depth == 0 {
			return at, nil
		}
	}
	return 0, errors.New("an expression in a template has no end")
}

// nesting is what a token adds to the depth of brackets. Angle brackets count
// only where a type stands.
func nesting(t token, inType bool) int {
	if t.kind != punctuation {
		return 0
	}
	switch t.text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	case "<", ">":
		if !inType {
			return 0
		}
		return map[string]int{"<": 1, ">": -1}[t.text]
	}
	return 0
}

// find returns the index of the first token from start on, outside all brackets,
// for which is returns true, or -1.
func find(tokens []token, start int, inType bool, is func(token) bool) int {
	depth := 0
	for i := start; i < len(tokens); i++ {
		if depth == 0 && is(tokens[i]) {
			return i
		}
		if depth += nesting(tokens[i], inType); depth < 0 {
			return -1
		}
	}
	return -1
}

// closing returns the index of the bracket that closes the one at open, or -1.
func closing(tokens []token, open int, inType bool) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		if depth += nesting(tokens[i], inType); depth == 0 {
			return i
		}
	}
	return -1
}

// split cuts tokens at each separator that stands outside all brackets.
func split(tokens []token, separators string) [][]token {
	var parts [][]token
	for len(tokens) > 0 {
		end := find(tokens, 0, true, func(t token) bool {
			return t.kind == punctuation && strings.Contains(separators, t.text)
		})
		if end < 0 {
			return append(parts, tokens)
		}
		if end > 0 {
			parts = append(parts, tokens[:end])
		}
		tokens = tokens[end+1:]
	}
	return parts
}

func isText(text string) func(token) bool {
	return func(t token) bool { return t.text == text && t.kind != literal }
}

// code returns the tokens without comments.
func code(tokens []token) []token {
	var kept []token
	for _, t := range tokens {
		if t.kind != comment {
			kept = append(kept, t)
		}
	}
	return kept
}
