package bundle_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/view"
)

// TestReturns checks that a checkout with other line ends is as fresh as the one
// that its documents were made in, for the bundler and for the generated test.
func TestReturns(t *testing.T) {
	t.Parallel()
	for _, feature := range []string{"ts", "tsx", "css", "page", "images", "script-end", "dead-code", "warnings", "all"} {
		t.Run(feature, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if feature == "all" {
				dir = write(t, fakeReact(map[string]string{
					"go.mod":        "module m\n",
					"tsconfig.json": "{\n\"compilerOptions\": {\n\"jsxImportSource\": \"react\" }\n}\n",
					"views/v/index.tsx": "import { styled } from '@emotion/react';\nimport text from './a.txt';\nimport md from './a.md' with { type: 'text' };\n" +
						"import bytes from './a.txt' with { type: 'bytes' };\nimport latin from './latin.txt' with { type: 'bytes' };\nimport data from './a.json';\n" +
						"import c from './a.module.css';\nconst long = `one\ntwo`;\nconsole.log(<b className={c.x}>one\n two{styled}{text}{md}{bytes}{latin}{data.x}{long}</b>);\n",
					"views/v/a.txt":        "a\nb\n",
					"views/v/latin.txt":    "\xe9\n",
					"views/v/a.md":         "# a\n\nb\n",
					"views/v/a.json":       "{\n\"x\": \"y\"\n}\n",
					"views/v/a.module.css": ".x {\n\tcolor: red;\n}\n.x::after {\n\tcontent: 'a\\\nb';\n}\n",
				}))
			} else if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", feature))); err != nil {
				t.Fatal(err)
			}
			documents := generated(t, dir, false)
			returned(t, dir)
			generated(t, dir, true)
			for _, document := range documents {
				file := filepath.Join(dir, "views", "dist", document.Name+".html")
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				hash, err := view.SourceHash(os.DirFS(filepath.Join(dir, "views", document.Root)), document.Sources)
				if err != nil || !bytes.Contains(data, []byte(bundle.HashMark(hash))) {
					t.Errorf("%s does not tell the hash %s: %v", file, hash, err)
				}
			}
		})
	}
}

// generated does what the command does, with the real runtime. Where nothing
// should change, that is checked.
func generated(t *testing.T, dir string, fresh bool) []*bundle.Document {
	t.Helper()
	project, err := bundle.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if failed := project.Close(); failed != nil {
			t.Error(failed)
		}
	}()
	built, err := project.BuildAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	documents := make([]*bundle.Document, len(built))
	for i, one := range built {
		documents[i] = one.Document
	}
	changes, err := project.Plan(documents)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range changes {
		if fresh {
			now, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(change.Path)))
			t.Errorf("%s is stale:\n%s\nnot\n%s", change.Path, now, change.Data)
		}
	}
	if err := project.Apply(changes); err != nil {
		t.Fatal(err)
	}
	return documents
}

// returned gives the text files below a folder the line ends that a checkout on
// Windows may have.
func returned(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		switch base := path.Base(name); {
		case strings.HasSuffix(base, ".png"), strings.HasSuffix(base, ".woff2"), base == "latin.txt":
			return nil
		default:
			return os.WriteFile(name, bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n")), 0o644)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
