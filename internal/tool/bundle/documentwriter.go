package bundle

import "github.com/orielapps/oriel/view"

// assembly writes a document of what was bundled.
type assembly func(*markup) string

// markup writes the elements that we put into a document.
type markup struct {
	// mark is the hash that the document tells.
	mark string
	// development gives every style sheet a name, so that it can be replaced, and
	// keeps those that are empty.
	development bool
	// first is markup that goes before all scripts.
	first string
	// before is markup that goes before the view's own scripts.
	before string
	// styled, if set, is called with each style sheet.
	styled func(id, css string)
	// unstyled leaves the style sheets' text out.
	unstyled bool

	scripts map[string]string // elements, by code
}

// head returns the elements that every document begins with.
func (m *markup) head() string {
	return "<meta charset=utf-8>" + HashMark(m.mark) + m.first
}

// style returns the element of a style sheet.
func (m *markup) style(id, attributes, css string) string {
	if m.styled != nil {
		m.styled(id, css)
	}
	if !m.development {
		if css == "" {
			return ""
		}
		return "<style" + attributes + ">" + css + "</style>"
	}
	if m.unstyled {
		css = ""
	}
	return `<style data-oriel-style="` + id + `"` + attributes + ">" + css + "</style>"
}

// script returns the element of a script; none for an empty one.
func (m *markup) script(js string) string {
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
