package replicas

import (
	"sync"
	"time"
)

const (
	// maxSettingsBytes is how much this replica stores for sessions, in bytes.
	maxSettingsBytes = 32 << 20
	// entryBytes is what an entry of a store takes beyond its value: key, index, revision.
	entryBytes = 512
	// ledgerSweep is how often expired entries are removed, at least and, if there is no
	// room, at most.
	ledgerSweep, ledgerHurry = time.Minute, time.Second
)

// ledger counts what this replica has stored and what has not expired yet. The store may
// be shared with other replicas and other data, so it can't be asked for that.
type ledger struct {
	mu      sync.Mutex
	entries map[string]ledgerEntry
	used    int
	swept   time.Time
}

type ledgerEntry struct {
	bytes   int
	expires time.Time
}

// reserve counts an entry that is about to be stored, instead of what was counted for its
// key. It reports false if there is no room.
func (l *ledger) reserve(key string, size int, keep time.Duration) bool {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	size += entryBytes
	if age := now.Sub(l.swept); age >= ledgerSweep || age >= ledgerHurry && !l.fits(key, size) {
		l.sweep(now)
	}
	if !l.fits(key, size) {
		return false
	}
	l.put(key, ledgerEntry{size, now.Add(keep)})
	return true
}

// count counts an entry also if there is no room.
func (l *ledger) count(key string, size int, keep time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.put(key, ledgerEntry{size + entryBytes, time.Now().Add(keep)})
}

func (l *ledger) put(key string, e ledgerEntry) {
	if l.entries == nil {
		l.entries = map[string]ledgerEntry{}
	}
	l.used += e.bytes - l.entries[key].bytes
	l.entries[key] = e
}

func (l *ledger) fits(key string, size int) bool {
	grown := size - l.entries[key].bytes
	return grown <= 0 || l.used+grown <= maxSettingsBytes
}

func (l *ledger) sweep(now time.Time) {
	l.swept = now
	for key, e := range l.entries {
		if !now.Before(e.expires) {
			l.used -= e.bytes
			delete(l.entries, key)
		}
	}
}
