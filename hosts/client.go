package hosts

import (
	"bytes"
	"encoding/json"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// UIExtension is the id of MCP Apps in the extensions of a client's capabilities.
const UIExtension = "io.modelcontextprotocol/ui"

// Client is what an MCP client says about itself: in initialize or, from 2026-07-28 on, in
// the _meta of each request.
type Client struct {
	Name, Version string
	// Protocol is the MCP version of the request.
	Protocol string
	// UIMIMETypes are the document types of the UI extension:
	// capabilities.extensions["io.modelcontextprotocol/ui"].mimeTypes. Empty if the
	// client doesn't declare the extension.
	UIMIMETypes []string
	// Introduced reports whether the client said anything about itself. Requests without
	// a session don't.
	Introduced bool
	// Forms and Pages report whether the client can ask its user with a form, or send the
	// user to a page (capabilities.elicitation).
	Forms, Pages bool
	// Sampling reports whether the client's model can be asked, Roots whether the client
	// lists the folders in which it works (the capabilities of these names).
	Sampling, Roots bool
}

// Declare sets the capabilities of the client from MCP's JSON object. Anything malformed
// counts as not declared.
func (c *Client) Declare(capabilities json.RawMessage) {
	capabilities = bytes.TrimSpace(capabilities)
	if !jsonwalk.IsObject(capabilities) && !jsonwalk.IsNull(capabilities) || jsonwalk.Check(capabilities, mostLevels) != jsonwalk.None {
		return
	}
	c.Introduced = true
	for name, told := range jsonwalk.Members(capabilities) {
		switch string(name) {
		case "elicitation":
			c.declareElicitation(told)
		case "sampling":
			c.Sampling = jsonwalk.IsObject(told)
		case "roots":
			c.Roots = jsonwalk.IsObject(told)
		case "extensions":
			for id, settings := range jsonwalk.Members(told) {
				if string(id) == UIExtension {
					c.UIMIMETypes = mimeTypes(settings)
				}
			}
		}
	}
}

func (c *Client) declareElicitation(told json.RawMessage) {
	c.Forms, c.Pages = false, false
	for mode, settings := range jsonwalk.Members(told) {
		switch string(mode) {
		case "form":
			c.Forms = jsonwalk.IsObject(settings)
		case "url":
			c.Pages = jsonwalk.IsObject(settings)
		}
	}
	// An empty object means forms: older versions had no other mode.
	c.Forms = c.Forms || !c.Pages && jsonwalk.IsObject(told)
}

// mimeTypes returns the types in the settings of the UI extension. They are required, but
// a client that declares the extension without them also shows views.
func mimeTypes(settings json.RawMessage) []string {
	if !jsonwalk.IsObject(settings) {
		return nil
	}
	var types []string
	for name, named := range jsonwalk.Members(settings) {
		if string(name) != "mimeTypes" {
			continue
		}
		types = nil
		for item := range jsonwalk.Items(named) {
			if string(item) == `"`+ViewMIMEType+`"` {
				types = append(types, ViewMIMEType)
			} else if text, ok := jsonwalk.Text(item); ok && text != "" {
				types = append(types, text)
			}
		}
	}
	if len(types) == 0 {
		return []string{ViewMIMEType}
	}
	return types
}
