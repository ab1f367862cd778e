package hosts

import (
	"slices"

	"github.com/orielapps/oriel/ui"
)

// Confirmation is what a host does before it makes a call that its model wants.
type Confirmation string

// The confirmations, from the weakest to the strongest.
const (
	// ConfirmNone means that the host makes the call at once.
	ConfirmNone Confirmation = "none"
	// ConfirmWarn means that the host makes the call, and shows its user a warning.
	ConfirmWarn Confirmation = "warn"
	// ConfirmAsk means that the host makes the call only if its user allows it.
	ConfirmAsk Confirmation = "ask"
)

// Confirmations is what a host does before calls of tools, by their annotations (MCP
// 2025-11-25, "ToolAnnotations"), as long as its user has not chosen otherwise.
type Confirmations struct {
	// ReadOnly is for tools that change nothing.
	ReadOnly Confirmation `json:"readOnly"`
	// ClosedWorld and OpenWorld are for tools that change something, among the app's own
	// data, or also in other systems.
	ClosedWorld Confirmation `json:"closedWorld"`
	OpenWorld   Confirmation `json:"openWorld"`
	// Destructive is for tools that may delete or overwrite data, in addition to
	// ClosedWorld or OpenWorld; the stronger one counts.
	Destructive Confirmation `json:"destructive"`
}

// Confirmation returns what the host does before it makes its model's call of a tool with
// these annotations. It is empty if that is not known.
func (p *Profile) Confirmation(a ui.ToolAnnotations) Confirmation {
	rules := p.Confirms.Value
	if !p.Confirms.Known {
		return ""
	}
	if a.ReadOnlyHint {
		return rules.ReadOnly
	}
	rule := rules.ClosedWorld
	if a.OpenWorldHint {
		rule = rules.OpenWorld
	}
	if a.DestructiveHint && rules.Destructive.strength() > rule.strength() {
		rule = rules.Destructive
	}
	return rule
}

// strength is negative for a value that is none of the confirmations.
func (c Confirmation) strength() int {
	return slices.Index([]Confirmation{ConfirmNone, ConfirmWarn, ConfirmAsk}, c)
}

func (c Confirmations) isValid() bool {
	return min(c.ReadOnly.strength(), c.ClosedWorld.strength(), c.OpenWorld.strength(), c.Destructive.strength()) >= 0
}
