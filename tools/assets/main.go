// Command assets builds the scripts and pages that our own packages embed:
// the view runtime, the sandbox's scripts and the workbench's page. It also copies
// the hooks, which are written for React, into Preact's folder. All of it is
// committed, so that "go install" gives a complete offline tool.
//
// Run it from the module's root, through "make generate".
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// asset is a script or style sheet to build.
type asset struct {
	entry  string
	out    string
	format api.Format
	// split puts what import() loads into files of their own, beside out: the modules
	// that are loaded so by their own names, and what they share with the rest as chunk.js.
	split bool
}

func assets() []asset {
	return []asset{
		{entry: "view/src/index.ts", out: "view/dist/view.mjs", format: api.FormatESModule},
		{entry: "view/src/inline.ts", out: "view/dist/inline.js", format: api.FormatIIFE},
		{entry: "view/src/mcpui/start.ts", out: "view/dist/mcpui.js", format: api.FormatIIFE},
		{entry: "view/src/compat/openai.ts", out: "view/dist/compat-openai.js", format: api.FormatIIFE},
		{entry: "view/src/compat/mcpapp.ts", out: "view/dist/compat-mcpapp.js", format: api.FormatIIFE},
		{entry: "view/src/compat/mcpui.ts", out: "view/dist/compat-mcpui.js", format: api.FormatIIFE},
		{entry: "view/src/compat/actions.ts", out: "view/dist/compat-actions.js", format: api.FormatIIFE},
		{entry: "view/src/compat/all.ts", out: "view/dist/compat-all.js", format: api.FormatIIFE},
		{entry: "view/src/testing/index.ts", out: "view/dist/testing.mjs", format: api.FormatESModule},
		{entry: "view/src/dev/client.ts", out: "view/dist/dev.js", format: api.FormatIIFE},
		{entry: "internal/tool/sandbox/web/restore.ts", out: "internal/tool/sandbox/dist/restore.js", format: api.FormatIIFE},
		{entry: "internal/tool/sandbox/web/standby.ts", out: "internal/tool/sandbox/dist/standby.js", format: api.FormatIIFE},
		{entry: "internal/tool/sandbox/web/proxy.ts", out: "internal/tool/sandbox/dist/proxy.js", format: api.FormatIIFE},
		{entry: "internal/tool/sandbox/web/openai.ts", out: "internal/tool/sandbox/dist/openai.js", format: api.FormatIIFE},
		{entry: "internal/tool/sandbox/web/reporter.ts", out: "internal/tool/sandbox/dist/reporter.js", format: api.FormatIIFE},
		{entry: "internal/tool/sandbox/web/violations.ts", out: "internal/tool/sandbox/dist/violations.js", format: api.FormatIIFE},
		{entry: "internal/tool/workbench/web/main.ts", out: "internal/tool/workbench/dist/main.js", format: api.FormatESModule, split: true},
		{entry: "internal/tool/workbench/web/main.css", out: "internal/tool/workbench/dist/main.css"},
	}
}

const exitUsage = 64 // EX_USAGE of sysexits.h

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("assets", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the module's root folder")
	out := flags.String("out", "", "write below this folder instead of the root")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	if *out == "" {
		*out = *root
	}
	for _, room := range hookRooms() {
		if err := copyHooks(*root, *out, room); err != nil {
			_, _ = fmt.Fprintf(stderr, "assets: %v\n", err)
			return 1
		}
	}
	for _, a := range assets() {
		if err := build(*root, *out, a, stderr); err != nil {
			_, _ = fmt.Fprintf(stderr, "assets: %s: %v\n", a.entry, err)
			return 1
		}
	}
	return 0
}

func build(root, out string, a asset, stderr io.Writer) error {
	dir, err := filepath.Abs(root)
	if err != nil {
		return fmt.Errorf("finding the module: %w", err)
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     dir,
		EntryPoints:       []string{a.entry},
		Bundle:            true,
		Splitting:         a.split,
		Outdir:            filepath.Join(dir, filepath.FromSlash(path.Dir(a.out))), // nothing is written there
		ChunkNames:        "[name]",
		Format:            a.format,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifySyntax:      true,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		TsconfigRaw:       "{}", // a tsconfig.json further up has no say
		Alias:             map[string]string{"@oriel/view": "./view/src/index.ts"},
	})
	if len(result.Errors) > 0 {
		for _, text := range api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}) {
			_, _ = fmt.Fprint(stderr, text)
		}
		return fmt.Errorf("%d errors", len(result.Errors))
	}
	for _, file := range result.OutputFiles {
		name := filepath.Join(out, filepath.FromSlash(a.out))
		if a.split {
			name = filepath.Join(filepath.Dir(name), filepath.Base(file.Path))
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
		if err := os.WriteFile(name, file.Contents, 0o644); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return nil
}
