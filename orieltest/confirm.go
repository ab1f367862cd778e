package orieltest

import (
	"encoding/json"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Confirmation returns what the host does before it makes its model's call of a tool: nothing,
// a warning to its user, or a question that the user has to allow. It follows from the tool's
// annotations and the profile, and is empty if it is not known of this host. Options.Confirm
// answers the question.
func (h *Host) Confirmation(tool string) hosts.Confirmation {
	h.t.Helper()
	return h.profile.Confirmation(h.Tool(tool).Annotations)
}

// denied returns the result of a call that the host's user does not allow, or nil.
func (h *Host) denied(tool string) *Result {
	h.t.Helper()
	confirm := h.link.options.Confirm
	if confirm == nil || h.Confirmation(tool) != hosts.ConfirmAsk || confirm(tool) {
		return nil
	}
	return &Result{
		Denied: true, IsError: true, Content: []ui.Block{ui.TextBlock{Text: "The user denied the call of " + tool + "."}},
		Answer: json.RawMessage("null"), t: h.t, what: "the denied call of " + tool,
	}
}
