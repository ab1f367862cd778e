// Command viewdocs writes docs/view: a page for each call of the view runtime,
// with what it does in each kind of host, from the comments in view/src. It also
// writes that table to view/test/support.json, for the test that compares it with
// what the calls do. What it writes is committed.
//
// Run it from the module's root, through "make generate". An export without a
// comment, or a call whose comment does not say what happens in each kind of host
// or has no example, is an error.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	entryFile   = "view/src/index.ts"
	pagesDir    = "docs/view"
	supportFile = "view/test/support.json"
	exitUsage   = 64 // EX_USAGE of sysexits.h
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("viewdocs", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the module's root folder")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	files, err := generate(*root)
	if err == nil {
		err = replace(*root, files)
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "viewdocs: %v\n", err)
		return 1
	}
	return 0
}

// generate returns each file to write, by its path from the root.
func generate(root string) (map[string]string, error) {
	r, err := readRuntime(root, entryFile, nil)
	if err != nil {
		return nil, err
	}
	all, err := entries(r)
	if err != nil {
		return nil, err
	}
	b := bookOf(all)
	files := map[string]string{}
	for _, p := range b.pages {
		if files[pagesDir+"/"+p.file], err = b.page(p); err != nil {
			return nil, err
		}
	}
	for title, g := range map[string]group{"Types": shape, "Constants": constant} {
		page, wrong := b.declarations(title, g)
		if wrong != nil {
			return nil, wrong
		}
		if page != "" {
			files[pagesDir+"/"+listFile(g)] = page
		}
	}
	if files[pagesDir+"/README.md"], err = b.index(); err != nil {
		return nil, err
	}
	for file, write := range map[string]func(string, *book) (string, error){testingFile: testingPage, hooksFile: hooksPage} {
		page, wrong := write(root, b)
		if wrong != nil {
			return nil, wrong
		}
		if page != "" {
			files[pagesDir+"/"+file] = page
		}
	}
	files[supportFile], err = table(all)
	return files, err
}

// table is what the calls do, as JSON.
func table(all []*entry) (string, error) {
	calls := map[string]map[string]support{}
	for _, e := range all {
		if e.group == call {
			calls[e.name] = e.support
		}
	}
	text, err := json.MarshalIndent(calls, "", "  ")
	if err != nil {
		return "", fmt.Errorf("writing the table: %w", err)
	}
	return string(text) + "\n", nil
}

// replace writes the files, and removes pages that there are no more.
func replace(root string, files map[string]string) error {
	old, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pagesDir), "*.md"))
	if err != nil {
		return fmt.Errorf("looking for pages: %w", err)
	}
	for _, path := range old {
		if _, kept := files[pagesDir+"/"+filepath.Base(path)]; kept {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing a page: %w", err)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(root, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
		text := strings.ReplaceAll(files[file], "\n\n\n", "\n\n")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return nil
}
