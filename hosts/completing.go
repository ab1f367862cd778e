package hosts

// CompleteRequest is what a user is typing: an argument of a prompt, or a variable of a
// resource template.
type CompleteRequest struct {
	// Prompt is the name of the prompt; empty for a template.
	Prompt string
	// Template is the URI template; empty for a prompt.
	Template string
	// Name is that of the argument or variable, Typed its value so far.
	Name, Typed string
	// Known are the values of the others, as far as they are known.
	Known map[string]string
}
