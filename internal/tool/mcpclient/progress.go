package mcpclient

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

const (
	// tokenPrefix begins the progress tokens that we give out.
	tokenPrefix = "oriel-"
	// maxPending is how much progress may wait for a slow listener; of more, the
	// oldest is dropped.
	maxPending = 256
)

// watcher keeps the progress of one request until the one who waits for its
// answer passes it on: so it is in order, and never comes after the answer. A
// nil watcher has no news.
type watcher struct {
	listener func(Progress)
	woken    chan struct{}
	// forget takes back the progress token that watch gave out.
	forget func()

	mu      sync.Mutex
	pending []Progress
}

func newWatcher(listener func(Progress)) *watcher {
	if listener == nil {
		return nil
	}
	return &watcher{listener: listener, woken: make(chan struct{}, 1)}
}

func (w *watcher) news() <-chan struct{} {
	if w == nil {
		return nil
	}
	return w.woken
}

func (w *watcher) add(one Progress) {
	w.mu.Lock()
	if len(w.pending) == maxPending {
		w.pending = append(w.pending[:0], w.pending[1:]...)
	}
	w.pending = append(w.pending, one)
	w.mu.Unlock()
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

// deliver passes on the progress that has arrived.
func (w *watcher) deliver() {
	if w == nil {
		return
	}
	w.mu.Lock()
	pending := w.pending
	w.pending = nil
	w.mu.Unlock()
	for _, one := range pending {
		w.listener(one)
	}
}

// watch gives out the progress token of a request.
func (c *connection) watch(number int64, w *watcher) string {
	token := fmt.Sprint(tokenPrefix, number)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watched[token] = w
	w.forget = func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watched, token)
	}
	return token
}

// progressed notes a progress notification. It reports whether it is of one of
// our requests, and what is wrong with it.
func (c *connection) progressed(params json.RawMessage) (ours bool, wrong note) {
	var told struct {
		Progress

		Token json.RawMessage `json:"progressToken"`
	}
	var token string
	if json.Unmarshal(params, &told) != nil || json.Unmarshal(told.Token, &token) != nil || !strings.HasPrefix(token, tokenPrefix) {
		return false, ""
	}
	c.mu.Lock()
	w := c.watched[token]
	c.mu.Unlock()
	if w == nil {
		return true, "This progress belongs to no request under way."
	}
	w.add(told.Progress)
	return true, ""
}
