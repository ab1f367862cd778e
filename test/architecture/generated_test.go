package architecture_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unversioned are the folders at the root, or links to them, that are never
// committed. Nor is any folder of packages below it.
var unversioned = []string{".git", ".tmp", packages, "test/bench/results"}

const packages = "node_modules"

// What is generated is committed, so that "go install" needs no other tool. Its
// sources and the generators have to agree with it.
func TestGenerateLeavesNoDifference(t *testing.T) {
	t.Parallel()
	before := tree(t, root(t))
	if len(built(before)) == 0 {
		t.Fatal("the tree has no built file; has the layout changed?")
	}
	copied := t.TempDir()
	for path, content := range before {
		file := filepath.Join(copied, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The built files are changed first, so that one that nothing builds any
	// more is noticed.
	for _, path := range built(before) {
		stale := append(slices.Clone(before[path]), "\n\n"...)
		if err := os.WriteFile(filepath.Join(copied, filepath.FromSlash(path)), stale, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The type checker, which emits declarations.
	if err := os.Symlink(filepath.Join(root(t), packages), filepath.Join(copied, packages)); err != nil {
		t.Fatal(err)
	}
	// The generators of this folder run in that one: there, all of them would be compiled anew.
	here := fmt.Sprintf("GO_RUN=go -C %q run -exec 'env -C %q'", root(t), copied)
	run(t, copied, nil, "make", "generate", here)

	after := tree(t, copied)
	for _, path := range slices.Sorted(maps.Keys(after)) {
		old, existed := before[path]
		switch {
		case !existed:
			t.Errorf("%s is generated, but not in the tree. Run \"make generate\" and commit it.", path)
		case !bytes.Equal(old, after[path]):
			t.Errorf("%s is not what its sources give. Run \"make generate\" and commit it.", path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(before)) {
		if _, kept := after[path]; !kept {
			t.Errorf("%s is removed by \"make generate\". Commit its removal.", path)
		}
	}
}

// tree reads every file that is or could be committed, by its path from root.
func tree(t *testing.T, root string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		short, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		short = filepath.ToSlash(short)
		switch skip := slices.Contains(unversioned, short) || entry.Name() == packages; {
		case skip && entry.IsDir():
			return fs.SkipDir
		case skip || entry.IsDir():
			return nil
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a temporary file of another test
		}
		files[short] = content
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// built returns the paths of built files, and of copies.
func built(files map[string][]byte) []string {
	var paths []string
	for path, content := range files {
		if strings.Contains(path, "/dist/") || bytes.HasPrefix(content, []byte("// Generated from ../react ")) {
			paths = append(paths, path)
		}
	}
	return paths
}
