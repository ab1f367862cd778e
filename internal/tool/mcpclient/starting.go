package mcpclient

import (
	"errors"
	"net/http"
	"syscall"

	"github.com/orielapps/oriel/ui"
)

// unreachableError keeps why a server can't be reached.
type unreachableError struct {
	shown *ui.Error // to a person
	cause error
}

func (e *unreachableError) Error() string { return e.shown.Error() }

func (e *unreachableError) Unwrap() []error { return []error{e.shown, e.cause} }

// What Windows calls ECONNREFUSED and ECONNRESET, to which Go gives numbers of
// its own there: WSAECONNREFUSED and WSAECONNRESET.
const (
	errWindowsRefused = syscall.Errno(10061)
	errWindowsReset   = syscall.Errno(10054)
)

// startingAnswer says what an endpoint, or a proxy before it, answers while its
// server may still be starting: "connection refused", "connection reset", "HTTP
// status 502" or "HTTP status 503". It is empty for another error, or none.
func startingAnswer(err error) string {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, errWindowsRefused):
		return "connection refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, errWindowsReset):
		return "connection reset"
	}
	if refused, ok := errors.AsType[*statusError](err); ok {
		switch refused.status {
		case http.StatusBadGateway:
			return "HTTP status 502"
		case http.StatusServiceUnavailable:
			return "HTTP status 503"
		}
	}
	return ""
}
