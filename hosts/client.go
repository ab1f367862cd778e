package hosts

import (
	"bytes"
	"encoding/json"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// UIExtension is the id of MCP Apps among the capabilities' extensions.
const UIExtension = "io.modelcontextprotocol/ui"

// Client is what an MCP client said of itself, in initialize or, from
// 2026-07-28 on, in the _meta of each request.
type Client struct {
	Name, Version string
	// Protocol is the MCP version of the request.
	Protocol string
	// Introduced is whether the client said anything of itself. A request without a
	// session doesn't.
	Introduced bool
	// UIMIMETypes are the document types of the UI extension,
	// capabilities.extensions["io.modelcontextprotocol/ui"].mimeTypes. Empty
	// where the client doesn't declare the extension.
	UIMIMETypes []string
	// Forms and Pages are whether its user can be asked with a form, or sent to a
	// page (capabilities.elicitation).
	Forms, Pages bool
	// Sampling is whether its model can be asked, Roots whether it tells the folders
	// that it works in (capabilities of these names).
	Sampling, Roots bool
}

// Declare notes what a client can do from its capabilities, a JSON object as MCP
// has it. What in there is not as it should be counts as not declared.
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
	// Without modes it is forms, as before there were others.
	c.Forms = c.Forms || !c.Pages && jsonwalk.IsObject(told)
}

// mimeTypes are those that an extension names. They are required, but who
// declares the extension shows views.
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
