package oriel

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// Response is what a request gives, before an adapter has put it into the
// host's form. One of its members is set, as the operation has it.
type Response struct {
	// Result is that of a call. A call that failed for a reason that the model may
	// read can be an [*Error] instead.
	Result *ui.Result
	// Document is what was read.
	Document *ui.Document
}

// Handler answers a request. An [*Error] reaches the model or the host as it
// is; any other error is masked, with an id that is in the log.
type Handler func(ctx context.Context, r *Request) (*Response, error)

// Use puts middleware around all tool calls and reads: the first one given is
// the outermost. Each gets the handler that comes next, and may look at the
// request before and at the response after, answer by itself, or change both.
//
//	app.Use(func(next oriel.Handler) oriel.Handler {
//		return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
//			began := time.Now()
//			response, err := next(ctx, r)
//			r.Log.Info("answered", "took", time.Since(began), "error", err)
//			return response, err
//		}
//	})
//
// A request for a tool or a view that isn't there doesn't get as far. Use it
// before the app serves.
func (a *App) Use(middleware ...func(next Handler) Handler) {
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
func (a *App) serve(ctx context.Context, r *Request, last Handler) (response *Response, err error) {
	r.Log = a.logger().With("request", r.ID, "operation", string(r.Operation), "name", r.name())
	defer func() {
		if reason := recover(); reason != nil {
			response, err = nil, &panicError{reason: reason, stack: debug.Stack()}
		}
	}()
	handler := func(ctx context.Context, r *Request) (*Response, error) { return last(withRequest(ctx, r), r) }
	for _, around := range slices.Backward(a.middleware) {
		handler = around(handler)
	}
	response, err = handler(withRequest(ctx, r), r)
	switch {
	case failed(err):
		return nil, err
	case response == nil,
		r.Operation == CallTool && response.Result == nil,
		r.Operation == ReadResource && response.Document == nil:
		return nil, errNoResponse
	}
	return response, nil
}

var errNoResponse = errors.New("a middleware gave neither a response nor an error")
