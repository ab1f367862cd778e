package bundle

import (
	"html"
	"strconv"
	"strings"
)

// assemble puts a page together again.
func (p *page) assemble(hash, name string, outputs map[string]texts, classics []string) string {
	view := outputs["view"]
	style, script := styleElement("", view.style), scriptElement(view.script)
	var late strings.Builder
	for _, number := range p.deferred {
		late.WriteString(scriptElement(classics[number]))
	}
	script = late.String() + script
	if p.headEnd < 0 {
		style, script = "", style+script
	}
	var b strings.Builder
	b.WriteString("<!doctype html>")
	if !p.hasHTML {
		b.WriteString("<html lang=en>")
	}
	for i, part := range p.parts {
		if i == p.head {
			b.WriteString(p.begin(hash, name))
		}
		if i == p.headEnd {
			b.WriteString(style)
		}
		if i == p.bodyEnd {
			b.WriteString(script)
		}
		switch part.slot {
		case slotNone:
			text := part.text
			if i == 0 {
				text = strings.TrimLeft(text, whitespace)
			}
			b.WriteString(text)
		case slotStyle:
			b.WriteString(styleElement(part.attributes, outputs["style"+strconv.Itoa(part.number)].style))
		case slotClassic:
			b.WriteString(scriptElement(classics[part.number]))
		}
	}
	if p.head >= len(p.parts) {
		b.WriteString(p.begin(hash, name))
	}
	if p.bodyEnd < 0 {
		b.WriteString(script)
	}
	return b.String()
}

// begin returns what the head begins with.
func (p *page) begin(hash, name string) string {
	if p.hasTitle {
		return head(hash)
	}
	return head(hash) + "<title>" + html.EscapeString(titleOf(name)) + "</title>"
}
