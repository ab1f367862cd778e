package sqlite_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/state"
)

// Whatever a key and a value are: what the limits allow comes back as it was, under
// this key and no other, and all else is an error.
func FuzzEntries(f *testing.F) {
	for _, key := range []string{
		"k", "", "K", " k ", "a'; DROP TABLE entries; --", `"`, "%", "_", "?1", ":key", "\x00", "é", "e\u0301", "\xff", "\ufffd", "😀", "NULL", "1", "1.0", "0x1",
	} {
		f.Add(key, []byte(key))
	}
	f.Add("k", []byte(nil))
	f.Add("k", bytes.Repeat([]byte{0, 0xff}, 3000))
	store := open(f, filepath.Join(f.TempDir(), "state.db"))
	if _, err := store.Put(f.Context(), "other", []byte("untouched"), state.NoRevision, 0); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, key string, value []byte) {
		if key == "other" {
			return
		}
		revision, err := store.Put(t.Context(), key, value, state.AnyRevision, 0)
		if allowed := state.CheckPut(key, value, 0); allowed != nil || err != nil {
			if allowed == nil || err == nil || err.Error() != allowed.Error() {
				t.Fatalf("Put(%q) gives %v, and the limits %v", key, err, allowed)
			}
			return
		}
		e, err := store.Get(t.Context(), key)
		if err != nil || !bytes.Equal(e.Value, value) || e.Value == nil || e.Revision != revision || !e.Expires.IsZero() {
			t.Fatalf("Get(%q) gives %+v, %v", key, e, err)
		}
		if other, err := store.Get(t.Context(), "other"); err != nil || string(other.Value) != "untouched" {
			t.Fatalf("%q has changed another entry: %q, %v", key, other.Value, err)
		}
		if err := store.Delete(t.Context(), key, revision); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Get(t.Context(), key); !errors.Is(err, state.ErrNotFound) {
			t.Fatalf("after Delete: %v", err)
		}
	})
}
