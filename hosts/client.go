package hosts

import "encoding/json"

// UIExtension is the id of MCP Apps among the capabilities' extensions.
const UIExtension = "io.modelcontextprotocol/ui"

// Client is what an MCP client said of itself, in initialize or, from
// 2026-07-28 on, in the _meta of each request.
type Client struct {
	Name, Version string
	// Protocol is the MCP version of the request.
	Protocol string
	// Told is whether the client introduced itself at all. A request without a
	// session says nothing.
	Told bool
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
	var told struct {
		Elicitation json.RawMessage            `json:"elicitation"`
		Sampling    json.RawMessage            `json:"sampling"`
		Roots       json.RawMessage            `json:"roots"`
		Extensions  map[string]json.RawMessage `json:"extensions"`
	}
	if json.Unmarshal(capabilities, &told) != nil {
		// One member of a wrong type must not hide the others.
		var members map[string]json.RawMessage
		if json.Unmarshal(capabilities, &members) != nil {
			return
		}
		told.Elicitation, told.Sampling, told.Roots = members["elicitation"], members["sampling"], members["roots"]
		told.Extensions = nil
		_ = json.Unmarshal(members["extensions"], &told.Extensions)
	}
	c.Told = true
	if modes, ok := object(told.Elicitation); ok {
		_, c.Forms = object(modes["form"])
		_, c.Pages = object(modes["url"])
		c.Forms = c.Forms || !c.Pages // without modes it is forms, as before there were others
	}
	_, c.Sampling = object(told.Sampling)
	_, c.Roots = object(told.Roots)
	if settings, ok := object(told.Extensions[UIExtension]); ok {
		c.UIMIMETypes = mimeTypes(settings["mimeTypes"])
	}
}

// mimeTypes are those that an extension names. They are required, but who
// declares the extension shows views.
func mimeTypes(named json.RawMessage) []string {
	var items []json.RawMessage
	_ = json.Unmarshal(named, &items) // none, then
	var types []string
	for _, item := range items {
		var text string
		if json.Unmarshal(item, &text) == nil && text != "" {
			types = append(types, text)
		}
	}
	if len(types) == 0 {
		return []string{ViewMIMEType}
	}
	return types
}

// object reads a JSON object; null is none.
func object(data json.RawMessage) (members map[string]json.RawMessage, ok bool) {
	return members, len(data) > 0 && json.Unmarshal(data, &members) == nil && members != nil
}
