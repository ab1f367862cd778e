package view

import (
	"html"
	"regexp"
	"strings"
	"sync"
)

// InitialDataID is the id of the element with a view's initial data, which the runtime's
// initialData() reads.
const InitialDataID = "oriel-initial-data"

// dangerous matches what ends a script element early or keeps it from ending (HTML
// standard, "Restrictions for contents of script elements").
var dangerous = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)<(/script|!--)`) })

// Script wraps JavaScript as a <script> element.
//
// "</script" and "<!--" in the code are escaped for HTML: their "<" becomes "\x3C", the
// same character in JavaScript's strings, template literals and regular expressions. There
// are two exceptions: String.raw shows the escape, and a comparison with a regular
// expression must have a space, a < /script/; bundlers write one. A NUL, which HTML would
// replace, becomes "\x00".
func Script(js string) string {
	js = dangerous().ReplaceAllString(js, `\x3C$1`)
	js = strings.ReplaceAll(js, "\x00", `\x00`)
	return "<script>" + js + "</script>"
}

// DataScript wraps JSON as a <script type="application/json"> element, which has data and
// never runs. "<", U+2028 and U+2029 become JSON escapes, so that no string in it has a
// meaning in HTML or JavaScript.
//
// The data must be valid JSON; it is not checked.
func DataScript(id string, json []byte) string {
	escaped := strings.NewReplacer(
		"<", `\u003c`,
		"\u2028", `\u2028`,
		"\u2029", `\u2029`,
	).Replace(string(json))
	return `<script type="application/json" id="` + html.EscapeString(id) + `">` + escaped + "</script>"
}
