package state

import "time"

// item is an entry of a [Memory]. In the store, only its place changes.
type item struct {
	key      string
	value    []byte
	revision Revision
	deadline time.Time // zero means never
	place    int       // its index in the heap
}

func (e *item) size() int { return len(e.key) + len(e.value) }

// expires reports whether the entry has a time to live.
func (e *item) expires() bool { return !e.deadline.IsZero() }

// expired reports whether its time to live is over.
func (e *item) expired(now time.Time) bool { return e.expires() && !now.Before(e.deadline) }

// expiryHeap is a heap for package container/heap of items that expire: the next one
// first; of several at the same instant, the one written first.
type expiryHeap []*item

// Len returns the number of items.
func (h *expiryHeap) Len() int { return len(*h) }

// Less reports whether item i comes before item j.
func (h *expiryHeap) Less(i, j int) bool {
	a, b := (*h)[i], (*h)[j]
	if !a.deadline.Equal(b.deadline) {
		return a.deadline.Before(b.deadline)
	}
	return a.revision < b.revision
}

// Swap exchanges two items and updates their places.
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

// Pop removes and returns the last item.
func (h *expiryHeap) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	(*h)[last] = nil // so that its memory can be freed
	*h = (*h)[:last]
	return e
}
