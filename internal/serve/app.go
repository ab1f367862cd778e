// Package serve carries an app over HTTP and stdio, in both lifecycles of MCP.
package serve

import (
	"context"
	"encoding/json"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// App is what this package needs to know of an app.
type App interface {
	// Identity is what initialize and server/discover tell a client.
	Identity() ui.Identity
	// Tools returns tools/list for a client.
	Tools(c hosts.Client) []ui.WireTool
	// Resources returns resources/list for a client.
	Resources(c hosts.Client) []ui.Resource
	// Read returns the view of a URI. It fails with a [*ui.Error].
	Read(ctx context.Context, peer hosts.Peer, uri string) (ui.Document, error)
	// Call runs a tool. It fails with a [*ui.Error] when there is no such tool;
	// everything that goes wrong inside a tool is a result.
	Call(ctx context.Context, peer hosts.Peer, tool string, arguments json.RawMessage) (ui.WireResult, error)
}

// UIExtension is the id of MCP Apps among the capabilities' extensions.
const UIExtension = "io.modelcontextprotocol/ui"
