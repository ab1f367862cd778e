package mcpclient

import (
	"errors"
	"net/http"
	"syscall"

	"github.com/orielapps/oriel/ui"
)

// unreachableError keeps why a server can't be reached.
type unreachableError struct {
	// told is what a person is told.
	told  *ui.Error
	cause error
}

func (e *unreachableError) Error() string { return e.told.Error() }

func (e *unreachableError) Unwrap() []error { return []error{e.told, e.cause} }

// What Windows calls ECONNREFUSED and ECONNRESET, to which Go gives numbers of
// its own there: WSAECONNREFUSED and WSAECONNRESET.
const (
	errWindowsRefused = syscall.Errno(10061)
	errWindowsReset   = syscall.Errno(10054)
)

// NotUpYet says in a few words how an endpoint whose server is still starting,
// or a proxy before it, has answered: "connection refused", "connection reset",
// "HTTP status 502" or "HTTP status 503". It is empty where err is another
// failure, or none.
func NotUpYet(err error) string {
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
