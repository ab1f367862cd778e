package oriel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/schema"
	"github.com/orielapps/oriel/ui"
)

// Call runs a tool and returns its result in the form that the client's host
// understands. Everything that goes wrong inside the tool is a result with
// IsError, which the model may read: arguments that don't fit, an [*Error] of
// the handler, or a masked error with an id that is in the log.
//
// An unknown tool is an [*Error] with the code "unknown_tool".
func (a *App) Call(ctx context.Context, c hosts.Client, name string, arguments json.RawMessage) (ui.WireResult, error) {
	t := a.byName[name]
	if t == nil {
		return ui.WireResult{}, a.unknownTool(name)
	}
	profile := hosts.Detect(c)
	result, err := runSafely(ctx, t, arguments)
	if err != nil {
		result = a.errorResult(ctx, t, err)
	}
	result.Input = arguments
	host := a.adapters.For(profile)
	if host == nil {
		return adapter.Text(&result), nil
	}
	wire, err := host.Result(&result, t.View, profile)
	if err != nil {
		failed := a.errorResult(ctx, t, err)
		return adapter.Text(&failed), nil
	}
	return wire, nil
}

func (a *App) unknownTool(name string) error {
	names := make([]string, len(a.tools))
	for i, t := range a.tools {
		names[i] = t.Name
	}
	return notFound("unknown_tool", "tool", name, names, "tools/list")
}

// runSafely turns a handler's panic into an error: go-sdk runs handlers on
// goroutines of its own, where a panic would end the process.
func runSafely(ctx context.Context, t *tool, arguments json.RawMessage) (result ui.Result, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = &panicError{reason: reason, stack: debug.Stack()}
		}
	}()
	return t.run(ctx, arguments)
}

type panicError struct {
	reason any
	stack  []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.reason) }

// errorResult is what the model reads of an error.
func (a *App) errorResult(ctx context.Context, t *tool, err error) ui.Result {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return failure(&Error{Code: "cancelled", Message: "The call was cancelled."})
	}
	if faults, ok := errors.AsType[schema.Faults](err); ok {
		separator := " "
		if len(faults) > 1 {
			separator = "\n"
		}
		return failure(&Error{
			Code:    "arguments_invalid",
			Message: "The arguments of " + t.Name + " don't fit." + separator + faults.Error(),
		})
	}
	if public, ok := errors.AsType[*Error](err); ok {
		return failure(public)
	}
	id := newErrorID()
	attributes := []any{"id", id, "tool", t.Name, "error", err}
	if p, ok := errors.AsType[*panicError](err); ok {
		attributes = append(attributes, "stack", string(p.stack))
	}
	a.logger().Error("tool failed", attributes...)
	return failure(maskedError(id))
}

// challengeKey is where a result asks for a sign-in (OpenAI Apps SDK reference,
// "Triggering authentication UI").
const challengeKey = "mcp/www_authenticate"

func failure(e *Error) ui.Result {
	extra := map[string]any{"oriel/error": map[string]any{"code": e.Code}}
	if e.Challenge != nil {
		extra[challengeKey] = []string{e.Challenge.Header(e.Message)}
	}
	return ui.Result{Text: e.Error(), IsError: true, Extra: extra}
}
