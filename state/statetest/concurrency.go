package statetest

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/orielapps/oriel/state"
)

// How much the checks do concurrently: enough to find races, and a matter of seconds if
// each call takes 10 ms.
const (
	contenders = 8
	rounds     = 10
	writers    = 16
	keysEach   = 20
	increments = 25
)

// together calls f concurrently with 0 to n-1, starting all calls at the same time, and
// waits for them.
func together(n int, f func(i int)) {
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	all.Wait()
}

// oneWins tests that exactly one of several concurrent writes with the same expected
// revision succeeds.
func oneWins(s *subject) {
	revision := state.NoRevision
	for range rounds {
		for range 2 { // once with NoRevision, once with a revision
			var given [contenders]state.Revision
			winner := s.winner("Put", func(i int) error {
				r, err := s.store.Put(s.Context(), s.key("a"), []byte(strconv.Itoa(i)), revision, keep)
				given[i] = r
				return err
			})
			revision = given[winner]
			s.has("a", strconv.Itoa(winner), revision)
		}
		s.winner("Delete", func(int) error { return s.store.Delete(s.Context(), s.key("a"), revision) })
		s.missing("a")
		revision = state.NoRevision
	}
}

// winner makes several calls concurrently, and returns which one succeeded. It ends the
// check unless exactly one did; the others must be conflicts.
func (s *subject) winner(what string, call func(i int) error) int {
	s.Helper()
	var errs [contenders]error
	together(contenders, func(i int) { errs[i] = call(i) })
	won, winner := 0, 0
	for i, err := range errs {
		if err == nil {
			won++
			winner = i
			continue
		}
		s.failed(err, state.ErrConflict, "concurrent %s", what)
	}
	if won != 1 {
		s.Fatalf("of %d calls of %s that expected the same revision, %d returned no error", contenders, what, won)
	}
	return winner
}

// manyKeys tests that concurrent writes to different keys are all stored.
func manyKeys(s *subject) {
	name := func(writer, n int) string { return fmt.Sprintf("%d/%d", writer, n) }
	var given [writers][keysEach]state.Revision
	together(writers, func(i int) {
		for n := range keysEach {
			revision, err := s.store.Put(s.Context(), s.key(name(i, n)), []byte(name(i, n)), state.NoRevision, keep)
			if err != nil {
				s.Errorf("concurrent Put(%q) failed: %v", name(i, n), err)
				return
			}
			given[i][n] = revision
			e, err := s.store.Get(s.Context(), s.key(name(i, n)))
			if err != nil || string(e.Value) != name(i, n) || e.Revision != revision {
				s.Errorf("concurrent Get(%q) returned %q with revision %s, and the error %v", name(i, n), e.Value, text(e.Revision), err)
			}
		}
	})
	for i := range writers {
		for n := range keysEach {
			s.has(name(i, n), name(i, n), given[i][n])
		}
	}
	together(writers, func(i int) {
		for n := range keysEach {
			if n%2 == 0 {
				continue
			}
			if err := s.store.Delete(s.Context(), s.key(name(i, n)), given[i][n]); err != nil {
				s.Errorf("concurrent Delete(%q) failed: %v", name(i, n), err)
			}
		}
	})
	for i := range writers {
		s.has(name(i, 0), name(i, 0), given[i][0])
		s.missing(name(i, 1))
	}
}

// updateSum tests that no concurrent change is lost.
func updateSum(s *subject) {
	together(contenders, func(int) {
		for range increments {
			_, err := state.Update(s.Context(), s.store, s.key("sum"), keep, func(old []byte) ([]byte, error) {
				time.Sleep(time.Millisecond) // makes conflicts likely
				return increment(old)
			})
			if err != nil {
				s.Errorf("concurrent Update failed: %v", err)
				return
			}
		}
	})
	if got, want := string(s.get("sum").Value), strconv.Itoa(contenders*increments); got != want {
		s.Errorf("%s increments by %d goroutines make %s", want, contenders, got)
	}
}

func increment(old []byte) ([]byte, error) {
	sum := 0
	if old != nil {
		var err error
		if sum, err = strconv.Atoi(string(old)); err != nil {
			return nil, errors.New("the value is not a number that increment has written")
		}
	}
	return []byte(strconv.Itoa(sum + 1)), nil
}
