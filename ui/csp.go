package ui

import "fmt"

// CSP lists the origins that a view may use; hosts turn it into a
// Content-Security-Policy. Each source is an origin ("https://api.example.com"), an
// origin with a wildcard as its first label ("https://*.example.com"), or, in
// ConnectDomains, a WebSocket origin ("wss://live.example.com").
//
// Field names follow MCP Apps 2026-01-26, "UI resource metadata".
type CSP struct {
	// ConnectDomains can be reached with fetch, XMLHttpRequest, EventSource and
	// WebSocket.
	ConnectDomains []string
	// ResourceDomains can provide scripts, styles, images, fonts and media.
	ResourceDomains []string
	// FrameDomains can be shown in frames inside the view. Claude doesn't support
	// frames; on ChatGPT they slow down the review of an app.
	FrameDomains []string
	// BaseURIDomains can be the address of a <base> element.
	BaseURIDomains []string
	// RedirectDomains can be opened without a warning. Only ChatGPT uses it.
	RedirectDomains []string
}

// maxSources is the maximum number of sources in a list: browsers and proxies limit the
// length of the header that contains the policy.
const maxSources = 200

// Validate returns an error for the first source that is not an ASCII origin, and so
// could end a directive of the policy or imitate another host, and for a list of more
// than 200 sources.
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
				Message: fmt.Sprintf("The CSP has %[2]d %[1]s; the limit is %[3]d.", list.name, len(list.sources), maxSources),
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
