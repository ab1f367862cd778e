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
// extension existed, and still doesn't declare it.) An unknown client gets the profile of
// the old draft if it declares only that draft's document type, and the generic profile
// otherwise: several hosts show views and don't declare the extension, and a host that
// can show a view should get one. [Assumed] reports which those are.
func Detect(c Client) *Profile {
	if !c.Introduced {
		return Generic()
	}
	if p := byName(c); p != nil {
		if p.Adapter.Value == MCPApps && p.AdvertisesUI.Value && len(c.UIMIMETypes) == 0 {
			return Text()
		}
		return p
	}
	return byAdvertisement(c.UIMIMETypes)
}

// Assumed reports whether [Detect] only assumes that a client shows views: it is unknown,
// it has introduced itself, and it doesn't declare the UI extension. Such a client may
// show app-only tools to its model, so they are not listed for it.
func Assumed(c Client) bool {
	return c.Introduced && len(c.UIMIMETypes) == 0 && byName(c) == nil
}

// byName returns the profile whose clients have that name; nil if there is none.
func byName(c Client) *Profile { return load().now.Load().byClient[strings.ToLower(c.Name)] }

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
