package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// publishedResults is the content of docs/bench.json: the last results of each part.
type publishedResults struct {
	Sizes      *sizes      `json:"sizes,omitempty"`
	Views      *views      `json:"views,omitempty"`
	Developing *developing `json:"developing,omitempty"`
	Servers    *servers    `json:"servers,omitempty"`
}

// publish updates the results of a part in a folder: bench.json, bench.md with the tables, and bench.svg for servers. It
// ignores parts that are not published.
func publish(folder string, found finding) error {
	path := filepath.Join(folder, "bench.json")
	all, err := readPublished(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch found := found.(type) {
	case *sizes:
		all.Sizes = found
	case *views:
		all.Views = found
	case *developing:
		all.Developing = found
	case *servers:
		all.Servers = found
		if err = os.WriteFile(filepath.Join(folder, "bench.svg"), plot(panels(found)), 0o644); err != nil {
			return fmt.Errorf("publishing the plot: %w", err)
		}
	default:
		return nil
	}
	page, err := all.page()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "bench.md"), page, 0o644); err != nil {
		return fmt.Errorf("publishing the numbers: %w", err)
	}
	return save(path, all)
}

// readPublished reads docs/bench.json.
func readPublished(path string) (all publishedResults, err error) {
	raw, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		err = fmt.Errorf("reading earlier results: %w", err)
	}
	return all, err
}

const (
	pageHead = "# Oriel compared with other frameworks\n\n" +
		"Written by `make bench BENCH=\"-parts sizes,views,dev,servers -long -plot\"`, with the last results of each part; the numbers are in\n" +
		"[bench.json](bench.json). Times differ between machines. Compare only the ratios within one run.\n"
	sizesHead = "\n## Sizes of views\n\n" +
		"Built with `oriel generate`, and compressed with gzip -9: the runtime in examples/hello, which connects, shows its result, calls a tool and\n" +
		"keeps state; its whole document; the runtime in a view that imports every call in [docs/view](view/README.md); and in one that imports\n" +
		"everything except presets. The official column is a view with the same functions that uses the official SDK's `App`, built with the same\n" +
		"bundler and settings (`test/bench/testdata/official`). esbuild keeps all of zod, which the SDK needs; with Vite, the smallest view with the SDK\n" +
		"has about 61 KB. The row of a shim is what it adds to the parts of the runtime that it uses; the official SDK has no shims.\n" +
		"\nThe same view as a component (`test/bench/testdata/components`) is built with `oriel generate` and the packages of this repository's lockfile,\n" +
		"including React or Preact; its official column uses the SDK's `useApp` for React. The rows of hooks are what they add to a script that uses\n" +
		"every call, without the framework; `useFormat` and `useLocale` are counted with the components.\n" +
		"\nThe last table has the scripts of the workbench: what its page loads at the start, and in all, and the reporter that it adds to each view. Each\n" +
		"file is compressed by itself.\n"
	viewsHead = "\n## Time to ui/initialize\n\n" +
		"The time from setting a frame's `src` until `ui/initialize` arrives at the page around it, in headless Chromium. The frame is of another site,\n" +
		"with a sandbox and the policy that MCP Apps prescribes for a view that declares nothing. Views are loaded in turn, in another order in each\n" +
		"round, after one load each that fills caches; each load has its own address, so that no script is cached. The page by hand\n" +
		"(`test/bench/testdata/loads/byhand.html`) is the view of examples/hello without any SDK, for hosts of MCP Apps only.\n"
	developingHead = "\n## Developing\n\n" +
		"Apps of `oriel new`, edited while `oriel dev` and headless Chromium run, with a warm build cache of Go. An edit is visible when the frame with the\n" +
		"edited view is shown and has been drawn, by the browser's clock. Memory is that of our process, without the user's server. The last column is\n" +
		"the best result of skybridge, xmcp, mcp-apps-kit, mcp-use and fastmcp, which need Node, each measured on a machine with two processors and no\n" +
		"other load in November 2026: first view from nothing 14.3 s (mcp-use; 9.2 s of that are npm install), first page and server 0.6 s and 60 ms\n" +
		"(mcp-use), edit of a view 51 ms (skybridge), production build 1.05 s (mcp-use), npm install 7.0 s (fastmcp).\n"
	serversHead = "\n## Servers\n\n" +
		"Servers are measured in turn in one run, with 16 connections over loopback. They check arguments and results, and the client reads and compares\n" +
		"each answer. `oriel`, `mcpgo` and `gosdk` serve the same app and log nothing; `hello` is examples/hello unchanged, with its log. `floor` is a\n" +
		"net/http handler that decodes the message with encoding/json and writes the same bytes as Oriel.\n" +
		"\n![requests per second, and processor time per request](bench.svg)\n"
)

// page returns docs/bench.md.
func (p publishedResults) page() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(pageHead)
	section := func(head string, found finding) error {
		out.WriteString(head + "\n```text")
		defer out.WriteString("```\n")
		return found.report(&out)
	}
	var err error
	if p.Sizes != nil {
		err = section(sizesHead, p.Sizes)
	}
	if p.Views != nil {
		err = errors.Join(err, section(viewsHead, p.Views))
	}
	if p.Developing != nil {
		err = errors.Join(err, section(developingHead, p.Developing))
	}
	if p.Servers != nil {
		err = errors.Join(err, section(serversHead, p.Servers))
	}
	return out.Bytes(), err
}
