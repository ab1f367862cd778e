package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// The callers of a tool.
const (
	callerHost = "host"
	callerView = "view"
)

// target is the server that a request is for, and the profile it is made as.
type target struct {
	Server  string `json:"server"`
	Profile string `json:"profile"`
}

type callRequest struct {
	target

	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Caller    string          `json:"caller"`
	// Stream asks for the progress and the server's questions, too.
	Stream bool `json:"stream"`
}

type resourceRequest struct {
	target

	URI string `json:"uri"`
	// Stream asks for the server's questions, too.
	Stream bool `json:"stream"`
}

// outcome is a server's answer, or its refusal.
type outcome struct {
	Result     json.RawMessage     `json:"result,omitempty"`
	RPCError   *mcpclient.RPCError `json:"rpcError,omitempty"`
	DurationMS float64             `json:"durationMs"`
}

// askTarget finds the target and runs a request as its profile.
func askTarget[T any](ctx context.Context, w *Workbench, t target, do func(context.Context, *connection) (T, error)) (T, error) {
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

// call answers POST /api/call.
func (w *Workbench) call(response http.ResponseWriter, r *http.Request) {
	in, err := decode[callRequest](response, r, maxCallBody)
	if err == nil {
		err = in.check()
	}
	switch {
	case err != nil:
		w.fail(response, r, err)
	default:
		w.looked(response, r, in.Stream, func(ctx context.Context, v viewers) (any, error) { return w.callTool(ctx, in, v) })
	}
}

func (in callRequest) check() error {
	if err := checkCaller(in.Caller); err != nil {
		return err
	}
	if in.Tool == "" {
		return &ui.Error{Code: "body_invalid", Message: "The request names no tool."}
	}
	return checkArguments(in.Arguments)
}

// viewers are what the page gets to know of a request while it is under way. Without them
// nobody looks at it.
type viewers struct {
	progress func(mcpclient.Progress)
	question func(questionState)
}

// callTool runs a tool. With viewers, the server has longer as long as it makes progress.
func (w *Workbench) callTool(ctx context.Context, in callRequest, v viewers) (any, error) {
	call := func(ctx context.Context, one *connection, timeout *callTimeout) (json.RawMessage, error) {
		if in.Caller == callerView {
			if err := allowView(ctx, one, in.Tool); err != nil {
				return nil, err
			}
		}
		report := v.progress
		if report != nil {
			report = func(p mcpclient.Progress) {
				timeout.renew()
				v.progress(p)
			}
		}
		sent := one.server.token(ctx)
		result, err := one.client.Call(ctx, in.Tool, in.Arguments, report)
		w.warnOfSize(one.profile, in.Tool, result)
		one.server.noteChallenge(ctx, in.Tool, result, sent)
		return result, err
	}
	return w.interact(ctx, in.target, in.Tool, fmt.Sprintf("the call of %q", in.Tool), v, call)
}

// interact runs a request during which the server may ask questions. subject is what answers
// of a script are chosen by, and what is for messages.
func (w *Workbench) interact(ctx context.Context, t target, subject, what string, v viewers,
	do func(context.Context, *connection, *callTimeout) (json.RawMessage, error),
) (any, error) {
	s, err := w.server(t.Server)
	if err != nil {
		return nil, err
	}
	p, err := w.profile(t.Profile)
	if err != nil {
		return nil, err
	}
	opening, opened := context.WithTimeout(ctx, s.timeout)
	defer opened()
	one, err := s.connect(opening, p)
	if err != nil {
		return nil, err
	}
	calling, timeout := newCallTimeout(ctx, s.timeout)
	defer timeout.end()
	calling = mcpclient.WithAsker(calling, &asker{w: w, server: s, profile: p, subject: subject, timeout: timeout, tell: v.question})
	out, err := timed(func() (json.RawMessage, error) { return do(calling, one, timeout) })
	s.note(err)
	if codeOf(err) == "cancelled" && errors.Is(context.Cause(calling), context.DeadlineExceeded) {
		return nil, timeout.expired(s.endpoint.ID, what)
	}
	return out, err
}

// allowView refuses a view's call of a tool that is for the model only. A tool
// that isn't in the profile's list is allowed: hosts that don't know visibility
// don't get app-only tools listed, and views call them all the same.
func allowView(ctx context.Context, one *connection, name string) error {
	t, listed, err := one.tool(ctx, name)
	if err != nil {
		return err
	}
	if listed && !t.forViews() {
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

// resource answers POST /api/resource.
func (w *Workbench) resource(response http.ResponseWriter, r *http.Request) {
	in, err := decode[resourceRequest](response, r, maxBody)
	if err == nil && in.URI == "" {
		err = &ui.Error{Code: "body_invalid", Message: "The request names no resource."}
	}
	if err != nil {
		w.fail(response, r, err)
		return
	}
	w.looked(response, r, in.Stream, func(ctx context.Context, v viewers) (any, error) {
		return w.interact(ctx, in.target, in.URI, "resources/read", v, func(ctx context.Context, one *connection, _ *callTimeout) (json.RawMessage, error) {
			return one.client.Read(ctx, in.URI)
		})
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
