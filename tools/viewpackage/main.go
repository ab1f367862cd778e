// Command viewpackage builds what the npm package @oriel/view consists of, and
// what editors get of it: a JavaScript module (view/dist/esm) and a declaration
// (view/dist/types) for each source that the package's exports reach. Its entries
// share these modules, so that a page has one connection and one store, however
// many of them it imports. What it writes is committed.
//
// Declarations are the type checker's, so it needs what "make setup" installs. Run
// it from the module's root, through "make generate".
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	packageFile = "view/package.json"
	sourceDir   = "view/src"
	modulesDir  = "view/dist/esm"
	typesDir    = "view/dist/types"
	exitUsage   = 64 // EX_USAGE of sysexits.h
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

func run(args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("viewpackage", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the module's root folder")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	if err := generate(*root); err != nil {
		_, _ = fmt.Fprintf(stderr, "viewpackage: %v\n", err)
		return 1
	}
	return 0
}

func generate(root string) error {
	entries, err := readEntries(filepath.Join(root, filepath.FromSlash(packageFile)))
	if err != nil {
		return err
	}
	modules, err := compile(root, entries)
	if err != nil {
		return err
	}
	declared, err := declarations(root, entries)
	if err != nil {
		return err
	}
	if err := replace(filepath.Join(root, filepath.FromSlash(modulesDir)), modules); err != nil {
		return err
	}
	return replace(filepath.Join(root, filepath.FromSlash(typesDir)), declared)
}

// readEntries returns the sources that the package's exports stand for, relative
// to the folder of sources and without their extension.
func readEntries(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the package: %w", err)
	}
	var manifest struct {
		Exports map[string]json.RawMessage `json:"exports"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return nil, fmt.Errorf("reading %s: %w", file, err)
	}
	var entries []string
	for _, name := range slices.Sorted(maps.Keys(manifest.Exports)) {
		if name == "./package.json" || name == "./assets" {
			continue // written by hand
		}
		var conditions struct {
			Types   string `json:"types"`
			Default string `json:"default"`
		}
		if err := json.Unmarshal(manifest.Exports[name], &conditions); err != nil {
			return nil, fmt.Errorf("the export %q: %w", name, err)
		}
		module, isModule := between(conditions.Default, "./dist/esm/", ".js")
		declaration, isDeclaration := between(conditions.Types, "./dist/types/", ".d.ts")
		if !isModule || !isDeclaration || module != declaration {
			return nil, fmt.Errorf("the export %q leads to %q and %q, which are not built from one source", name, conditions.Default, conditions.Types)
		}
		entries = append(entries, module)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s exports nothing", file)
	}
	return entries, nil
}

func between(text, prefix, suffix string) (string, bool) {
	rest, hasPrefix := strings.CutPrefix(text, prefix)
	rest, hasSuffix := strings.CutSuffix(rest, suffix)
	return rest, hasPrefix && hasSuffix
}

// reached follows the relative imports of files from the entries on. It returns
// the files, by their path.
func reached(entries []string, read func(name string) (text string, imports []string, err error)) (map[string][]byte, error) {
	files := map[string][]byte{}
	for waiting := slices.Clone(entries); len(waiting) > 0; {
		name := waiting[0]
		waiting = waiting[1:]
		if files[name] != nil {
			continue
		}
		text, imports, err := read(name)
		if err != nil {
			return nil, err
		}
		files[name] = []byte(text)
		for _, specifier := range imports {
			waiting = append(waiting, path.Join(path.Dir(name), specifier))
		}
	}
	return files, nil
}

// replace makes files the content of a folder, and leaves those alone that have it
// already.
func replace(dir string, files map[string][]byte) error {
	var others []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !entry.IsDir() && files[name] == nil {
			others = append(others, name)
		}
		return err
	})
	for _, name := range others {
		err = errors.Join(err, os.Remove(filepath.Join(dir, filepath.FromSlash(name))))
	}
	if err != nil {
		return fmt.Errorf("clearing %s: %w", dir, err)
	}
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return nil
}
