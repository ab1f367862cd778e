package oriel

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/orielapps/oriel/internal/schema"
)

// notFound says that there is nothing of a name, and what may have been meant:
// the nearest of the known names, or where to find them all.
func notFound(code, what, name string, known []string, list string) *Error {
	e := &Error{Code: code, Message: fmt.Sprintf("There is no %s %.200q.", what, name), Fix: list + " names those there are."}
	if near := schema.Nearest(name, known); near != "" {
		e.Fix = fmt.Sprintf("Did you mean %q?", near)
	}
	return e
}

// publicError lets an [*Error] through and masks everything else.
func (a *App) publicError(r *Request, err error) *Error {
	if public := publicOf(err); public != nil {
		return public
	}
	return a.masked(r, err)
}

// publicOf returns the [*Error] that an error is or wraps, nil where there is
// none. A pointer that is nil is none.
func publicOf(err error) *Error {
	public, _ := errors.AsType[*Error](err)
	return public
}

// masked logs an error and returns what may be told of it: an id.
func (a *App) masked(r *Request, err error) *Error {
	id := newID("err-")
	attributes := []any{"id", id, "request", r.ID, "method", string(r.Method), "name", r.name(), "error", err}
	if p, ok := errors.AsType[*panicError](err); ok {
		attributes = append(attributes, "stack", string(p.stack))
	}
	a.logger().Error("request failed", attributes...)
	return &Error{
		Code:    "internal",
		Message: "Something went wrong inside the app.",
		Fix:     "Its author finds it in the log under " + id + ".",
	}
}

func newID(prefix string) string {
	const length = 10
	return prefix + strings.ToLower(rand.Text()[:length])
}
