package serve

import (
	"iter"
	"sync"
	"time"
)

// timeouts are timeouts of the same duration. The one that began first is always the
// next to expire, so a linked list and one timer are enough, and starting and stopping a
// timeout costs next to nothing.
type timeouts[T any] struct {
	duration time.Duration
	expired  func(*T) // must not block
	epoch    time.Time

	mu          sync.Mutex
	first, last *timeout[T]
	timer       *time.Timer // nil before the first timeout
	armed       bool
}

// timeout is a timeout of a T. The zero value has not been started.
type timeout[T any] struct {
	list       *timeouts[T]
	of         *T            // nil when stopped or expired
	end        time.Duration // since the epoch of the list
	prev, next *timeout[T]
}

func newTimeouts[T any](duration time.Duration, expired func(*T)) *timeouts[T] {
	return &timeouts[T]{duration: duration, expired: expired, epoch: time.Now()}
}

// start starts a timeout, which must not be running.
func (l *timeouts[T]) start(t *timeout[T], of *T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*t = timeout[T]{list: l, of: of, end: time.Since(l.epoch) + l.duration, prev: l.last}
	if l.last != nil {
		l.last.next = t
	} else {
		l.first = t
	}
	l.last = t
	switch {
	case l.armed:
	case l.timer == nil:
		l.armed, l.timer = true, time.AfterFunc(l.duration, l.expire)
	default:
		l.armed = true
		l.timer.Reset(l.duration)
	}
}

// stop stops a timeout. It reports false if the timeout has expired, or was stopped
// before. Stopping one that was never started reports true.
func (t *timeout[T]) stop() bool {
	l := t.list
	if l == nil {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.remove(t)
}

// remove removes a timeout and reports whether it was in the list. The caller holds l.mu.
func (l *timeouts[T]) remove(t *timeout[T]) bool {
	if t.of == nil {
		return false
	}
	if t.prev != nil {
		t.prev.next = t.next
	} else {
		l.first = t.next
	}
	if t.next != nil {
		t.next.prev = t.prev
	} else {
		l.last = t.prev
	}
	t.of, t.prev, t.next = nil, nil, nil
	return true
}

// all returns what has a running timeout, the oldest first. It locks the list.
func (l *timeouts[T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		l.mu.Lock()
		defer l.mu.Unlock()
		for t := l.first; t != nil && yield(t.of); t = t.next {
			continue
		}
	}
}

// expire reports the expired timeouts, and sets the timer for the next one.
func (l *timeouts[T]) expire() {
	for {
		l.mu.Lock()
		t := l.first
		if t == nil {
			l.armed = false
			l.mu.Unlock()
			return
		}
		if left := t.end - time.Since(l.epoch); left > 0 {
			l.timer.Reset(left)
			l.mu.Unlock()
			return
		}
		of := t.of
		l.remove(t)
		l.mu.Unlock()
		l.expired(of)
	}
}
