// Package gosdk is the measured app, written with the official Go SDK.
package gosdk

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/test/bench/peer"
)

// New returns its endpoint. It has no sessions, which 2026-07-28 requires and which is fastest for older versions, and
// answers with JSON.
func New(c peer.Config) (http.Handler, error) {
	capabilities := &mcp.ServerCapabilities{}
	capabilities.AddExtension("io.modelcontextprotocol/ui", nil)
	server := mcp.NewServer(&mcp.Implementation{Name: peer.Name, Version: peer.Version}, &mcp.ServerOptions{Capabilities: capabilities})
	var meta mcp.Meta
	for _, v := range c.AllViews() {
		if meta == nil {
			meta = mcp.Meta{"ui": map[string]any{"resourceUri": v.URI}, "ui/resourceUri": v.URI}
		}
		contents := []*mcp.ResourceContents{{URI: v.URI, MIMEType: peer.MIMEType, Text: v.Document}}
		server.AddResource(&mcp.Resource{URI: v.URI, Name: v.Name, MIMEType: peer.MIMEType},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				// The SDK changes the result, so each request needs a new one.
				return &mcp.ReadResourceResult{Contents: contents}, nil
			})
	}
	for _, name := range c.ToolNames() {
		mcp.AddTool(server, &mcp.Tool{
			Meta: meta, Name: name, Title: peer.Title, Description: peer.Description, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
		}, greet)
	}
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), nil
}

func greet(_ context.Context, _ *mcp.CallToolRequest, p peer.Person) (*mcp.CallToolResult, peer.Greeting, error) {
	g := peer.Greet(p)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: g.Greeting}}}, g, nil
}
