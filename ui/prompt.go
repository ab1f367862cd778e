package ui

import "fmt"

// WirePrompt is an entry in prompts/list: a text that a person can choose, often as
// a command, and that the host then gives to its model.
type WirePrompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Arguments   []PromptArgument `json:"arguments,omitempty"`
	Icons       []Icon           `json:"icons,omitempty"`
	Meta        map[string]any   `json:"_meta,omitempty"`
}

// PromptArgument is what a prompt asks its user for; a text.
type PromptArgument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

// WirePromptResult is the answer to prompts/get in the form that a host receives.
type WirePromptResult struct {
	Description string              `json:"description,omitempty"`
	Messages    []WirePromptMessage `json:"messages"`
	Meta        map[string]any      `json:"_meta,omitempty"`
}

// WirePromptMessage is one message of a [WirePromptResult]; its content is a block
// as [WireBlocks] writes it.
type WirePromptMessage struct {
	Role    Role `json:"role"`
	Content any  `json:"content"`
}

// WireCompletion is what may follow what a user has typed so far, best first
// (completion/complete).
type WireCompletion struct {
	Values []string `json:"values"`
	// Total is how many there are in all; zero is unknown.
	Total int `json:"total,omitempty"`
	// HasMore is whether there are more than Values.
	HasMore bool `json:"hasMore,omitempty"`
}

// Validate reports what of an entry a client would stumble over.
func (p *WirePrompt) Validate() error {
	fault := iconsFault(p.Icons)
	if !isToolName(p.Name) {
		fault = `A name has 1 to 128 of letters, digits, "_", "-" and ".".`
	}
	seen := map[string]bool{}
	for _, a := range p.Arguments {
		if a.Name == "" || seen[a.Name] {
			fault = fmt.Sprintf("The name of the argument %q is empty or taken.", a.Name)
		}
		seen[a.Name] = true
	}
	if fault == "" {
		return nil
	}
	return &Error{Code: "prompt_invalid", Message: fmt.Sprintf("The prompt %.200q can't be declared. %s", p.Name, fault)}
}
