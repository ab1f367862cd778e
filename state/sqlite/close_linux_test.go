package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/state"
)

// When Close returns, nobody has the file any more, and all is in it.
func TestCloseUnderLoad(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	value := bytes.Repeat([]byte("x"), 500_000)
	const writers = 8
	kept := make(chan string, 10_000)
	for round := range 5 {
		store := open(t, path)
		var wait, writing sync.WaitGroup
		writing.Add(writers)
		for writer := range writers {
			wait.Go(func() {
				for i := 0; ; i++ {
					key := fmt.Sprint(round, writer, i)
					if _, err := store.Put(context.Background(), key, value, state.NoRevision, 0); err != nil {
						if !errors.Is(err, fs.ErrClosed) {
							t.Error(err)
						}
						if i == 0 {
							writing.Done()
						}
						return
					}
					if kept <- key; i == 0 {
						writing.Done()
					}
				}
			})
		}
		writing.Wait()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		handles, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		for _, handle := range handles {
			if file, err := os.Readlink("/proc/self/fd/" + handle.Name()); err == nil && strings.HasPrefix(file, path) {
				t.Errorf("round %d: %s is still open", round, file)
			}
		}
		wait.Wait()
	}
	close(kept)
	store := open(t, path)
	for key := range kept {
		if _, err := store.Get(t.Context(), key); err != nil {
			t.Error(err)
		}
	}
}
