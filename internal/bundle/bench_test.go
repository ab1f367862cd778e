package bundle_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/bundle"
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

// BenchmarkReact measures a view of React, as it is published.
func BenchmarkReact(b *testing.B) {
	dir := b.TempDir()
	for name, text := range map[string]string{
		"package.json":      `{"dependencies": {"react": "*"}}`,
		"package-lock.json": "{}",
		"views/v/index.tsx": `export default function App() { return <b>hello</b>; }`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	installed(b, dir, "react", "react-dom", "scheduler")
	project := &bundle.Project{Files: os.DirFS(dir), Views: "views"}
	for b.Loop() {
		if _, err := project.Build(b.Context(), "v"); err != nil {
			b.Fatal(err)
		}
	}
}
