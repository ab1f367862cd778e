package oriel

import (
	"context"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
)

// Observation is a request that begins, for [Options.Observe]. Its texts are the
// client's.
type Observation struct {
	// Method is that of MCP: "tools/call".
	Method string
	// Name is the tool, the prompt or the URI of the request; empty for other methods.
	Name string
	// Client is what the client said of itself.
	Client hosts.Client
}

// Outcome is how a request ended, for [Options.Observe].
type Outcome struct {
	// Code is the code of the [Error] that was sent; empty without an error.
	// "tool_error" is a tool result with IsError, "internal" a masked error.
	Code string
	// Took is the time from the begin of the request to its end.
	Took time.Duration
}

// observe is Options.Observe for package serve.
func (a *App) observe() func(context.Context, serve.Observation) (context.Context, func(serve.Outcome)) {
	begin := a.options.Observe
	if begin == nil {
		return nil
	}
	return func(ctx context.Context, o serve.Observation) (context.Context, func(serve.Outcome)) {
		ctx, end := begin(ctx, Observation(o))
		return ctx, func(out serve.Outcome) { end(Outcome(out)) }
	}
}
