package ui

import "fmt"

// Compat is a set of APIs for which a view's page was written before it came to this
// app: "ui.CompatOpenAI | ui.CompatMCPUI". On a host without such an API, the document
// gets a script that provides it, of 5 to 6 KB compressed. The zero value is the empty
// set, for pages that use the view runtime or speak MCP Apps.
//
// A [URL] and a [RemoteDOM] can't have a Compat, because there is no document to add a
// script to.
type Compat uint8

// The APIs. docs/compat.md lists their members.
const (
	// CompatOpenAI is ChatGPT's window.openai, with its older call shapes.
	CompatOpenAI Compat = 1 << iota
	// CompatMCPApp is window.mcpApp and its mcp:* events.
	CompatMCPApp
	// CompatMCPUI is window.mcpUI, the event mcp-data and the message
	// mcp-tool-result.
	CompatMCPUI
	// CompatUIActions is the UI actions and lifecycle messages of legacy MCP-UI.
	CompatUIActions

	compatEnd
)

// Has reports whether the set contains all the others.
func (c Compat) Has(others Compat) bool { return c&others == others }

func (c Compat) validate(content Content) error {
	if c >= compatEnd {
		return &Error{
			Code:    "compat_unknown",
			Message: fmt.Sprintf("%#x is not a valid Compat.", uint8(c)),
			Fix:     "Combine ui.CompatOpenAI, ui.CompatMCPApp, ui.CompatMCPUI and ui.CompatUIActions.",
		}
	}
	switch content.(type) {
	case URL, RemoteDOM:
		if c != 0 {
			return &Error{
				Code:    "compat_without_document",
				Message: "A ui.URL and a ui.RemoteDOM have no document that a compatibility script could be added to.",
				Fix:     "Leave Compat out, or give the page as ui.HTML, ui.File or ui.Folder.",
			}
		}
	}
	return nil
}
