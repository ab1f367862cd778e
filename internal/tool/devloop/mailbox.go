package devloop

import (
	"context"
	"sync"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

// mailbox keeps changes for somebody who may be busy.
type mailbox struct {
	mu      sync.Mutex
	pending []watch.Change
	filled  chan struct{} // has one while something is pending
}

func newMailbox() *mailbox { return &mailbox{filled: make(chan struct{}, 1)} }

// put adds changes.
func (m *mailbox) put(changes []watch.Change) {
	if len(changes) == 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pending = append(m.pending, changes...)
	select {
	case m.filled <- struct{}{}:
	default:
	}
}

// take waits for changes and returns all there are; nil when ctx has ended.
func (m *mailbox) take(ctx context.Context) []watch.Change {
	select {
	case <-ctx.Done():
		return nil
	case <-m.filled:
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	changes := m.pending
	m.pending = nil
	return changes
}
