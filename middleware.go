package oriel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// Response is the answer to a request, before an adapter has put it into the host's
// form. One of its members is set, by the method of the request.
type Response struct {
	// Result is that of a call. A call that failed for a reason that the model may
	// read can be an [*Error] instead.
	Result *ui.ToolResult
	// Document is what was read.
	Document *ui.Document
	// Messages are those of a prompt; none is fine.
	Messages []Message
	// Completion are the values that a user may want; none is fine.
	Completion []string

	prepared *serve.Lasting // the text of the document, where it is a view's
}

// RequestHandler answers a request. An [*Error] reaches the model or the host as it
// is; any other error is masked, with an id that is in the log.
type RequestHandler func(ctx context.Context, r *Request) (*Response, error)

// Use puts middleware around all tool calls, reads, prompts and completions: the
// first one given is the outermost. Each gets the handler that comes next, and may look at the
// request before and at the response after, answer by itself, or change both.
//
//	app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
//		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
//			began := time.Now()
//			response, err := next(ctx, r)
//			r.Log.Info("answered", "took", time.Since(began), "error", err)
//			return response, err
//		}
//	})
//
// A request for something that isn't there doesn't get as far. A handler that has
// a question gives [ErrInputRequired], which middleware has to pass on. Use it
// before the app serves.
func (a *App) Use(middleware ...func(next RequestHandler) RequestHandler) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, m := range middleware {
		if m == nil {
			a.faults = append(a.faults, &declarationError{place: callerPlace(), err: &Error{
				Code: "middleware_missing", Message: "A middleware is nil.", Fix: "Give Use a function.",
			}})
			continue
		}
		a.middleware = append(a.middleware, m)
	}
}

// serve runs a request through the middleware. What panics in there is an error.
func (a *App) serve(ctx context.Context, r *Request, last RequestHandler) (response *Response, err error) {
	err = safely(func() error {
		response, err = a.throughMiddleware(ctx, r, last)
		return err
	})
	if failed(err) {
		return nil, err
	}
	return response, nil
}

func (a *App) throughMiddleware(ctx context.Context, r *Request, last RequestHandler) (*Response, error) {
	handler := func(ctx context.Context, r *Request) (*Response, error) { return last(withRequest(ctx, r), r) }
	for _, around := range slices.Backward(a.middleware) {
		handler = around(handler)
	}
	method := r.Method
	response, err := handler(withRequest(ctx, r), r)
	switch {
	case failed(err):
		return nil, err
	case response == nil,
		method == MethodCallTool && response.Result == nil,
		method == MethodReadResource && response.Document == nil:
		return nil, errNoResponse
	case len(a.middleware) == 0:
		return response, nil // what the app itself makes has been checked
	case method == MethodGetPrompt, method == MethodComplete:
		return response, nil
	case method == MethodCallTool:
		checked := &Response{}
		checked.Result, err = sendable(response.Result)
		return checked, err
	default:
		document := *response.Document
		document.Meta, err = frozen(document.Meta)
		return &Response{Document: &document, prepared: response.prepared}, err
	}
}

var errNoResponse = errors.New("a middleware gave neither a response nor an error")

// sendable returns a copy of a result that can be sent, or says what of it can't.
func sendable(r *ui.ToolResult) (*ui.ToolResult, error) {
	result := *r
	for name, part := range map[string]json.RawMessage{"data": result.Data, "view-only data": result.ViewOnly} {
		if len(part) > 0 && !json.Valid(part) {
			return nil, fmt.Errorf("the response's %s is not JSON: %.80q", name, part)
		}
	}
	if data := bytes.TrimSpace(result.Data); len(data) > 0 && data[0] != '{' {
		return nil, fmt.Errorf("the response's data is not a JSON object: %.80q", data)
	}
	if _, err := ui.WireBlocks(result.Content); err != nil {
		return nil, fmt.Errorf("the response's content: %v", err) //nolint:errorlint // the model can't mend the app's own content
	}
	if len(result.ViewOnly) == 0 {
		result.ViewOnly = nil
	}
	var err error
	if result.Extra, err = frozen(result.Extra); err != nil {
		return nil, fmt.Errorf("the response's Extra: %w", err)
	}
	return &result, nil
}
