package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/sqlite"
)

// A path is a path, whatever it looks like, and what was kept is there again.
func TestPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"state.db", "with spaces.db", "ünïcödé \u4e16\u754c 😀.db", "a?mode=memory", "a#b", "100%25.db", "%zz", ":memory:", "file:x.db", "-x", "a&b=c;d'e\"f", "é", "e\u0301",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join(t.TempDir(), "a folder?#% é")
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(folder, name)
			for i := range 3 {
				store, err := sqlite.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				if i > 0 {
					var e state.Entry
					if e, err = store.Get(t.Context(), "k"); err != nil || string(e.Value) != strconv.Itoa(i-1) {
						t.Errorf("there is %q, %v", e.Value, err)
					}
				}
				if _, err = store.Put(t.Context(), "k", fmt.Append(nil, i), state.AnyRevision, 0); err != nil {
					t.Error(err)
				}
				entries, err := os.ReadDir(folder)
				if err != nil || len(entries) == 0 || entries[0].Name() != name {
					t.Errorf("the folder has %v, %v", entries, err)
				}
				for _, e := range entries {
					about, err := e.Info()
					if err != nil {
						t.Fatal(err)
					}
					if about.Mode().Perm() != 0o600 || !strings.HasPrefix(e.Name(), name) {
						t.Errorf("there is %s with the mode %v", e.Name(), about.Mode())
					}
				}
				if err := store.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// The folder of a relative path is that of the process.
func TestRelativePath(t *testing.T) {
	t.Chdir(t.TempDir())
	store := open(t, "state.db")
	if _, err := store.Put(t.Context(), "k", nil, state.NoRevision, 0); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("state.db"); err != nil {
		t.Error(err)
	}
}

// made makes a database as others do.
func made(t *testing.T, statements string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// What can't be a store is left as it is, and the error says what to do.
func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	written := func(content string) string {
		path := filepath.Join(t.TempDir(), "written.db")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ours := filepath.Join(t.TempDir(), "ours.db")
	store, err := sqlite.Open(ours)
	if err != nil {
		t.Fatal(err)
	}
	if err = store.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(ours)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		path string
		want error
		says string
	}{
		"no path":           {"", nil, "the path is empty"},
		"a folder":          {t.TempDir(), nil, "the path is a folder"},
		"no folder":         {filepath.Join(t.TempDir(), "none", "x.db"), fs.ErrNotExist, "Create the folder first"},
		"a file in a file":  {filepath.Join(ours, "x.db"), sqlite.ErrReadOnly, "not a directory"},
		"a text":            {written(strings.Repeat("Dear diary, today ", 500)), sqlite.ErrCorrupt, "Restore a copy"},
		"a short text":      {written("xx"), sqlite.ErrCorrupt, "Restore a copy"},
		"half a file":       {written(string(content[:len(content)/2+100])), sqlite.ErrCorrupt, "Restore a copy"},
		"another's":         {made(t, "CREATE TABLE notes (x); INSERT INTO notes VALUES (1)"), sqlite.ErrForeign, "Give another path"},
		"another's, marked": {made(t, "PRAGMA application_id = 7"), sqlite.ErrForeign, "Give another path"},
		"a newer one":       {made(t, "PRAGMA application_id = 1332898149; PRAGMA user_version = 2; CREATE TABLE entries (x)"), sqlite.ErrNewer, "Update this program"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, _ := os.ReadFile(test.path)
			store, err := sqlite.Open(test.path)
			if err == nil {
				_ = store.Close()
				t.Fatal("it is opened")
			}
			if test.want != nil && !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), fmt.Sprintf("%q", test.path)) {
				t.Errorf("the error is %v", err)
			}
			if after, _ := os.ReadFile(test.path); !bytes.Equal(before, after) {
				t.Error("the file has changed")
			}
		})
	}
}

func TestRefusedOptions(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	for _, options := range []sqlite.Options{{MaxBytes: -1}, {BusyTimeout: -1}, {SweepEvery: -1}} {
		if store, err := sqlite.OpenWith(path, options); err == nil {
			_ = store.Close()
			t.Errorf("%+v are taken", options)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
}

// A damage that opening doesn't meet is an error of each call that does, and no panic.
func TestDamagedTable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	first := open(t, path)
	for i := range 50 {
		if _, err := first.Put(t.Context(), fmt.Sprint("k", i), bytes.Repeat([]byte("v"), 5000), state.NoRevision, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	damage(t, path, "entries", "sqlite_autoindex_entries_1")
	store, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if _, err := store.Get(t.Context(), "k7"); !errors.Is(err, sqlite.ErrCorrupt) {
		t.Errorf("reading: %v", err)
	}
	if _, err := store.Put(t.Context(), "k7", nil, state.AnyRevision, 0); !errors.Is(err, sqlite.ErrCorrupt) {
		t.Errorf("writing: %v", err)
	}
	if err := store.Delete(t.Context(), "k7", state.AnyRevision); !errors.Is(err, sqlite.ErrCorrupt) {
		t.Errorf("deleting: %v", err)
	}
}

// damage overwrites the first page of tables and indexes.
func damage(t *testing.T, path string, names ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, db)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var page int64
		if err := db.QueryRowContext(t.Context(), "SELECT rootpage FROM sqlite_schema WHERE name = ?", name).Scan(&page); err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteAt(bytes.Repeat([]byte{0x5a}, 4096), (page-1)*4096); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// locked keeps the file from being written until the test ends.
func locked(t *testing.T, path string) {
	t.Helper()
	db := others(t, path)
	if _, err := db.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Who waits for a lock can stop waiting; reads don't wait.
func TestLockedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	patient, hasty := openWith(t, path, sqlite.Options{BusyTimeout: time.Hour}), openWith(t, path, sqlite.Options{BusyTimeout: 50 * time.Millisecond})
	if _, err := patient.Put(t.Context(), "k", []byte("v"), state.NoRevision, 0); err != nil {
		t.Fatal(err)
	}
	locked(t, path)
	if _, err := hasty.Put(t.Context(), "k", nil, state.AnyRevision, 0); !errors.Is(err, sqlite.ErrBusy) || !strings.Contains(err.Error(), path) {
		t.Errorf("writing: %v", err)
	}
	if err := hasty.Delete(t.Context(), "k", state.AnyRevision); !errors.Is(err, sqlite.ErrBusy) {
		t.Errorf("deleting: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := patient.Put(ctx, "k", nil, state.AnyRevision, 0); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sqlite.ErrBusy) {
		t.Errorf("writing until the context ends: %v", err)
	}
	if e, err := hasty.Get(t.Context(), "k"); err != nil || string(e.Value) != "v" {
		t.Errorf("reading: %q, %v", e.Value, err)
	}
	if _, err := sqlite.OpenWith(path, sqlite.Options{BusyTimeout: 50 * time.Millisecond}); !errors.Is(err, sqlite.ErrBusy) {
		t.Errorf("opening: %v", err)
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	store := open(t, filepath.Join(t.TempDir(), "state.db"))
	for range 2 {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
	_, getErr := store.Get(t.Context(), "k")
	_, putErr := store.Put(t.Context(), "k", nil, state.AnyRevision, 0)
	for _, err := range []error{getErr, putErr, store.Delete(t.Context(), "k", state.AnyRevision)} {
		if !errors.Is(err, fs.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
}

// Calls that are under way while the store is closed end, one way or the other.
func TestClosedMeanwhile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	store := open(t, path)
	done := make(chan map[string]state.Revision)
	var writing sync.WaitGroup
	writing.Add(4)
	for w := range 4 {
		go func() {
			acknowledged := map[string]state.Revision{}
			defer func() { done <- acknowledged }()
			for i := 0; ; i++ {
				key := fmt.Sprint(w, "/", i)
				revision, err := store.Put(context.Background(), key, []byte("v"), state.NoRevision, 0)
				if i == 0 {
					writing.Done()
				}
				if err != nil {
					if !errors.Is(err, fs.ErrClosed) {
						t.Errorf("writing: %v", err)
					}
					return
				}
				acknowledged[key] = revision
			}
		}()
	}
	writing.Wait()
	if err := store.Close(); err != nil {
		t.Error(err)
	}
	again := open(t, path)
	for range 4 {
		for key, revision := range <-done {
			if e, err := again.Get(t.Context(), key); err != nil || e.Revision != revision {
				t.Errorf("%s is %v, %v", key, e.Revision, err)
			}
		}
	}
}
