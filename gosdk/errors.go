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
	errNoServer = &ui.Error{Code: "server_missing", Message: "There is no server: it is nil.", Fix: "Give the *mcp.Server that mcp.NewServer returned."}
	errNoApp    = &ui.Error{Code: "app_missing", Message: "There is no app: it is nil.", Fix: "Give the *oriel.App that oriel.New returned."}
)

// codeMissingCapability is MissingRequiredClientCapability of MCP 2026-07-28.
const codeMissingCapability = -32021

// protocolError turns an error of an app into a JSON-RPC error whose data carries
// the stable code and the mend.
func protocolError(err error) error {
	if missing, ok := errors.AsType[*hosts.MissingCapability](err); ok {
		return wireError(codeMissingCapability, missing.Text, map[string]any{
			"requiredCapabilities": map[string]any{missing.Capability: struct{}{}},
		})
	}
	if public, ok := errors.AsType[*ui.Error](err); ok {
		return wireError(jsonrpc.CodeInvalidParams, public.Error(), map[string]string{"code": public.Code, "fix": public.Fix})
	}
	return wireError(jsonrpc.CodeInternalError, "internal error", nil)
}

func wireError(code int64, message string, data any) error {
	e := &jsonrpc.Error{Code: code, Message: message}
	if data == nil {
		return e
	}
	if raw, err := json.Marshal(data); err == nil {
		e.Data = raw
	}
	return e
}

// guarded turns a panic of go-sdk, or of the server's middleware, into an error.
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
