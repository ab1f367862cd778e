package state_test

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel/state"
)

// model is a Memory as simple as can be: it looks at everything each time.
type model struct {
	maxEntries, maxBytes int
	entries              map[string]*modelEntry
	writes               int
}

type modelEntry struct {
	key, value string
	revision   state.Revision
	expires    time.Time
	written    int // the number of the write
}

func (m *model) get(key string) *modelEntry {
	e := m.entries[key]
	if e == nil || !e.expires.IsZero() && !e.expires.After(time.Now()) {
		return nil
	}
	return e
}

func (m *model) meets(key string, expected state.Revision) bool {
	e := m.get(key)
	return expected == state.AnyRevision || e == nil && expected == state.NoRevision || e != nil && e.revision == expected
}

// put returns the error wanted. The revision of what it writes is still missing.
func (m *model) put(key, value string, expected state.Revision, ttl time.Duration) (*modelEntry, error) {
	if !m.meets(key, expected) {
		return nil, state.ErrConflict
	}
	e := &modelEntry{key: key, value: value, written: m.writes}
	if ttl > 0 {
		e.expires = time.Now().Add(ttl)
	}
	m.writes++
	left := []*modelEntry{e}
	var droppable []*modelEntry
	for _, other := range m.entries {
		switch {
		case other.key == key || m.get(other.key) == nil:
		case other.expires.IsZero():
			left = append(left, other)
		default:
			droppable = append(droppable, other)
		}
	}
	if !m.fit(left) {
		return nil, state.ErrFull
	}
	// What lasts longest stays, and of several the one written last.
	slices.SortFunc(droppable, func(a, b *modelEntry) int {
		return cmp.Or(b.expires.Compare(a.expires), cmp.Compare(b.written, a.written))
	})
	for len(droppable) > 0 && m.fit(append(slices.Clone(left), droppable[0])) {
		left = append(left, droppable[0])
		droppable = droppable[1:]
	}
	m.entries = map[string]*modelEntry{}
	for _, other := range left {
		m.entries[other.key] = other
	}
	return e, nil
}

func (m *model) fit(entries []*modelEntry) bool {
	bytes := 0
	for _, e := range entries {
		bytes += len(e.key) + len(e.value)
	}
	return len(entries) <= m.maxEntries && bytes <= m.maxBytes
}

func (m *model) del(key string, expected state.Revision) error {
	if expected == state.NoRevision || !m.meets(key, expected) {
		return state.ErrConflict
	}
	delete(m.entries, key)
	return nil
}

// pair is a store and its model. Each instruction is done by both.
type pair struct {
	*testing.T

	store *state.Memory
	model *model
	last  state.Revision            // the greatest so far
	stale map[string]state.Revision // of what has been there
}

func (p *pair) expected(key string, choice byte) state.Revision {
	switch choice % 5 {
	case 0:
		return state.NoRevision
	case 1, 2:
		return state.AnyRevision
	case 3:
		return p.stale[key] // may be the current one
	}
	return p.last
}

func (p *pair) put(key, value string, choice byte, ttl time.Duration) {
	expected := p.expected(key, choice)
	e, want := p.model.put(key, value, expected, ttl)
	r, err := p.store.Put(p.Context(), key, []byte(value), expected, ttl)
	if !errors.Is(err, want) {
		p.Fatalf("Put(%q, %q, %d, %v) ends with %v, not %v", key, value, expected, ttl, err, want)
	}
	if err != nil {
		return
	}
	if r <= p.last {
		p.Fatalf("Put(%q) gives the revision %d after %d", key, r, p.last)
	}
	e.revision, p.last = r, r
	if choice&0x80 == 0 {
		p.stale[key] = r
	}
}

func (p *pair) get(key string) {
	want := p.model.get(key)
	e, err := p.store.Get(p.Context(), key)
	switch {
	case want == nil && !errors.Is(err, state.ErrNotFound):
		p.Fatalf("Get(%q) finds %+v, and the error %v", key, e, err)
	case want != nil && (err != nil || string(e.Value) != want.value || e.Revision != want.revision || !e.Expires.Equal(want.expires)):
		p.Fatalf("Get(%q) finds %+v, and the error %v, not %+v", key, e, err, want)
	}
}

func (p *pair) del(key string, choice byte) {
	expected := p.expected(key, choice)
	want := p.model.del(key, expected)
	if err := p.store.Delete(p.Context(), key, expected); !errors.Is(err, want) {
		p.Fatalf("Delete(%q, %d) ends with %v, not %v", key, expected, err, want)
	}
}

const fuzzedKeys = 9

// compare reads all keys, some of which thereby are freed.
func (p *pair) compare() {
	entries, bytes := 0, 0
	for i := range byte(fuzzedKeys) {
		p.get(fuzzedKey(i))
		if e := p.model.get(fuzzedKey(i)); e != nil {
			entries++
			bytes += len(e.key) + len(e.value)
		}
	}
	if got := usage(p.store); got != [2]int{entries, bytes} {
		p.Fatalf("there are %v entries and bytes, and should be %d and %d", got, entries, bytes)
	}
}

func fuzzedKey(i byte) string { return "abcdefghi"[i%fuzzedKeys:][:1] }

// FuzzMemory takes each three bytes for an instruction: what to do, with which key, and how.
func FuzzMemory(f *testing.F) {
	f.Add([]byte("\x00a\x00\x01a\x00\x02a\x01"))
	f.Add([]byte("\x00a\x11\x00b\x21\x00c\x31\x00d\x41\x00e\x51\x03a\x05\x00a\x01\x04a\x00"))
	f.Add([]byte("\x00a\xf1\x00b\xf1\x00c\xf1\x00d\xf1\x00e\xf1\x00f\xf1\x00g\xf1"))
	f.Add([]byte("\x08a\x01\x08b\x01\x08c\x01\x08d\x01\x08e\x01\x08f\x01\x00f\x01\x02a\x03"))
	f.Fuzz(func(t *testing.T, program []byte) {
		program = program[:min(len(program), 3*500)]
		synctest.Test(t, func(t *testing.T) {
			p := &pair{
				T:     t,
				store: state.NewMemoryWith(state.MemoryOptions{MaxEntries: 5, MaxBytes: 60}),
				model: &model{maxEntries: 5, maxBytes: 60},
				stale: map[string]state.Revision{},
			}
			for ; len(program) >= 3; program = program[3:] {
				key, how := fuzzedKey(program[1]), program[2]
				switch do := program[0]; do % 5 {
				case 0:
					value := "0123456789abcdefghijklmnopqrstuvwxyz"[:do/5%36]
					p.put(key, value, how, time.Duration(how>>4)*time.Second)
				case 1:
					p.get(key)
				case 2:
					p.del(key, how)
				case 3:
					time.Sleep(time.Duration(how%8) * time.Second / 2)
				case 4:
					p.compare()
				}
			}
			p.compare()
		})
	})
}
