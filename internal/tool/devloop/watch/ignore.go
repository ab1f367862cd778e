package watch

import (
	"path"
	"strings"
)

// packages is the folder that package managers fill.
const packages = "node_modules"

// installed are the files by which package managers say that they have filled the
// folder of packages. They are all that is watched in it.
var installed = map[string]bool{
	".package-lock.json":   true, // npm
	".oriel-install.json":  true,
	".modules.yaml":        true, // pnpm
	".yarn-state.yml":      true,
	".yarn-integrity":      true,
	".package-map.json":    true,
	".pnpm-workspace.json": true,
}

// skipsFolder reports whether nothing in a folder counts.
func (w *Watcher) skipsFolder(name string) bool {
	base := path.Base(name)
	return name != "." && (strings.HasPrefix(base, ".") || base == packages || w.skip[name])
}

// skipsFile reports whether a file is nobody's source: a hidden one, or what editors
// keep beside the file that somebody edits.
func skipsFile(name string) bool {
	base := path.Base(name)
	if path.Base(path.Dir(name)) == packages {
		return !installed[base]
	}
	switch {
	case strings.HasPrefix(base, "."), // Vim's .NAME.swp, Emacs's .#NAME
		strings.HasSuffix(base, "~"),
		strings.HasPrefix(base, "#") && strings.HasSuffix(base, "#"),
		strings.HasSuffix(base, ".swp"), strings.HasSuffix(base, ".swx"), strings.HasSuffix(base, ".swo"),
		strings.HasSuffix(base, ".tmp"),
		strings.HasSuffix(base, "___jb_tmp___"), strings.HasSuffix(base, "___jb_old___"), // JetBrains
		strings.HasPrefix(base, "goutputstream-"),
		base == "4913": // Vim, to see whether it may write
		return true
	}
	return false
}
