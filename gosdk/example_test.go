package gosdk_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/ui"
)

// forecasts is a server that you may have already.
func forecasts() *mcp.Server {
	type in struct {
		City string `json:"city"`
	}
	type out struct {
		City    string  `json:"city"`
		Degrees float64 `json:"degrees"`
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "weather", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "forecast"}, func(_ context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, out, error) {
		return nil, out{i.City, 24}, nil
	})
	return server
}

// list shows the tools and the resources that a server has for Claude.
func list(server *mcp.Server) {
	if err := write(os.Stdout, server); err != nil {
		slog.Error("listing", "error", err)
	}
}

func write(w io.Writer, server *mcp.Server) error {
	ctx := context.Background()
	serverSide, clientSide := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, serverSide, nil); err != nil {
		return err
	}
	claude := &mcp.ClientCapabilities{}
	claude.AddExtension("io.modelcontextprotocol/ui", map[string]any{"mimeTypes": []string{"text/html;profile=mcp-app"}})
	client := mcp.NewClient(&mcp.Implementation{Name: "claude-ai", Version: "1"}, &mcp.ClientOptions{Capabilities: claude})
	session, err := client.Connect(ctx, clientSide, nil)
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }()
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintln(w, tool.Name, "shows", tool.Meta["ui/resourceUri"])
	}
	var views []string
	for resource, err := range session.Resources(ctx, nil) {
		if err != nil {
			return err
		}
		views = append(views, resource.URI+" "+resource.MIMEType)
	}
	slices.Sort(views)
	_, err = fmt.Fprintln(w, views)
	return err
}

func ExampleAddView() {
	server := forecasts()
	if err := gosdk.AddView(server, "forecast", ui.HTML(`<script src="@oriel/view"></script><p id="city"></p>`)); err != nil {
		slog.Error("the server", "error", err)
		return
	}
	list(server)
	// Output:
	// forecast shows ui://weather/forecast/08b385c8e0be
	// [ui://weather/forecast/08b385c8e0be text/html;profile=mcp-app]
}

func ExampleAttach() {
	app := oriel.New("garden", "1.0.0")
	page := oriel.AddView(app, "bed", ui.HTML("<p>Tulips</p>"))
	oriel.AddTool(app, oriel.Tool{Name: "plant", View: page}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Planted."}, nil
	})

	server := forecasts()
	if err := gosdk.Attach(server, app); err != nil {
		slog.Error("the server", "error", err)
		return
	}
	list(server)
	// Output:
	// forecast shows <nil>
	// plant shows ui://garden/bed/6a67991ffd3c
	// [ui://garden/bed/6a67991ffd3c text/html;profile=mcp-app]
}

func ExampleNew() {
	app := oriel.New("garden", "1.0.0")
	page := oriel.AddView(app, "bed", ui.HTML("<p>Tulips</p>"))
	oriel.AddTool(app, oriel.Tool{Name: "plant", View: page}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Planted."}, nil
	})

	server := gosdk.New(app)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	list(server)
	// Output:
	// plant shows ui://garden/bed/6a67991ffd3c
	// [ui://garden/bed/6a67991ffd3c text/html;profile=mcp-app]
}
