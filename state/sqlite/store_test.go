package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/sqlite"
	"github.com/orielapps/oriel/state/statetest"
)

// open opens a store that is closed when the test has ended.
func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	return openWith(t, path, sqlite.Options{})
}

func openWith(t testing.TB, path string, o sqlite.Options) *sqlite.Store {
	t.Helper()
	store, err := sqlite.OpenWith(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func TestStore(t *testing.T) {
	t.Parallel()
	statetest.Run(t, func(t *testing.T) state.Store {
		t.Helper()
		return open(t, filepath.Join(t.TempDir(), "state.db"))
	})
}

// Several stores on one file are one store, whichever of them is asked.
func TestSharedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	statetest.Run(t, func(t *testing.T) state.Store {
		t.Helper()
		o := sqlite.Options{BusyTimeout: 5 * time.Minute} // locks are not given in turn
		return &replicas{stores: []*sqlite.Store{openWith(t, path, o), openWith(t, path, o), openWith(t, path, o)}}
	})
}
