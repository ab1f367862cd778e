package ui

import "encoding/json"

// ToolResult is the result of a tool call, before an adapter converts it for the host.
type ToolResult struct {
	// Input are the arguments of the call, a JSON object.
	Input json.RawMessage
	// Data is for the model and the view: a JSON object, or nil.
	Data json.RawMessage
	// Text is for the model, and for people whose host has no UI.
	Text string
	// Content follows Text: images, links and the like. If [WireBlocks] refuses one of
	// its blocks, adapters leave it out as a whole.
	Content []Block
	// ViewOnly is for the view and hidden from the model: any JSON, or nil.
	ViewOnly json.RawMessage
	// IsError marks a failed call. The model reads the content and may try again.
	IsError bool
	// CloseView asks the host to close the view, through _meta or through the runtime in
	// the view, depending on the host.
	CloseView bool
	// StateToken lets the view keep its state with the app; empty if it doesn't.
	StateToken string
	// Extra is added to the result's _meta as it is, and overrides what adapters write
	// there.
	Extra map[string]any
}

// WireResult is a tool result in the form of the host: MCP's CallToolResult.
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

// EmbeddedResource is a document inside a [WireResult]: legacy MCP-UI hosts receive views
// this way.
type EmbeddedResource struct {
	Type     string   `json:"type"` // always "resource"
	Resource Document `json:"resource"`
}

// ToolAnnotations are hints about a tool's behaviour. All are always sent: hosts that
// review apps require them, and MCP's defaults assume the worst.
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
	// SecuritySchemes is an addition of ChatGPT to MCP.
	SecuritySchemes []SecurityScheme `json:"securitySchemes,omitempty"`
	Meta            map[string]any   `json:"_meta,omitempty"`
}
