package ui

import "fmt"

// Compat is a set of what a view's page was written for, before it came to this
// app: "ui.CompatOpenAI | ui.CompatMCPUI". On a host that lacks it, the document
// gets a script that provides it, of 5 to 6 KB compressed. The zero value is
// nothing: a page that uses the view runtime, or speaks MCP Apps, needs none.
//
// A page without a document of its own here, a [URL] or a [RemoteDOM], can't have
// any.
type Compat uint8

// What a page may have been written for; docs/compat.md lists the members.
const (
	// CompatOpenAI is window.openai, ChatGPT's, with its older call shapes.
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

// Has reports whether all of the others are in the set.
func (c Compat) Has(others Compat) bool { return c&others == others }

func (c Compat) validate(content Content) error {
	if c >= compatEnd {
		return &Error{
			Code:    "compat_unknown",
			Message: fmt.Sprintf("%#x is not a set of what a page can have been written for.", uint8(c)),
			Fix:     "Combine ui.CompatOpenAI, ui.CompatMCPApp, ui.CompatMCPUI and ui.CompatUIActions.",
		}
	}
	switch content.(type) {
	case URL, RemoteDOM:
		if c != 0 {
			return &Error{
				Code:    "compat_without_document",
				Message: "A page from elsewhere and a Remote DOM script have no document that a script could be put into.",
				Fix:     "Leave Compat out, or give the page as ui.HTML, ui.File or ui.Folder.",
			}
		}
	}
	return nil
}
