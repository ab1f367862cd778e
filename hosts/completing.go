package hosts

// CompleteRequest asks for suggestions while a user types an argument of a prompt, or a
// variable of a resource template (MCP completion/complete).
type CompleteRequest struct {
	// Prompt is the name of the prompt; empty for a template.
	Prompt string
	// Template is the URI template; empty for a prompt.
	Template string
	// Name is the name of the argument or variable, Typed its value so far.
	Name, Typed string
	// Known are the values of the other arguments that are already known.
	Known map[string]string
}
