package devloop

import (
	"context"
	"sync"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

// changeQueue holds changes until the view builder is ready for them.
type changeQueue struct {
	mu      sync.Mutex
	pending []watch.Change
	ready   chan struct{} // has one element while changes are pending
}

func newChangeQueue() *changeQueue { return &changeQueue{ready: make(chan struct{}, 1)} }

func (q *changeQueue) add(changes []watch.Change) {
	if len(changes) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pending = append(q.pending, changes...)
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// wait waits for changes and returns all that are pending; nil when ctx has ended.
func (q *changeQueue) wait(ctx context.Context) []watch.Change {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-q.ready:
		}
		q.mu.Lock()
		changes := q.pending
		q.pending = nil
		q.mu.Unlock()
		// An add between the two steps of an earlier wait leaves an element in ready, but its
		// changes have been returned.
		if len(changes) > 0 {
			return changes
		}
	}
}
