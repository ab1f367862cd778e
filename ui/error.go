package ui

import "strings"

// Error is an error that may be shown to a person or a model: it says what is
// wrong and how to mend it, under a code that does not change between
// releases. It never carries internals.
type Error struct {
	// Code is stable and machine-readable, in snake_case: "unknown_tool".
	Code string
	// Message says what is wrong, for a person and for the model. With Fix it
	// should be a sentence or two; of more than 8 KiB the end is cut off.
	Message string
	// Fix says how to mend it. Empty when there is nothing to add.
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
