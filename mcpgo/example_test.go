package mcpgo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/ui"
)

// forecasts is a server that you may have already.
func forecasts() *server.MCPServer {
	s := server.NewMCPServer("weather", "1.0.0")
	s.AddTool(mcp.NewTool("forecast", mcp.WithString("city")), func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultStructured(map[string]any{"city": r.GetString("city", ""), "degrees": 24}, "24 °C"), nil
	})
	return s
}

// list shows the tools of a server, and where Claude finds their views.
func list(s *server.MCPServer) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"claude-ai","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}}}}`
	answer, ok := s.HandleMessage(context.Background(), json.RawMessage(request)).(mcp.JSONRPCResponse)
	tools, isList := answer.Result.(mcp.ListToolsResult)
	if !ok || !isList {
		slog.Error("the server gives no list", "answer", answer)
		return
	}
	for _, tool := range tools.Tools {
		_, _ = fmt.Fprintln(os.Stdout, tool.Name, "shows", tool.Meta.GetMetaField("ui/resourceUri"))
	}
}

func ExampleAddView() {
	s := forecasts()
	if err := mcpgo.AddView(s, "forecast", ui.HTML(`<script src="@oriel/view"></script><p id="city"></p>`)); err != nil {
		slog.Error("the server", "error", err)
		return
	}
	list(s)
	// Output: forecast shows ui://server/forecast/08b385c8e0be
}

func ExampleAttach() {
	app := oriel.New("garden", "1.0.0")
	page := oriel.AddView(app, "bed", ui.HTML("<p>Tulips</p>"))
	oriel.AddTool(app, oriel.Tool{Name: "plant", View: page}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Planted."}, nil
	})

	s := forecasts()
	if err := mcpgo.Attach(s, app); err != nil {
		slog.Error("the server", "error", err)
		return
	}
	list(s)
	// Output:
	// forecast shows <nil>
	// plant shows ui://garden/bed/6a67991ffd3c
}

func ExampleNew() {
	app := oriel.New("garden", "1.0.0")
	page := oriel.AddView(app, "bed", ui.HTML("<p>Tulips</p>"))
	oriel.AddTool(app, oriel.Tool{Name: "plant", View: page}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Planted."}, nil
	})

	s := mcpgo.New(app)
	http.Handle("/mcp", server.NewStreamableHTTPServer(s, server.WithStateful(true)))
	list(s)
	// Output: plant shows ui://garden/bed/6a67991ffd3c
}
