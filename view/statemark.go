package view

import "strings"

// StateMarkName is the name of the meta element [StateMark].
const StateMarkName = "oriel-keeps-state"

// StateMark is an element of a built document that contains the part of the runtime that
// keeps state with the app. The bundler writes it before the element with the hash of the
// document's sources.
const StateMark = `<meta name="` + StateMarkName + `" content="true">`

// HasStateMark reports whether a built document has [StateMark] where the bundler writes it:
// the same text elsewhere in the document is the view's own.
func HasStateMark(document string) bool {
	before, _, built := strings.Cut(document, `<meta name="oriel-sources"`)
	return built && strings.HasSuffix(before, StateMark)
}
