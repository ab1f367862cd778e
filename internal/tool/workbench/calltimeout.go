package workbench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// mostExtension is how many times its timeout a call may take that keeps
// reporting progress.
const mostExtension = 10

// callTimeout is a timeout that starts again with each progress.
type callTimeout struct {
	limit  time.Duration
	latest time.Time
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
}

// newCallTimeout returns a context that ends, with DeadlineExceeded as its cause,
// when the timeout is over.
func newCallTimeout(ctx context.Context, limit time.Duration) (context.Context, *callTimeout) {
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, &callTimeout{
		limit: limit, latest: time.Now().Add(mostExtension * limit), cancel: cancel,
		timer: time.AfterFunc(limit, func() { cancel(context.DeadlineExceeded) }),
	}
}

// renew starts the timeout again.
func (t *callTimeout) renew() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer.Stop() { // it must not start again when it is over
		t.timer.Reset(max(0, min(t.limit, time.Until(t.latest))))
	}
}

func (t *callTimeout) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.timer.Stop()
	t.cancel(nil)
}

// expired is the error of a call whose timeout is over.
func (t *callTimeout) expired(server, tool string) error {
	if time.Now().Before(t.latest) {
		return &ui.Error{
			Code:    "server_timeout",
			Message: fmt.Sprintf("The server %s did not answer the call of %q within %v.", server, tool, t.limit),
			Fix:     "See whether the server hangs; its own log should say where. A call that takes long should report its progress.",
		}
	}
	return &ui.Error{
		Code:    "server_timeout",
		Message: fmt.Sprintf("The server %s reported progress, but did not finish the call of %q within %v.", server, tool, mostExtension*t.limit),
		Fix:     "Return what there is and let the view ask for the rest.",
	}
}
