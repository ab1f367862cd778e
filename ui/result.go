package ui

import "encoding/json"

// ToolResult is what a tool call gave, before an adapter has put it into a host's
// form.
type ToolResult struct {
	// Input is the call's arguments, a JSON object.
	Input json.RawMessage
	// Data is for the model and the view: a JSON object, or nil.
	Data json.RawMessage
	// Text is for the model, and for people where there is no UI.
	Text string
	// Content follows Text in the content: pictures, links and the like. An adapter
	// leaves it out whole where [WireBlocks] refuses a part of it.
	Content []Block
	// ViewOnly is for the view and hidden from the model: any JSON, or nil.
	ViewOnly json.RawMessage
	// IsError marks a failed call. The model reads Text and may try again.
	IsError bool
	// CloseView asks the host to close the view, where it has a way to be asked: by a
	// key of its own, or by the runtime in the view.
	CloseView bool
	// StateToken lets the view keep its state with the app; empty where it doesn't.
	StateToken string
	// Extra goes into the result's _meta as it is and wins over what an
	// adapter writes there.
	Extra map[string]any
}

// WireResult is a tool result in the form that a host receives, the
// CallToolResult of MCP.
type WireResult struct {
	Content           []any           `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	Meta              map[string]any  `json:"_meta,omitempty"`
}

// TextContent is a text block of a [WireResult].
type TextContent struct {
	Type string `json:"type"` // always "text"
	Text string `json:"text"`
}

// EmbeddedResource is a document inside a [WireResult], the way legacy MCP-UI
// hosts receive a view.
type EmbeddedResource struct {
	Type     string   `json:"type"` // always "resource"
	Resource Document `json:"resource"`
}

// ToolAnnotations are a tool's behaviour hints. All are always present: hosts
// that review apps require them, and the protocol's defaults are alarming.
type ToolAnnotations struct {
	Title           string `json:"title,omitempty"`
	ReadOnlyHint    bool   `json:"readOnlyHint"`
	DestructiveHint bool   `json:"destructiveHint"`
	IdempotentHint  bool   `json:"idempotentHint"`
	OpenWorldHint   bool   `json:"openWorldHint"`
}

// WireTool is a tool's entry in tools/list.
type WireTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  ToolAnnotations `json:"annotations"`
	Icons        []Icon          `json:"icons,omitempty"`
	// SecuritySchemes is ChatGPT's addition to MCP.
	SecuritySchemes []SecurityScheme `json:"securitySchemes,omitempty"`
	Meta            map[string]any   `json:"_meta,omitempty"`
}
