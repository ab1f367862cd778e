package hosts

import (
	"slices"
	"strings"
)

// ViewMIMEType is the type of a view's document in MCP Apps 2026-01-26.
const ViewMIMEType = "text/html;profile=mcp-app"

// Detect returns the profile of a client; never nil.
//
// A known name decides, unless it is that of an MCP Apps host which usually
// declares the UI extension and this client doesn't: then it has no UI.
// (ChatGPT showed views before there was an extension to declare, and still
// does without.) An unknown client gets the generic profile if it declares the
// extension, that of the old draft if it declares that draft's document type
// alone, and the text profile if it introduced itself without. A client that
// said nothing, or whose name is a library's default, gets the generic profile,
// because leaving out what it might show would be the greater loss.
func Detect(c Client) *Profile {
	if !c.Introduced {
		return Generic()
	}
	if p := load().now.Load().byClient[strings.ToLower(c.Name)]; p != nil {
		if p.Adapter.Value == MCPApps && p.AdvertisesUI.Value && len(c.UIMIMETypes) == 0 {
			return Text()
		}
		return p
	}
	if len(c.UIMIMETypes) > 0 {
		return byAdvertisement(c.UIMIMETypes)
	}
	if c.Name == unnamed {
		return Generic()
	}
	return Text()
}

// unnamed is what a client on the official Python SDK is called that gives no
// name of its own. Hosts with UI and without are among them, and the ones with
// UI don't all declare it.
const unnamed = "mcp"

// oldViewMIMEType is the type of a view's document in the first text of
// SEP-1865.
const oldViewMIMEType = "text/html+mcp"

// byAdvertisement returns the profile of an unknown host by the documents that
// it takes.
func byAdvertisement(types []string) *Profile {
	if slices.Contains(types, oldViewMIMEType) && !slices.Contains(types, ViewMIMEType) {
		if p, ok := Get(OldDraftID); ok {
			return p
		}
	}
	return Generic()
}
