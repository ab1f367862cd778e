package bundle_test

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkBuild measures one view: a page of TypeScript, with style.
func BenchmarkBuild(b *testing.B) {
	for _, view := range []struct{ feature, name string }{{"ts", "forecast"}, {"css", "card"}, {"page", "whole"}} {
		b.Run(view.feature, func(b *testing.B) {
			project := newProject(os.DirFS(filepath.Join("testdata", view.feature)))
			for b.Loop() {
				if _, err := project.Build(b.Context(), view.name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
