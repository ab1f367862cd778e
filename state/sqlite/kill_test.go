package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/sqlite"
)

const (
	victimWriters = 4
	victimKeys    = 8 // each
)

// child returns this program as another one, to be started.
func child(t testing.TB, program, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, path)
	cmd.Env = append(os.Environ(), childVariable+"="+program)
	return cmd
}

// victimValue is a value of up to 40 KB that proves itself.
func victimValue(key string, seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // the same for the same seed is what is wanted
	text := strings.Repeat(fmt.Sprintf("%s %d ", key, seed), 1+random.IntN(2000))
	return fmt.Appendf(nil, "%x%s", sha256.Sum256([]byte(text)), text)
}

func proves(value []byte) bool {
	const digits = 2 * sha256.Size
	return len(value) > digits && string(value[:digits]) == fmt.Sprintf("%x", sha256.Sum256(value[digits:]))
}

// writeForever writes, overwrites and deletes until it is killed, and says so of each
// once the store has: "put KEY REVISION SEED" or "del KEY".
func writeForever(path string) error {
	store, err := sqlite.Open(path)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for w := range victimWriters {
		go func() {
			for {
				key, seed := fmt.Sprintf("w%d/k%d", w, rand.IntN(victimKeys)), rand.Uint64() //nolint:gosec // chance is all that is wanted
				line := "del " + key + "\n"
				if seed%5 == 0 {
					err = store.Delete(context.Background(), key, state.AnyRevision)
				} else {
					var revision state.Revision
					revision, err = store.Put(context.Background(), key, victimValue(key, seed), state.AnyRevision, time.Duration(seed%2)*time.Hour)
					line = fmt.Sprintf("put %s %d %d\n", key, revision, seed)
				}
				if err == nil {
					_, err = os.Stdout.WriteString(line) // one write, which is whole in a pipe
				}
				if err != nil {
					failed <- err
				}
			}
		}()
	}
	return <-failed
}

// told is the last that a process has said of a key.
type told struct {
	deleted  bool
	revision state.Revision
	value    []byte
}

// A process that is killed at any moment has lost nothing that was acknowledged.
func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	last := map[string]told{}
	greatest := map[string]state.Revision{}
	acknowledged, kills := 0, 5
	if os.Getenv("ORIEL_TEST_ALL") != "" {
		kills = 25
	}
	for round := range kills {
		acknowledged += killed(t, path, last, greatest)
		checkSurvivors(t, path, last, greatest)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	if acknowledged < kills {
		t.Errorf("%d processes have written only %d times: this proves little", kills, acknowledged)
	}
	t.Logf("%d kills, %d writes acknowledged", kills, acknowledged)
}

// killed runs a writer and kills it after a random while.
func killed(t *testing.T, path string, last map[string]told, greatest map[string]state.Revision) (lines int) {
	t.Helper()
	cmd := child(t, "writer", path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err = cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewReader(out)
	first, err := read.ReadString('\n') // it is there, and writes
	if err != nil {
		t.Fatalf("the writer has written nothing: %v, %s", err, &stderr)
	}
	timer := time.AfterFunc(rand.N(150*time.Millisecond), func() { _ = cmd.Process.Kill() }) //nolint:gosec // chance is all that is wanted
	defer timer.Stop()
	rest, err := io.ReadAll(read)
	if err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	if ended, ok := errors.AsType[*exec.ExitError](err); !ok || ended.Exited() {
		t.Fatalf("the writer has ended by itself: %v, %s", err, &stderr)
	}
	for line := range strings.Lines(first + string(rest)) {
		note := told{}
		var key string
		var seed uint64
		if n, err := fmt.Sscanf(line, "put %s %d %d\n", &key, &note.revision, &seed); n != 3 || err != nil {
			if n, err := fmt.Sscanf(line, "del %s\n", &key); n != 1 || err != nil {
				t.Fatalf("the writer has said %q", line)
			}
			note.deleted = true
		} else if note.revision <= greatest[key] {
			t.Errorf("%s got the revision %d after %d", key, note.revision, greatest[key])
		}
		if !note.deleted {
			note.value = victimValue(key, seed)
		}
		greatest[key] = max(greatest[key], note.revision)
		last[key] = note
		lines++
	}
	return lines
}

// checkSurvivors looks for what was acknowledged. A writer may have come further than
// it could say, by one write; what that left is then what counts.
func checkSurvivors(t *testing.T, path string, last map[string]told, greatest map[string]state.Revision) {
	t.Helper()
	store, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	unsaid := map[byte]int{}
	for w := range victimWriters {
		for k := range victimKeys {
			key := fmt.Sprintf("w%d/k%d", w, k)
			said, known := last[key]
			there, err := store.Get(t.Context(), key)
			switch {
			case err != nil && !errors.Is(err, state.ErrNotFound):
				t.Fatal(err)
			case err != nil && (!known || said.deleted):
			case err == nil && known && !said.deleted && there.Revision == said.revision:
				if !bytes.Equal(there.Value, said.value) {
					t.Errorf("%s has another value than what was acknowledged", key)
				}
			case err == nil && there.Revision <= greatest[key]:
				t.Errorf("%s has the revision %d again, and had %d", key, there.Revision, greatest[key])
			case err == nil && !proves(there.Value):
				t.Errorf("%s is half written", key)
			default:
				unsaid[key[1]]++
				last[key] = told{err != nil, there.Revision, there.Value}
				greatest[key] = max(greatest[key], there.Revision)
			}
		}
	}
	for w, n := range unsaid {
		if n > 1 {
			t.Errorf("the writer %c has %d keys that aren't as it has said; one could be", w, n)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	whole(t, path)
}

// whole checks the file as SQLite does.
func whole(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, db)
	var verdict string
	if err = db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("the file: %s, %v", verdict, err)
	}
	var greatest, counter int64
	err = db.QueryRowContext(t.Context(), "SELECT (SELECT coalesce(max(revision), 0) FROM entries), (SELECT revision FROM counter)").Scan(&greatest, &counter)
	if err != nil || greatest > counter {
		t.Errorf("an entry has the revision %d, and the counter %d, %v", greatest, counter, err)
	}
}

func closed(t *testing.T, db *sql.DB) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// count adds to a number.
func count(path string) error {
	store, err := sqlite.OpenWith(path, sqlite.Options{BusyTimeout: 5 * time.Minute})
	if err != nil {
		return err
	}
	for range counted {
		if _, err := state.Update(context.Background(), store, "sum", 0, func(old []byte) ([]byte, error) {
			sum := 0
			if old != nil {
				if _, err := fmt.Sscan(string(old), &sum); err != nil {
					return nil, err
				}
			}
			return fmt.Append(nil, sum+1), nil
		}); err != nil {
			return err
		}
	}
	return store.Close()
}

const (
	counters = 4
	counted  = 50
)

// Processes that begin at the same time, with a file that isn't there yet, lose
// nothing of each other.
func TestProcessesOnOneFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state.db")
	var all sync.WaitGroup
	for range counters {
		cmd := child(t, "counter", path)
		all.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	entry, err := open(t, path).Get(t.Context(), "sum")
	if want := strconv.Itoa(counters * counted); err != nil || string(entry.Value) != want {
		t.Errorf("the sum is %s, want %s: %v", entry.Value, want, err)
	}
	whole(t, path)
}
