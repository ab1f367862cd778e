package ui

import (
	"fmt"
	"strings"
)

// Challenge asks a client to sign its user in (RFC 6750; MCP 2025-11-25,
// "Authorization"). ChatGPT shows its sign-in for a result with a challenge.
type Challenge struct {
	// ResourceMetadata is the URL of the protected-resource metadata (RFC 9728).
	ResourceMetadata string
	// Scopes are the scopes that the call needs.
	Scopes []string
	// Error is an error code of RFC 6750, such as "insufficient_scope". Empty means
	// "invalid_token". Description explains it to people. Empty means the message of the
	// error that has the challenge.
	Error, Description string
	// NoToken says that the request had no token. Then there is no error code (RFC 6750,
	// section 3.1), unless Error has one.
	NoToken bool
}

// Header returns the challenge as the value of an HTTP header WWW-Authenticate, without
// the characters that a quoted string can't contain.
func (c *Challenge) Header(message string) string {
	code := c.Error
	if code == "" && !c.NoToken {
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
	if code != "" {
		parts = append(parts, quoted("error", code), quoted("error_description", description))
	}
	if len(c.Scopes) > 0 {
		parts = append(parts, quoted("scope", strings.Join(c.Scopes, " ")))
	}
	return strings.TrimSuffix("Bearer "+strings.Join(parts, ", "), " ")
}

// quoted formats a parameter as RFC 6750 requires: printable ASCII without quotation
// marks and backslashes.
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
