package view_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// helloBudget is what the runtime may weigh in a view that connects, shows its
// result, calls a tool and keeps state: bytes, minified and gzipped.
const helloBudget = 4096

// hello uses all that such a view does, and nothing else.
const hello = `
import { callTool, connected, getState, onToolResult, setState, subscribe, toolResult } from "@oriel/view";
Object.assign(globalThis, { all: [callTool, connected, getState, onToolResult, setState, subscribe, toolResult] });
`

// build bundles as internal/assets does.
func build(t *testing.T, change func(*api.BuildOptions)) []byte {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	options := api.BuildOptions{
		AbsWorkingDir:     root,
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		Alias:             map[string]string{"@oriel/view": "./view/src/index.ts"},
	}
	change(&options)
	result := api.Build(options)
	if len(result.Errors) > 0 || len(result.OutputFiles) != 1 {
		t.Fatalf("esbuild: %+v", result.Errors)
	}
	return result.OutputFiles[0].Contents
}

func bundle(t *testing.T, source string) []byte {
	t.Helper()
	return build(t, func(options *api.BuildOptions) {
		options.Stdin = &api.StdinOptions{Contents: source, ResolveDir: options.AbsWorkingDir, Loader: api.LoaderTS}
	})
}

func gzipped(t *testing.T, content []byte) int {
	t.Helper()
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Len()
}

func TestHelloBudget(t *testing.T) {
	t.Parallel()
	content := bundle(t, hello)
	size := gzipped(t, content)
	t.Logf("runtime of a hello view: %d bytes, %d gzipped", len(content), size)
	if size > helloBudget {
		t.Errorf("the runtime of a hello view is %d bytes gzipped, %d over its budget", size, size-helloBudget)
	}
}

func TestUnusedCallsAreNotCarried(t *testing.T) {
	t.Parallel()
	content := string(bundle(t, `import "@oriel/view";`))
	if !strings.Contains(content, "ui/initialize") {
		t.Error("importing the runtime does not connect")
	}
	for _, unused := range []string{"tools/call", "ui/message", "ui/open-link", "ui/request-display-mode", "oriel-initial-data", "setWidgetState"} {
		if strings.Contains(content, unused) {
			t.Errorf("a view that does not use it carries %s", unused)
		}
	}
}

func TestBuiltFilesFitTheirSources(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		entry, out string
		format     api.Format
	}{
		{"view/src/index.ts", "dist/view.mjs", api.FormatESModule},
		{"view/src/inline.ts", "dist/inline.js", api.FormatIIFE},
		{"view/src/mcpui.ts", "dist/mcpui.js", api.FormatIIFE},
	} {
		want := build(t, func(options *api.BuildOptions) {
			options.EntryPoints = []string{c.entry}
			options.Format = c.format
		})
		got, err := os.ReadFile(c.out)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d gzipped", c.out, len(got), gzipped(t, got))
		if !bytes.Equal(got, want) {
			t.Errorf("view/%s is not what its sources give; run \"make generate\"", c.out)
		}
	}
}
