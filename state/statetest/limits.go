package statetest

import (
	"bytes"
	"context"
	"math"
	"strings"
	"time"

	"github.com/orielapps/oriel/state"
)

func keyLimits(s *subject) {
	// The prefix is part of a key.
	room := state.MaxKey - len(s.prefix)
	wide := strings.Repeat("\u8a9e", room/len("\u8a9e"))
	for _, name := range []string{strings.Repeat("x", room), wide + strings.Repeat("x", room-len(wide))} {
		s.has(name, "longest", s.put(name, "longest", state.NoRevision, keep))
		// A key that differs only in its last byte.
		other := name[:room-1] + "y"
		s.missing(other)
		s.has(other, "other", s.put(other, "other", state.NoRevision, keep))
		s.remove(name)
		s.missing(name)
		s.remove(other)
	}
	for _, key := range []string{
		"",
		s.key(strings.Repeat("x", room+1)),
		s.key(wide + "\u8a9e"),
		s.key(strings.Repeat("x", state.MaxValue)),
		s.key("\xff"),
		s.key("half a rune \xe8\xaa"),
		s.key("\xed\xa0\x80"), // a surrogate
		"\x00",
		s.key("a\x00b"),
		s.key("a\n"),
		s.key("\t"),
		s.key("\x1f"),
		s.key("\x7f"),
		s.key("\u0080"),
		s.key("\u009f"),
	} {
		s.refused(key)
	}
}

// refused tests that all methods refuse a key.
func (s *subject) refused(key string) {
	s.Helper()
	_, err := s.store.Get(s.Context(), key)
	s.failed(err, state.ErrKey, "Get(%.100q)", key)
	for _, expected := range []state.Revision{state.NoRevision, state.AnyRevision, 1} {
		_, err = s.store.Put(s.Context(), key, []byte("value"), expected, keep)
		s.failed(err, state.ErrKey, "Put(%.100q, expected %s)", key, text(expected))
		err = s.store.Delete(s.Context(), key, expected)
		s.failed(err, state.ErrKey, "Delete(%.100q, expected %s)", key, text(expected))
	}
	_, err = state.Update(s.Context(), s.store, key, keep, func([]byte) ([]byte, error) { return []byte("value"), nil })
	s.failed(err, state.ErrKey, "Update(%.100q)", key)
}

func valueLimits(s *subject) {
	largest := strings.Repeat("ab", state.MaxValue/2)
	first := s.put("largest", largest, state.NoRevision, keep)
	s.has("largest", largest, first)
	before := s.get("largest")
	for _, expected := range []state.Revision{state.AnyRevision, first} {
		_, err := s.store.Put(s.Context(), s.key("largest"), []byte(largest+"x"), expected, keep)
		s.failed(err, state.ErrTooLarge, "Put of %d bytes", state.MaxValue+1)
		s.unchanged("largest", before)
	}
	for _, size := range []int{state.MaxValue + 1, 4 * state.MaxValue} {
		_, err := s.store.Put(s.Context(), s.key("none"), make([]byte, size), state.NoRevision, keep)
		s.failed(err, state.ErrTooLarge, "Put of %d bytes", size)
		s.missing("none")
	}
	s.remove("largest")
}

// keys tests that all of these keys are different.
func keys(s *subject) {
	odd := []string{
		"", "key", "Key", "KEY", "key ", " key", "  key", "key\u00a0", "key\u200b", "\ufeffkey",
		"a/b", "a%2Fb", "a//b", "/a/b", "a/b/", "a/./b", "a/../b", "..", ".", `a\b`, "C:/",
		"straße", "strasse", "STRASSE", "é", "e\u0301", "E", "I", "i", "İ", "ı", "ﬁ", "fi", "K", "\u212a",
		"\u8a9e", "😀", "👩‍👩‍👧", "مرحبا", "\u202eabc", "\ufffd", "\uffff", "\U0010ffff",
		"%", "%2F", "%25", "_", "*", "?", "[a]", "{a}", "a:b", "#", "&", "+", "=", ",", ";", "|", "~", "@", "$1", "${a}",
		"'", `"`, "`", "';--", "\\'", "null", "NULL", "nil", "true", "0", "00", "1e3", "__proto__", "<a>",
	}
	written := map[string]state.Revision{}
	names := make([]string, 0, 2*len(odd))
	for _, o := range odd {
		names = append(names, o+"|", "|"+o) // at the end of the key, and in its middle
	}
	for _, name := range names {
		if written[name] != state.NoRevision {
			continue // the empty string occurs twice
		}
		written[name] = s.put(name, "value of "+name, state.NoRevision, keep)
	}
	for _, name := range names {
		s.has(name, "value of "+name, written[name])
	}
	s.outerKeys(odd)
	s.remove(names[2])
	for _, name := range names[3:] {
		s.has(name, "value of "+name, written[name])
	}
}

// outerKeys tests odd characters at the beginning of a key.
func (s *subject) outerKeys(odd []string) {
	inner := *s
	for _, o := range odd {
		inner.prefix = o + s.prefix
		inner.has("", o, inner.put("", o, state.NoRevision, keep))
	}
	for _, o := range odd {
		inner.prefix = o + s.prefix
		if e := inner.get(""); string(e.Value) != o {
			s.Errorf("Get(%q) returned the value %q, not %q", o+s.prefix, e.Value, o)
		}
		inner.remove("")
	}
}

func values(s *subject) {
	all := make([]byte, math.MaxUint8+1)
	for i := range all {
		all[i] = byte(i)
	}
	for _, value := range []string{
		"x", string(all), "\x00", "\x00\x00end", "end\x00\x00", "\xff\xfe", "half a rune \xe8\xaa", " spaces ", "line\r\n",
		"null", "nil", `""`, `{"a": 1, "a":2}`, "%s", "\\x00", "'; DROP TABLE", "\ufeffx", "e\u0301",
	} {
		s.has("a", value, s.put("a", value, state.AnyRevision, keep))
	}

	// An empty value is a value.
	for _, empty := range [][]byte{nil, {}} {
		s.remove("empty")
		revision, err := s.store.Put(s.Context(), s.key("empty"), empty, state.NoRevision, keep)
		if err != nil {
			s.Fatalf("Put of an empty value failed: %v", err)
		}
		s.has("empty", "", revision)
		if s.get("empty").Value == nil {
			s.Errorf("Get of an empty value returned nil")
		}
		_, err = s.store.Put(s.Context(), s.key("empty"), empty, state.NoRevision, keep)
		s.failed(err, state.ErrConflict, "Put over an empty value, expected NoRevision")
	}
}

// copies tests that a store shares no memory with its callers.
func copies(s *subject) {
	given := []byte("value")
	revision, err := s.store.Put(s.Context(), s.key("a"), given, state.NoRevision, keep)
	if err != nil {
		s.Fatalf("Put failed: %v", err)
	}
	if string(given) != "value" {
		s.Errorf("Put has changed the caller's slice to %q", given)
	}
	given[0] = 'X'
	s.has("a", "value", revision)
	first, err := s.store.Get(s.Context(), s.key("a"))
	if err != nil {
		s.Fatalf("Get failed: %v", err)
	}
	second, err := s.store.Get(s.Context(), s.key("a"))
	if err != nil {
		s.Fatalf("Get failed: %v", err)
	}
	first.Value[0] = 'Y'
	if !bytes.Equal(second.Value, []byte("value")) {
		s.Errorf("two calls of Get returned the same slice")
	}
	s.has("a", "value", revision)
}

// contexts tests that all methods fail after the context has ended.
func contexts(s *subject) {
	revision := s.put("a", "value", state.NoRevision, keep)
	before := s.get("a")
	cancelled, cancel := context.WithCancel(s.Context())
	cancel()
	late, stop := context.WithDeadline(s.Context(), time.Now().Add(-time.Second))
	defer stop()
	for _, ctx := range []context.Context{cancelled, late} {
		want := ctx.Err()
		_, err := s.store.Get(ctx, s.key("a"))
		s.failed(err, want, "Get, when the context had ended,")
		_, err = s.store.Get(ctx, s.key("none"))
		s.failed(err, want, "Get of a missing entry, when the context had ended,")
		for _, expected := range []state.Revision{state.AnyRevision, revision, state.NoRevision, math.MaxInt64} {
			_, err = s.store.Put(ctx, s.key("a"), []byte("other"), expected, keep)
			s.failed(err, want, "Put, when the context had ended,")
			s.unchanged("a", before)
			err = s.store.Delete(ctx, s.key("a"), expected)
			s.failed(err, want, "Delete, when the context had ended,")
			s.unchanged("a", before)
		}
		_, err = s.store.Put(ctx, s.key("none"), []byte("other"), state.NoRevision, keep)
		s.failed(err, want, "Put of a new entry, when the context had ended,")
		s.missing("none")
		_, err = state.Update(ctx, s.store, s.key("a"), keep, func([]byte) ([]byte, error) { return []byte("other"), nil })
		s.failed(err, want, "Update, when the context had ended,")
		s.unchanged("a", before)
	}
}
