package hosts

import "encoding/json"

// The methods of what a client can be asked for.
const (
	MethodElicit        = "elicitation/create"
	MethodCreateMessage = "sampling/createMessage"
	MethodListRoots     = "roots/list"
)

// InputRequest is something that the client is asked for while it waits for an
// answer of its own.
type InputRequest struct {
	// Method is [MethodElicit], [MethodCreateMessage] or [MethodListRoots].
	Method string `json:"method"`
	// Params are a JSON object, or nil.
	Params json.RawMessage `json:"params,omitempty"`
}

// Round is what a client sends along when it repeats a request with answers.
// The zero value is that of a request that is made for the first time.
type Round struct {
	// Answers are the results of the questions of the last round, by the names
	// that these had. Nothing has checked them.
	Answers map[string]json.RawMessage
	// State is what the last round gave the client to send back. Nothing has
	// checked it.
	State string
}

// InputRequiredError is the error of a request that can't be answered before the
// client has answered questions itself: it asks them and repeats the request
// (MCP 2026-07-28, InputRequiredResult).
type InputRequiredError struct {
	// Requests are the questions by their names.
	Requests map[string]InputRequest
	// State is what the client has to send back.
	State string
}

// Error says that the request has questions.
func (e *InputRequiredError) Error() string { return "input required" }

// MissingCapabilityError is the error of a request that needs something of its client
// that this hasn't declared (MCP 2026-07-28, MissingRequiredClientCapability).
type MissingCapabilityError struct {
	// Capability is the member of the client's capabilities: "sampling".
	Capability string
	// Text says so, for the model.
	Text string
}

// Error returns the text.
func (e *MissingCapabilityError) Error() string { return e.Text }
