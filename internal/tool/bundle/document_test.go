package bundle_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// TestSameEverywhere checks that a document depends on nothing but its sources:
// not on the folder they lie in, nor on the line ends of the checkout, nor on
// what lies around them.
func TestSameEverywhere(t *testing.T) {
	t.Parallel()
	for _, feature := range []string{"ts", "css", "page", "images"} {
		t.Run(feature, func(t *testing.T) {
			t.Parallel()
			source := os.DirFS(filepath.Join("testdata", feature))
			want := buildAll(t, newProject(source))

			above := t.TempDir()
			if err := os.WriteFile(filepath.Join(above, "tsconfig.json"),
				[]byte(`{"compilerOptions": {"target": "es5", "jsx": "react-jsx", "useDefineForClassFields": false}}`), 0o644); err != nil {
				t.Fatal(err)
			}
			elsewhere := filepath.Join(above, "a b", "ç", "project")
			if err := os.CopyFS(elsewhere, source); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(elsewhere, "package.json"), []byte(`{"sideEffects": false}`), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, buildAll(t, open(t, elsewhere))); diff != "" {
				t.Errorf("in another folder (-want +got):\n%s", diff)
			}
			for name, document := range buildAll(t, newProject(withReturns(t, source))) {
				if diff := cmp.Diff(withoutHash(want[name]), withoutHash(document)); diff != "" {
					t.Errorf("with other line ends (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func buildAll(t *testing.T, project *bundle.Project) map[string]string {
	t.Helper()
	views, err := project.BuildAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	documents := make(map[string]string, len(views))
	for _, view := range views {
		documents[view.Name] = view.HTML
	}
	return documents
}

// withReturns returns the text files of a file system as a checkout on Windows
// may have them.
func withReturns(t *testing.T, source fs.FS) fstest.MapFS {
	t.Helper()
	tree := make(fstest.MapFS)
	err := fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(source, name)
		switch path.Ext(name) {
		case ".png", ".woff2":
		default:
			data = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		}
		tree[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func withoutHash(document string) string {
	mark := bundle.HashMark("")
	mark = strings.TrimSuffix(mark, `">`)
	before, after, _ := strings.Cut(document, mark)
	if len(after) < 32 {
		return document
	}
	return before + mark + after[32:]
}

// TestHashCovers checks that a change of anything that a view is made of
// changes its document, and that of nothing else does.
func TestHashCovers(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"package-lock.json":   "{}",
		"views/a/index.ts":    `import { x } from "../_lib/x"; import type { T } from "./types"; const t: T = x; console.log(t);`,
		"views/a/types.ts":    "export type T = number;",
		"views/_lib/x.ts":     "export const x = 1; export const unused = 2;",
		"views/_lib/other.ts": "",
		"views/b/index.html":  `<link rel=icon href=i.svg><script src=c.js></script><script type=module>import "../_lib/x"</script>`,
		"views/b/i.svg":       "<svg/>",
		"views/b/c.js":        "var c = 1;",
		"README.md":           "",
	}
	before := buildAll(t, newProject(files(texts)))
	for name, want := range map[string][]string{
		"package-lock.json":   {"a", "b"},
		"views/a/index.ts":    {"a"},
		"views/a/types.ts":    nil,
		"views/_lib/x.ts":     {"a", "b"},
		"views/_lib/other.ts": nil,
		"views/b/index.html":  {"b"},
		"views/b/i.svg":       {"b"},
		"views/b/c.js":        {"b"},
		"README.md":           nil,
	} {
		changed := files(texts)
		changed[name] = &fstest.MapFile{Data: []byte(texts[name] + " ")}
		var got []string
		after := buildAll(t, newProject(changed))
		for _, view := range []string{"a", "b"} {
			if before[view] != after[view] {
				got = append(got, view)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after a change of %s (-want +got):\n%s", name, diff)
		}
	}
}

// TestScriptEnds checks by a browser's rules that no code ends its element
// early or late.
func TestScriptEnds(t *testing.T) {
	t.Parallel()
	for name, document := range buildAll(t, newProject(os.DirFS(filepath.Join("testdata", "script-end")))) {
		root, err := html.Parse(strings.NewReader(document))
		if err != nil {
			t.Fatal(err)
		}
		var scripts []string
		for node := range root.Descendants() {
			if node.Type == html.ElementNode && node.Data == "script" {
				scripts = append(scripts, node.FirstChild.Data)
			}
		}
		if len(scripts) != 1 || !strings.HasPrefix(scripts[0], "(()=>{") || !strings.HasSuffix(scripts[0], "})();") {
			t.Errorf("%s: scripts are %q", name, scripts)
		}
	}
}

// TestOverhead holds what a document adds to its script.
func TestOverhead(t *testing.T) {
	t.Parallel()
	documents := buildAll(t, newProject(files(map[string]string{"views/hello/index.ts": "x()"})))
	script := "(()=>{x();})();"
	if overhead := len(documents["hello"]) - len(script); overhead > 180 {
		t.Errorf("%d bytes around the script: %s", overhead, documents["hello"])
	}
}
