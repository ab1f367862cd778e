package workbench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// mostPatience is how many times its time limit a call may take that keeps
// telling of progress.
const mostPatience = 10

// patience is a time limit that progress renews.
type patience struct {
	limit  time.Duration
	latest time.Time
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	timer *time.Timer
}

// newPatience returns a context that ends, with DeadlineExceeded as its cause,
// when the patience is at its end.
func newPatience(ctx context.Context, limit time.Duration) (context.Context, *patience) {
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, &patience{
		limit: limit, latest: time.Now().Add(mostPatience * limit), cancel: cancel,
		timer: time.AfterFunc(limit, func() { cancel(context.DeadlineExceeded) }),
	}
}

// renew lets the limit begin again.
func (p *patience) renew() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer.Stop() { // it must not begin again when it is over
		p.timer.Reset(max(0, min(p.limit, time.Until(p.latest))))
	}
}

func (p *patience) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Stop()
	p.cancel(nil)
}

func (p *patience) over(server, tool string) error {
	if time.Now().Before(p.latest) {
		return &ui.Error{
			Code:    "server_timeout",
			Message: fmt.Sprintf("The server %s did not answer the call of %q within %v.", server, tool, p.limit),
			Fix:     "See whether the server hangs; its own log should say where. A call that takes long should tell of its progress.",
		}
	}
	return &ui.Error{
		Code:    "server_timeout",
		Message: fmt.Sprintf("The server %s told of progress, but did not finish the call of %q within %v.", server, tool, mostPatience*p.limit),
		Fix:     "Return what there is and let the view ask for the rest.",
	}
}
