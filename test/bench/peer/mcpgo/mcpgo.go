// Package mcpgo is the measured app, written with mcp-go.
package mcpgo

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/test/bench/peer"
)

// New returns its endpoint. It has no sessions, and checks input and output, as the other servers do.
func New(c peer.Config) (http.Handler, error) {
	s := server.NewMCPServer(peer.Name, peer.Version,
		server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false),
		server.WithExtensions(map[string]any{"io.modelcontextprotocol/ui": map[string]any{}}),
		server.WithInputSchemaValidation(), server.WithOutputSchemaValidation())
	var meta *mcp.Meta
	for _, v := range c.AllViews() {
		if meta == nil {
			meta = mcp.NewMetaFromMap(map[string]any{"ui": map[string]any{"resourceUri": v.URI}, "ui/resourceUri": v.URI})
		}
		contents := []mcp.ResourceContents{mcp.TextResourceContents{URI: v.URI, MIMEType: peer.MIMEType, Text: v.Document}}
		s.AddResource(mcp.NewResource(v.URI, v.Name, mcp.WithMIMEType(peer.MIMEType)),
			func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) { return contents, nil })
	}
	for _, name := range c.ToolNames() {
		tool := mcp.NewTool(name, mcp.WithTitleAnnotation(peer.Title), mcp.WithDescription(peer.Description),
			mcp.WithReadOnlyHintAnnotation(true), mcp.WithInputSchema[peer.Person](), mcp.WithOutputSchema[peer.Greeting]())
		tool.Meta = meta
		s.AddTool(tool, greet)
	}
	return server.NewStreamableHTTPServer(s, server.WithStateLess(true)), nil
}

// greet decodes the arguments as mcp.NewStructuredToolHandler does. That handler would send the data as JSON text, but
// here all servers send the same text.
func greet(_ context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var p peer.Person
	if err := request.BindArguments(&p); err != nil {
		return nil, err //nolint:wrapcheck // mcp-go says what is wrong
	}
	g := peer.Greet(p)
	return mcp.NewToolResultStructured(g, g.Greeting), nil
}
