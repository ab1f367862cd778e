package view

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// DevPackages is the global variable that a [PackagesScript] declares: an object of
// functions, each of which runs a module of a package once and returns what it
// exports.
const DevPackages = "orielPrebuilt"

const (
	packagesBegin = `<script data-oriel-packages="`
	packagesEnd   = "</script>"
)

// PackagesScript returns the element of a script that has the packages of a view in
// development, apart from the view's own. A host that keeps a document ready for the
// next edit runs it there beforehand, see [CutPackages].
func PackagesScript(js string) string {
	const length = 16
	sum := sha256.Sum256([]byte(js))
	return packagesBegin + hex.EncodeToString(sum[:])[:length] + `">` + strings.TrimPrefix(Script(js), "<script>")
}

// CutPackages takes the first [PackagesScript] out of a document. The element is
// empty where there is none. Elements that are equal do the same.
func CutPackages(document string) (element, rest string) {
	before, after, found := strings.Cut(document, packagesBegin)
	text, after, closed := strings.Cut(after, packagesEnd)
	if !found || !closed {
		return "", document
	}
	return packagesBegin + text + packagesEnd, before + after
}
