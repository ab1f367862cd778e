package view

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// DevPackages is the global variable that a [PackagesScript] declares: an object of
// functions, each of which runs a module of a package once and returns its exports.
const DevPackages = "orielPrebuilt"

const (
	packagesBegin = `<script data-oriel-packages="`
	packagesEnd   = "</script>"
)

// PackagesScript returns a script element with the packages of a view in development,
// separate from the view's own code. A host can run it in advance, in a document that it
// prepares for the next edit; see [CutPackages].
func PackagesScript(js string) string {
	const length = 16
	sum := sha256.Sum256([]byte(js))
	return packagesBegin + hex.EncodeToString(sum[:])[:length] + `">` + strings.TrimPrefix(Script(js), "<script>")
}

// CutPackages removes the first [PackagesScript] from a document and returns both. The
// element is empty if there is none. Equal elements have the same effect.
func CutPackages(document string) (element, rest string) {
	before, after, found := strings.Cut(document, packagesBegin)
	text, after, closed := strings.Cut(after, packagesEnd)
	if !found || !closed {
		return "", document
	}
	return packagesBegin + text + packagesEnd, before + after
}
