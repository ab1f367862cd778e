package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// The hooks and components are written once, for React. Each folder has a file of
// its own that says what they take from the library; the others are the same.
const (
	reactDir  = "react"
	preactDir = "preact"

	copiedHead = "// Generated from ../react by tools/assets. DO NOT EDIT.\n"
)

// hookRooms returns the folders that have hooks: of every host, and of one platform
// alone.
func hookRooms() []string {
	return []string{"view/src", "view/src/chatgpt", "view/src/mcp"}
}

// written tells which files each folder has of its own: what is taken from the
// library, and from that part of it which renders into a page.
func written(name string) bool { return name == "library.ts" || name == "root.ts" }

// copyHooks writes Preact's copies of a room's hooks below out, and removes those
// that have no original any more.
func copyHooks(root, out, room string) error {
	originals, err := hookFiles(root, room+"/"+reactDir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(out, filepath.FromSlash(room), preactDir), 0o755); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	for name, path := range originals {
		source, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("reading: %w", err)
		}
		copied := filepath.Join(out, filepath.FromSlash(room), preactDir, name)
		if err := os.WriteFile(copied, append([]byte(copiedHead), source...), 0o644); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return removeOrphans(out, room, originals)
}

// removeOrphans removes the copies that are not among the originals. A file
// that is no copy is somebody's work, which is not thrown away.
func removeOrphans(out, room string, originals map[string]string) error {
	copies, err := hookFiles(out, room+"/"+preactDir)
	if err != nil {
		return err
	}
	for name, path := range copies {
		if _, kept := originals[name]; kept {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("reading: %w", err)
		}
		if !bytes.HasPrefix(source, []byte(copiedHead)) {
			return fmt.Errorf("%s/%s/%s has no original in %[1]s/%[4]s: write it there", room, preactDir, name, reactDir)
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing a copy: %w", err)
		}
	}
	return nil
}

// hookFiles returns the paths of the modules in a folder, but for those that each
// has of its own, by their names.
func hookFiles(root, dir string) (map[string]string, error) {
	paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), "*.ts"))
	if err != nil {
		return nil, fmt.Errorf("looking for modules: %w", err)
	}
	files := map[string]string{}
	for _, path := range paths {
		if name := filepath.Base(path); !written(name) {
			files[name] = path
		}
	}
	return files, nil
}
