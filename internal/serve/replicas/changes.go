package replicas

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/ui"
)

// Changes tells other replicas what has changed in the app: the store has a short list
// of numbered changes, which each replica with open streams reads regularly.
type Changes struct {
	*link

	failing atomic.Bool // the store could not be read the last time

	mu      sync.Mutex
	pending []ui.Change // to be stored, each once
	writing bool        // a goroutine stores what is pending
}

const (
	// maxChanges is how many changes the store has at most.
	maxChanges = 200
	// changesPoll is how often a replica reads them.
	changesPoll = 100 * time.Millisecond
	// changesLife is how long they are stored.
	changesLife = time.Hour
)

// recentChanges is the value in the store.
type recentChanges struct {
	Last    uint64           `json:"n"` // the number of the last one
	Changes []numberedChange `json:"c"` // the oldest first
}

type numberedChange struct {
	Number  uint64  `json:"n"`
	Replica string  `json:"r"`
	List    ui.List `json:"l,omitempty"`
	URI     string  `json:"u,omitempty"`
}

// missed reports whether changes after a number are not in the list any more. Zero is
// before any change: then only a full list may have lost some.
func (r *recentChanges) missed(after uint64) bool {
	return len(r.Changes) > 0 && r.Changes[0].Number > after+1 && (after > 0 || len(r.Changes) == maxChanges)
}

func (c *Changes) key() string { return c.prefix + "changes/all" }

// Publish tells other replicas of a change. It does not wait for the store.
func (c *Changes) Publish(change ui.Change) {
	if !c.shared {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.pending, change) {
		c.pending = append(c.pending, change)
	}
	if !c.writing {
		c.writing = true
		go c.write()
	}
}

// write stores pending changes until there are none.
func (c *Changes) write() {
	const timeout = 10 * time.Second
	for {
		c.mu.Lock()
		changes := c.pending
		c.pending = nil
		c.writing = len(changes) > 0
		c.mu.Unlock()
		if len(changes) == 0 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		err := c.store.Update(ctx, c.key(), func(old []byte) ([]byte, time.Duration, error) {
			recent := decodeChanges(old)
			for _, change := range changes {
				recent.Last++
				recent.Changes = append(recent.Changes, numberedChange{recent.Last, c.name, change.List, change.URI})
			}
			recent.Changes = recent.Changes[max(0, len(recent.Changes)-maxChanges):]
			value, err := json.Marshal(recent)
			return value, changesLife, err //nolint:wrapcheck // the log says what fails
		})
		cancel()
		if err != nil {
			c.log.Error("the store can't be written, so other replicas miss a change", "error", err)
		}
	}
}

func decodeChanges(value []byte) recentChanges {
	var recent recentChanges
	if value == nil || json.Unmarshal(value, &recent) != nil {
		// Numbers increase even after the list has expired.
		return recentChanges{Last: uint64(time.Now().UnixMicro())}
	}
	return recent
}

func (c *Changes) read(ctx context.Context) recentChanges {
	reading, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	value, found, err := c.store.Get(reading, c.key())
	if err != nil {
		// One line per outage: the list is read ten times a second.
		if ctx.Err() == nil && !c.failing.Swap(true) {
			c.log.Warn("the store can't be read, so changes at other replicas may be missed", "error", err)
		}
		return recentChanges{}
	}
	c.failing.Store(false)
	if !found {
		return recentChanges{}
	}
	return decodeChanges(value)
}

// Last returns the number of the last change, for [Changes.Follow]; zero if there is
// none.
func (c *Changes) Last(ctx context.Context) uint64 {
	if !c.shared {
		return 0
	}
	return c.read(ctx).Last
}

// Follow calls changed for the changes at other replicas after that number, until the
// context ends. It calls missed if there were more of them than the store keeps. Without
// a shared store it returns at once.
func (c *Changes) Follow(ctx context.Context, after uint64, changed func(ui.Change), missed func()) {
	if !c.shared {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(changesPoll):
		}
		recent := c.read(ctx)
		if recent.missed(after) {
			missed()
		}
		for _, change := range recent.Changes {
			if change.Number > after && change.Replica != c.name {
				changed(ui.Change{List: change.List, URI: change.URI})
			}
		}
		after = max(after, recent.Last)
	}
}
