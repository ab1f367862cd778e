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

	// sweptPerWrite is how many expired entries a write removes in addition to its own:
	// more than one, so that their number shrinks, and few, so that no write is slow.
	sweptPerWrite = 16
)

// MemoryOptions are the limits of a [Memory]. The zero value works.
type MemoryOptions struct {
	// MaxEntries is the maximum number of entries; 0 or less means 100,000.
	MaxEntries int
	// MaxBytes is the maximum size of all keys and values, in bytes; 0 or less means
	// 64 MiB. Each entry needs about 200 bytes more, which aren't counted.
	MaxBytes int
}

// Memory is a [Store] in the memory of this process: other replicas don't see it, and it
// ends with the process. The zero value is an empty store with default limits. It must not
// be copied.
//
// When it is full, it drops the entries that expire soonest, to make room for new ones. It
// never drops entries without a time to live: if dropping the others would not be enough,
// it drops none and returns [ErrFull].
//
// Reading an expired entry frees its memory, and each write frees some others. There is no
// background goroutine, and nothing to close.
//
// Its revisions start at the current time, so that a new process doesn't reuse those of an
// earlier one, unless the machine's clock is set back.
type Memory struct {
	options MemoryOptions

	mu      sync.Mutex
	entries map[string]*item
	// expiring are the entries with a time to live, the next to expire first.
	expiring expiryHeap
	// bytes is the size of all entries, lasting the size of those without a time to live.
	bytes, lasting int
	revision       Revision
}

// NewMemory returns an empty store with default limits, like &Memory{}.
func NewMemory() *Memory { return &Memory{} }

// NewMemoryWith returns an empty store with options.
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
	// Items in the store are never modified, so the value is copied without the lock.
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
	// Cloned, because a key may be part of a large text, which would stay in memory.
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
			"entries without a time to live leave no room. Delete some, give them a time to live, or raise the store's limits",
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

// Usage returns the number of entries in memory and the size of their keys and values in
// bytes, including expired entries that have not been removed yet.
func (m *Memory) Usage() (entries, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries), m.bytes
}

// begin returns the error that prevents a method from running.
func begin(ctx context.Context, doing, key string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s %s: %w", doing, quote(key), err)
	}
	return CheckKey(key)
}

// meets reports whether an entry, nil if there is none, has the expected revision.
func meets(e *item, expected Revision) bool {
	switch {
	case expected == AnyRevision:
		return true
	case e == nil:
		return expected == NoRevision
	}
	return e.revision == expected
}

// live returns the entry of a key, or nil. It removes an expired one.
func (m *Memory) live(key string, now time.Time) *item {
	e := m.entries[key]
	if e != nil && e.expired(now) {
		m.remove(e)
		return nil
	}
	return e
}

// canHold reports whether there is room for an entry after dropping all entries with a
// time to live. The old entry, which it replaces, may be nil.
func (m *Memory) canHold(e, old *item) bool {
	entries, bytes := len(m.entries)-len(m.expiring)+1, m.lasting+e.size()
	if old != nil && !old.expires() {
		entries--
		bytes -= old.size()
	}
	return entries <= m.maxEntries() && bytes <= m.maxBytes()
}

// makeRoom drops the entries that expire soonest until there is room. canHold must have
// returned true.
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

// add adds an entry and sets its revision.
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

// remove removes an entry.
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

// clone returns a copy that isn't nil and shares no memory; bytes.Clone and slices.Clone
// don't guarantee both.
func clone(value []byte) []byte {
	c := make([]byte, len(value))
	copy(c, value)
	return c
}
