package bundle_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
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

const reactView = `
import { useState } from "react";
import { useToolResult } from "@oriel/view/react";
import "./style.css";
export default function App() {
	const [n, set] = useState(0);
	const { data } = useToolResult();
	return <button onClick={() => set(n + 1)}>{n} {String(data)}</button>;
}
`

// BenchmarkDev measures a build after an edit of a view's own source.
func BenchmarkDev(b *testing.B) {
	for _, test := range []struct {
		name, manifest, index, source string
		packages                      []string
	}{
		{"typescript", "{}", "index.ts", `import { onToolResult } from "@oriel/view"; import "./style.css"; onToolResult((r) => { document.body.textContent = JSON.stringify(r); });`, nil},
		{"preact", `{"dependencies": {"preact": "*"}}`, "index.tsx", strings.NewReplacer(`"react"`, `"preact/hooks"`, "/react", "/preact").Replace(reactView), []string{"preact"}},
		{"react", `{"dependencies": {"react": "*"}}`, "index.tsx", reactView, []string{"react", "react-dom", "scheduler"}},
	} {
		for _, mapURL := range []string{"", "http://127.0.0.1:1/maps/"} {
			b.Run(test.name+"/maps="+strconv.FormatBool(mapURL != ""), func(b *testing.B) {
				dir := b.TempDir()
				for name, text := range map[string]string{
					"go.mod": "module m\n", "package.json": test.manifest, "package-lock.json": "{}",
					"views/v/" + test.index: test.source, "views/v/style.css": "b { color: red }",
				} {
					file := filepath.Join(dir, filepath.FromSlash(name))
					if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
						b.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						b.Fatal(err)
					}
				}
				installed(b, dir, test.packages...)
				project, err := bundle.Open(dir)
				if err != nil {
					b.Fatal(err)
				}
				defer func() { _ = project.Close() }()
				dev := project.Dev(bundle.DevOptions{MapURL: mapURL})
				defer dev.Close()
				if _, err := dev.Build(b.Context(), "v"); err != nil {
					b.Fatal(err)
				}
				edits := 0
				for b.Loop() {
					edits++
					text := test.source + "\nconsole.log(" + strconv.Itoa(edits) + ");"
					if err := os.WriteFile(filepath.Join(dir, "views", "v", test.index), []byte(text), 0o644); err != nil {
						b.Fatal(err)
					}
					d, err := dev.Build(b.Context(), "v")
					if err != nil {
						b.Fatal(err)
					}
					if !strings.Contains(d.HTML, "console.log("+strconv.Itoa(edits)+")") {
						b.Fatal("not what was written")
					}
				}
			})
		}
	}
}
