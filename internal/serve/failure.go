package serve

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// The codes of JSON-RPC 2.0, section 5.1, and of MCP.
const (
	codeParse             = -32700
	codeInvalidRequest    = -32600
	codeMethodNotFound    = -32601
	codeInvalidParams     = -32602
	codeInternal          = -32603
	codeBusy              = -32000 // in the range for servers
	codeHeaderMismatch    = -32020
	codeResourceNotFound  = -32002 // until 2025-11-25 ("Resources", "Error Handling")
	codeMissingCapability = -32021
	codeUnsupported       = -32022
)

// rpcError is the error of a JSON-RPC answer.
type rpcError struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitempty"`

	// challenge is the WWW-Authenticate header of an error that asks for a sign-in.
	challenge *ui.Challenge
	// status is the HTTP status; zero means that of the code.
	status int
}

// coded returns an error with a stable code and a fix.
func coded(number int, code, text, fix string) *rpcError {
	return public(number, &ui.Error{Code: code, Message: text, Fix: fix})
}

func public(number int, e *ui.Error) *rpcError {
	return &rpcError{Code: number, Message: e.Error(), Data: map[string]any{"code": e.Code, "fix": e.Fix}, challenge: e.Challenge}
}

func (e *rpcError) withStatus(status int) *rpcError {
	e.status = status
	return e
}

func notJSON(why string) *rpcError {
	return coded(codeParse, "request_not_json", why, "Send one JSON-RPC 2.0 message.")
}

func notMessage(why string) *rpcError {
	return coded(codeInvalidRequest, "request_invalid", "This is not a JSON-RPC 2.0 message. "+why,
		`Send an object with "jsonrpc": "2.0" and a method, or an answer with an id.`)
}

func invalidRequest(code, text, fix string) *rpcError {
	return coded(codeInvalidRequest, code, text, fix)
}

func invalidParams(code, text, fix string) *rpcError {
	return coded(codeInvalidParams, code, text, fix)
}

func methodNotFound(method string) *rpcError {
	return coded(codeMethodNotFound, "unknown_method", "This server has no method "+quoted(method)+".",
		"The capabilities in the answer to server/discover or initialize say what it has.")
}

func internalError() *rpcError {
	return coded(codeInternal, "internal", "The server has an internal error.", "Its log has the details.")
}

// appError returns the JSON-RPC error for an error of the app.
func appError(err error) *rpcError {
	if e, ok := errors.AsType[*ui.Error](err); ok {
		return public(codeInvalidParams, e)
	}
	if e, ok := errors.AsType[*hosts.MissingCapabilityError](err); ok {
		failure := coded(codeMissingCapability, "capability_missing", e.Text, "Use a client that declares the capability.")
		failure.Data["requiredCapabilities"] = map[string]any{e.Capability: struct{}{}}
		return failure
	}
	return internalError()
}

// maxShown is how much of a client's text is in a message or in the log, in bytes.
const maxShown = 100

// quoted quotes a client's text in a message.
func quoted(text string) string {
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	data, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(data)
}

// httpStatus returns the status of an answer with an error. Before 2026-07-28, only
// messages that can't be read have a status other than 200. What a handler finds wrong
// with the params has 200: clients show their own text in place of an answer with 400.
func (e *rpcError) httpStatus(modern bool) int {
	switch {
	case e.status != 0:
		return e.status
	case e.challenge != nil:
		return challengeStatus(e.challenge)
	case e.Code == codeParse, e.Code == codeInvalidRequest, e.Code == codeHeaderMismatch, e.Code == codeUnsupported:
		return http.StatusBadRequest
	case !modern:
		return http.StatusOK
	case e.Code == codeMethodNotFound:
		return http.StatusNotFound
	case e.Code == codeMissingCapability:
		return http.StatusBadRequest
	default:
		return http.StatusOK
	}
}

// challengeStatus is 403 for a user who needs more permissions, and 401 for one who has
// not signed in (RFC 6750, section 3.1).
func challengeStatus(c *ui.Challenge) int {
	if c.Error == "insufficient_scope" {
		return http.StatusForbidden
	}
	return http.StatusUnauthorized
}

// challengesForScope reports whether all challenges ask for more permissions.
func challengesForScope(challenges []string) bool {
	for _, c := range challenges {
		if !strings.Contains(c, `error="insufficient_scope"`) {
			return false
		}
	}
	return true
}
