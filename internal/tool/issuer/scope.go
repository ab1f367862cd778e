package issuer

import (
	"slices"
	"strings"
)

const (
	maxScopes = 100
	maxScope  = 256 // bytes
)

// parseScopes reads a list of scopes (RFC 6749, section 3.3). Each is in the result once, in
// the order of the text.
func parseScopes(text string) (scopes []string, ok bool) {
	for scope := range strings.SplitSeq(text, " ") {
		switch {
		case scope == "" || slices.Contains(scopes, scope):
		case len(scopes) == maxScopes || len(scope) > maxScope || strings.ContainsFunc(scope, isNoScopeCharacter):
			return nil, false
		default:
			scopes = append(scopes, scope)
		}
	}
	return scopes, true
}

func isNoScopeCharacter(c rune) bool { return c <= ' ' || c > '~' || c == '"' || c == '\\' }

// isSubset reports whether all scopes are among others.
func isSubset(scopes, others []string) bool {
	return !slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(others, scope) })
}
