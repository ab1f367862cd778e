package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/ui"
)

// RPCError is a server's refusal: the error member of a JSON-RPC response.
type RPCError struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// Error returns the server's message and its code.
func (e *RPCError) Error() string {
	return fmt.Sprintf("the server answered with the error %d: %s", e.Code, e.Message)
}

var (
	errTooLarge = errors.New("the answer is larger than the limit")
	errEnded    = errors.New("the connection ended before the answer came")
	// errUnseen marks a request that the server has not acted on.
	errUnseen = errors.New("the request was not delivered")
)

// describe turns a failure of the transport into an error a person can act on.
// Errors of the server itself become an [*RPCError].
func describe(server Server, method string, err error) error {
	var (
		known *ui.Error
		rpc   *RPCError
	)
	wire := wireError(err)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known), errors.As(err, &rpc):
		return err
	case wire != nil:
		return &RPCError{Code: wire.Code, Message: wire.Message, Data: wire.Data}
	case errors.Is(err, errTooLarge):
		return &ui.Error{
			Code:    "result_too_large",
			Message: fmt.Sprintf("The answer of %s to %s is larger than %d MiB.", server.ID, method, MaxMessage/mebibyte),
			Fix:     "Send less, or let the view ask for the rest with a tool call.",
		}
	case errors.Is(err, context.DeadlineExceeded):
		return &ui.Error{
			Code:    "server_timeout",
			Message: fmt.Sprintf("The server %s did not answer %s in time.", server.ID, method),
			Fix:     "See whether the server hangs; its own log should say where.",
		}
	case errors.Is(err, context.Canceled):
		return &ui.Error{Code: "cancelled", Message: method + " was cancelled."}
	case errors.Is(err, errEnded), errors.Is(err, mcp.ErrConnectionClosed):
		return &ui.Error{
			Code:    "server_gone",
			Message: fmt.Sprintf("The server %s ended the connection during %s.", server.ID, method),
			Fix:     "See whether the server has crashed, and try again.",
		}
	default:
		return &ui.Error{
			Code:    "server_unreachable",
			Message: fmt.Sprintf("The server %s can't be reached at %s: %v.", server.ID, server.Endpoint, err),
			Fix:     "See whether it runs and whether the address is that of its MCP endpoint.",
		}
	}
}

// transportRejected is the code of the error that the SDK wraps around failures
// of its transport, so that its own layers keep the connection. No server sent
// it.
const transportRejected = -32005

// wireError returns the error that a server answered with, nil where err is
// none.
func wireError(err error) *jsonrpc.Error {
	if wire, ok := err.(*jsonrpc.Error); ok { //nolint:errorlint // the walk below unwraps
		if wire.Code == transportRejected && strings.HasPrefix(wire.Message, "rejected by transport") {
			return nil
		}
		return wire
	}
	switch wrapped := err.(type) { //nolint:errorlint // this is the walk
	case interface{ Unwrap() error }:
		return wireError(wrapped.Unwrap())
	case interface{ Unwrap() []error }:
		for _, inner := range wrapped.Unwrap() {
			if wire := wireError(inner); wire != nil {
				return wire
			}
		}
	}
	return nil
}
