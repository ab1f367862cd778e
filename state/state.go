// Package state keeps small values that have to outlive a request: a draft, a
// cart, the answers of a conversation. An app that keeps them in a [Store] needs
// no session: whichever replica gets the next request reads them.
//
// [Memory] is the store of one process, for development, tests and apps that run
// once. Stores that replicas share are modules of their own; package statetest
// is what all of them pass.
//
// Writes are conditional. Who has read an entry writes it back with the
// [Revision] that it had, and gets [ErrConflict] if somebody else was faster;
// [Update] does this, and tries again:
//
//	_, err := state.Update(ctx, store, "cart/"+user, 24*time.Hour, func(old []byte) ([]byte, error) {
//		return add(old, item)
//	})
//
// Keys are part of errors, and so perhaps of a log: put no secrets into them.
package state

import (
	"context"
	"errors"
	"math"
	"time"
)

// Limits of every store. [CheckKey] and [CheckPut] tell whether they are kept.
const (
	// MaxKey is how many bytes a key has at most. It has one at least, is valid
	// UTF-8 and without control characters. Everything else tells keys apart: case,
	// spaces, and composed from decomposed letters.
	MaxKey = 512
	// MaxValue is how many bytes a value has at most: 1 MiB.
	MaxValue = 1 << 20
)

// Revision is that of an entry, between 1 and [math.MaxInt64]. Each write of a key
// gives it a greater one, also after the entry has been deleted or has expired: for
// as long as the store has its data, no key has the same revision twice. A store
// that forgets what it has deleted takes its revisions from a counter for all keys,
// or from a clock; then this holds for as long as that clock isn't put back. The
// steps from one to the next mean nothing, nor do the revisions of two keys say
// which was written first.
type Revision uint64

// What Put and Delete may expect in place of the revision of an entry.
const (
	// NoRevision is the revision of an entry that doesn't exist: with it, Put only
	// creates entries.
	NoRevision Revision = 0
	// AnyRevision sets no condition.
	AnyRevision Revision = math.MaxUint64
)

// Entry is what a store has of a key. The zero value is that of a key that it has
// nothing of.
type Entry struct {
	// Value is never nil in an entry that is there, not even an empty one.
	Value    []byte
	Revision Revision
	// Expires is when the entry goes, by the store's clock; zero is never. Compare
	// it with Equal: the time zone is the store's.
	Expires time.Time
}

// Errors that stores return, wrapped in what they were about: use [errors.Is].
var (
	// ErrNotFound is that of a key without an entry.
	ErrNotFound = errors.New("there is no such entry")
	// ErrConflict is that of an entry that isn't as it was expected to be.
	ErrConflict = errors.New("somebody else has written this entry, or deleted it. Read it again")
	// ErrKey is that of a key beyond the limits; see MaxKey.
	ErrKey = errors.New("this can't be a key")
	// ErrTooLarge is that of a value of more than MaxValue bytes.
	ErrTooLarge = errors.New("the value is too large")
	// ErrTTL is that of a negative time to live.
	ErrTTL = errors.New("the time to live is negative. Zero keeps an entry for good")
	// ErrFull is that of a store that has no room.
	ErrFull = errors.New("the store is full")
)

// Store keeps entries by key. All methods may be used by many goroutines at once,
// and each either takes place as a whole or not at all. They return the error of ctx,
// wrapped, once that has ended, and ErrKey for what can't be a key.
//
// An entry that has expired is no longer there, for any of the methods, whether or
// not the store has cleaned up yet. A store may round a time to live up, by less
// than a second, but never to zero. It may drop an entry that has a time to live
// before that is over, if it says so; it never drops one that is kept for good.
//
// After other errors than those named here, such as that of a broken connection, it
// is unknown whether a Put or Delete has taken place. A store that repeats a write by
// itself must not take its own first attempt for somebody else's, and say ErrConflict:
// Update would then make the same change twice.
type Store interface {
	// Get returns the entry of a key, or ErrNotFound. Its value is the caller's own.
	Get(ctx context.Context, key string) (Entry, error)
	// Put writes a value, of which the store keeps a copy; nil is an empty one. It
	// does so if the key's entry has the revision expected: with New if there is
	// none, with Any in any case. Else it returns ErrConflict, and the entry stays
	// as it is. The entry is kept for the time of ttl from now on, whatever an
	// earlier one said; zero is for good. The other errors are ErrTooLarge, ErrTTL
	// and ErrFull. Put returns the revision that it has written.
	Put(ctx context.Context, key string, value []byte, expected Revision, ttl time.Duration) (Revision, error)
	// Delete removes an entry if it has the revision expected, and returns
	// ErrConflict if it has another or there is none: with New this is always so.
	// With Any it removes whatever is there, and returns nil also if nothing is.
	Delete(ctx context.Context, key string, expected Revision) error
}
