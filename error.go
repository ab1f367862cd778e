package oriel

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/orielapps/oriel/schema"
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

// publicError lets an [*Error] through and masks everything else under an id
// that is in the log.
func (a *App) publicError(what, name string, err error) *Error {
	if public, ok := errors.AsType[*Error](err); ok {
		return public
	}
	id := newErrorID()
	a.logger().Error("internal error", "id", id, what, name, "error", err)
	return maskedError(id)
}

func maskedError(id string) *Error {
	return &Error{
		Code:    "internal",
		Message: "Something went wrong inside the app.",
		Fix:     "Its author finds it in the log under " + id + ".",
	}
}

func newErrorID() string {
	const length = 10
	return "err-" + strings.ToLower(rand.Text()[:length])
}
