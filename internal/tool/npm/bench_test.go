package npm_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm"
)

// BenchmarkInstall measures what people wait for: React and the types of it, from the
// registry that npm is configured with, from the cache, and when there is nothing to do.
func BenchmarkInstall(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "project")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "lockfiles", "react"))); err != nil {
		b.Fatal(err)
	}
	cache := b.TempDir()
	for _, one := range []struct {
		name   string
		remove []string
	}{
		{"cold", []string{filepath.Join(dir, "node_modules"), cache}},
		{"warm", []string{filepath.Join(dir, "node_modules")}},
		{"unchanged", nil},
	} {
		b.Run(one.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				for _, folder := range one.remove {
					if err := os.RemoveAll(folder); err != nil {
						b.Fatal(err)
					}
				}
				b.StartTimer()
				if _, err := npm.Install(b.Context(), dir, npm.Options{Environ: os.Environ(), Cache: cache}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
