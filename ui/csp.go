package ui

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

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

// Validate returns an error that names the first source a policy must not
// contain: anything but an ASCII origin, so that no source can end a directive
// or look like a host that it is not.
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
		for _, source := range list.sources {
			if reason := sourceFault(source, list.schemes); reason != "" {
				return &Error{
					Code:    "csp_source_invalid",
					Message: fmt.Sprintf("CSP %s: %q %s.", list.name, source, reason),
					Fix:     `Give an origin such as "https://api.example.com" or "https://*.example.com", in ASCII.`,
				}
			}
		}
	}
	return nil
}

// ValidSource reports whether a source from elsewhere, such as another
// server's metadata, may stand in a policy.
func ValidSource(source string) bool {
	return sourceFault(source, []string{"https", "http", "wss", "ws"}) == ""
}

func sourceFault(source string, schemes []string) string {
	for _, r := range source {
		switch {
		case r > '~':
			return "contains a character outside ASCII, which can imitate another host; use its punycode form"
		case r <= ' ', strings.ContainsRune(`;,'"\<>()`, r):
			return "contains " + strconv.QuoteRune(r) + ", which could break out of the policy"
		}
	}
	u, err := url.Parse(source)
	if err != nil || u.Host == "" {
		return "is not an origin"
	}
	if !slices.Contains(schemes, u.Scheme) {
		return "has the scheme " + strconv.Quote(u.Scheme) + ", which is not allowed here"
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" || (u.Path != "" && u.Path != "/") {
		return "is more than an origin"
	}
	host := strings.TrimPrefix(u.Hostname(), "*.")
	if host == "" || strings.Contains(host, "*") {
		return "has a wildcard that is not the whole first label"
	}
	if u.Scheme == "http" || u.Scheme == "ws" {
		if !isLoopback(host) {
			return "is not encrypted"
		}
	}
	return ""
}
