package serve

import (
	"iter"
	"sync"
	"time"
)

// watch finds replies that something takes too long for. All have the same time, so
// the one that came first is always the next: coming and going cost next to nothing,
// and one timer is enough for all. What it calls for those who are late must not block.
type watch struct {
	patience time.Duration
	late     func(p *reply)
	began    time.Time

	mu          sync.Mutex
	first, last *place
	timer       *time.Timer // nil until somebody comes
	armed       bool
}

// place is that of a reply in a watch. The zero value is in none.
type place struct {
	watch      *watch
	reply      *reply
	until      time.Duration // since the beginning of the watch
	prev, next *place
}

func newWatch(patience time.Duration, late func(p *reply)) *watch {
	return &watch{patience: patience, late: late, began: time.Now()}
}

// enter watches a reply at a place of its own, until it leaves that or is late.
func (w *watch) enter(p *reply, at *place) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*at = place{watch: w, reply: p, until: time.Since(w.began) + w.patience, prev: w.last}
	if w.last != nil {
		w.last.next = at
	} else {
		w.first = at
	}
	w.last = at
	switch {
	case w.armed:
	case w.timer == nil:
		w.armed, w.timer = true, time.AfterFunc(w.patience, w.look)
	default:
		w.armed = true
		w.timer.Reset(w.patience)
	}
}

// leave reports whether the reply has been in time; a place in no watch always is.
func (at *place) leave() bool {
	w := at.watch
	if w == nil {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.remove(at)
}

// remove takes a place out, unless it is out already. The caller holds w.mu.
func (w *watch) remove(at *place) bool {
	if at.reply == nil {
		return false
	}
	if at.prev != nil {
		at.prev.next = at.next
	} else {
		w.first = at.next
	}
	if at.next != nil {
		at.next.prev = at.prev
	} else {
		w.last = at.prev
	}
	at.reply, at.prev, at.next = nil, nil, nil
	return true
}

// all are the replies that are watched, the one that came first before the others. None
// leaves meanwhile.
func (w *watch) all() iter.Seq[*reply] {
	return func(yield func(*reply) bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for at := w.first; at != nil && yield(at.reply); at = at.next {
			continue
		}
	}
}

// look calls for those who are late.
func (w *watch) look() {
	for {
		w.mu.Lock()
		at := w.first
		if at == nil {
			w.armed = false
			w.mu.Unlock()
			return
		}
		if left := at.until - time.Since(w.began); left > 0 {
			w.timer.Reset(left)
			w.mu.Unlock()
			return
		}
		p := at.reply
		w.remove(at)
		w.mu.Unlock()
		w.late(p)
	}
}
