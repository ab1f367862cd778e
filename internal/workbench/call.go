package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/orielapps/oriel/internal/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// The callers of a tool.
const (
	callerHost = "host"
	callerView = "view"
)

type target struct {
	Server  string `json:"server"`
	Profile string `json:"profile"`
}

type callRequest struct {
	target

	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Caller    string          `json:"caller"`
}

type resourceRequest struct {
	target

	URI string `json:"uri"`
}

type toolsAnswer struct {
	Tools []json.RawMessage `json:"tools"`
}

// outcome is a server's answer, or its refusal.
type outcome struct {
	Result     json.RawMessage     `json:"result,omitempty"`
	RPCError   *mcpclient.RPCError `json:"rpcError,omitempty"`
	DurationMS float64             `json:"durationMs"`
}

// ask finds the target and runs a request as its profile.
func askTarget[T any](ctx context.Context, w *Workbench, t target, do func(context.Context, *session) (T, error)) (T, error) {
	var none T
	s, err := w.server(t.Server)
	if err != nil {
		return none, err
	}
	p, err := w.profile(t.Profile)
	if err != nil {
		return none, err
	}
	return ask(ctx, s, p, do)
}

func (w *Workbench) tools(r *http.Request, in target) (any, error) {
	list, err := askTarget(r.Context(), w, in, func(ctx context.Context, one *session) ([]json.RawMessage, error) {
		return one.listTools(ctx)
	})
	if err != nil {
		return nil, err
	}
	return toolsAnswer{Tools: list}, nil
}

func (w *Workbench) call(r *http.Request, in callRequest) (any, error) {
	if in.Caller != callerHost && in.Caller != callerView {
		return nil, &ui.Error{
			Code:    "body_invalid",
			Message: fmt.Sprintf("%q is no caller.", in.Caller),
			Fix:     `Say "host" or "view": what a view may call depends on it.`,
		}
	}
	if in.Tool == "" {
		return nil, &ui.Error{Code: "body_invalid", Message: "The request names no tool."}
	}
	if err := checkArguments(in.Arguments); err != nil {
		return nil, err
	}
	return askTarget(r.Context(), w, in.target, func(ctx context.Context, one *session) (any, error) {
		if in.Caller == callerView {
			if err := allowView(ctx, one, in.Tool); err != nil {
				return nil, err
			}
		}
		return timed(func() (json.RawMessage, error) { return one.client.Call(ctx, in.Tool, in.Arguments) })
	})
}

// allowView refuses a view's call of a tool that is for the model only. A tool
// that the profile wasn't told of says nothing against it: hosts that don't know
// visibility are not told of app-only tools, and views call them all the same.
func allowView(ctx context.Context, one *session, name string) error {
	t, told, err := one.tool(ctx, name)
	if err != nil {
		return err
	}
	if told && !t.forViews() {
		return &ui.Error{
			Code:    "tool_not_for_views",
			Message: fmt.Sprintf("The tool %q is not for views: its visibility does not include \"app\".", name),
			Fix:     "Let the model call it, or declare it as visible to the app.",
		}
	}
	return nil
}

func checkArguments(arguments json.RawMessage) error {
	trimmed := bytes.TrimSpace(arguments)
	if len(trimmed) == 0 || trimmed[0] == '{' || string(trimmed) == "null" {
		return nil
	}
	return &ui.Error{
		Code:    "arguments_invalid",
		Message: "The arguments are not a JSON object.",
		Fix:     `Give an object such as {"city":"Lisbon"}, or leave them out.`,
	}
}

func (w *Workbench) resource(r *http.Request, in resourceRequest) (any, error) {
	if in.URI == "" {
		return nil, &ui.Error{Code: "body_invalid", Message: "The request names no resource."}
	}
	return askTarget(r.Context(), w, in.target, func(ctx context.Context, one *session) (any, error) {
		return timed(func() (json.RawMessage, error) { return one.client.Read(ctx, in.URI) })
	})
}

// timed runs a request whose refusal by the server is an answer too.
func timed(do func() (json.RawMessage, error)) (any, error) {
	start := time.Now()
	result, err := do()
	out := outcome{Result: result, DurationMS: milliseconds(time.Since(start))}
	var refused *mcpclient.RPCError
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &refused):
		out.RPCError = refused
		return out, nil
	default:
		return nil, err
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
