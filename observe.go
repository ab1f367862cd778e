package oriel

import (
	"context"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve"
)

// Observation describes a request that begins, for [Options.Observe]. Its texts come
// from the client.
type Observation struct {
	// Method is the MCP method: "tools/call".
	Method string
	// Name is the tool, the prompt or the URI of the request; empty for other methods.
	Name string
	// Client is what the client says about itself.
	Client hosts.Client
}

// Outcome describes how a request ended, for [Options.Observe].
type Outcome struct {
	// Code is the code of the [Error] that was sent; empty on success. "tool_error" is a
	// tool result with IsError, "internal" a masked error.
	Code string
	// Took is the duration of the request.
	Took time.Duration
}

// observe converts Options.Observe for package serve.
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
