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
	pageHead = "# Oriel beside other people's work\n\n" +
		"Written by `make bench BENCH=\"-parts sizes,views,dev,servers -long -plot\"`, each part as it was measured last; the numbers are in\n" +
		"[bench.json](bench.json). Times differ from machine to machine; what counts are ratios in one run.\n"
	sizesHead = "\n## What views weigh\n\n" +
		"Built as `oriel generate` builds them, and compressed with gzip -9: the runtime that examples/hello carries, which connects, shows its\n" +
		"result, calls a tool and keeps state; its whole document; the runtime of a view that imports every call that [docs/view](view/README.md)\n" +
		"lists; and that of one that imports all there is, but for the presets. The official column is a view that does the same on the official\n" +
		"SDK's `App`, bundled with the same bundler under the same settings (`test/bench/testdata/official`). Of zod, which the\n" +
		"SDK brings along, esbuild keeps all; Vite makes about 61 KB of the smallest view on the SDK. A shim's row is what it adds to those parts of\n" +
		"the runtime that it uses; the official SDK has none.\n\n" +
		"The same view as a component (`test/bench/testdata/components`) is bundled by `oriel generate` with the packages of this repository's lockfile,\n" +
		"React or Preact included; its official column is the one on the SDK's `useApp`, of React. What hooks add is measured against a script that\n" +
		"uses every call, with the framework outside; `useFormat` and `useLocale` count with the components.\n"
	viewsHead = "\n## When views say hello\n\n" +
		"In a headless Chromium, from the setting of a frame's `src` to `ui/initialize` at the page around it. The frame is of another site, sandboxed,\n" +
		"under the policy that MCP Apps prescribes for a view that declares nothing. Views take turns, in another order each round, after one load\n" +
		"each for the caches; each load has an address of its own, so that no script is known from the one before. The page by hand\n" +
		"(`test/bench/testdata/loads/byhand.html`) is the view of examples/hello without any SDK, for hosts of MCP Apps alone.\n"
	developingHead = "\n## What developing takes\n\n" +
		"Apps of `oriel new`, worked on with `oriel dev` and a headless Chromium, with Go's build cache warm. Visible is when the frame with the edited\n" +
		"view is in sight and has been drawn, by the browser's clock. Memory is that of our process, not of the user's server. The last column is\n" +
		"the best of skybridge, xmcp, mcp-apps-kit, mcp-use and fastmcp, which need Node, each measured on a machine with two processors and no\n" +
		"other load in November 2026: from nothing 14.3 s (mcp-use; of that 9.2 s are npm install), first page and server 0.6 s and 60 ms\n" +
		"(mcp-use), a view's change 51 ms (skybridge), production build 1.05 s (mcp-use), npm install 7.0 s (fastmcp).\n"
	serversHead = "\n## What servers do\n\n" +
		"Servers take turns in one run, with 16 connections over loopback, arguments and results checked, and each answer read and compared. `oriel`,\n" +
		"`mcpgo` and `gosdk` serve the same app and log nothing; `hello` is examples/hello as it is, with its log. `floor` is a net/http handler that\n" +
		"decodes the message with encoding/json and writes the bytes that Oriel answers.\n\n" +
		"![requests a second, and processor time of a request](bench.svg)\n"
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
