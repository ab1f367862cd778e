package statetest

import (
	"time"

	"github.com/orielapps/oriel/state"
)

var expiryFaults = []fault{
	{"never tells", "Expires", "expires at", with(broken{get: reading(func(e state.Entry) state.Entry {
		e.Expires = time.Time{}
		return e
	})})},
	{"tells of the epoch", "Expires", "without a time to live expires at", with(broken{get: reading(func(e state.Entry) state.Entry {
		if e.Expires.IsZero() {
			e.Expires = time.Unix(0, 0)
		}
		return e
	})})},
	{"an hour off", "Expires", "expires at", with(broken{get: reading(func(e state.Entry) state.Entry {
		if !e.Expires.IsZero() {
			e.Expires = e.Expires.Add(time.Hour)
		}
		return e
	})})},
	{"reading prolongs", "Expires", "and after reading it at", with(broken{get: func(ctx ctx, s st, key string) (state.Entry, error) {
		e, err := s.Get(ctx, key)
		if err == nil && !e.Expires.IsZero() {
			_, err = s.Put(ctx, key, e.Value, state.AnyRevision, time.Until(e.Expires)+pollEvery)
		}
		return e, err
	}})},
	{"half the time", "Expires", "expires at", with(broken{put: keeping(func(ttl span, _ bool, _ span) span { return ttl / 2 })})},

	{"never expires", "Expiry", "still there", newSloppy(func(string) bool { return false })},
	{"too early", "Expiry", "was gone after", with(broken{put: keeping(func(ttl span, _ bool, _ span) span { return ttl / 1000 })})},
	{"writing doesn't notice", "Expiry", "expected NoRevision) failed", newSloppy(func(method string) bool { return method != "Put" })},
	{"deleting doesn't notice", "Expiry", `Delete("delete old"`, newSloppy(func(method string) bool { return method != "Delete" })},
	{"reading doesn't notice", "Expiry", "still there", newSloppy(func(method string) bool { return method != "Get" })},
	{"reading notices afterwards", "Expiry", "which has expired", newLate},
	{"reads the old value", "Expiry", `returned "old" after expiry and a new write`, first(func(first, now state.Entry) state.Entry {
		now.Value = first.Value
		return now
	})},
	{"from 1 after expiry", "Expiry", "after expiry the revision is 1", func() st { return newNumbered() }},

	{"whole milliseconds", "ShortestTTL", "still there", with(broken{put: keeping(func(ttl span, _ bool, _ span) span { return ttl.Truncate(time.Millisecond) })})},
	{"whole seconds", "ShortestTTL", "still there", with(broken{put: keeping(func(ttl span, _ bool, _ span) span { return ttl.Truncate(time.Second) })})},
	{"refuses what it can't express", "ShortestTTL", "failed", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if ttl > 0 && ttl < time.Millisecond {
			return 0, errOutOfRange
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},

	{"the first one stays", "NewTTL", `"shorter" should have expired`, with(broken{put: keeping(func(ttl span, exists bool, left span) span {
		if exists {
			return left
		}
		return ttl
	})})},
	{"zero changes nothing", "NewTTL", `Get("good") failed`, with(broken{put: keeping(func(ttl span, _ bool, left span) span {
		if ttl == 0 {
			return left
		}
		return ttl
	})})},
	{"never longer", "NewTTL", `Get("longer") failed`, with(broken{put: keeping(func(ttl span, _ bool, left span) span {
		if left > 0 && ttl > 0 {
			return min(ttl, left)
		}
		return ttl
	})})},
	{"never shorter", "NewTTL", `"shorter" should have expired`, with(broken{put: keeping(func(ttl span, _ bool, left span) span {
		if left > 0 && ttl > 0 {
			return max(ttl, left)
		}
		return ttl
	})})},
	{"for good is for ever", "NewTTL", `"no longer good" should have expired`, with(broken{put: keeping(func(ttl span, exists bool, left span) span {
		if exists && left == 0 {
			return 0
		}
		return ttl
	})})},
	{"tells the old one", "NewTTL", "overwritten without one, expires at", first(func(first, now state.Entry) state.Entry {
		now.Expires = first.Expires
		return now
	})},
	{"for good is for a second", "NewTTL", `failed: reading`, with(broken{put: keeping(func(ttl span, exists bool, _ span) span {
		if ttl == 0 && !exists {
			return time.Second
		}
		return ttl
	})})},
}
