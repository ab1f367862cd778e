package hosts

import (
	"slices"
	"strings"
)

// ViewMIMEType is the MIME type of a view's document in MCP Apps 2026-01-26.
const ViewMIMEType = "text/html;profile=mcp-app"

// Detect returns the profile of a client, never nil.
//
// A known name decides, with one exception: if hosts of that name usually declare the UI
// extension and this client doesn't, it has no UI. (ChatGPT showed views before the
// extension existed, and still doesn't declare it.) An unknown client gets the generic
// profile if it declares the extension, the profile of the old draft if it declares only
// that draft's document type, and the text profile if it declares no extension. A client
// that says nothing about itself, or whose name is a library's default, gets the generic
// profile: a host that can show a view should get one.
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

// unnamed is the default client name of the official Python SDK. Hosts with and without
// UI use it, and not all of those with UI declare the extension.
const unnamed = "mcp"

// oldViewMIMEType is the MIME type of a view's document in the first draft of SEP-1865.
const oldViewMIMEType = "text/html+mcp"

// byAdvertisement returns the profile of an unknown host by the document types that it
// declares.
func byAdvertisement(types []string) *Profile {
	if slices.Contains(types, oldViewMIMEType) && !slices.Contains(types, ViewMIMEType) {
		if p, ok := Get(OldDraftID); ok {
			return p
		}
	}
	return Generic()
}
