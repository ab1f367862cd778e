package bundle

import (
	"html"
	"strconv"
	"strings"
)

// assemble writes a page with its outputs in their slots.
func (p *page) assemble(m *documentWriter, name string, outputs map[string]output, classics []string) string {
	var b strings.Builder
	scripts := func() {
		if p.headEnd < 0 {
			b.WriteString(m.style("view", "", outputs["view"].style))
		}
		for _, number := range p.deferred {
			b.WriteString(m.script(classics[number]))
		}
		b.WriteString(m.beforeScripts + m.script(outputs["view"].script))
	}
	b.WriteString("<!doctype html>")
	if !p.hasHTML {
		b.WriteString("<html lang=en>")
	}
	for i, part := range p.parts {
		if i == p.head {
			b.WriteString(p.begin(m, name))
		}
		if i == p.headEnd {
			b.WriteString(m.style("view", "", outputs["view"].style))
		}
		if i == p.bodyEnd {
			scripts()
		}
		switch part.slot {
		case slotNone:
			text := part.text
			if i == 0 {
				text = strings.TrimLeft(text, whitespace)
			}
			b.WriteString(text)
		case slotStyle:
			id := "style" + strconv.Itoa(part.number)
			b.WriteString(m.style(id, part.attributes, outputs[id].style))
		case slotClassic:
			b.WriteString(m.script(classics[part.number]))
		}
	}
	if p.head >= len(p.parts) {
		b.WriteString(p.begin(m, name))
	}
	if p.bodyEnd < 0 {
		scripts()
	}
	return b.String()
}

// begin returns the beginning of the head.
func (p *page) begin(m *documentWriter, name string) string {
	if p.hasTitle {
		return m.head()
	}
	return m.head() + "<title>" + html.EscapeString(titleOf(name)) + "</title>"
}
