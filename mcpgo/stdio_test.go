package mcpgo_test

import (
	"context"
	"io"
	"testing"

	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/ui"
)

// Over stdio, too, a view is in the form of the host that asks.
//
//nolint:paralleltest // mcp-go has one stdio session in a process
func TestStdio(t *testing.T) {
	for host, part := range map[string]string{"claude": `"resourceUri":"ui://server/forecast/`, "chatgpt": `"openai/outputTemplate"`} {
		s := existing()
		if err := mcpgo.AddView(s, "forecast", ui.HTML("<p>The weather")); err != nil {
			t.Fatal(err)
		}
		t.Run(host, func(t *testing.T) {
			ask := attachtest.ClientOf(t, host).OverPipe(t, func(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
				return server.NewStdioServer(s).Listen(ctx, in, out)
			})
			attachtest.Contains(t, host, string(attachtest.Listed(t, ask, "tools/list")["forecast"]), []string{part}, "")
		})
	}
}
