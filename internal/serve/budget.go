package serve

import "sync/atomic"

// budget bounds how much memory messages take together, in bytes.
type budget struct {
	most int64
	used atomic.Int64
}

const (
	// smallMessage is the size up to which messages may use the whole budget, in bytes.
	smallMessage = 64 << 10
	// smallShare is the fraction of the budget for small messages only, so that a few large
	// ones do not block all others: one fourth.
	smallShare = 4
)

// take counts more bytes for a message, which then has that size. It reports false if
// they exceed the budget.
func (b *budget) take(bytes, size int64) bool {
	most := b.most
	if size > smallMessage {
		most -= most / smallShare
	}
	if b.used.Add(bytes) > most {
		b.used.Add(-bytes)
		return false
	}
	return true
}

// give returns bytes to the budget.
func (b *budget) give(bytes int64) { b.used.Add(-bytes) }
