package hosts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

var profileID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// mcpVersion is the form of MCP's protocol versions.
var mcpVersion = regexp.MustCompile(`^20[0-9]{2}-[01][0-9]-[0-3][0-9]$`)

// Validate reports why a profile can't be used, as an [*ui.Error] with the code
// "profile_invalid". A profile needs an ID of small letters, digits and "-", a
// title, and a known adapter; what it says beyond that must be possible.
func (p *Profile) Validate() error {
	switch {
	case !profileID.MatchString(p.ID):
		return invalid(p.ID, "Its id is not a name.", `Use small letters, digits and "-", at most 64.`)
	case p.Title == "" || !p.Adapter.Known:
		return invalid(p.ID, "Its title or its adapter is missing.", "Both are required; the adapter of a host without UI is empty.")
	case !slices.Contains([]string{"", MCPApps, ChatGPT, MCPUI}, p.Adapter.Value):
		return invalid(p.ID, fmt.Sprintf("There is no adapter %q.", p.Adapter.Value), `Use "mcp-apps", "chatgpt", "mcp-ui", or "" for a host without UI.`)
	case !slices.IsSortedFunc(p.Protocols.Value, func(a, b string) int { return strings.Compare(b, a) }):
		return invalid(p.ID, "Its protocols are not in order.", "Put the newest first.")
	}
	for _, version := range p.Protocols.Value {
		if !mcpVersion.MatchString(version) {
			return invalid(p.ID, fmt.Sprintf("%q is not a version of MCP.", version), `Versions are dates, such as "2025-11-25".`)
		}
	}
	for _, mode := range p.DisplayModes.Value {
		if !slices.Contains([]string{"inline", "fullscreen", "pip"}, mode) {
			return invalid(p.ID, fmt.Sprintf("There is no display mode %q.", mode), `Use "inline", "fullscreen" and "pip".`)
		}
	}
	for f := range p.Features {
		if !slices.Contains(Features(), f) {
			return invalid(p.ID, fmt.Sprintf("There is no feature %q.", f), "Use those of hosts.Features.")
		}
	}
	if c := p.Container.Value; min(c.Width, c.MaxWidth, c.Height, c.MaxHeight) < 0 {
		return invalid(p.ID, "Its container has a negative size.", "Leave out an axis that is not bounded.")
	}
	if err := p.CSPExtra.Value.Validate(); err != nil {
		return invalid(p.ID, fmt.Sprintf("Its cspExtra can't be used: %v", err), "")
	}
	return nil
}

func invalid(id, why, fix string) error {
	return &ui.Error{Code: "profile_invalid", Message: fmt.Sprintf("The profile %.80q can't be used. %s", id, why), Fix: fix}
}
