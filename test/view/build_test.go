package view_test

import (
	"bytes"
	"compress/gzip"
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

// bundle builds as tools/assets does, but for what is changed of that.
func bundle(t *testing.T, source string, changes ...func(*api.BuildOptions)) []byte {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	options := api.BuildOptions{
		AbsWorkingDir:     root,
		Stdin:             &api.StdinOptions{Contents: source, ResolveDir: root, Loader: api.LoaderTS},
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		TsconfigRaw:       "{}",
		Alias:             map[string]string{"@oriel/view": "./view/src/index.ts"},
	}
	for _, change := range changes {
		change(&options)
	}
	result := api.Build(options)
	if len(result.Errors) > 0 || len(result.OutputFiles) != 1 {
		t.Fatalf("esbuild: %+v", result.Errors)
	}
	return result.OutputFiles[0].Contents
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
	for _, unused := range append(
		callNames(t), "tools/list", "inputSchema", "resources/subscribe", "visibilitychange", "emergency", "oriel_files", "dialog",
		"FileReader", "oriel-initial-data", "oriel_state", "localStorage", "mcp-host", "__MCP_HOST__", "samplingTools",
		"visual studio code", "JSON.parse",
	) {
		if strings.Contains(content, unused) {
			t.Errorf("a view that does not use it carries %s", unused)
		}
	}
}
