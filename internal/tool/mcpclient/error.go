package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
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
// Errors of the server itself become an [*RPCError]. The method is empty where
// the connection ended between requests.
func (c *Client) describe(method string, err error) error {
	if err == nil {
		return nil
	}
	during := "answer to " + method
	if method == "" {
		during = "message"
	}
	if status, ok := errors.AsType[*statusError](err); ok {
		return status
	}
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known
	}
	if refused, ok := errors.AsType[*RPCError](err); ok {
		return refused
	}
	if wire := wireError(err); wire != nil {
		return &RPCError{Code: wire.Code, Message: c.mask.Text(wire.Message), Data: c.mask.JSON(wire.Data)}
	}
	switch id := c.server.ID; {
	case errors.Is(err, errTooLarge):
		return &ui.Error{
			Code:    "result_too_large",
			Message: fmt.Sprintf("The %s of %s is larger than %d MiB.", during, id, MaxMessage/mebibyte),
			Fix:     "Send less, or let the view ask for the rest with a tool call.",
		}
	case errors.Is(err, context.DeadlineExceeded):
		return &ui.Error{
			Code:    "server_timeout",
			Message: fmt.Sprintf("The server %s did not answer %s in time.", id, method),
			Fix:     "See whether the server hangs; its own log should say where.",
		}
	case errors.Is(err, context.Canceled):
		return &ui.Error{Code: "cancelled", Message: method + " was cancelled."}
	case strings.Contains(err.Error(), "failed to decode"): // which the SDK says in text only
		return &ui.Error{
			Code:    "server_answer_malformed",
			Message: fmt.Sprintf("What the server %s answers to %s is no JSON-RPC message: %s.", id, method, decodeReason(err)),
			Fix:     "Look at what the server sends and correct it.",
		}
	case errors.Is(err, errEnded), errors.Is(err, mcp.ErrConnectionClosed):
		return &ui.Error{
			Code:    "server_gone",
			Message: strings.TrimSuffix(fmt.Sprintf("The server %s ended the connection during %s", id, method), " during ") + ".",
			Fix:     "See whether the server has crashed, and try again.",
		}
	case c.server.isProgram():
		return &ui.Error{
			Code:    "server_unreachable",
			Message: fmt.Sprintf("The program of %s can't be spoken to: %s.", id, clean(c.hide(cause(err)))),
			Fix:     "See whether it is an MCP server that speaks over its standard input and output.",
		}
	default:
		return &unreachableError{&ui.Error{
			Code:    "server_unreachable",
			Message: fmt.Sprintf("The server %s can't be reached at %s: %s.", id, c.server.address(), clean(c.hide(cause(err)))),
			Fix:     "See whether it runs and whether the address is that of its MCP endpoint.",
		}, err}
	}
}

// cause is the innermost reason of a failure, without the chain of who called
// whom.
func cause(err error) string {
	if lookup, ok := errors.AsType[*net.DNSError](err); ok {
		return lookup.Err
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		err = outer.Err
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return "it ended the connection instead of answering"
		}
	}
	for {
		inner := errors.Unwrap(err)
		// Of an end, only what is around it tells something.
		if inner == nil || inner == io.EOF { //nolint:errorlint // one step of the chain is looked at
			return err.Error()
		}
		err = inner
	}
}

// decodeReason is the innermost reason why an answer could not be read.
func decodeReason(err error) string {
	_, reason, _ := strings.Cut(err.Error(), "failed to decode ")
	_, reason, _ = strings.Cut(reason, ": ")
	return clean(reason)
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
