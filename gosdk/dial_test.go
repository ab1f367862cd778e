package gosdk_test

import (
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
)

// These are go-sdk's handlers of a server. The first answers in events.
func stateful(server *mcp.Server) http.Handler { return handler(server, nil) }

func jsonStateful(server *mcp.Server) http.Handler {
	return handler(server, &mcp.StreamableHTTPOptions{JSONResponse: true})
}

func stateless(server *mcp.Server) http.Handler {
	return handler(server, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

func handler(server *mcp.Server, options *mcp.StreamableHTTPOptions) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)
}

// dial connects go-sdk's client to a server, over memory, as a host. An empty protocol
// is the newest.
func dial(t *testing.T, server *mcp.Server, host, protocol string) *mcp.ClientSession {
	t.Helper()
	serverSide, clientSide := mcp.NewInMemoryTransports()
	ctx := t.Context()
	if _, err := server.Connect(ctx, serverSide, nil); err != nil {
		t.Fatal(err)
	}
	return connect(t, clientSide, host, protocol, nil)
}

//nolint:staticcheck // what is deprecated in MCP is served as long as it is there
func connect(t *testing.T, transport mcp.Transport, host, protocol string, options *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	p, ok := hosts.Get(host)
	if !ok {
		t.Fatalf("no profile %s", host)
	}
	name := p.ClientInfo.Value.Name
	if name == "" && len(p.Clients.Value) > 0 {
		name = p.Clients.Value[0]
	}
	if name == "" {
		name = "test-" + host
	}
	if options == nil {
		options = &mcp.ClientOptions{}
	}
	if options.Capabilities == nil {
		options.Capabilities = &mcp.ClientCapabilities{}
	}
	if p.AdvertisesUI.Value {
		options.Capabilities.AddExtension(hosts.UIExtension, map[string]any{"mimeTypes": []string{hosts.ViewMIMEType}})
	}
	client := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, options)
	if options.Capabilities.RootsV2 != nil {
		client.AddRoots(&mcp.Root{URI: "file:///home"})
	}
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Logf("closing: %v", err)
		}
	})
	return session
}
