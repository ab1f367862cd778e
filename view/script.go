package view

import (
	"html"
	"regexp"
	"strings"
	"sync"
)

// InitialDataID is the id of the element that carries a view's initial data,
// where the runtime's initialData() looks for it.
const InitialDataID = "oriel-initial-data"

// dangerous is what ends a script element early or keeps it from ending (HTML
// standard, "Restrictions for contents of script elements").
var dangerous = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)<(/script|!--)`) })

// Script wraps JavaScript as a <script> element.
//
// "</script" and "<!--" in the code lose their meaning for HTML and keep it for
// JavaScript: their "<" becomes "\x3C", the same character in strings, template
// literals and regular expressions. Two places can't be kept: String.raw shows
// the escape, and code that compares with a regular expression without a space,
// as in a</script/, has to be written with one; bundlers do. A NUL, which HTML
// would replace, becomes "\x00".
func Script(js string) string {
	js = dangerous().ReplaceAllString(js, `\x3C$1`)
	js = strings.ReplaceAll(js, "\x00", `\x00`)
	return "<script>" + js + "</script>"
}

// DataScript wraps JSON as a <script type="application/json"> element, which
// holds data and never runs. "<", U+2028 and U+2029 become JSON escapes, so that
// no string in it means anything to HTML or to JavaScript.
//
// The data has to be valid JSON; it is not checked.
func DataScript(id string, json []byte) string {
	escaped := strings.NewReplacer(
		"<", `\u003c`,
		"\u2028", `\u2028`,
		"\u2029", `\u2029`,
	).Replace(string(json))
	return `<script type="application/json" id="` + html.EscapeString(id) + `">` + escaped + "</script>"
}
