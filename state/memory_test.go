package state_test

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/statetest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	statetest.Run(t, func(*testing.T) state.Store { return state.NewMemory() })
}

func TestZeroMemory(t *testing.T) {
	t.Parallel()
	var m state.Memory
	if got := there(t, &m, "a"); got != "" {
		t.Errorf("an empty store has %s", got)
	}
	if err := m.Delete(t.Context(), "a", state.AnyRevision); err != nil {
		t.Error(err)
	}
	put(t, &m, "a", "", time.Hour)
	if got := there(t, &m, "a"); got != "a" {
		t.Error("nothing is there after Put")
	}
}

func put(t *testing.T, s state.Store, key, value string, ttl time.Duration) state.Revision {
	t.Helper()
	r, err := s.Put(t.Context(), key, []byte(value), state.AnyRevision, ttl)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// there returns which of the keys have an entry, in one text.
func there(t *testing.T, s state.Store, keys ...string) string {
	t.Helper()
	var found []string
	for _, key := range keys {
		_, err := s.Get(t.Context(), key)
		switch {
		case err == nil:
			found = append(found, key)
		case !errors.Is(err, state.ErrNotFound):
			t.Fatal(err)
		}
	}
	return strings.Join(found, " ")
}

func usage(m *state.Memory) [2]int {
	entries, bytes := m.Usage()
	return [2]int{entries, bytes}
}

func TestMemoryDropsWhatExpiresSoonest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		options state.MemoryOptions
		key     string
		value   string
		ttl     time.Duration
		left    string // with ErrFull all of them are
		want    error
	}{
		{"room for all", state.MemoryOptions{MaxEntries: 6, MaxBytes: 60}, "new", "1234567", 0, "good hour day minute week new", nil},
		{"room for six", state.MemoryOptions{MaxEntries: 6}, "new", "1", time.Second, "good hour day minute week new", nil},
		{"room for five", state.MemoryOptions{MaxEntries: 5}, "new", "1", 0, "good hour day week new", nil},
		{"the new one expires first", state.MemoryOptions{MaxEntries: 5}, "new", "1", time.Second, "good hour day week new", nil},
		{"no more entries", state.MemoryOptions{MaxEntries: 5}, "hour", "1", 0, "good hour day minute week", nil},
		{"a byte too many", state.MemoryOptions{MaxBytes: 60}, "new", "12345678", 0, "good hour day week new", nil},
		{"ten bytes too many", state.MemoryOptions{MaxBytes: 60}, "new", "12345678901234567", 0, "good hour day week new", nil},
		{"more than ten", state.MemoryOptions{MaxBytes: 60}, "new", "123456789012345678", 0, "good day week new", nil},
		{"as many as there may be", state.MemoryOptions{MaxBytes: 60}, "new", strings.Repeat("x", 47), 0, "good new", nil},
		{"too many", state.MemoryOptions{MaxBytes: 60}, "new", strings.Repeat("x", 48), 0, "good hour day minute week", state.ErrFull},
		{"too many, with a ttl", state.MemoryOptions{MaxBytes: 60}, "new", strings.Repeat("x", 48), time.Second, "good hour day minute week", state.ErrFull},
		{"too many at all", state.MemoryOptions{MaxBytes: 60}, "new", strings.Repeat("x", 58), 0, "good hour day minute week", state.ErrFull},
		{"in place of what is there", state.MemoryOptions{MaxBytes: 60}, "hour", strings.Repeat("x", 16), 0, "good hour day minute week", nil},
		{"dropping others for it", state.MemoryOptions{MaxBytes: 60}, "minute", strings.Repeat("x", 15), 0, "good day minute week", nil},
		{"as many as there may be in place of it", state.MemoryOptions{MaxBytes: 60}, "hour", strings.Repeat("x", 46), 0, "good hour", nil},
		{"too many in place of it", state.MemoryOptions{MaxBytes: 60}, "hour", strings.Repeat("x", 47), 0, "good hour day minute week", state.ErrFull},
		{"in place of what is there for good", state.MemoryOptions{MaxBytes: 60}, "good", strings.Repeat("x", 56), 0, "good", nil},
		{"too many in place of that", state.MemoryOptions{MaxBytes: 60}, "good", strings.Repeat("x", 57), 0, "good hour day minute week", state.ErrFull},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := state.NewMemoryWith(tt.options)
			// Each key and its value are ten bytes.
			put(t, m, "good", "123456", 0)
			put(t, m, "hour", "123456", time.Hour)
			put(t, m, "day", "1234567", 24*time.Hour)
			put(t, m, "minute", "1234", time.Minute)
			put(t, m, "week", "123456", 7*24*time.Hour)
			_, err := m.Put(t.Context(), tt.key, []byte(tt.value), state.AnyRevision, tt.ttl)
			if !errors.Is(err, tt.want) {
				t.Errorf("Put ends with %v, not %v", err, tt.want)
			}
			if got := there(t, m, "good", "hour", "day", "minute", "week", "new"); got != tt.left {
				t.Errorf("there is %s, and should be %s", got, tt.left)
			}
			if tt.want != nil {
				if got := usage(m); got != [2]int{5, 50} {
					t.Errorf("after a failure there are %v entries and bytes", got)
				}
			}
		})
	}
}

func TestMemoryThatIsFullForGood(t *testing.T) {
	t.Parallel()
	m := state.NewMemoryWith(state.MemoryOptions{MaxEntries: 2})
	put(t, m, "a", "1", 0)
	put(t, m, "b", "1", 0)
	for _, ttl := range []time.Duration{0, time.Hour} {
		_, err := m.Put(t.Context(), "c", nil, state.NoRevision, ttl)
		if !errors.Is(err, state.ErrFull) {
			t.Errorf("Put ends with %v", err)
		}
	}
	put(t, m, "b", "2", time.Hour) // in its place, and no longer for good
	put(t, m, "c", "1", 0)
	if err := m.Delete(t.Context(), "a", state.AnyRevision); err != nil {
		t.Fatal(err)
	}
	put(t, m, "d", "1", time.Hour)
	if got := there(t, m, "a", "b", "c", "d"); got != "c d" {
		t.Errorf("there is %s", got)
	}
}

// What is no longer there takes no room, however it went.
func TestMemoryThatIsFullAgainAndAgain(t *testing.T) {
	t.Parallel()
	m := state.NewMemoryWith(state.MemoryOptions{MaxEntries: 2, MaxBytes: 10})
	for range 5 {
		put(t, m, "a", "1234", 0)
		put(t, m, "b", "1234", 0)
		put(t, m, "a", "1", 0)
		put(t, m, "a", "12", time.Hour)
		if err := m.Delete(t.Context(), "b", state.AnyRevision); err != nil {
			t.Fatal(err)
		}
		put(t, m, "b", "12345678", 0)
		if got := there(t, m, "a", "b"); got != "b" {
			t.Errorf("there is %s", got)
		}
		if err := m.Delete(t.Context(), "b", state.AnyRevision); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMemoryDefaults(t *testing.T) {
	t.Parallel()
	for _, options := range []state.MemoryOptions{{}, {MaxEntries: -1, MaxBytes: -1}} {
		m := state.NewMemoryWith(options)
		for i := range 100_001 {
			put(t, m, strconv.Itoa(i), "", time.Hour)
		}
		if entries, _ := m.Usage(); entries != 100_000 || there(t, m, "0", "1", "100000") != "1 100000" {
			t.Errorf("of 100,001 entries %d are left", entries)
		}
		m = state.NewMemoryWith(options)
		value := strings.Repeat("x", state.MaxValue-1)
		for _, key := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-" {
			put(t, m, string(key), value, 0) // 64 of them
		}
		if _, err := m.Put(t.Context(), "!", nil, state.AnyRevision, 0); !errors.Is(err, state.ErrFull) {
			t.Errorf("with %v entries and bytes, Put ends with %v", usage(m), err)
		}
	}
}

// Reading an expired entry frees it, and each write frees some others.
func TestMemoryFreesWhatHasExpired(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := state.NewMemory()
		put(t, m, "good", "12", 0)
		for i := range 100 {
			put(t, m, fmt.Sprintf("%02d", i), "1234", time.Minute)
		}
		time.Sleep(time.Minute - 1)
		if got := there(t, m, "00"); got != "00" {
			t.Error("an entry is gone before its time")
		}
		time.Sleep(time.Nanosecond)
		if got := usage(m); got != [2]int{101, 606} {
			t.Errorf("before anything is read there are %v entries and bytes", got)
		}
		there(t, m, "50", "51")
		if got := usage(m); got != [2]int{99, 594} {
			t.Errorf("after reading two there are %v entries and bytes", got)
		}
		for writes := 1; ; writes++ {
			before, _ := m.Usage()
			put(t, m, "good", "12", 0)
			after, _ := m.Usage()
			if freed := before - after; freed > 20 || freed < 2 && after > 1 {
				t.Fatalf("write %d frees %d entries", writes, freed)
			}
			if after == 1 {
				break
			}
		}
		if got := usage(m); got != [2]int{1, 6} {
			t.Errorf("in the end there are %v entries and bytes", got)
		}

		put(t, m, "a", "", time.Minute)
		time.Sleep(time.Minute)
		if err := m.Delete(t.Context(), "something else", state.AnyRevision); err != nil {
			t.Fatal(err)
		}
		if entries, _ := m.Usage(); entries != 1 {
			t.Error("Delete frees nothing")
		}
	})
}

// The garbage collector has the last word on what is freed.
func TestMemoryKeepsNothing(t *testing.T) {
	t.Parallel()
	collected := make(chan string, 3)
	watch := func(what string, start *byte) {
		runtime.AddCleanup(start, func(what string) { collected <- what }, what)
	}
	value := func(what string) []byte {
		value := make([]byte, 1<<20)
		watch(what, &value[0])
		return value
	}
	key := func(what string) string {
		key := strings.Repeat("k", 1<<20)
		watch(what, unsafe.StringData(key)) //nolint:gosec // nobody writes there
		return key
	}
	m := state.NewMemory()
	write := func(key string, value []byte) {
		if _, err := m.Put(t.Context(), key, value, state.AnyRevision, 0); err != nil {
			t.Error(err)
		}
	}
	write("whole", value("a value that has been written"))
	write("empty", value("an empty part of a value")[:0])
	write(key("a text with a key in it")[:10], nil)
	want := map[string]bool{"a value that has been written": true, "an empty part of a value": true, "a text with a key in it": true}
	deadline := time.After(30 * time.Second)
	for len(want) > 0 {
		runtime.GC()
		select {
		case what := <-collected:
			delete(want, what)
		case <-time.After(10 * time.Millisecond):
		case <-deadline:
			t.Fatalf("the store keeps %v", want)
		}
	}
	if got := usage(m); got[0] != 3 {
		t.Errorf("there are %d entries", got[0])
	}
}

func TestMemoryRevisionsOfALaterProcess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := state.NewMemory()
		var last state.Revision
		for range 1000 {
			last = put(t, first, "a", "", 0)
		}
		time.Sleep(time.Second)
		second := state.NewMemory()
		if r := put(t, second, "a", "", 0); r <= last {
			t.Errorf("a store that is opened later begins with the revision %d, and the earlier one has had %d", r, last)
		}
	})
}

func TestMemoryErrorsSayWhatFailed(t *testing.T) {
	t.Parallel()
	m := state.NewMemoryWith(state.MemoryOptions{MaxBytes: 10})
	put(t, m, "cart/1", "123", 0)
	_, missing := m.Get(t.Context(), "cart/2")
	_, conflict := m.Put(t.Context(), "cart/1", nil, state.NoRevision, 0)
	deleting := m.Delete(t.Context(), "cart/1", 7)
	_, full := m.Put(t.Context(), "cart/3", []byte("1234567"), state.NoRevision, 0)
	got := []string{missing.Error(), conflict.Error(), deleting.Error(), full.Error()}
	want := []string{
		`reading "cart/2": there is no such entry`,
		`writing "cart/1": the entry was changed or deleted meanwhile. Read it again`,
		`deleting "cart/1": the entry was changed or deleted meanwhile. Read it again`,
		`writing "cart/3" of 13 bytes: the store is full, with 1 entries of 9 bytes; ` +
			`entries without a time to live leave no room. Delete some, give them a time to live, or raise the store's limits`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Many goroutines on few keys of a store that is always full: for the race detector,
// and for the sums.
func TestMemoryUnderLoad(t *testing.T) {
	t.Parallel()
	m := state.NewMemoryWith(state.MemoryOptions{MaxEntries: 20, MaxBytes: 200})
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 2000 {
				key := strconv.Itoa((g + i*7) % 50)
				ttl := time.Duration(1+i%3) * time.Microsecond
				if i%5 == 0 {
					ttl = time.Minute
				}
				_, putErr := m.Put(t.Context(), key, make([]byte, i%20), state.AnyRevision, ttl)
				_, getErr := m.Get(t.Context(), key)
				var deleteErr error
				if i%11 == 0 {
					deleteErr = m.Delete(t.Context(), key, state.AnyRevision)
				}
				if putErr != nil || deleteErr != nil || getErr != nil && !errors.Is(getErr, state.ErrNotFound) {
					t.Errorf("Put: %v, Get: %v, Delete: %v", putErr, getErr, deleteErr)
					return
				}
				if entries, bytes := m.Usage(); entries > 20 || bytes > 200 {
					t.Errorf("there are %d entries and %d bytes", entries, bytes)
					return
				}
			}
		})
	}
	all.Wait()
	for key := range 50 {
		if err := m.Delete(t.Context(), strconv.Itoa(key), state.AnyRevision); err != nil {
			t.Error(err)
		}
	}
	if got := usage(m); got != [2]int{} {
		t.Errorf("with everything deleted there are %v entries and bytes", got)
	}
}
