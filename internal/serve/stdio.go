package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stdio serves an app over a pair of pipes, one JSON-RPC message a line, until
// the input ends or the context is cancelled.
func Stdio(ctx context.Context, app App, in io.ReadCloser, out io.WriteCloser, logger *slog.Logger) error {
	err := newServer(app, sdkLogger(logger)).Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return fmt.Errorf("serving over stdio: %w", err)
}
