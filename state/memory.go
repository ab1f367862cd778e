package state

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"
)

const (
	defaultMaxEntries = 100_000
	defaultMaxBytes   = 64 << 20

	// sweptPerWrite is how many expired entries a write removes at most, beside its
	// own: more than one, so that they become fewer, and few, so that no write
	// takes long after a quiet hour.
	sweptPerWrite = 16
)

// MemoryOptions bound a [Memory]. The zero value works.
type MemoryOptions struct {
	// MaxEntries is how many entries it holds at most; 0 or less is 100,000.
	MaxEntries int
	// MaxBytes is how many bytes its keys and values have together at most; 0 or
	// less is 64 MiB. Each entry takes some 200 bytes more, which aren't counted.
	MaxBytes int
}

// Memory is a [Store] in the memory of this process: other replicas don't see it, and
// with the process it is gone. The zero value is an empty one with default limits.
// It must not be copied.
//
// When it is full it drops the entries that expire soonest, to make room for new
// ones. It never drops those that are kept for good, and returns [ErrFull] where
// dropping others would not be enough; then it drops none.
//
// The memory of expired entries is freed by reading them, and little by little by
// writing others. There is no goroutine that does it, and nothing to close.
//
// Its revisions begin at the time of day, so that, on a machine whose clock isn't put
// back, those that somebody still has of an earlier process are not used again.
type Memory struct {
	options MemoryOptions

	mu      sync.Mutex
	entries map[string]*item
	// expiring are the entries that expire, the next one first.
	expiring expiryHeap
	// bytes is the size of all entries, lasting that of those that don't expire.
	bytes, lasting int
	revision       Revision
}

// NewMemory returns an empty store with the default limits, as &Memory{} is.
func NewMemory() *Memory { return &Memory{} }

// NewMemoryWith returns an empty store with limits of its own.
func NewMemoryWith(o MemoryOptions) *Memory { return &Memory{options: o} }

// Get returns the entry of a key; see [Store].
func (m *Memory) Get(ctx context.Context, key string) (Entry, error) {
	if err := begin(ctx, "reading", key); err != nil {
		return Entry{}, err
	}
	e := m.read(key)
	if e == nil {
		return Entry{}, fmt.Errorf("reading %s: %w", quote(key), ErrNotFound)
	}
	// Nobody writes into an item that is in the store, so it is copied without the lock.
	return Entry{Value: clone(e.value), Revision: e.revision, Expires: e.deadline.Round(0)}, nil
}

func (m *Memory) read(key string) *item {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.live(key, time.Now())
}

// Put writes a value under a condition; see [Store].
func (m *Memory) Put(ctx context.Context, key string, value []byte, expected Revision, ttl time.Duration) (Revision, error) {
	if err := begin(ctx, "writing", key); err != nil {
		return 0, err
	}
	if err := CheckPut(key, value, ttl); err != nil {
		return 0, err
	}
	// A key may be a small part of a large text, which would be kept as a whole.
	e := &item{key: strings.Clone(key), value: clone(value)}

	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if ttl > 0 {
		e.deadline = now.Add(ttl)
	}
	m.sweep(now)
	old := m.live(key, now)
	if !meets(old, expected) {
		return 0, fmt.Errorf("writing %s: %w", quote(key), ErrConflict)
	}
	if !m.canHold(e, old) {
		return 0, fmt.Errorf("writing %s of %d bytes: %w, with %d entries of %d bytes; "+
			"what is kept for good leaves no room. Delete some, give them a time to live, or raise the store's limits",
			quote(key), e.size(), ErrFull, len(m.entries), m.bytes)
	}
	if old != nil {
		m.remove(old)
	}
	m.makeRoom(e)
	m.add(e)
	return e.revision, nil
}

// Delete removes an entry under a condition; see [Store].
func (m *Memory) Delete(ctx context.Context, key string, expected Revision) error {
	if err := begin(ctx, "deleting", key); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.sweep(now)
	old := m.live(key, now)
	switch {
	case old == nil && expected == AnyRevision:
		return nil
	case old == nil || !meets(old, expected):
		return fmt.Errorf("deleting %s: %w", quote(key), ErrConflict)
	}
	m.remove(old)
	return nil
}

// Usage returns how many entries are in memory and how many bytes their keys and
// values have, with those that have expired and that nothing has removed yet.
func (m *Memory) Usage() (entries, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries), m.bytes
}

// begin returns what keeps any of the methods from doing its work.
func begin(ctx context.Context, doing, key string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s %s: %w", doing, quote(key), err)
	}
	return CheckKey(key)
}

// meets tells whether an entry, nil if there is none, is as expected.
func meets(e *item, expected Revision) bool {
	switch {
	case expected == AnyRevision:
		return true
	case e == nil:
		return expected == NoRevision
	}
	return e.revision == expected
}

// live returns the entry of a key, or nil. One that has expired it removes.
func (m *Memory) live(key string, now time.Time) *item {
	e := m.entries[key]
	if e != nil && e.expired(now) {
		m.remove(e)
		return nil
	}
	return e
}

// canHold tells whether there is room for an entry in place of the old one, which is
// nil if there is none, once all entries that may be dropped are.
func (m *Memory) canHold(e, old *item) bool {
	entries, bytes := len(m.entries)-len(m.expiring)+1, m.lasting+e.size()
	if old != nil && !old.expires() {
		entries--
		bytes -= old.size()
	}
	return entries <= m.maxEntries() && bytes <= m.maxBytes()
}

// makeRoom drops what expires soonest until there is room for an entry; canHold has
// told that this will be so.
func (m *Memory) makeRoom(e *item) {
	for len(m.expiring) > 0 && (len(m.entries)+1 > m.maxEntries() || m.bytes+e.size() > m.maxBytes()) {
		m.remove(m.expiring[0])
	}
}

// sweep removes some of the entries that have expired.
func (m *Memory) sweep(now time.Time) {
	for range sweptPerWrite {
		if len(m.expiring) == 0 || !m.expiring[0].expired(now) {
			return
		}
		m.remove(m.expiring[0])
	}
}

// add puts an entry into the store and gives it its revision.
func (m *Memory) add(e *item) {
	if m.entries == nil {
		m.entries = map[string]*item{}
		m.revision = Revision(max(time.Now().UnixMicro(), 0))
	}
	m.revision++
	e.revision = m.revision
	m.entries[e.key] = e
	m.bytes += e.size()
	if e.expires() {
		heap.Push(&m.expiring, e)
	} else {
		m.lasting += e.size()
	}
}

// remove takes an entry that is in the store out of it.
func (m *Memory) remove(e *item) {
	delete(m.entries, e.key)
	m.bytes -= e.size()
	if e.expires() {
		heap.Remove(&m.expiring, e.place)
	} else {
		m.lasting -= e.size()
	}
}

func (m *Memory) maxEntries() int {
	return cmp.Or(max(m.options.MaxEntries, 0), defaultMaxEntries)
}

func (m *Memory) maxBytes() int {
	return cmp.Or(max(m.options.MaxBytes, 0), defaultMaxBytes)
}

// clone returns a copy that isn't nil and that keeps nothing of the original alive;
// bytes.Clone and slices.Clone don't promise both.
func clone(value []byte) []byte {
	c := make([]byte, len(value))
	copy(c, value)
	return c
}
