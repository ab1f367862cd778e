package bundle

import (
	"encoding/base64"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// link handles a link element: style sheets and icons go into the document, and hints to
// preload files are removed.
func (c *compiler) link(p *page, token html.Token, at position) {
	rel, _ := attribute(token, "rel")
	href, _ := attribute(token, "href")
	for kind := range strings.FieldsSeq(strings.ToLower(rel)) {
		switch kind {
		case "stylesheet":
			name, _, fault := c.resolver.URL(c.dir, href)
			if fault != nil {
				p.fault(fault, at, href)
				return
			}
			p.parts = append(p.parts, part{
				slot:       slotStyle,
				number:     len(p.styles),
				attributes: attributes(token, "rel", "href", "type", "crossorigin", "integrity"),
			})
			p.styles = append(p.styles, module{fromProject, name})
			return
		case "icon", "apple-touch-icon":
			p.keep(c.embed(p, token, at, "href"))
			return
		case "modulepreload", "preload", "prefetch":
			return
		}
	}
	p.keep(at.raw)
}

// mediaAttributes are the attributes by which elements load files.
var mediaAttributes = map[string][]string{
	"img":    {"src", "srcset"},
	"source": {"src", "srcset"},
	"image":  {"href", "xlink:href"},
	"input":  {"src"},
	"video":  {"src", "poster"},
	"audio":  {"src"},
	"track":  {"src"},
	"embed":  {"src"},
	"object": {"data"},
}

var fileInStyle = regexp.MustCompile(`(?i)url\(\s*["']?([^"')\s]*)`)

// media returns an element's start tag, with the files that it loads as data URLs.
func (c *compiler) media(p *page, token html.Token, at position) string {
	style, _ := attribute(token, "style")
	for _, match := range fileInStyle.FindAllStringSubmatch(style, -1) {
		if !resolver.NeedsNoFile(match[1]) {
			p.fault(&Fault{
				Code:    "style_attribute_file",
				Message: "A style attribute can't load a file: a view is one document.",
				Fix:     "Move the rule into a style sheet or a style element; files named there become part of the document.",
			}, at, match[1])
		}
	}
	names, ok := mediaAttributes[token.Data]
	if !ok {
		return at.raw
	}
	return c.embed(p, token, at, names...)
}

// embed replaces URLs in the named attributes of a start tag with data URLs.
func (c *compiler) embed(p *page, token html.Token, at position, names ...string) string {
	changed := false
	for i, a := range token.Attr {
		for _, name := range names {
			if a.Key != name || resolver.NeedsNoFile(a.Val) {
				continue
			}
			if name == "srcset" {
				p.fault(&Fault{
					Code:    "srcset_unsupported",
					Message: "A view is one document, so it has one image, not a set.",
					Fix:     "Use src instead of srcset.",
				}, at, "srcset")
				continue
			}
			url, fault := c.dataURL(a.Val)
			if fault != nil {
				p.fault(fault, at, a.Val)
				continue
			}
			token.Attr[i].Val, changed = url, true
		}
	}
	if !changed {
		return at.raw
	}
	return token.String()
}

// dataURL returns a file as a data URL.
func (c *compiler) dataURL(reference string) (string, *Fault) {
	name, suffix, fault := c.resolver.URL(c.dir, reference)
	if fault != nil {
		return "", fault
	}
	how, ok := formats[strings.ToLower(path.Ext(name))]
	if !ok || how.mime == "" {
		return "", &Fault{
			Code:    "file_unsupported",
			Message: path.Base(name) + " is not an image, font, sound or video that a document can contain.",
			Fix:     "Use SVG, PNG, JPEG, GIF, WebP, AVIF, WOFF2, MP3, WAV, OGG, MP4 or WebM.",
		}
	}
	data, fault := c.read(name, how.text)
	if fault != nil {
		return "", fault
	}
	return "data:" + how.mime + ";base64," + base64.StdEncoding.EncodeToString(data) + fragment(suffix), nil
}

// fragment returns the part of a URL's suffix that also works in a data URL: "#sun" of
// "icons.svg#sun" shows a part of the image.
func fragment(suffix string) string {
	if cut := strings.IndexByte(suffix, '#'); cut >= 0 {
		return suffix[cut:]
	}
	return ""
}
