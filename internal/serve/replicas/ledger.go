package replicas

import (
	"sync"
	"time"
)

const (
	// maxLedgerBytes is how much the entries of a ledger may take in the store, in bytes.
	maxLedgerBytes = 32 << 20
	// userShare and anonymousShare are the fractions of it for a user, and for all sessions
	// without a user together: one eighth and one half.
	userShare, anonymousShare = 8, 2
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
	used    int            // in bytes
	byUser  map[string]int // likewise
	swept   time.Time
}

type ledgerEntry struct {
	user    string // empty if there is none
	bytes   int
	expires time.Time
}

// count counts an entry that is about to be stored, instead of what was counted for its
// key. It reports false if there is no room, unless it must count it.
func (l *ledger) count(key string, e ledgerEntry, must bool) bool {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if age := now.Sub(l.swept); age >= ledgerSweep || age >= ledgerHurry && !l.fits(key, e) {
		l.sweep(now)
	}
	if !must && !l.fits(key, e) {
		return false
	}
	if l.entries == nil {
		l.entries, l.byUser = map[string]ledgerEntry{}, map[string]int{}
	}
	l.remove(key)
	l.entries[key] = e
	l.used += e.bytes
	l.byUser[e.user] += e.bytes
	return true
}

func (l *ledger) has(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, found := l.entries[key]
	return found
}

// drop removes an entry that is not stored any more.
func (l *ledger) drop(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(key)
}

func (l *ledger) remove(key string) {
	e, found := l.entries[key]
	if !found {
		return
	}
	delete(l.entries, key)
	l.used -= e.bytes
	if l.byUser[e.user] -= e.bytes; l.byUser[e.user] == 0 {
		delete(l.byUser, e.user)
	}
}

func (l *ledger) fits(key string, e ledgerEntry) bool {
	grown, share := e.bytes-l.entries[key].bytes, userShare
	if e.user == "" {
		share = anonymousShare
	}
	return grown <= 0 || l.used+grown <= maxLedgerBytes && l.byUser[e.user]+grown <= maxLedgerBytes/share
}

func (l *ledger) sweep(now time.Time) {
	l.swept = now
	for key, e := range l.entries {
		if !now.Before(e.expires) {
			l.remove(key)
		}
	}
}
