package oriel

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/orielapps/oriel/internal/schema"
)

// notFound is the error for an unknown name. Its fix suggests the nearest known name,
// or the method that lists them all.
func notFound(code, what, name string, known []string, list string) *Error {
	e := &Error{Code: code, Message: fmt.Sprintf("There is no %s %.200q.", what, name), Fix: "Use one that " + list + " returns."}
	if near := schema.Nearest(name, known); near != "" {
		e.Fix = fmt.Sprintf("Did you mean %q?", near)
	}
	return e
}

// publicError returns an [*Error] as it is and masks any other error.
func (a *App) publicError(ctx context.Context, r *Request, err error) *Error {
	if public := publicOf(err); public != nil {
		return public
	}
	return a.masked(ctx, r, err)
}

// publicOf returns the [*Error] that an error is or wraps, or nil. A nil [*Error] counts
// as none.
func publicOf(err error) *Error {
	public, _ := errors.AsType[*Error](err)
	return public
}

// masked returns an error that has only an id. Under that id the error is in the log, or,
// during development, in what "oriel dev" shows to the app's author.
func (a *App) masked(ctx context.Context, r *Request, err error) *Error {
	id := newID("err-")
	if !a.dev.report(ctx, id, r, err) {
		attributes := []any{"id", id, "request", r.ID, "method", string(r.Method), "name", r.name(), "error", err}
		if stack := stackOf(err); stack != "" {
			attributes = append(attributes, "stack", stack)
		}
		a.logger().Error("request failed", attributes...)
	}
	return &Error{
		Code:    "internal",
		Message: "Something went wrong inside the app.",
		Fix:     "Its author finds it in the log under " + id + ".",
	}
}

// stackOf returns the stack of a panic, and nothing for other errors.
func stackOf(err error) string {
	if p, ok := errors.AsType[*panicError](err); ok {
		return string(p.stack)
	}
	return ""
}

func newID(prefix string) string {
	const length = 10
	return prefix + strings.ToLower(rand.Text()[:length])
}
