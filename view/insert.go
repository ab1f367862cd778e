package view

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// byteOrderMark may be the first character of a document, and must stay the first.
const byteOrderMark = "\ufeff"

// InsertFirst inserts markup as the first content of an HTML document's head: after the
// <head> tag or, if there is none, after the <html> tag, the doctype, or at the start,
// where a parser opens the head itself. The rest of the document stays as it is.
//
// The markup must be allowed in a head, such as the result of [Script]. It is not checked.
func InsertFirst(document, markup string) string {
	at := headOffset(document)
	return document[:at] + markup + document[at:]
}

// headOffset skips what the HTML standard allows before the head's first child ("initial"
// to "before head" insertion mode). It stops at anything that would open the head or be in
// it. Stopping early is harmless, because the markup opens the head itself.
func headOffset(document string) int {
	start := 0
	if strings.HasPrefix(document, byteOrderMark) {
		start = len(byteOrderMark)
	}
	at, offset := start, start
	tokens := html.NewTokenizer(strings.NewReader(document[start:]))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken { // the end: reading a string has no other error
			return at
		}
		raw := tokens.Raw()
		offset += len(raw)
		blank := strings.Trim(string(raw), " \t\r\n\f") == ""
		token := tokens.Token()
		switch kind {
		case html.DoctypeToken:
			if !strings.HasSuffix(document[:offset], ">") { // the document ends inside of the tag
				return at
			}
			at = offset
		case html.CommentToken:
		case html.TextToken:
			if !blank {
				return at
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			switch token.DataAtom {
			case atom.Head:
				return offset
			case atom.Html:
				at = offset
			default:
				return at
			}
		case html.EndTagToken:
			if opensHead(token.DataAtom) {
				return at
			}
		default:
			return at
		}
	}
}

// opensHead reports whether an end tag without its start tag makes a parser open the head.
// Parsers ignore all other end tags there.
func opensHead(tag atom.Atom) bool {
	switch tag {
	case atom.Head, atom.Body, atom.Html, atom.Br:
		return true
	default:
		return false
	}
}
