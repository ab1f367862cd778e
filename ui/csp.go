package ui

import "fmt"

// CSP lists the origins a view may reach; a host turns it into a
// Content-Security-Policy. Each source is an origin ("https://api.example.com"),
// an origin with a wildcard as its first label ("https://*.example.com"), or a
// WebSocket origin in ConnectDomains ("wss://live.example.com").
//
// Field names follow MCP Apps 2026-01-26, "UI resource metadata".
type CSP struct {
	// ConnectDomains may be reached with fetch, XMLHttpRequest, EventSource
	// and WebSocket.
	ConnectDomains []string
	// ResourceDomains may serve scripts, styles, images, fonts and media.
	ResourceDomains []string
	// FrameDomains may be shown in frames inside the view. Claude has no
	// frames; ChatGPT reviews them slowly.
	FrameDomains []string
	// BaseURIDomains may stand in a <base> element.
	BaseURIDomains []string
	// RedirectDomains may be opened without a warning. Only ChatGPT has it.
	RedirectDomains []string
}

// maxSources is how many sources one list may have. The policy is a header,
// which browsers and proxies don't take at any length.
const maxSources = 200

// Validate returns an error that names the first source a policy must not
// contain: anything but an ASCII origin, so that no source can end a directive
// or look like a host that it is not. At most 200 sources may be in one list.
//
// The codes are "csp_source_invalid" and "csp_sources_too_many".
func (c *CSP) Validate() error {
	for _, list := range []struct {
		name    string
		sources []string
		schemes []string
	}{
		{"ConnectDomains", c.ConnectDomains, []string{"https", "http", "wss", "ws"}},
		{"ResourceDomains", c.ResourceDomains, []string{"https", "http"}},
		{"FrameDomains", c.FrameDomains, []string{"https", "http"}},
		{"BaseURIDomains", c.BaseURIDomains, []string{"https", "http"}},
		{"RedirectDomains", c.RedirectDomains, []string{"https", "http"}},
	} {
		if len(list.sources) > maxSources {
			return &Error{
				Code:    "csp_sources_too_many",
				Message: fmt.Sprintf("CSP %s has %d sources; a policy can carry %d.", list.name, len(list.sources), maxSources),
				Fix:     `Cover subdomains with one wildcard, "https://*.example.com".`,
			}
		}
		for _, source := range list.sources {
			if reason := sourceFault(source, list.schemes); reason != "" {
				return &Error{
					Code:    "csp_source_invalid",
					Message: fmt.Sprintf("CSP %s: %.120q %s.", list.name, source, reason),
					Fix:     `Give an origin such as "https://api.example.com" or "https://*.example.com", in ASCII.`,
				}
			}
		}
	}
	return nil
}
