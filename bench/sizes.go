package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/bundle"
	"github.com/orielapps/oriel/view"
)

// The budgets of examples/hello, in bytes after gzip -9.
const (
	runtimeBudget  = 4096
	documentBudget = 4800
)

// sizes are the sizes of built views.
type sizes struct {
	Rows []row `json:"rows"`
	// Imports are the names that the view imports from the runtime.
	Imports []string `json:"imports"`
	// Peer is what ours is compared with.
	Peer string `json:"peer"`
}

// row is one thing, measured in ours and in the official SDK's.
type row struct {
	Name     string `json:"name"`
	Ours     int    `json:"ours"`
	Budget   int    `json:"budget,omitempty"`
	Official int    `json:"official,omitempty"`
}

// Broken reports whether something is larger than its budget.
func (s sizes) Broken() bool {
	return slices.ContainsFunc(s.Rows, func(r row) bool { return r.Budget > 0 && r.Ours > r.Budget })
}

// measureSizes builds examples/hello and its twin on the official App the same
// way, and compresses what comes out.
func measureSizes(ctx context.Context, root string) (sizes, error) {
	hello := filepath.Join(root, "examples", "hello", "views")
	document, err := os.ReadFile(filepath.Join(hello, "dist", "greeting.html"))
	if err != nil {
		return sizes{}, fmt.Errorf("the built view is missing, run \"make generate\": %w", err)
	}
	imports, err := importsOf(filepath.Join(hello, "greeting", "index.ts"))
	if err != nil {
		return sizes{}, err
	}
	runtime, err := buildRuntime(ctx, imports)
	if err != nil {
		return sizes{}, err
	}
	twin, err := buildOfficial(root)
	if err != nil {
		return sizes{}, err
	}
	twinDocument, err := replaceScript(document, twin)
	if err != nil {
		return sizes{}, err
	}
	peer, err := peerVersion(root)
	if err != nil {
		return sizes{}, err
	}
	measured := sizes{Imports: imports, Peer: peer, Rows: []row{
		{Name: "runtime", Budget: runtimeBudget},
		{Name: "whole document", Budget: documentBudget},
	}}
	for i, what := range [][2][]byte{{runtime, twin}, {document, twinDocument}} {
		if measured.Rows[i].Ours, err = gzipped(ctx, what[0]); err != nil {
			return sizes{}, err
		}
		if measured.Rows[i].Official, err = gzipped(ctx, what[1]); err != nil {
			return sizes{}, err
		}
	}
	return measured, nil
}

var importClause = regexp.MustCompile(`import\s*\{([^}]*)\}\s*from\s*"@oriel/view"`)

// importsOf returns the names that a view uses of the runtime, as values: the
// bundler has dropped the types and what is imported in vain.
func importsOf(entry string) ([]string, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{entry},
		Bundle:      true,
		Format:      api.FormatESModule,
		Target:      api.ES2022,
		TsconfigRaw: "{}",
		External:    []string{"@oriel/view"},
		TreeShaking: api.TreeShakingTrue,
	})
	if err := failure(result); err != nil {
		return nil, err
	}
	clause := importClause.FindSubmatch(result.OutputFiles[0].Contents)
	if clause == nil {
		return nil, fmt.Errorf("%s imports nothing from @oriel/view", entry)
	}
	var names []string
	for name := range strings.SplitSeq(string(clause[1]), ",") {
		name, _, _ = strings.Cut(strings.TrimSpace(name), " as ")
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// buildRuntime bundles what a view that uses the names carries of the runtime,
// as "oriel generate" does, and returns the script alone.
func buildRuntime(ctx context.Context, names []string) ([]byte, error) {
	list := strings.Join(names, ", ")
	source := "import { " + list + " } from \"@oriel/view\";\nglobalThis.used = [" + list + "];\n"
	project := &bundle.Project{
		Files:   fstest.MapFS{"views/used/index.ts": {Data: []byte(source)}},
		Views:   "views",
		Runtime: view.Sources(),
		Hash:    view.SourceHash,
	}
	built, err := project.BuildAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("bundling the runtime: %w", err)
	}
	script := lastScript.FindSubmatch([]byte(built[0].HTML))
	if script == nil {
		return nil, errors.New("the document of the runtime has no script")
	}
	return script[2], nil
}

// buildOfficial bundles the twin of the view on the official App, with the same
// bundler under the same settings.
func buildOfficial(root string) ([]byte, error) {
	dir, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("finding the checkout: %w", err)
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     dir,
		EntryPoints:       []string{filepath.Join("bench", "testdata", "official", "index.ts")},
		Bundle:            true,
		Platform:          api.PlatformBrowser,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		TsconfigRaw:       "{}",
		Define:            map[string]string{"process.env.NODE_ENV": `"production"`},
	})
	if err := failure(result); err != nil {
		return nil, fmt.Errorf("%w; \"npm ci\" installs the official SDK", err)
	}
	return result.OutputFiles[0].Contents, nil
}

var lastScript = regexp.MustCompile(`(?s)(<script[^>]*>)((?:[^<]|<[^/]|</[^s])*)(</script>[^<]*(?:</body>)?\s*(?:</html>)?\s*)$`)

// replaceScript puts another script into a document, in the place of its own.
func replaceScript(document, script []byte) ([]byte, error) {
	at := lastScript.FindSubmatchIndex(document)
	if at == nil {
		return nil, errors.New("the built view does not end with its script")
	}
	return slices.Concat(document[:at[4]], script, document[at[5]:]), nil
}

// peerVersion names the official SDK with its version.
func peerVersion(root string) (string, error) {
	const name = "@modelcontextprotocol/ext-apps"
	raw, err := os.ReadFile(filepath.Join(root, "node_modules", filepath.FromSlash(name), "package.json"))
	if err != nil {
		return "", fmt.Errorf("the official SDK is missing, run \"npm ci\": %w", err)
	}
	var manifest struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return "", fmt.Errorf("reading the official SDK's version: %w", err)
	}
	return name + " " + manifest.Version, nil
}

// gzipped returns how many bytes gzip -9 makes of data.
func gzipped(ctx context.Context, data []byte) (int, error) {
	cmd := exec.CommandContext(ctx, "gzip", "-9", "-n", "-c")
	cmd.Stdin = bytes.NewReader(data)
	packed, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("compressing with gzip: %w", err)
	}
	return len(packed), nil
}

// failure returns the bundler's errors as one.
func failure(result api.BuildResult) error {
	if len(result.Errors) == 0 {
		return nil
	}
	texts := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
	return errors.New(strings.TrimSpace(strings.Join(texts, "")))
}
