package gosdk

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

var (
	errNoServer = &ui.Error{Code: "server_missing", Message: "The server is nil.", Fix: "Give the *mcp.Server that mcp.NewServer returned."}
	errNoApp    = &ui.Error{Code: "app_missing", Message: "The app is nil.", Fix: "Give the *oriel.App that oriel.New returned."}
)

// codeResourceNotFound is the error "Resource not found" until MCP 2025-11-25.
const codeResourceNotFound = -32002

// codeMissingCapability is the error MissingRequiredClientCapability of MCP 2026-07-28.
const codeMissingCapability = -32021

// protocolError converts an error of an app into a JSON-RPC error, whose data has the code
// and the fix.
func protocolError(err error) error { return errorWith(err, map[string]any{}) }

// maxEcho is the maximum length of a client's text in an error, in bytes.
const maxEcho = 1000

// readError adds the resource's URI to the data, as MCP 2026-07-28 requires. Before, a
// resource that does not exist has a code of its own.
func readError(err error, uri string, modern bool) error {
	public, ok := errors.AsType[*ui.Error](err)
	if !ok {
		return protocolError(err)
	}
	data := map[string]any{}
	if len(uri) <= maxEcho {
		data["uri"] = uri
	}
	failure := errorWith(err, data)
	missing := uri != "" && (public.Code == "resource_not_found" || public.Code == "view_not_found")
	if wire, isWire := errors.AsType[*jsonrpc.Error](failure); isWire && missing && !modern {
		wire.Code = codeResourceNotFound
	}
	return failure
}

func errorWith(err error, data map[string]any) error {
	code, text := int64(jsonrpc.CodeInternalError), "The server has an internal error."
	data["code"], data["fix"] = "internal", "Its log has the details."
	if missing, ok := errors.AsType[*hosts.MissingCapabilityError](err); ok {
		lacking := &ui.Error{Code: "capability_missing", Message: missing.Text, Fix: "Use a client that declares the capability."}
		code, text = codeMissingCapability, lacking.Error()
		data["code"], data["fix"] = lacking.Code, lacking.Fix
		data["requiredCapabilities"] = map[string]any{missing.Capability: struct{}{}}
	}
	if public, ok := errors.AsType[*ui.Error](err); ok {
		code, text = jsonrpc.CodeInvalidParams, public.Error()
		data["code"], data["fix"] = public.Code, public.Fix
	}
	return wireError(code, text, data)
}

func wireError(code int64, message string, data map[string]any) error {
	e := &jsonrpc.Error{Code: code, Message: message}
	if raw, err := json.Marshal(data); err == nil {
		e.Data = raw
	}
	return e
}

// guarded converts a panic of go-sdk or of the server's middleware into an error.
func guarded(do func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	return do()
}

// firstOf runs steps until one fails.
func firstOf(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
