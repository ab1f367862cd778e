// Package bundle_test runs what the bundler builds in Chromium.
package bundle_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/test/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }

var (
	root = filepath.Join("..", "..")
	tool = filepath.Join(root, "internal", "tool")
)

// installed copies packages of the repository's lockfile into a project.
func installed(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		folder := filepath.Join("node_modules", filepath.FromSlash(name))
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatalf(`a package is not installed; "make setup" does that: %v`, err)
		}
	}
}

// open opens a project until the test ends.
func open(t *testing.T, dir string) *bundle.Project {
	t.Helper()
	project, err := bundle.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = project.Close() }) // it was only read
	return project
}
