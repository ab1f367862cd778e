package statetest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/orielapps/oriel/state"
)

var limitFaults = []fault{
	{"one byte less", "KeyLimits", "failed", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if len(key) >= state.MaxKey {
			return 0, state.ErrKey
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"one byte more", "KeyLimits", "returned no error", naming(func(key string) string {
		if len(key) == state.MaxKey+1 {
			return key[1:]
		}
		return key
	})},
	{"counts runes", "KeyLimits", "returned no error", naming(func(key string) string {
		if len(key) > state.MaxKey && utf8.RuneCountInString(key) <= state.MaxKey {
			return strings.ReplaceAll(key, "\u8a9e", "+")
		}
		return key
	})},
	{"cuts keys", "KeyLimits", "but there should be no entry", naming(func(key string) string { return key[:min(len(key), state.MaxKey-1)] })},
	{"takes an empty key", "KeyLimits", `Get("") returned`, naming(func(key string) string {
		if key == "" {
			return "empty"
		}
		return key
	})},
	{"repairs UTF-8", "KeyLimits", "returned no error", naming(func(key string) string { return strings.ToValidUTF8(key, "?") })},
	{"takes lines", "KeyLimits", `\n") returned`, naming(func(key string) string { return strings.ReplaceAll(key, "\n", " ") })},
	{"takes zero bytes", "KeyLimits", `\x00b") returned`, naming(func(key string) string { return strings.ReplaceAll(key, "\x00", " ") })},
	{"takes DEL", "KeyLimits", `\x7f") returned`, naming(func(key string) string { return strings.ReplaceAll(key, "\x7f", " ") })},
	{"takes C1 controls", "KeyLimits", `\u009f") returned`, naming(func(key string) string { return strings.ReplaceAll(key, "\u009f", " ") })},
	{"reads any key", "KeyLimits", `Get("") returned an error that isn't`, with(broken{get: func(ctx ctx, s st, key string) (state.Entry, error) {
		if state.CheckKey(key) != nil {
			return state.Entry{}, state.ErrNotFound
		}
		return s.Get(ctx, key)
	}})},
	{"deletes any key", "KeyLimits", `Delete("", expected AnyRevision) returned no error`, with(broken{del: func(ctx ctx, s st, key string, expected rev) error {
		if state.CheckKey(key) != nil {
			return nil
		}
		return s.Delete(ctx, key, expected)
	}})},
	{"a conflict comes first", "KeyLimits", `expected 1) returned an error that isn't`, with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if expected == 1 {
			return 0, state.ErrConflict
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},

	{"one byte less", "ValueLimits", "failed", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if len(value) >= state.MaxValue {
			return 0, state.ErrTooLarge
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"one byte more", "ValueLimits", "Put of 1048577 bytes returned no error", with(broken{put: writing(func(value []byte) []byte {
		if len(value) == state.MaxValue+1 {
			return value[1:]
		}
		return value
	})})},
	{"cuts values", "ValueLimits", "the value", with(broken{put: writing(func(value []byte) []byte { return value[:min(len(value), math.MaxUint16)] })})},
	{"another error", "ValueLimits", "isn't", func() st { return saying(errOutOfRange, state.ErrTooLarge) }},
	{"deletes first", "ValueLimits", "failed: reading", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(ctx, key, value, expected, ttl)
		if errors.Is(err, state.ErrTooLarge) {
			_ = s.Delete(ctx, key, state.AnyRevision)
		}
		return r, err
	}})},

	{"negative is for good", "TTLLimits", "returned no error", with(broken{put: keeping(func(ttl span, _ bool, _ span) span { return max(ttl, 0) })})},
	{"negative is gone at once", "TTLLimits", "returned no error", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if ttl < 0 {
			return 1, s.Delete(ctx, key, state.AnyRevision)
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"another error", "TTLLimits", "isn't", func() st { return saying(errOutOfRange, state.ErrTTL) }},
	{"deletes first", "TTLLimits", "failed: reading", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if ttl < 0 {
			_ = s.Delete(ctx, key, state.AnyRevision)
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"overflows", "TTLLimits", "failed: reading", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(ctx, key, value, expected, ttl)
		if end := time.Now().UnixNano() + int64(ttl); end < 0 {
			_ = s.Delete(ctx, key, state.AnyRevision)
		}
		return r, err
	}})},
	{"no more than a day", "TTLLimits", "expires at", with(broken{put: keeping(func(ttl span, _ bool, _ span) span { return min(ttl, 24*time.Hour) })})},
	{"refuses the longest", "TTLLimits", "failed", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if ttl > 24*time.Hour {
			return 0, errOutOfRange
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},

	{"ignores case", "Keys", "expected NoRevision) failed", naming(strings.ToLower)},
	{"trims the end", "Keys", "expected NoRevision) failed", naming(func(key string) string { return strings.TrimRight(key, " ") })},
	{"trims the beginning", "Keys", "expected NoRevision) failed", naming(func(key string) string { return strings.TrimLeft(key, " ") })},
	{"trims a byte order mark", "Keys", "expected NoRevision) failed", naming(func(key string) string { return strings.TrimPrefix(key, "\ufeff") })},
	{"composes letters", "Keys", "expected NoRevision) failed", naming(func(key string) string { return strings.ReplaceAll(key, "e\u0301", "é") })},
	{"cleans paths", "Keys", "expected NoRevision) failed", naming(path.Clean)},
	{"slashes and backslashes", "Keys", "expected NoRevision) failed", naming(func(key string) string { return strings.ReplaceAll(key, `\`, "/") })},
	{"escapes by halves", "Keys", "expected NoRevision) failed", naming(func(key string) string { return strings.ReplaceAll(key, "/", "%2F") })},
	{"only ASCII", "Keys", "expected NoRevision) failed", naming(func(key string) string {
		return strings.Map(func(r rune) rune {
			if r >= utf8.RuneSelf {
				return '?'
			}
			return r
		}, key)
	})},
	{"no more than two bytes a rune", "Keys", "expected NoRevision) failed", naming(func(key string) string {
		return strings.Map(func(r rune) rune {
			if r > 0xffff {
				return utf8.RuneError
			}
			return r
		}, key)
	})},

	{"deletes all below", "Prefixes", "failed: reading", newBelow},
	{"up to a sign", "Prefixes", "expected NoRevision) failed", naming(func(key string) string {
		before, _, _ := strings.Cut(key, "*")
		return before
	})},

	{"the beginning of another value", "Keys", `returned the value " key", not "key"`, newPlaced(func(key string) string { return strings.TrimPrefix(key, " ") })},

	{"ends at a zero byte", "Values", "the value", with(broken{put: writing(func(value []byte) []byte {
		before, _, _ := bytes.Cut(value, []byte{0})
		return before
	})})},
	{"drops zero bytes at the end", "Values", `the value "end"`, with(broken{put: writing(func(value []byte) []byte { return bytes.TrimRight(value, "\x00") })})},
	{"repairs UTF-8", "Values", "the value", with(broken{put: writing(func(value []byte) []byte { return bytes.ToValidUTF8(value, []byte("\ufffd")) })})},
	{"trims spaces", "Values", `the value "spaces"`, with(broken{put: writing(bytes.TrimSpace)})},
	{"null is nothing", "Values", `the value ""`, with(broken{put: writing(func(value []byte) []byte { return bytes.TrimPrefix(value, []byte("null")) })})},
	{"empty is missing", "Values", "failed", with(broken{get: func(ctx ctx, s st, key string) (state.Entry, error) {
		e, err := s.Get(ctx, key)
		if err == nil && len(e.Value) == 0 {
			return state.Entry{}, state.ErrNotFound
		}
		return e, err
	}})},
	{"empty is nil", "Values", "empty value returned nil", with(broken{get: reading(func(e state.Entry) state.Entry {
		if len(e.Value) == 0 {
			e.Value = nil
		}
		return e
	})})},
	{"refuses nil", "Values", "Put of an empty value failed", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if value == nil {
			return 0, errOutOfRange
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},
	{"NoRevision overwrites what is empty", "Values", "over an empty value", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		if e, err := s.Get(ctx, key); err == nil && len(e.Value) == 0 {
			expected = state.AnyRevision
		}
		return s.Put(ctx, key, value, expected, ttl)
	}})},

	{"keeps the caller's slice", "Copies", `the value "Xalue"`, newSharing(true, false)},
	{"gives away its own", "Copies", "returned the same slice", newSharing(false, true)},
	{"writes into the caller's slice", "Copies", "has changed the caller's slice", with(broken{put: func(ctx ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(ctx, key, value, expected, ttl)
		clear(value)
		return r, err
	}})},

	{"reads without a context", "Contexts", "Get, when the context had ended, returned no error", with(broken{get: func(c ctx, s st, key string) (state.Entry, error) {
		return s.Get(context.WithoutCancel(c), key)
	}})},
	{"writes without a context", "Contexts", "Put, when the context had ended, returned no error", with(broken{put: func(c ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		return s.Put(context.WithoutCancel(c), key, value, expected, ttl)
	}})},
	{"deletes without a context", "Contexts", "Delete, when the context had ended, returned", with(broken{del: func(c ctx, s st, key string, expected rev) error {
		return s.Delete(context.WithoutCancel(c), key, expected)
	}})},
	{"writes and fails", "Contexts", `the value "other"`, with(broken{put: func(c ctx, s st, key string, value []byte, expected rev, ttl span) (rev, error) {
		r, err := s.Put(context.WithoutCancel(c), key, value, expected, ttl)
		return r, errors.Join(err, c.Err())
	}})},
	{"another error", "Contexts", "isn't \"context canceled\"", func() st { return saying(errOutOfRange, context.Canceled) }},
	{"another error for a deadline", "Contexts", "isn't \"context deadline exceeded\"", func() st { return saying(context.Canceled, context.DeadlineExceeded) }},
}
