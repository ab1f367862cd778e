package ui

// Change is something that clients may want to know: a list that is not what it
// was, or a resource.
type Change struct {
	// List is the list that has changed; empty where URI is what has.
	List List
	// URI is the resource that has changed.
	URI string
}

// List is one of the lists that clients ask for.
type List string

// The lists.
const (
	ToolList     List = "tools"
	PromptList   List = "prompts"
	ResourceList List = "resources"
)
