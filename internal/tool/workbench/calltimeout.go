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
	cancel context.CancelCauseFunc

	mu     sync.Mutex
	latest time.Time
	timer  *time.Timer
	// paused counts who waits for people, and since is when the first of them began to.
	paused int
	since  time.Time
	ended  bool
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
	if t.paused > 0 {
		return // it starts again when nobody is waited for
	}
	if t.timer.Stop() { // it must not start again when it is over
		t.timer.Reset(max(0, min(t.limit, time.Until(t.latest))))
	}
}

// pause stops the timeout while people are waited for.
func (t *callTimeout) pause() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.paused++; t.paused == 1 {
		t.since = time.Now()
		t.timer.Stop()
	}
}

// resume starts the timeout again when nobody is waited for any more.
func (t *callTimeout) resume() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.paused--; t.paused == 0 && !t.ended {
		t.latest = t.latest.Add(time.Since(t.since))
		t.timer.Reset(max(0, min(t.limit, time.Until(t.latest))))
	}
}

func (t *callTimeout) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	t.timer.Stop()
	t.cancel(nil)
}

// expired is the error of a request whose timeout is over.
func (t *callTimeout) expired(server, what string) error {
	t.mu.Lock()
	latest := t.latest
	t.mu.Unlock()
	if time.Now().Before(latest) {
		return &ui.Error{
			Code:    "server_timeout",
			Message: fmt.Sprintf("The server %s did not answer %s within %v.", server, what, t.limit),
			Fix:     "See whether the server hangs; its own log should say where. A call that takes long should report its progress.",
		}
	}
	return &ui.Error{
		Code:    "server_timeout",
		Message: fmt.Sprintf("The server %s reported progress, but did not finish %s within %v.", server, what, mostExtension*t.limit),
		Fix:     "Return what there is and let the view ask for the rest.",
	}
}
