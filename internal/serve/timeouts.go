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

	mu      sync.Mutex
	running queue[T]
	over    queue[T]    // expired, and not stopped yet
	timer   *time.Timer // nil before the first timeout
	armed   bool
}

// queue is a linked list of timeouts, the oldest first.
type queue[T any] struct{ first, last *timeout[T] }

// timeout is a timeout of a T. The zero value has not been started.
type timeout[T any] struct {
	list       *timeouts[T]
	of         *T            // nil when stopped
	end        time.Duration // since the epoch of the list; zero once it has expired
	prev, next *timeout[T]
}

func newTimeouts[T any](duration time.Duration, expired func(*T)) *timeouts[T] {
	return &timeouts[T]{duration: duration, expired: expired, epoch: time.Now()}
}

// start starts a timeout, which must not be running.
func (l *timeouts[T]) start(t *timeout[T], of *T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*t = timeout[T]{list: l, of: of, end: time.Since(l.epoch) + l.duration}
	l.running.add(t)
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
	switch {
	case t.of == nil:
		return false
	case t.end == 0:
		l.over.remove(t)
	default:
		l.running.remove(t)
	}
	t.of = nil
	return t.end != 0
}

func (q *queue[T]) add(t *timeout[T]) {
	t.prev, t.next = q.last, nil
	if q.last != nil {
		q.last.next = t
	} else {
		q.first = t
	}
	q.last = t
}

func (q *queue[T]) remove(t *timeout[T]) {
	if t.prev != nil {
		t.prev.next = t.next
	} else {
		q.first = t.next
	}
	if t.next != nil {
		t.next.prev = t.prev
	} else {
		q.last = t.prev
	}
	t.prev, t.next = nil, nil
}

// all returns what has a timeout that was not stopped, also if it has expired, the oldest
// first. It locks the list.
func (l *timeouts[T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, q := range [...]queue[T]{l.over, l.running} {
			for t := q.first; t != nil; t = t.next {
				if !yield(t.of) {
					return
				}
			}
		}
	}
}

// expire reports the expired timeouts, and sets the timer for the next one.
func (l *timeouts[T]) expire() {
	for {
		l.mu.Lock()
		t := l.running.first
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
		l.running.remove(t)
		t.end = 0
		l.over.add(t)
		l.mu.Unlock()
		l.expired(of)
	}
}
