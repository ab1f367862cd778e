package oriel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

// Response is the answer to a request, before an adapter converts it for the host. One
// field is set, depending on the method of the request.
type Response struct {
	// Result is the result of a tool call. To fail with a text for the model, a handler
	// can return an [*Error] instead.
	Result *ui.ToolResult
	// Document is the content of a read resource.
	Document *ui.Document
	// Messages are the messages of a prompt; it may be empty.
	Messages []Message
	// Completion are the suggested values; it may be empty.
	Completion []string

	prepared *precompressed.Text // the prepared text of a view's document
}

// RequestHandler answers a request. An [*Error] reaches the model or the host as it is;
// any other error is masked, with the id of its log line.
type RequestHandler func(ctx context.Context, r *Request) (*Response, error)

// Use adds middleware around all tool calls, reads, prompts and completions. The first
// one is the outermost. Each gets the next handler; it may inspect or change the request
// and the response, or answer itself.
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
// Requests for unknown tools, prompts and resources fail before the middleware. If a
// handler has a question, its error is [ErrInputRequired], which middleware must return.
// Call Use before the app serves.
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

// serve runs a request through the middleware. A panic becomes an error.
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
		return response, nil // the app's own responses are already valid
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

var errNoResponse = errors.New("a middleware returned neither a response nor an error")

// sendable returns a copy of a result, or an error if it can't be sent.
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
		return nil, fmt.Errorf("the response's content: %v", err) //nolint:errorlint // not wrapped: the model can't fix the app's own content
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
