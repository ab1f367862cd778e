package state

import "time"

// item is an entry of a [Memory]. Once it is in the store only its place changes.
type item struct {
	key      string
	value    []byte
	revision Revision
	deadline time.Time // zero: never
	place    int       // in the heap
}

func (e *item) size() int { return len(e.key) + len(e.value) }

// expires tells whether the entry will ever expire.
func (e *item) expires() bool { return !e.deadline.IsZero() }

// expired tells whether it has.
func (e *item) expired(now time.Time) bool { return e.expires() && !now.Before(e.deadline) }

// expiryHeap is a heap of items that expire, for package container/heap: first the
// one that expires soonest, and of several at the same instant the one written first.
type expiryHeap []*item

// Len returns how many items there are.
func (h *expiryHeap) Len() int { return len(*h) }

// Less tells whether the item at i goes before that at j.
func (h *expiryHeap) Less(i, j int) bool {
	a, b := (*h)[i], (*h)[j]
	if !a.deadline.Equal(b.deadline) {
		return a.deadline.Before(b.deadline)
	}
	return a.revision < b.revision
}

// Swap exchanges two items, and tells them.
func (h *expiryHeap) Swap(i, j int) {
	items := *h
	items[i], items[j] = items[j], items[i]
	items[i].place, items[j].place = i, j
}

// Push adds an *item at the end.
func (h *expiryHeap) Push(x any) {
	if e, ok := x.(*item); ok {
		e.place = len(*h)
		*h = append(*h, e)
	}
}

// Pop removes the last item and returns it.
func (h *expiryHeap) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	(*h)[last] = nil // else the heap would keep its memory
	*h = (*h)[:last]
	return e
}
