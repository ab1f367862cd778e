package watch

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// What may still be written to is waited for longer than what is there as a whole.
func TestPause(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.ts")
	put := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(file, "before")
	w, err := New(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.notify.Close() }()
	for _, step := range []struct {
		what string
		do   func()
		name string
		op   fsnotify.Op
		want time.Duration
	}{
		{"written", func() { put(file, "after") }, "a.ts", fsnotify.Write, wholeDelay},
		{"emptied", func() { put(file, "") }, "a.ts", fsnotify.Write, batchDelay},
		{"filled", func() { put(file, "again") }, "a.ts", fsnotify.Write, wholeDelay},
		{"moved away", func() { _ = os.Rename(file, file+"~") }, "a.ts", fsnotify.Rename, batchDelay},
		{"another in its place", func() { put(file, "another") }, "a.ts", fsnotify.Create, wholeDelay},
		{"a new one beside it", func() { put(filepath.Join(dir, "b.ts"), "new") }, "b.ts", fsnotify.Create, batchDelay},
		{"and the first again", func() { put(file, "more") }, "a.ts", fsnotify.Write, batchDelay},
	} {
		step.do()
		if !w.note(fsnotify.Event{Name: filepath.Join(dir, step.name), Op: step.op}) {
			t.Errorf("%s: it is of no interest", step.what)
		}
		if got := w.delay(); got != step.want {
			t.Errorf("%s: waits %v, want %v", step.what, got, step.want)
		}
	}
	w.collect()
	if got := w.delay(); got != wholeDelay {
		t.Errorf("once told: waits %v", got)
	}
}
