package mcpclient_test

import (
	"context"
	"sync"
	"testing"
)

// expiring is a context whose deadline passes when a test says so.
type expiring struct {
	context.Context //nolint:containedctx // it is one itself

	done chan struct{}
}

// newExpiring returns a context, and what makes its deadline pass.
func newExpiring(t *testing.T) (ctx context.Context, expire func()) {
	t.Helper()
	e := expiring{t.Context(), make(chan struct{})}
	expire = sync.OnceFunc(func() { close(e.done) })
	t.Cleanup(expire)
	return e, expire
}

func (e expiring) Done() <-chan struct{} { return e.done }

func (e expiring) Err() error {
	select {
	case <-e.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
