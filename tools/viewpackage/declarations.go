package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// The programs of the lockfile, from the module's root.
const (
	node     = "node_modules/node/bin/node"
	compiler = "node_modules/typescript/bin/tsc"
	project  = "view/tsconfig.types.json"
)

// declarations returns the declarations of each module that the entries reach,
// by its path below the folder of types.
func declarations(root string, entries []string) (map[string][]byte, error) {
	dir, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("finding the module: %w", err)
	}
	for _, program := range []string{node, compiler} {
		if _, err = os.Stat(filepath.Join(dir, filepath.FromSlash(program))); err != nil {
			return nil, fmt.Errorf("the type checker is missing: %w; run make setup", err)
		}
	}
	out, err := os.MkdirTemp("", "oriel-types-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the declarations: %w", err)
	}
	defer func() { _ = os.RemoveAll(out) }() // it is the system's to clear otherwise
	command := exec.CommandContext(context.Background(), filepath.Join(dir, filepath.FromSlash(node)),
		filepath.FromSlash(compiler), "--project", filepath.FromSlash(project), "--outDir", out)
	command.Dir = dir
	if said, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("emitting declarations: %w\n%s", err, said)
	}
	files := make([]string, len(entries))
	for i, entry := range entries {
		files[i] = entry + ".d.ts"
	}
	return reached(files, func(name string) (string, []string, error) {
		text, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		if err != nil {
			return "", nil, fmt.Errorf("reading what the compiler emitted: %w", err)
		}
		declared, imports := asPublished(string(text))
		return declared, imports, nil
	})
}

// specifier is a neighbour that a declaration names. Sources name files in
// full; in a package, the name of a declaration is that of its module.
var specifier = regexp.MustCompile(`((?:\bfrom |\bimport |\bimport\()")(\.[^"]*)\.ts"`)

// asPublished makes a declaration as the compiler wrote it one of the package,
// and returns the declarations that it refers to. Comments stay as they are.
func asPublished(text string) (declared string, imports []string) {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "*") || strings.HasPrefix(strings.TrimSpace(line), "/*") {
			continue
		}
		lines[i] = specifier.ReplaceAllStringFunc(line, func(found string) string {
			parts := specifier.FindStringSubmatch(found)
			imports = append(imports, parts[2]+".d.ts")
			return parts[1] + parts[2] + `.js"`
		})
	}
	return strings.Join(lines, ""), imports
}
