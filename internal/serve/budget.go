package serve

import "sync/atomic"

// budget bounds how much memory messages take together, in bytes.
type budget struct {
	most int64
	used atomic.Int64
}

const (
	// smallMessage is how large a message is that may use all of a budget, in bytes.
	smallMessage = 64 << 10
	// smallShare is the part of a budget that only such messages may use: few large ones
	// must not keep all others out.
	smallShare = 4
)

// take takes so many bytes for a message that has that size with them, and reports
// false where there is no room.
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

// give gives bytes back that were taken.
func (b *budget) give(bytes int64) { b.used.Add(-bytes) }
