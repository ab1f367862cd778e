package auth

import (
	"crypto/sha256"
	"sync"
	"time"

	"github.com/orielapps/oriel"
)

const (
	shards = 16
	// sharded is the size from which a cache has shards.
	sharded = 1024
	// usualToken is as long as most tokens, in bytes.
	usualToken = 1 << 10
)

// cacheKey names a checked token, without containing it.
type cacheKey struct {
	sum      [sha256.Size]byte
	resource string // empty if every resource has the same audience
}

func newCacheKey(token, resource string) cacheKey {
	var copied [usualToken]byte // on the stack
	if len(token) > len(copied) {
		return cacheKey{sha256.Sum256([]byte(token)), resource}
	}
	return cacheKey{sha256.Sum256(copied[:copy(copied[:], token)]), resource}
}

// checked is what is known of a token that is accepted.
type checked struct {
	user  oriel.User
	until time.Time
	key   *key // that has verified it; nil if there is none
}

func (c *checked) ends(now time.Time) bool {
	return !now.Before(c.until) || c.key != nil && c.key.gone.Load()
}

// cache has tokens that are accepted. Others are not remembered: everybody can make them up.
type cache struct {
	parts   []cachePart
	entries int // of each part
}

type cachePart struct {
	mu      sync.RWMutex
	entries map[cacheKey]*checked
	// next is no later than the time at which the first entry ends.
	next time.Time
}

func newCache(entries int) *cache {
	c := &cache{parts: make([]cachePart, 1), entries: entries}
	if entries >= sharded {
		c.parts, c.entries = make([]cachePart, shards), entries/shards
	}
	for i := range c.parts {
		c.parts[i].entries = map[cacheKey]*checked{}
	}
	return c
}

func (c *cache) part(k *cacheKey) *cachePart { return &c.parts[int(k.sum[0])%len(c.parts)] }

func (c *cache) get(k *cacheKey, now time.Time) (oriel.User, bool) {
	part := c.part(k)
	part.mu.RLock()
	found := part.entries[*k]
	part.mu.RUnlock()
	if found == nil || found.ends(now) {
		return oriel.User{}, false
	}
	return found.user, true
}

func (c *cache) put(k *cacheKey, one *checked, now time.Time) {
	if one.ends(now) {
		return
	}
	part := c.part(k)
	part.mu.Lock()
	defer part.mu.Unlock()
	if part.entries[*k] == nil && len(part.entries) >= c.entries {
		part.makeRoom(now)
	}
	if part.next.IsZero() || one.until.Before(part.next) {
		part.next = one.until
	}
	part.entries[*k] = one
}

// makeRoom removes what has ended, or else any entry.
func (p *cachePart) makeRoom(now time.Time) {
	if !now.Before(p.next) && p.sweep(now) > 0 {
		return
	}
	for k := range p.entries {
		delete(p.entries, k)
		return
	}
}

// sweep removes what has ended, and returns how many entries that were.
func (p *cachePart) sweep(now time.Time) (removed int) {
	p.next = time.Time{}
	for k, one := range p.entries {
		if one.ends(now) {
			delete(p.entries, k)
			removed++
		} else if p.next.IsZero() || one.until.Before(p.next) {
			p.next = one.until
		}
	}
	return removed
}

// sweep removes what has ended.
func (c *cache) sweep(now time.Time) {
	for i := range c.parts {
		part := &c.parts[i]
		part.mu.Lock()
		part.sweep(now)
		part.mu.Unlock()
	}
}

// size returns the number of entries.
func (c *cache) size() (entries int) {
	for i := range c.parts {
		c.parts[i].mu.RLock()
		entries += len(c.parts[i].entries)
		c.parts[i].mu.RUnlock()
	}
	return entries
}
