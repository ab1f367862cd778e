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
	select {
	case <-ctx.Done():
		return nil
	case <-q.ready:
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	changes := q.pending
	q.pending = nil
	return changes
}
