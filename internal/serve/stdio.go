package serve

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stdio serves an app over a pair of pipes, one JSON-RPC message a line, until
// the input ends or the context is cancelled. A line that is no JSON or larger
// than opts.MaxBodyBytes is answered with an error; the next one is served.
// When the input ends, calls that run are waited for, for a few seconds.
func Stdio(ctx context.Context, app App, in io.ReadCloser, out io.WriteCloser, opts Options) error {
	if opts.MaxBodyBytes == 0 {
		opts.MaxBodyBytes = DefaultMaxBodyBytes
	}
	transport := newLines(in, out, opts.MaxBodyBytes)
	err := newServer(app, nil, sdkLogger(opts.Logger)).Run(ctx, &mcp.IOTransport{
		Reader: transport, Writer: transport, MaxLineLength: -1, // it is bounded before
	})
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return fmt.Errorf("serving over stdio: %w", err)
}
