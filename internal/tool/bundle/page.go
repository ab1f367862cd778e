package bundle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/net/html"

	"github.com/orielapps/oriel/view"
)

// page is an index.html, split at the elements that have to be bundled.
type page struct {
	name  string // of the file
	lines []string

	parts  []part
	inline []inlined // scripts and styles in the page itself

	modules  []module // scripts of type "module", in order
	styles   []module // style sheets, in order
	classics []string // files of scripts that are not modules, in order
	deferred []int    // indexes of those that run when the page is complete

	contentSeen       bool // something other than the html and head elements has come
	hasHTML, hasTitle bool
	head              int // the part before which the head begins
	headEnd, bodyEnd  int // the parts before which head and body end; -1 without an end tag

	faults Faults
}

// part is a piece of the page: text to keep, or a slot for an output.
type part struct {
	text string
	slot slot
	// number is the index of a style or classic script.
	number int
	// attributes are those of the element in the slot.
	attributes string
}

type slot uint8

const (
	slotNone slot = iota
	slotStyle
	slotClassic
)

// inlined is a script or style in the page, and its position: a line from 1, and a byte
// offset in that line.
type inlined struct {
	text         string
	loader       api.Loader
	line, offset int
}

// element is a script or style element.
type element struct {
	token            html.Token
	tag              position
	content, closing string
	contentAt        position // of the content
}

// whitespace is HTML's: less than Unicode's.
const whitespace = " \t\n\f\r"

// position is a place in the page and the text there.
type position struct {
	raw          string
	line, offset int
}

// pageDocument builds a view that begins with a page: its scripts and styles are bundled and
// put back, everything else stays.
func (c *compiler) pageDocument(entry, name string) (renderer, Faults, Faults) {
	data, fault := c.read(entry, true)
	if fault != nil {
		return nil, nil, Faults{fault}
	}
	c.page = c.scan(entry, string(data))
	faults := c.page.faults

	var targets []target
	if len(c.page.modules) > 0 {
		targets = append(targets, target{name: "view", modules: c.page.modules})
	}
	for i, style := range c.page.styles {
		targets = append(targets, target{name: "style" + strconv.Itoa(i), modules: []module{style}, alone: true})
	}
	var outputs map[string]output
	var warnings Faults
	if len(targets) > 0 {
		var more Faults
		outputs, more, warnings = c.bundle(targets)
		faults = append(faults, more...)
	}
	classics := make([]string, len(c.page.classics))
	for i, file := range c.page.classics {
		script, more, odd := c.classic(file)
		classics[i] = script
		faults, warnings = append(faults, more...), append(warnings, odd...)
	}
	if len(faults) > 0 {
		return nil, nil, faults
	}
	c.postprocess(outputs)
	return func(m *documentWriter) string { return c.page.assemble(m, name, outputs, classics) }, warnings, nil
}

// scanner reads the tokens of a page with their positions.
type scanner struct {
	tokens       *html.Tokenizer
	read         int // bytes
	line, offset int // of the next token
}

// next returns the next token's kind and text, and its place.
func (s *scanner) next() (html.TokenType, position) {
	kind := s.tokens.Next()
	if kind == html.ErrorToken {
		return kind, position{line: s.line, offset: s.offset}
	}
	at := position{raw: string(s.tokens.Raw()), line: s.line, offset: s.offset}
	s.read += len(at.raw)
	if newlines := strings.Count(at.raw, "\n"); newlines > 0 {
		s.line += newlines
		s.offset = len(at.raw) - strings.LastIndexByte(at.raw, '\n') - 1
	} else {
		s.offset += len(at.raw)
	}
	return kind, at
}

// scan splits a page into parts.
func (c *compiler) scan(name, text string) *page {
	p := &page{name: name, lines: strings.Split(text, "\n"), headEnd: -1, bodyEnd: -1}
	s := &scanner{tokens: html.NewTokenizer(strings.NewReader(text)), line: 1}
	foreign := 0 // depth within SVG and MathML, where style and title have another meaning
	for {
		kind, at := s.next()
		switch kind {
		case html.ErrorToken:
			p.keep(text[s.read:])
			return p
		case html.DoctypeToken:
			// Every document gets a doctype.
			continue
		case html.TextToken:
			p.contentSeen = p.contentSeen || strings.Trim(at.raw, whitespace) != ""
			p.keep(at.raw)
			continue
		case html.CommentToken:
			p.keep(at.raw)
			continue
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
		}
		token := s.tokens.Token()
		switch {
		case kind != html.EndTagToken && (token.Data == "html" || token.Data == "head"):
			p.root(token.Data, at.raw)
			continue
		case token.Data == "svg" || token.Data == "math":
			foreign += depthChange(kind)
			p.keep(at.raw)
		case kind == html.EndTagToken:
			p.end(token.Data, at.raw)
		case foreign == 0 && (token.Data == "script" || token.Data == "style"):
			c.code(p, s.element(token, at))
		default:
			c.tag(p, token, at, foreign > 0)
		}
		p.contentSeen = true
	}
}

func depthChange(kind html.TokenType) int {
	switch kind {
	case html.StartTagToken:
		return 1
	case html.EndTagToken:
		return -1
	default:
		return 0
	}
}

// element reads the content of a script or style element and its end tag.
func (s *scanner) element(token html.Token, tag position) element {
	e := element{token: token, tag: tag, contentAt: position{line: s.line, offset: s.offset}}
	for {
		kind, at := s.next()
		switch kind {
		case html.TextToken:
			e.content += at.raw
		case html.EndTagToken:
			e.closing = at.raw
			return e
		default:
			return e
		}
	}
}

func (p *page) keep(text string) {
	if text != "" {
		p.parts = append(p.parts, part{text: text})
	}
}

// root handles the start tags of html and head. After any other content, a browser has
// opened both by itself, and the head is at the page's start.
func (p *page) root(tag, raw string) {
	p.keep(raw)
	if p.contentSeen {
		return
	}
	p.head = len(p.parts)
	if tag == "html" {
		p.hasHTML = true
	} else {
		p.contentSeen = true
	}
}

func (p *page) end(tag, raw string) {
	switch {
	case tag == "head" && p.headEnd < 0:
		p.headEnd = len(p.parts)
	case tag == "body", tag == "html" && p.bodyEnd < 0:
		p.bodyEnd = len(p.parts)
	}
	p.keep(raw)
}

// tag handles a start tag that is neither script nor style.
func (c *compiler) tag(p *page, token html.Token, at position, foreign bool) {
	switch token.Data {
	case "title":
		p.hasTitle = p.hasTitle || !foreign
	case "meta":
		if isGenerated(token) {
			return
		}
	case "link":
		c.link(p, token, at)
		return
	}
	p.keep(c.media(p, token, at))
}

// isGenerated reports whether a meta element is one that the bundler itself writes.
func isGenerated(token html.Token) bool {
	_, charset := attribute(token, "charset")
	name, _ := attribute(token, "name")
	equiv, _ := attribute(token, "http-equiv")
	return charset || strings.EqualFold(name, "oriel-sources") || strings.EqualFold(name, view.StateMarkName) || strings.EqualFold(equiv, "content-type")
}

// code handles a script or style element.
func (c *compiler) code(p *page, e element) {
	switch {
	case e.closing == "":
		p.fault(&Fault{
			Code:    "element_unclosed",
			Message: fmt.Sprintf("This %s element is not closed.", e.token.Data),
			Fix:     fmt.Sprintf("Add </%s>. If it is there: \"<!--\" and \"<script\" in the code before it make browsers ignore it.", e.token.Data),
		}, e.tag, "")
	case e.token.Data == "script":
		c.script(p, e)
	default:
		p.style(e)
	}
}

// script handles a script element.
func (c *compiler) script(p *page, e element) {
	kind, _ := attribute(e.token, "type")
	src, external := attribute(e.token, "src")
	isModule := strings.EqualFold(strings.TrimSpace(kind), "module")
	_, never := attribute(e.token, "nomodule")
	switch {
	case !isModule && !isJavaScript(kind):
		// Data: JSON, a template, a shader.
		p.keep(e.tag.raw + e.content + e.closing)
	case never && !isModule:
		// For old browsers, which hosts don't use. Without the attribute it would run.
	case external:
		name, _, fault := c.resolver.URL(c.dir, src)
		switch {
		case fault != nil:
			p.fault(fault, e.tag, src)
		case isModule:
			p.modules = append(p.modules, module{fromProject, name})
		default:
			p.classic(name, e.token)
		}
	case isModule:
		loader := api.LoaderJS
		if lang, _ := attribute(e.token, "lang"); strings.EqualFold(lang, "ts") {
			loader = api.LoaderTS
		}
		p.modules = append(p.modules, p.part(e, loader))
	default:
		p.keep(e.tag.raw + e.content + e.closing)
	}
}

// isJavaScript reports whether a script element's type means a classic script.
func isJavaScript(kind string) bool {
	switch strings.ToLower(strings.TrimSpace(kind)) {
	case "", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript":
		return true
	default:
		return false
	}
}

// classic adds a slot for a script that is not a module.
func (p *page) classic(name string, token html.Token) {
	number := len(p.classics)
	p.classics = append(p.classics, name)
	_, deferred := attribute(token, "defer")
	_, whenever := attribute(token, "async")
	if deferred || whenever {
		p.deferred = append(p.deferred, number)
		return
	}
	p.parts = append(p.parts, part{slot: slotClassic, number: number})
}

// style handles a style element.
func (p *page) style(e element) {
	p.parts = append(p.parts, part{slot: slotStyle, number: len(p.styles), attributes: attributes(e.token, "type")})
	p.styles = append(p.styles, p.part(e, api.LoaderCSS))
}

// part adds a script or style in the page itself.
func (p *page) part(e element, loader api.Loader) module {
	p.inline = append(p.inline, inlined{text: e.content, loader: loader, line: e.contentAt.line, offset: e.contentAt.offset})
	return module{fromPage, strconv.Itoa(len(p.inline) - 1)}
}

// maxPageFaults is the most faults that are reported for one page.
const maxPageFaults = 100

// fault adds a fault at a part of what is written at a spot, or at all of it.
func (p *page) fault(fault *Fault, at position, part string) {
	if len(p.faults) >= maxPageFaults {
		return
	}
	length := len(at.raw)
	if cut := strings.Index(at.raw, part); cut > 0 && part != "" {
		before := at.raw[:cut]
		if newlines := strings.Count(before, "\n"); newlines > 0 {
			at.line += newlines
			at.offset = cut - strings.LastIndexByte(before, '\n') - 1
		} else {
			at.offset += cut
		}
		length = len(part)
	}
	p.faults = append(p.faults, fault.At(p.name, at.line, p.line(at.line), at.offset, length))
}

// line returns the text of a line, from 1.
func (p *page) line(number int) string {
	if number < 1 || number > len(p.lines) {
		return ""
	}
	return p.lines[number-1]
}

func attribute(token html.Token, name string) (string, bool) {
	for _, a := range token.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// attributes writes an element's attributes, without some of them.
func attributes(token html.Token, without ...string) string {
	var b strings.Builder
next:
	for _, a := range token.Attr {
		for _, name := range without {
			if a.Key == name {
				continue next
			}
		}
		b.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
	}
	return b.String()
}
