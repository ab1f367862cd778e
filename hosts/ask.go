package hosts

import "encoding/json"

// The methods of requests to the client.
const (
	MethodElicit        = "elicitation/create"
	MethodCreateMessage = "sampling/createMessage"
	MethodListRoots     = "roots/list"
)

// InputRequest is a request to the client, made while it waits for the response to its
// own.
type InputRequest struct {
	// Method is [MethodElicit], [MethodCreateMessage] or [MethodListRoots].
	Method string `json:"method"`
	// Params are a JSON object, or nil.
	Params json.RawMessage `json:"params,omitempty"`
}

// Round is what a client sends when it repeats a request with answers. It is zero for a
// first request.
type Round struct {
	// Answers are the results of the last round's questions, by name. They are not
	// validated.
	Answers map[string]json.RawMessage
	// State is what the last round gave the client to send back. It is not verified.
	State string
}

// InputRequiredError is the error of a request for which the client must first answer
// questions: it asks its user and repeats the request (MCP 2026-07-28,
// InputRequiredResult).
type InputRequiredError struct {
	// Requests are the questions, by name.
	Requests map[string]InputRequest
	// State is what the client has to send back.
	State string
}

// Error returns "input required".
func (e *InputRequiredError) Error() string { return "input required" }

// MissingCapabilityError is the error of a request that needs a capability which the
// client has not declared (MCP 2026-07-28, MissingRequiredClientCapability).
type MissingCapabilityError struct {
	// Capability is the name in the client's capabilities: "sampling".
	Capability string
	// Text is the error text for the model.
	Text string
}

// Error returns the text.
func (e *MissingCapabilityError) Error() string { return e.Text }
