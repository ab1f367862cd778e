package mcpgo

import (
	"fmt"

	"github.com/orielapps/oriel/ui"
)

var (
	errNoServer = &ui.Error{
		Code: "server_missing", Message: "The server is nil.", Fix: "Give the *server.MCPServer that server.NewMCPServer returned.",
	}
	errNoApp = &ui.Error{Code: "app_missing", Message: "The app is nil.", Fix: "Give the *oriel.App that oriel.New returned."}
)

// guarded converts a panic of mcp-go into an error.
func guarded(do func()) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	do()
	return nil
}
