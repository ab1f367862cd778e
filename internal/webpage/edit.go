package webpage

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// An element is a start tag and, for scripts and style sheets, its text.
type element struct {
	html.Token

	text string
	// foreign reports whether it is inside of <svg> or <math>.
	foreign bool
}

// isText reports whether the element's content is text, even if its tag ends with a slash.
func (e *element) isText() bool { return e.Data == "script" || e.Data == "style" }

// attribute returns an attribute's value; empty if it doesn't have the attribute.
func (e *element) attribute(name string) string {
	for _, a := range e.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// has reports whether the element has an attribute.
func (e *element) has(name string) bool {
	return slices.ContainsFunc(e.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// edit copies a document and replaces the elements for which change returns different. An
// element ends with its start tag, or, if it has text, with its end tag.
func edit(document string, change func(e *element) (instead string, different bool)) string {
	r := &reader{document: document, tokens: html.NewTokenizer(strings.NewReader(document))}
	var out strings.Builder
	copied := 0
	for {
		e, start, found := r.next()
		if !found {
			break
		}
		instead, different := change(e)
		if !different {
			continue
		}
		out.WriteString(document[copied:start])
		out.WriteString(instead)
		copied = r.offset
	}
	if copied == 0 {
		return document
	}
	out.WriteString(document[copied:])
	return out.String()
}

// reader reads the elements of a document.
type reader struct {
	document string
	tokens   *html.Tokenizer
	offset   int // how many bytes have been read
	foreign  int // how many <svg> and <math> are open
}

// next returns the next element and its start. The reader's offset is its end.
func (r *reader) next() (e *element, start int, found bool) {
	for {
		start = r.offset
		switch r.step() {
		case html.ErrorToken: // the end: reading a string has no other error
			return nil, 0, false
		case html.StartTagToken, html.SelfClosingTagToken:
			e = &element{Token: r.tokens.Token(), foreign: r.foreign > 0}
			if isForeign(e.Data) && e.Type == html.StartTagToken {
				r.foreign++
			}
			if e.isText() {
				e.text = r.text()
			}
			return e, start, true
		case html.EndTagToken:
			if isForeign(r.tokens.Token().Data) {
				r.foreign = max(0, r.foreign-1)
			}
		default:
		}
	}
}

// isForeign reports whether an element's content is not HTML.
func isForeign(tag string) bool { return tag == "svg" || tag == "math" }

// text reads the text of a script or a style sheet, and its end tag.
func (r *reader) text() string {
	start := r.offset
	switch r.step() {
	case html.TextToken:
		text := r.document[start:r.offset]
		r.step()
		return text
	default: // an end tag, or the end of the document
		return ""
	}
}

func (r *reader) step() html.TokenType {
	kind := r.tokens.Next()
	r.offset += len(r.tokens.Raw())
	return kind
}

// write returns the element with a text, which must not contain its end tag.
func (e *element) write(text string) string {
	if !e.isText() {
		return e.String()
	}
	e.Type = html.StartTagToken
	return e.String() + text + "</" + e.Data + ">"
}

// endOfBody returns the place of the last end tag of a body, ignoring scripts; without one,
// the end of the document.
func endOfBody(document string) int {
	at := len(document)
	r := &reader{document: document, tokens: html.NewTokenizer(strings.NewReader(document))}
	for {
		start := r.offset
		switch r.step() {
		case html.ErrorToken:
			return at
		case html.EndTagToken:
			if name, _ := r.tokens.TagName(); string(name) == "body" {
				at = start
			}
		default:
		}
	}
}
