package ui

import "strings"

// Error is an error for people and models: a code that doesn't change between releases,
// what is wrong, and the fix. It must not contain secrets or internals.
type Error struct {
	// Code is stable and machine-readable, in snake_case: "unknown_tool".
	Code string
	// Message says what is wrong. Together with Fix it should be one or two sentences;
	// beyond 8 KiB it is cut off.
	Message string
	// Fix says how to fix it. Empty if there is nothing to add.
	Fix string
	// Challenge asks the client to sign its user in; nil for all other errors.
	Challenge *Challenge
}

// Error returns the message and, if there is one, the fix.
func (e *Error) Error() string {
	if e.Fix == "" {
		return e.Message
	}
	return strings.TrimSuffix(e.Message, ".") + ". " + e.Fix
}
