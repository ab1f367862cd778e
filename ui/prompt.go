package ui

import "fmt"

// WirePrompt is an entry in prompts/list: a text that a person can choose, often as a
// command, for the host to give to its model.
type WirePrompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Arguments   []PromptArgument `json:"arguments,omitempty"`
	Icons       []Icon           `json:"icons,omitempty"`
	Meta        map[string]any   `json:"_meta,omitempty"`
}

// PromptArgument is an argument of a prompt. Its value is a string.
type PromptArgument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

// WirePromptResult is the answer to prompts/get, in the form of the host.
type WirePromptResult struct {
	Description string              `json:"description,omitempty"`
	Messages    []WirePromptMessage `json:"messages"`
	Meta        map[string]any      `json:"_meta,omitempty"`
}

// WirePromptMessage is one message of a [WirePromptResult]. Its content is a block as
// [WireBlocks] returns it.
type WirePromptMessage struct {
	Role    Role `json:"role"`
	Content any  `json:"content"`
}

// WireCompletion has suggestions for what the user is typing, best first (MCP
// completion/complete).
type WireCompletion struct {
	Values []string `json:"values"`
	// Total is the number of all suggestions. Zero means unknown.
	Total int `json:"total,omitempty"`
	// HasMore reports whether there are more than Values.
	HasMore bool `json:"hasMore,omitempty"`
}

// Validate returns an [*Error] with the code "prompt_invalid" if clients would refuse the entry.
func (p *WirePrompt) Validate() error {
	fault := iconsFault(p.Icons)
	if !isToolName(p.Name) {
		fault = `Its name must have 1 to 128 characters: letters, digits, "_", "-" and ".".`
	}
	seen := map[string]bool{}
	for _, a := range p.Arguments {
		if a.Name == "" || seen[a.Name] {
			fault = fmt.Sprintf("The name of the argument %q is empty or used twice.", a.Name)
		}
		seen[a.Name] = true
	}
	if fault == "" {
		return nil
	}
	return &Error{Code: "prompt_invalid", Message: fmt.Sprintf("The prompt %.200q can't be declared. %s", p.Name, fault)}
}
