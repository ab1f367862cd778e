package webpage

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// An element is a start tag and, where HTML reads what follows as text, in scripts
// and style sheets, that text.
type element struct {
	html.Token

	text string
	// foreign is whether it stands inside of <svg> or <math>.
	foreign bool
}

// isText reports whether HTML reads what is in the element as text, even if its tag
// ends with a slash.
func (e *element) isText() bool { return e.Data == "script" || e.Data == "style" }

// attribute returns an attribute's value; empty where there is none.
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

// edit copies a document, and asks about each of its elements what shall stand in
// its place: nothing different, or a text. What it asks about ends with the start
// tag; for one with text it includes the text and the end tag.
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
	offset   int // what has been read
	foreign  int // how many <svg> and <math> are open
}

// next returns the next element and where it starts; the reader's offset is where it
// ends.
func (r *reader) next() (e *element, start int, found bool) {
	for {
		start = r.offset
		switch r.step() {
		case html.ErrorToken: // the end; a reader of a string has no other error
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

// isForeign reports whether what is in an element is no HTML.
func isForeign(tag string) bool { return tag == "svg" || tag == "math" }

// text reads up to the end tag of a script or a style sheet, and over it.
func (r *reader) text() string {
	start := r.offset
	switch r.step() {
	case html.TextToken:
		text := r.document[start:r.offset]
		r.step()
		return text
	default: // its end tag, or that of the document
		return ""
	}
}

func (r *reader) step() html.TokenType {
	kind := r.tokens.Next()
	r.offset += len(r.tokens.Raw())
	return kind
}

// write writes an element with a text, which must not hold its end tag.
func (e *element) write(text string) string {
	if !e.isText() {
		return e.String()
	}
	e.Type = html.StartTagToken
	return e.String() + text + "</" + e.Data + ">"
}

// endOfBody is where the last end tag of a body stands; the end of a document that has
// none. What looks like one in a script is none.
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
