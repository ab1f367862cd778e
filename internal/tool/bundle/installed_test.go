package bundle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/view"
)

// installed copies packages of the repository's lockfile into a project. A
// worktree shares them with the checkout that it belongs to.
func installed(t testing.TB, dir string, names ...string) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	pointer, err := os.ReadFile(filepath.Join(root, ".git"))
	if at, ok := strings.CutPrefix(strings.TrimSpace(string(pointer)), "gitdir: "); err == nil && ok {
		root = filepath.Join(at, "..", "..", "..")
	}
	for _, name := range names {
		from := filepath.Join("..", "..", "..", "node_modules", filepath.FromSlash(name))
		if _, err := os.Stat(from); err != nil {
			from = filepath.Join(root, "node_modules", filepath.FromSlash(name))
		}
		if _, err := os.Stat(from); err != nil {
			t.Fatalf(`this test bundles what npm installs; "make setup" does that: %v`, err)
		}
		if err := os.CopyFS(filepath.Join(dir, "node_modules", filepath.FromSlash(name)), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInstalledPackages bundles packages as their authors published them, with
// all of the runtime's entries.
func TestInstalledPackages(t *testing.T) {
	t.Parallel()
	const app = `
		import { useState } from "react";
		export default function App(): unknown {
			const [n, set] = useState(1);
			return <><b onClick={() => set(n + 1)}>{n}</b></>;
		}`
	for name, test := range map[string]struct {
		file, source string
		packages     []string
		has, hasNot  []string
	}{
		"react": {
			"index.tsx", app,
			[]string{"react", "react-dom", "scheduler"},
			[]string{"ui/initialize", "createRoot", "MIT license"},
			[]string{"development", "process.env", "node_modules"},
		},
		"preact": {
			"index.tsx", "/** @jsxImportSource preact */" + strings.ReplaceAll(app, `"react"`, `"preact/hooks"`),
			[]string{"preact"},
			[]string{"ui/initialize", "__k"},
			[]string{"compat", "createRoot"},
		},
		"zod": {
			"index.ts", `import { z } from "zod"; console.log(z.string().safeParse(1).success);`,
			[]string{"zod"},
			[]string{"safeParse"},
			[]string{"@oriel/view", "node_modules"},
		},
		"zod-mini": {
			"index.ts", `import * as z from "zod/mini"; import { z as old } from "zod/v3"; console.log(z.string(), old);`, []string{"zod"}, []string{"invalid_type"}, nil,
		},
		"vue": {
			"index.ts", `import { createApp, h } from "vue"; createApp({ render: () => h("b") }).mount("body");`,
			[]string{"vue", "@vue"},
			[]string{"__vue_app__"},
			[]string{"process.env"},
		},
		"ext-apps": {
			"index.tsx", `import { useApp } from "@modelcontextprotocol/ext-apps/react"; export default () => <b>{String(useApp)}</b>;`,
			[]string{
				"react", "react-dom", "scheduler", "zod", "pkce-challenge", "eventsource", "eventsource-parser", "jose",
				"@modelcontextprotocol/ext-apps", "@modelcontextprotocol/client", "@modelcontextprotocol/core",
			},
			[]string{"ui/notifications/initialized"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, map[string]string{
				"go.mod":               "module m\n",
				"package.json":         `{"dependencies": {"react": "*"}}`,
				"package-lock.json":    "{}",
				"views/v/" + test.file: test.source,
			})
			installed(t, dir, test.packages...)
			project, err := bundle.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if failed := project.Close(); failed != nil {
					t.Error(failed)
				}
			}()
			document, err := project.Build(t.Context(), "v")
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range test.has {
				if !strings.Contains(document.HTML, text) {
					t.Errorf("no %s in the document of %d bytes", text, len(document.HTML))
				}
			}
			for _, text := range test.hasNot {
				if at := strings.Index(document.HTML, text); at >= 0 {
					t.Errorf("%s in the document: %s", text, document.HTML[max(at-200, 0):min(at+200, len(document.HTML))])
				}
			}
			if len(document.Warnings) > 0 {
				t.Errorf("warnings: %v", document.Warnings)
			}
			// On a machine with Go alone, there is no node_modules.
			if err = os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			again, err := view.SourceHash(os.DirFS(filepath.Join(dir, "views", document.Root)), document.Sources)
			if err != nil || !strings.Contains(document.HTML, bundle.HashMark(again)) {
				t.Errorf("the document does not tell the hash %s of %v: %v", again, document.Sources, err)
			}
		})
	}
}
