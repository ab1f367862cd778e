package oriel

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/ui"
)

// CallTool answers tools/call.
func (m methods) CallTool(ctx context.Context, peer hosts.Peer, name string, arguments json.RawMessage) (ui.WireResult, error) {
	m.dev.renew(ctx)
	t := m.declared().tool(name)
	if t == nil {
		return ui.WireResult{}, m.unknownTool(name)
	}
	in := m.request(ctx, MethodCallTool, &peer)
	r := &in.Request
	r.Tool, r.Arguments = &t.Tool, arguments
	if err := m.admitTool(ctx, t); err != nil {
		failed := m.errorResult(ctx, r, err)
		return m.adapters.Result(&failed, t.View, in.Profile)
	}
	asked, err := m.asking(in, &peer, name, arguments)
	if err != nil {
		return ui.WireResult{}, err
	}
	wire, err := m.runTool(ctx, in, t)
	if err != nil {
		if questions := asked.required(err); questions != nil {
			return ui.WireResult{}, questions
		}
		if missing, ok := errors.AsType[*MissingCapabilityError](err); ok && asked.inRounds() {
			return ui.WireResult{}, missing
		}
		failed := m.errorResult(ctx, r, err)
		// As any result, it has the link to the view: some hosts show the view for an error,
		// too, and some of them look for the link here.
		return m.adapters.Result(&failed, t.View, in.Profile)
	}
	return wire, nil
}

// runTool runs a tool, through middleware if there is any. A panic becomes an error.
func (a *App) runTool(ctx context.Context, in *inbound, t *tool) (wire ui.WireResult, err error) {
	defer recovered(&err)
	var (
		result ui.ToolResult
		user   = in.User.ID
	)
	if len(a.middleware) == 0 {
		result, err = t.run(withRequest(ctx, &in.Request), in.Arguments)
	} else {
		result, user, err = a.runInside(ctx, in, t)
	}
	if err != nil {
		return ui.WireResult{}, err
	}
	result.Input = in.questions.arguments
	// After the middleware, which may give many requests the same result.
	if !result.IsError && t.stateful() && a.keepsStates(in.Profile) {
		result.StateToken = a.newStateToken(t.View, user)
	}
	wire, err = a.adapters.Result(&result, t.View, in.Profile)
	if err == nil {
		a.warnOfSize(t, &wire)
	}
	return wire, err
}

// runInside runs a tool and its middleware. It also returns the user that the tool
// saw: middleware may replace the request, or answer without calling the tool.
func (a *App) runInside(ctx context.Context, in *inbound, t *tool) (ui.ToolResult, string, error) {
	var seen atomic.Pointer[Request]
	response, err := a.throughMiddleware(ctx, &in.Request, func(ctx context.Context, r *Request) (*Response, error) {
		seen.Store(r)
		return t.answer(ctx, r)
	})
	if err != nil {
		return ui.ToolResult{}, "", err
	}
	return *response.Result, cmp.Or(seen.Load(), &in.Request).User.ID, nil
}

// answer is the innermost handler of a call. It turns a panic into an error, so that
// middleware sees it.
func (t *tool) answer(ctx context.Context, r *Request) (*Response, error) {
	response := &Response{Result: &ui.ToolResult{}}
	err := safely(func() (err error) {
		*response.Result, err = t.run(ctx, r.Arguments)
		return err
	})
	if err != nil {
		return nil, err
	}
	return response, nil
}

// safely turns a panic into an error. With go-sdk, a request runs on a goroutine where
// a panic would end the process.
func safely(do func() error) (err error) {
	defer recovered(&err)
	return do()
}

// recovered turns a panic into an error. It must be deferred.
func recovered(err *error) {
	if reason := recover(); reason != nil {
		*err = &panicError{reason: reason, stack: debug.Stack()}
	}
}

func (a *App) unknownTool(name string) error {
	tools := a.declared().tools
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	return notFound("unknown_tool", "tool", name, names, "tools/list")
}

// argumentsError marks schema faults as those of a call's arguments. Faults of other
// data, which a handler has validated itself, are not for the model.
type argumentsError struct{ faults schema.Faults }

func (e *argumentsError) Error() string { return e.faults.Error() }
func (e *argumentsError) Unwrap() error { return e.faults }

// misfit turns schema faults into an argumentsError.
func misfit(err error) error {
	if faults, ok := errors.AsType[schema.Faults](err); ok {
		return &argumentsError{faults}
	}
	return err
}

type panicError struct {
	reason any
	stack  []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.reason) }

// errorResult returns the tool result for an error.
func (a *App) errorResult(ctx context.Context, r *Request, err error) ui.ToolResult {
	switch {
	case ctx.Err() == nil || !errors.Is(err, ctx.Err()):
	case errors.Is(err, context.DeadlineExceeded):
		return failure(&Error{Code: "deadline_exceeded", Message: "The call took too long.", Fix: "Ask for less at a time."})
	default:
		return failure(&Error{Code: "cancelled", Message: "The call was cancelled."})
	}
	if misfit, ok := errors.AsType[*argumentsError](err); ok {
		return failure(argumentsInvalid(r, misfit))
	}
	if missing, ok := errors.AsType[*MissingCapabilityError](err); ok {
		return failure(capabilityError(missing))
	}
	if public := publicOf(err); public != nil {
		return failure(public)
	}
	return failure(a.masked(ctx, r, err))
}

// argumentsInvalid returns the error for arguments that don't fit their schema.
func argumentsInvalid(r *Request, misfit *argumentsError) *Error {
	separator := " "
	if len(misfit.faults) > 1 {
		separator = "\n"
	}
	return &Error{
		Code:    "arguments_invalid",
		Message: "The arguments of " + r.name() + " don't fit." + separator + misfit.faults.Error(),
	}
}

// challengeKey is the member of a result's _meta that asks for a sign-in (OpenAI Apps
// SDK reference, "Triggering authentication UI").
const challengeKey = "mcp/www_authenticate"

func failure(e *Error) ui.ToolResult {
	extra := map[string]any{"oriel/error": map[string]any{"code": e.Code}}
	if e.Challenge != nil {
		challenge := *e.Challenge
		challenge.NoToken = false // ChatGPT reads the error of each challenge in a result
		extra[challengeKey] = []string{challenge.Header(e.Message)}
	}
	return ui.ToolResult{Text: cut(e.Error(), maxErrorText), IsError: true, Extra: extra}
}

// maxErrorText is the maximum length of an error text for the model, in bytes, so that
// an error that quotes a whole document doesn't fill the model's context.
const maxErrorText = 8 << 10
