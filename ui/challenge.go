package ui

import (
	"fmt"
	"strings"
)

// Challenge asks a client to sign its user in (RFC 6750, and MCP
// "Authorization"). ChatGPT shows its sign-in when a result carries one.
type Challenge struct {
	// ResourceMetadata is the URL of the protected-resource metadata (RFC 9728).
	ResourceMetadata string
	// Scopes are what the call needs.
	Scopes []string
	// Error is an error code of RFC 6750 such as "insufficient_scope"; empty is
	// "invalid_token". Description says it for people; empty is the message of
	// the error that carries the challenge.
	Error, Description string
}

// Header returns the challenge as the value of WWW-Authenticate. What could
// break out of it is left out.
func (c *Challenge) Header(message string) string {
	code := c.Error
	if code == "" {
		code = "invalid_token"
	}
	description := c.Description
	if description == "" {
		description = message
	}
	parts := []string{}
	if c.ResourceMetadata != "" {
		parts = append(parts, quoted("resource_metadata", c.ResourceMetadata))
	}
	parts = append(parts, quoted("error", code), quoted("error_description", description))
	if len(c.Scopes) > 0 {
		parts = append(parts, quoted("scope", strings.Join(c.Scopes, " ")))
	}
	return "Bearer " + strings.Join(parts, ", ")
}

// quoted writes a parameter as RFC 6750 wants it: printable ASCII without
// quotation mark and backslash.
func quoted(name, value string) string {
	const longest = 500
	if len(value) > longest {
		value = value[:longest]
	}
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '"' || r == '\\':
			return '\''
		case r < ' ' || r > '~':
			return ' '
		}
		return r
	}, value)
	return fmt.Sprintf(`%s="%s"`, name, clean)
}
