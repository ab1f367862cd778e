package hosts

import (
	"fmt"
	"maps"
	"mime"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/orielapps/oriel/ui"
)

// Patterns are compiled on first use, because most servers don't need them: built-in
// profiles are not validated at start.
var (
	profileID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`) })
	// mcpVersion matches MCP's protocol versions.
	mcpVersion = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^20[0-9]{2}-[01][0-9]-[0-3][0-9]$`) })
	// sandboxFlag matches flags of a frame's sandbox attribute.
	sandboxFlag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^allow(-[a-z]+)+$`) })
)

// Validate returns an [*ui.Error] with the code "profile_invalid" that names the field if
// the profile can't be used. A profile needs an ID of small letters, digits and "-", a
// title, and a known adapter; all other values must be possible. Sources are not
// checked.
func (p *Profile) Validate() error {
	switch {
	case !profileID().MatchString(p.ID):
		return invalid(p.ID, "Its id is invalid.", `Use small letters, digits and "-", at most 64.`)
	case p.Title == "" || !p.Adapter.Known:
		return invalid(p.ID, "Its title or its adapter is missing.", "Set both; the adapter of a host without UI is empty.")
	case !slices.Contains([]string{"", MCPApps, ChatGPT, MCPUI}, p.Adapter.Value):
		return invalid(p.ID, fmt.Sprintf("There is no adapter %.80q.", p.Adapter.Value), `Use "mcp-apps", "chatgpt", "mcp-ui", or "" for a host without UI.`)
	case !slices.IsSortedFunc(p.Protocols.Value, func(a, b string) int { return strings.Compare(b, a) }):
		return invalid(p.ID, "Its protocols are not in order.", "Put the newest first.")
	}
	for _, list := range []struct {
		field   string
		entries []string
		fits    func(string) bool
		fix     string
	}{
		{"clients", p.Clients.Value, isClientName, "Give the names that the host's client sends in clientInfo; leave the field out if it sends none."},
		{"protocols", p.Protocols.Value, mcpVersion().MatchString, `Give versions of MCP, which are dates such as "2025-11-25".`},
		{"uiMimeTypes", p.UIMIMETypes.Value, isMediaType, "Give media types, such as \"" + ViewMIMEType + "\"."},
		{"displayModes", p.DisplayModes.Value, isDisplayMode, `Use "inline", "fullscreen" and "pip".`},
		{"sandboxFlags", p.SandboxFlags.Value, sandboxFlag().MatchString, `Give each flag as an entry of its own, such as "allow-forms".`},
	} {
		if at := slices.IndexFunc(list.entries, func(entry string) bool { return !list.fits(entry) }); at >= 0 {
			return invalid(p.ID, fmt.Sprintf("Its %s can't have the entry %.80q.", list.field, list.entries[at]), list.fix)
		}
	}
	for _, f := range slices.Sorted(maps.Keys(p.Features)) {
		if !slices.Contains(Features(), f) {
			return invalid(p.ID, fmt.Sprintf("Its features can't contain %.80q.", f), "Use those of hosts.Features.")
		}
	}
	if c := p.Container.Value; min(c.Width, c.MaxWidth, c.Height, c.MaxHeight) < 0 {
		return invalid(p.ID, "Its container has a negative size.", "Leave out an axis that has no limit.")
	}
	if p.ViewDomain != (Fact[string]{}) && !isViewDomain(p.ViewDomain.Value) {
		return invalid(p.ID, fmt.Sprintf("Its viewDomain %.80q is not a host name.", p.ViewDomain.Value),
			`Give the host's form, such as "{serverHash}.example.com", with no other placeholder, or leave it out if the host has none.`)
	}
	if p.Assets != (Fact[string]{}) && p.Assets.Value != AssetsFromDomains && p.Assets.Value != AssetsInline {
		return invalid(p.ID, fmt.Sprintf("Its assets %.80q is unknown.", p.Assets.Value), `Use "domains" or "inline", or leave it out if it isn't known.`)
	}
	if p.MaxResult != (Fact[int]{}) && p.MaxResult.Value <= 0 {
		return invalid(p.ID, "Its maxResult is not a size.", "Give a number of characters, or leave it out if it isn't known.")
	}
	if p.Confirms != (Fact[Confirmations]{}) && !p.Confirms.Value.isValid() {
		return invalid(p.ID, "Its confirms has an unknown value, or not all four.",
			`Set readOnly, closedWorld, openWorld and destructive to "none", "warn" or "ask", or leave confirms out if it isn't known.`)
	}
	if p.SignIn.Known && !p.SignIn.Value.isValid() {
		return invalid(p.ID, "Its signIn has an unknown value, an empty redirect address, or no way to register.",
			`Set registers to some of "document", "dynamic" and "byHand", asksOn to some of "401", "403" and "result", or leave signIn out if it isn't known.`)
	}
	for _, directive := range slices.Sorted(maps.Keys(p.CSP)) {
		if !slices.Contains(Directives(), directive) {
			return invalid(p.ID, fmt.Sprintf("Its csp can't contain %.80q.", directive), "Use the directives of hosts.Directives.")
		}
		if fault := p.CSP[directive].Value.fault("csp." + directive); fault != "" {
			return invalid(p.ID, "Its "+fault+".",
				"Give origins, as a view's CSP has them, placeholders, and the keywords "+strings.Join(keywords, ", ")+".")
		}
	}
	return nil
}

// isClientName refuses the empty name, which stands for all clients without a name.
func isClientName(name string) bool {
	return strings.TrimSpace(name) != "" && !strings.ContainsFunc(name, unicode.IsControl)
}

func isDisplayMode(mode string) bool {
	return slices.Contains([]string{"inline", "fullscreen", "pip"}, mode)
}

func isMediaType(mimeType string) bool {
	kind, _, err := mime.ParseMediaType(mimeType)
	return err == nil && strings.Contains(kind, "/") &&
		mimeType == strings.TrimSpace(mimeType) && !strings.ContainsFunc(mimeType, unicode.IsControl)
}

// isViewDomain accepts a host name or an https origin, which may contain "{serverHash}".
func isViewDomain(form string) bool {
	const placeholder, digits = "{serverHash}", 32
	name, isOrigin := strings.CutPrefix(form, "https://")
	if strings.Trim(strings.ReplaceAll(name, placeholder, ""), ".-") == "" || strings.Contains(name, "*") || !isOrigin && strings.ContainsAny(name, ":/") {
		return false
	}
	return ui.ValidSource("https://" + strings.ReplaceAll(name, placeholder, strings.Repeat("0", digits)))
}

func invalid(id, why, fix string) error {
	return &ui.Error{Code: "profile_invalid", Message: fmt.Sprintf("The profile %.80q can't be used. %s", id, why), Fix: fix}
}
