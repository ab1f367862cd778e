package sqlite_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/sqlite"
)

// noise is what can't be stored in less.
func noise(size int) []byte {
	value := make([]byte, size)
	_, _ = rand.Read(value) // it never fails
	return value
}

// fill writes until the store is full.
func fill(t *testing.T, store *sqlite.Store, prefix string, ttl time.Duration) (written int) {
	t.Helper()
	for ; ; written++ {
		_, err := store.Put(t.Context(), fmt.Sprint(prefix, written), noise(20_000), state.NoRevision, ttl)
		if errors.Is(err, state.ErrFull) {
			return written
		}
		if err != nil {
			t.Fatal(err)
		}
		if written > 10_000 {
			t.Fatal("it never is full")
		}
	}
}

// A file that may not grow refuses more, keeps what it has, and goes on when there is
// room.
func TestFullFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	const most = 1 << 20
	store := openWith(t, path, sqlite.Options{MaxBytes: most})
	written := fill(t, store, "k", 0)
	if written < 30 {
		t.Errorf("only %d entries of 20 KB have room in 1 MiB", written)
	}
	if about, err := os.Stat(path); err != nil || about.Size() > most {
		t.Errorf("the file has %d bytes, %v", about.Size(), err)
	}
	for i := range written {
		if e, err := store.Get(t.Context(), fmt.Sprint("k", i)); err != nil || len(e.Value) != 20_000 {
			t.Fatalf("entry %d is %d bytes, %v", i, len(e.Value), err)
		}
	}
	old, err := store.Get(t.Context(), "k0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Put(t.Context(), "k0", noise(500_000), old.Revision, 0); !errors.Is(err, state.ErrFull) {
		t.Errorf("a larger value: %v", err)
	}
	if now, err := store.Get(t.Context(), "k0"); err != nil || now.Revision != old.Revision {
		t.Errorf("the entry that could not grow is %v, %v", now.Revision, err)
	}
	for i := range 5 {
		if err := store.Delete(t.Context(), fmt.Sprint("k", i), state.AnyRevision); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.Put(t.Context(), "again", noise(20_000), state.NoRevision, 0); err != nil {
		t.Errorf("with room: %v", err)
	}
}

// What has expired makes room at once, and nothing that hasn't does.
func TestExpiredMakesRoom(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	store := openWith(t, path, sqlite.Options{MaxBytes: 1 << 20, SweepEvery: time.Hour})
	if _, err := store.Put(t.Context(), "kept", []byte("v"), state.NoRevision, time.Hour); err != nil {
		t.Fatal(err)
	}
	if fill(t, store, "short", time.Hour) == 0 {
		t.Fatal("there was no room")
	}
	change(t, path, "UPDATE entries SET expires = 1 WHERE key LIKE 'short%'")
	if fill(t, store, "next", time.Hour) == 0 {
		t.Error("what has expired makes no room")
	}
	if _, err := store.Get(t.Context(), "kept"); err != nil {
		t.Error(err)
	}
}

// Expired entries are removed from the file without anybody asking, and soon after
// somebody has met one.
func TestSweep(t *testing.T) {
	t.Parallel()
	for name, every := range map[string]time.Duration{"by the clock": 20 * time.Millisecond, "by a read": time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "state.db")
			store := openWith(t, path, sqlite.Options{SweepEvery: every})
			for i := range 250 { // more than one transaction removes
				if _, err := store.Put(t.Context(), fmt.Sprint("k", i), []byte("v"), state.NoRevision, time.Millisecond); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := store.Put(t.Context(), "good", nil, state.NoRevision, 0); err != nil {
				t.Fatal(err)
			}
			if _, err := store.Put(t.Context(), "long", nil, state.NoRevision, time.Hour); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond)
			if every == time.Hour {
				if n := rows(t, path); n != 252 {
					t.Errorf("without a sweep there are %d rows", n)
				}
				if _, err := store.Get(t.Context(), "k7"); !errors.Is(err, state.ErrNotFound) {
					t.Errorf("an expired entry: %v", err)
				}
			}
			for start := time.Now(); rows(t, path) != 2; time.Sleep(10 * time.Millisecond) {
				if time.Since(start) > 5*time.Minute {
					t.Fatalf("there still are %d rows", rows(t, path))
				}
			}
		})
	}
}

// change changes the file as another program does.
func change(t *testing.T, path, statement string) {
	t.Helper()
	db := others(t, path)
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	closed(t, db)
}

// rows is how many entries the file has, expired ones included.
func rows(t *testing.T, path string) (n int) {
	t.Helper()
	db := others(t, path)
	if err := db.QueryRowContext(context.WithoutCancel(t.Context()), "SELECT count(*) FROM entries").Scan(&n); err != nil {
		t.Fatal(err)
	}
	closed(t, db)
	return n
}

// others is the file in the hands of another program, which waits for its lock.
func others(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(300000)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	return db
}
