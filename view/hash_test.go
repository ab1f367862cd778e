package view_test

import (
	"errors"
	"io/fs"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel/view"
)

func hashOf(t *testing.T, files map[string]string, names ...string) string {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, content := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	hash, err := view.SourceHash(fsys, names)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestSourceHash(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.ts": "one\ntwo\n", "b.css": "three"}
	base := hashOf(t, files, "a.ts", "b.css")
	if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(base) {
		t.Fatalf("%q is not 32 hexadecimal digits", base)
	}
	for _, same := range []struct {
		name  string
		files map[string]string
	}{
		{"the same again", files},
		{"a file that is not named", map[string]string{"a.ts": "one\ntwo\n", "b.css": "three", "c.ts": "x"}},
		{"other line ends", map[string]string{"a.ts": "one\r\ntwo\r\n", "b.css": "three"}},
	} {
		if got := hashOf(t, same.files, "a.ts", "b.css"); got != base {
			t.Errorf("%s: %s, want %s", same.name, got, base)
		}
	}
	seen := map[string]string{base: "base"}
	for _, other := range []struct {
		name  string
		files map[string]string
		names []string
	}{
		{"no files", nil, nil},
		{"other content", map[string]string{"a.ts": "one\ntwo", "b.css": "three"}, []string{"a.ts", "b.css"}},
		{"other order", files, []string{"b.css", "a.ts"}},
		{"one file less", files, []string{"a.ts"}},
		{"other name", map[string]string{"a.tsx": "one\ntwo\n", "b.css": "three"}, []string{"a.tsx", "b.css"}},
		{"content moved from one file to the next", map[string]string{"a.ts": "one\n", "b.css": "two\nthree"}, []string{"a.ts", "b.css"}},
		{"content moved into the name", map[string]string{"a.tso": "ne\ntwo\n", "b.css": "three"}, []string{"a.tso", "b.css"}},
	} {
		got := hashOf(t, other.files, other.names...)
		if before, ok := seen[got]; ok {
			t.Errorf("%s has the hash of %s", other.name, before)
		}
		seen[got] = other.name
	}
}

func TestSourceHashOfWhatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"missing.ts", "../outside.ts", "", "."} {
		hash, err := view.SourceHash(fstest.MapFS{"a.ts": {}}, []string{"a.ts", name})
		if err == nil {
			t.Errorf("%q: %s, want an error", name, hash)
		}
	}
	_, err := view.SourceHash(fstest.MapFS{}, []string{"missing.ts"})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not say that the file does not exist", err)
	}
}
