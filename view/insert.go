package view

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// byteOrderMark may begin a document. It has to stay its first character.
const byteOrderMark = "\ufeff"

// InsertFirst puts markup into an HTML document so that it becomes the first
// thing in the document's head: after the <head> tag or, where there is none,
// after the <html> tag, the doctype, or at the start, where a parser opens the
// head by itself. Whatever else the document holds is kept as it is.
//
// The markup should be what a head may hold, such as the result of [Script]. It
// is not looked at.
func InsertFirst(document, markup string) string {
	at := headOffset(document)
	return document[:at] + markup + document[at:]
}

// headOffset walks over what the HTML standard allows before the head's first
// child ("initial" to "before head" insertion mode). It stops at anything that
// would open the head or be in it; stopping early is harmless, because markup
// that comes sooner opens the head itself.
func headOffset(document string) int {
	start := 0
	if strings.HasPrefix(document, byteOrderMark) {
		start = len(byteOrderMark)
	}
	at, offset := start, start
	tokens := html.NewTokenizer(strings.NewReader(document[start:]))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken { // the end: a reader of a string has no other error
			return at
		}
		raw := tokens.Raw()
		offset += len(raw)
		blank := strings.Trim(string(raw), " \t\r\n\f") == ""
		token := tokens.Token()
		switch kind {
		case html.DoctypeToken:
			if !strings.HasSuffix(document[:offset], ">") { // the document ends inside it
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

// opensHead reports whether an end tag without its start tag makes a parser go
// on to the head, and beyond it. All other end tags are ignored there.
func opensHead(tag atom.Atom) bool {
	switch tag {
	case atom.Head, atom.Body, atom.Html, atom.Br:
		return true
	default:
		return false
	}
}
