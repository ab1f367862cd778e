package ui

// Change is a change of a list or of a resource, of which clients can be notified.
type Change struct {
	// List is the list that has changed; empty if a resource has changed.
	List List
	// URI is the resource that has changed.
	URI string
}

// List is one of the lists of MCP.
type List string

// The lists of MCP.
const (
	ToolList     List = "tools"
	PromptList   List = "prompts"
	ResourceList List = "resources"
)
