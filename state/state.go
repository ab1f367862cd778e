// Package state stores small values that outlive a request, such as a draft, a cart, or
// the answers of a conversation. An app that keeps them in a [Store] needs no sessions:
// any replica can handle the next request.
//
// [Memory] is a store for a single process: development, tests, and apps with one replica.
// Stores that replicas share are modules of their own, such as state/sqlite. All stores
// pass the tests of package statetest.
//
// Writes are conditional: to write an entry back, pass the [Revision] with which it was
// read. If the entry has changed meanwhile, the write fails with [ErrConflict]. [Update]
// does this and retries:
//
//	_, err := state.Update(ctx, store, "cart/"+user, 24*time.Hour, func(old []byte) ([]byte, error) {
//		return add(old, item)
//	})
//
// Errors contain keys, and may be logged: put no secrets into keys.
package state

import (
	"context"
	"errors"
	"math"
	"time"
)

// Limits of all stores; see [CheckKey] and [CheckPut].
const (
	// MaxKey is the maximum length of a key in bytes. A key has at least one byte, is
	// valid UTF-8, and has no control characters. Keys are compared byte by byte: case,
	// spaces and Unicode normalization matter.
	MaxKey = 512
	// MaxValue is the maximum length of a value in bytes: 1 MiB.
	MaxValue = 1 << 20
)

// Revision identifies a version of an entry, between 1 and [math.MaxInt64]. Each write of
// a key gives it a greater revision, even after the entry was deleted or has expired: a key
// never has the same revision twice, as long as the store keeps its data. A store that
// forgets deleted entries takes revisions from one counter for all keys, or from a clock,
// as long as that isn't set back. The difference between two revisions has no meaning, and
// revisions of different keys can't be compared.
type Revision uint64

// Special values for the expected revision of Put and Delete.
const (
	// NoRevision is the revision of an entry that doesn't exist: with it, Put only
	// creates entries.
	NoRevision Revision = 0
	// AnyRevision sets no condition.
	AnyRevision Revision = math.MaxUint64
)

// Entry is the entry of a key. The zero value means that there is none.
type Entry struct {
	// Value is never nil in an existing entry, even if it is empty.
	Value    []byte
	Revision Revision
	// Expires is when the entry expires, by the store's clock; zero means never. Compare
	// it with Equal: its time zone is the store's.
	Expires time.Time
}

// Errors of stores. They are wrapped: use [errors.Is].
var (
	// ErrNotFound means that the key has no entry.
	ErrNotFound = errors.New("there is no such entry")
	// ErrConflict means that the entry doesn't have the expected revision.
	ErrConflict = errors.New("the entry was changed or deleted meanwhile. Read it again")
	// ErrKey means that a key is invalid; see MaxKey.
	ErrKey = errors.New("the key is invalid")
	// ErrTooLarge means that a value has more than MaxValue bytes.
	ErrTooLarge = errors.New("the value is too large")
	// ErrTTL means that the time to live is negative.
	ErrTTL = errors.New("the time to live is negative. Use zero to keep an entry for ever")
	// ErrFull means that the store has no room.
	ErrFull = errors.New("the store is full")
)

// Store stores entries by key. It is safe for concurrent use, and each method either takes
// effect as a whole or not at all. All methods return ErrKey for an invalid key, and the
// error of ctx, wrapped, if that has ended.
//
// To all methods, an expired entry does not exist, even if the store has not removed it
// yet. A store may round a time to live up, by less than a second, but never to zero. A
// store may drop entries with a time to live early if its documentation says so; it never
// drops an entry without one.
//
// After other errors than those of this package, such as that of a broken connection, it
// is unknown whether Put or Delete took effect. A store that retries a write itself must
// not report its own first attempt as ErrConflict: Update would then apply the same change
// twice.
type Store interface {
	// Get returns the entry of a key, or ErrNotFound. The caller may modify the value.
	Get(ctx context.Context, key string) (Entry, error)
	// Put writes a copy of the value if the entry has the expected revision: NoRevision
	// means that there must be no entry, AnyRevision that there is no condition. A nil
	// value is an empty one. The entry expires after ttl, regardless of its earlier time to
	// live; zero means never. Put returns the new revision. Its errors are ErrConflict, if
	// the condition fails, ErrTooLarge, ErrTTL and ErrFull.
	Put(ctx context.Context, key string, value []byte, expected Revision, ttl time.Duration) (Revision, error)
	// Delete removes the entry if it has the expected revision, or else returns
	// ErrConflict. With AnyRevision it removes any entry, and returns nil even if there is
	// none; with NoRevision it always returns ErrConflict.
	Delete(ctx context.Context, key string, expected Revision) error
}
