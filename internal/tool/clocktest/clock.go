// Package clocktest has a clock for tests, which moves when they say so.
package clocktest

import (
	"sync"
	"time"
)

// Clock is a time that tests move on. It is safe for use by several goroutines.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// New returns a clock that shows the time of now.
func New() *Clock { return &Clock{now: time.Now()} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Pass moves the clock on.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
