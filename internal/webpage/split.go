package webpage

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// A File is a part of a document that has become a file.
type File struct {
	// Name contains a hash of the text.
	Name     string
	MIMEType string
	Text     string

	integrity string
}

func newFile(extension, mimeType, text string) File {
	const digits = 32
	sum := sha256.Sum256([]byte(text))
	return File{
		Name: hex.EncodeToString(sum[:])[:digits] + extension, MIMEType: mimeType, Text: text,
		integrity: "sha256-" + base64.StdEncoding.EncodeToString(sum[:]),
	}
}

// Split moves the scripts and style sheets of at least the given size in bytes out of a
// document and returns them; the document loads each from base and its name. The order and
// time at which scripts run stay the same.
//
// It doesn't move what would not work as a file: data, elements with an id, which the page
// may look up, modules that load others, style sheets that load other files, and what is
// inside of <svg>.
func Split(document, base string, least int) (string, []File) {
	var files []File
	shell := edit(document, func(e *element) (string, bool) {
		if !e.isText() || len(e.text) < least || !canLeave(e) {
			return "", false
		}
		var f File
		instead := element{Token: html.Token{Type: html.StartTagToken, Data: e.Data, Attr: e.Attr}}
		if e.Data == "script" {
			f = newFile(".js", "text/javascript", e.text)
			if !e.isModule() {
				instead.drop("async", "defer") // they only have a meaning with an address
			}
			instead.set("src", base+f.Name)
		} else {
			f = newFile(".css", "text/css", e.text)
			instead.Data = "link"
			instead.set("rel", "stylesheet")
			instead.set("href", base+f.Name)
		}
		// Without it, the page gets no details of errors in a script of another origin.
		instead.set("crossorigin", "anonymous")
		instead.set("integrity", f.integrity)
		files = append(files, f)
		return instead.write(""), true
	})
	return shell, files
}

// canLeave reports whether a script or a style sheet works the same in a file.
func canLeave(e *element) bool {
	if e.foreign {
		return false // in <svg> there is no <link> and no src
	}
	for _, a := range e.Attr {
		if a.Key == "id" || a.Key == "src" || a.Key == "title" || a.Key == "nonce" || a.Key == "nomodule" || strings.HasPrefix(a.Key, "data-") {
			return false
		}
	}
	if kind := e.kind(); e.Data == "style" {
		return (kind == "" || kind == "text/css") && !namesFiles(e.text)
	}
	return isClassic(e.kind()) || e.isModule() && !LoadsModules(e.text)
}

// kind returns the type of a script or a style sheet, in lower case.
func (e *element) kind() string { return strings.ToLower(strings.TrimSpace(e.attribute("type"))) }

func (e *element) isModule() bool { return e.kind() == "module" }

// isClassic reports whether a script with this type is a classic one.
func isClassic(kind string) bool {
	switch kind {
	case "", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript", "application/x-javascript":
		return true
	default:
		return false
	}
}

// namesFiles reports whether a style sheet contains a relative address.
func namesFiles(sheet string) bool {
	found := false
	RewriteCSS(sheet, func(reference string) string {
		found = found || !isSelfContained(reference) && !isWhole(reference)
		return reference
	})
	return found
}

// isWhole reports whether an address is absolute.
func isWhole(reference string) bool {
	return hasPrefixFold(reference, "https:") || hasPrefixFold(reference, "http:")
}

// set sets an attribute.
func (e *element) set(name, value string) {
	e.drop(name)
	e.Attr = append(e.Attr, html.Attribute{Key: name, Val: value})
}

// drop removes attributes.
func (e *element) drop(names ...string) {
	e.Attr = slices.DeleteFunc(slices.Clone(e.Attr), func(a html.Attribute) bool { return slices.Contains(names, a.Key) })
}
