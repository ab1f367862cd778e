package watch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

const patience = 60 * time.Second

// folder is a watched folder.
type folder struct {
	t    *testing.T
	dir  string
	heap map[string]watch.Kind // all that was told and not yet asked for
	from <-chan []watch.Change
}

// start watches a folder that has some files.
func start(t *testing.T, o watch.Options, files ...string) *folder {
	t.Helper()
	f := &folder{t: t, dir: t.TempDir(), heap: map[string]watch.Kind{}}
	for _, name := range files {
		f.write(name, "before")
	}
	o.Dir = f.dir
	w, err := watch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		w.Run(ctx)
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	f.from = w.Batches()
	return f
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

func (f *folder) write(name, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(f.path(name), []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) do(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// hears waits until all these changes, "kind path" each, have been told, and fails
// for any other.
func (f *folder) hears(want ...string) {
	f.t.Helper()
	deadline := time.After(patience)
	for {
		got := []string{}
		for name, kind := range f.heap {
			got = append(got, string(kind)+" "+name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if slices.Equal(got, want) {
			clear(f.heap)
			return
		}
		select {
		case batch := <-f.from:
			for _, c := range batch {
				f.heap[c.Path] = c.Kind
			}
		case <-deadline:
			f.t.Fatalf("told of %q, want %q", got, want)
		}
	}
}

// silent fails if anything is told.
func (f *folder) silent() {
	f.t.Helper()
	select {
	case batch := <-f.from:
		f.t.Fatalf("told of %v", batch)
	case <-time.After(150 * time.Millisecond):
	}
}

func modes(t *testing.T, test func(t *testing.T, o watch.Options)) {
	t.Helper()
	for name, o := range map[string]watch.Options{
		"watched":   {Skip: []string{"views/dist"}},
		"looked at": {Skip: []string{"views/dist"}, Poll: 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, o)
		})
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, o watch.Options) {
		t.Helper()
		f := start(t, o, "main.go", "views/day/index.tsx", "views/dist/day.html", "views/my view ü/index.ts")
		f.silent()

		f.write("main.go", "after")
		f.hears("written main.go")
		f.write("new.go", "x")
		f.hears("created new.go")
		f.write("views/my view ü/index.ts", "after")
		f.hears("written views/my view ü/index.ts")

		// As editors save: beside it, and renamed.
		f.write("views/day/.index.tsx.swp", "x")
		f.write("views/day/index.tsx~", "x")
		f.write("views/day/4913", "x")
		f.write("views/day/swap.tmp", "longer")
		f.do(os.Rename(f.path("views/day/swap.tmp"), f.path("views/day/index.tsx")))
		f.hears("written views/day/index.tsx")

		// Folders that come with all that is in them.
		f.write("views/night/deep/er/index.tsx", "x")
		f.hears("created views/night/deep/er/index.tsx")
		f.write("views/night/deep/er/index.tsx", "longer")
		f.hears("written views/night/deep/er/index.tsx")
		f.do(os.Rename(f.path("views/night"), f.path("views/dusk")))
		f.hears("created views/dusk/deep/er/index.tsx", "removed views/night/deep/er/index.tsx",
			"removed views/night", "removed views/night/deep", "removed views/night/deep/er")
		f.write("views/dusk/deep/er/index.tsx", "yet longer")
		f.hears("written views/dusk/deep/er/index.tsx")
		f.do(os.RemoveAll(f.path("views/dusk")))
		f.hears("removed views/dusk/deep/er/index.tsx", "removed views/dusk", "removed views/dusk/deep", "removed views/dusk/deep/er")

		// What is nobody's source.
		f.write("views/dist/day.html", "after")
		f.write(".git/index", "x")
		f.write("node_modules/react/index.js", "x")
		f.write("views/node_modules/@oriel/view/index.js", "x")
		f.do(os.Chmod(f.path("main.go"), 0o600))
		f.silent()

		// But that packages were installed.
		f.write("node_modules/.package-lock.json", "{}")
		f.hears("created node_modules/.package-lock.json")
		f.write("node_modules/.package-lock.json", "{ }")
		f.hears("written node_modules/.package-lock.json")
		f.silent()
	})
}

// hearsOf waits until a file is told of as being there, and no more of anything else
// than that it went before.
func (f *folder) hearsOf(name string) {
	f.t.Helper()
	for deadline := time.After(patience); f.heap[name] != watch.Created && f.heap[name] != watch.Written; {
		select {
		case batch := <-f.from:
			for _, c := range batch {
				f.heap[c.Path] = c.Kind
			}
		case <-deadline:
			f.t.Fatalf("told of %v, want %s", f.heap, name)
		}
	}
	clear(f.heap)
}

// A folder that goes and comes again, as in a checkout of another branch, is still
// watched.
func TestFolderComesAgain(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, o watch.Options) {
		t.Helper()
		f := start(t, o, "views/day/part/a.ts")
		for i := range 20 {
			f.do(os.RemoveAll(f.path("views/day")))
			text := strings.Repeat("x", 10+i)
			f.write("views/day/part/a.ts", text)
			f.hearsOf("views/day/part/a.ts")
			f.write("views/day/part/a.ts", text+"y")
			f.hearsOf("views/day/part/a.ts")
		}
	})
}

func TestFileBecomesFolder(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, o watch.Options) {
		t.Helper()
		f := start(t, o, "a")
		f.do(os.Remove(f.path("a")))
		f.write("a/b", "x")
		f.hearsOf("a/b")
		f.write("a/b", "longer")
		f.hearsOf("a/b")
		f.do(os.RemoveAll(f.path("a")))
		f.write("a", "x")
		f.hearsOf("a")
		f.write("a", "longer")
		f.hearsOf("a")
	})
}

// A large project costs a moment, and each of its changes is told, also when more
// happens than the system queues.
func TestTenThousandFiles(t *testing.T) {
	t.Parallel()
	f := &folder{t: t, dir: t.TempDir(), heap: map[string]watch.Kind{}}
	names := make([]string, 10_000)
	for i := range names {
		names[i] = fmt.Sprintf("folder%02d/sub%d/file%05d.ts", i%100, i%7, i)
		f.write(names[i], "x")
	}
	begun := time.Now()
	w, err := watch.New(watch.Options{Dir: f.dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("looked at in %v", time.Since(begun))
	go w.Run(t.Context())
	f.from = w.Batches()

	f.write(names[7777], "other")
	f.hears("written " + names[7777])
	var want []string
	for _, name := range names {
		f.write(name, "all of them")
		want = append(want, "written "+name)
	}
	f.hears(want...)
}

func TestMissingFolder(t *testing.T) {
	t.Parallel()
	if _, err := watch.New(watch.Options{Dir: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a folder that is not there is watched")
	}
}
