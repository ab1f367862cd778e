package bundle

import "github.com/orielapps/oriel/view"

// renderer writes a document of the outputs.
type renderer func(*documentWriter) string

// documentWriter writes the elements that are added to a document.
type documentWriter struct {
	// hash is that of the document's sources.
	hash string
	// keepsState adds [view.StateMark].
	keepsState bool
	// development gives every style sheet an ID, so that it can be replaced, and keeps empty
	// ones.
	development bool
	// first is HTML before all scripts.
	first string
	// beforeScripts is markup that goes before the view's own scripts.
	beforeScripts string
	// onStyle, if set, is called with each style sheet.
	onStyle func(id, css string)
	// omitStyles leaves the style sheets' text out.
	omitStyles bool

	scripts map[string]string // elements, by code
}

// head returns the elements that every document begins with.
func (m *documentWriter) head() string {
	mark := ""
	if m.keepsState {
		mark = view.StateMark
	}
	return "<meta charset=utf-8>" + mark + HashMark(m.hash) + m.first
}

// style returns the element of a style sheet.
func (m *documentWriter) style(id, attributes, css string) string {
	if m.onStyle != nil {
		m.onStyle(id, css)
	}
	if !m.development {
		if css == "" {
			return ""
		}
		return "<style" + attributes + ">" + css + "</style>"
	}
	if m.omitStyles {
		css = ""
	}
	return `<style data-oriel-style="` + id + `"` + attributes + ">" + css + "</style>"
}

// script returns the element of a script; none for an empty one.
func (m *documentWriter) script(js string) string {
	if js == "" {
		return ""
	}
	element, ok := m.scripts[js]
	if !ok {
		element = view.Script(js)
		if m.scripts == nil {
			m.scripts = make(map[string]string)
		}
		m.scripts[js] = element
	}
	return element
}
