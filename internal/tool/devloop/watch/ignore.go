package watch

import (
	"path"
	"strings"
)

// packages is the folder that packages are installed in.
const packages = "node_modules"

// installed are the files that package managers write at the end of an installation. In
// the folder of packages, only they are watched.
var installed = map[string]bool{
	".package-lock.json":   true, // npm
	".oriel-install.json":  true,
	".modules.yaml":        true, // pnpm
	".yarn-state.yml":      true,
	".yarn-integrity":      true,
	".package-map.json":    true,
	".pnpm-workspace.json": true,
}

// skipsFolder reports whether a folder is not watched.
func (w *Watcher) skipsFolder(name string) bool {
	base := path.Base(name)
	return name != "." && (strings.HasPrefix(base, ".") || base == packages || w.skip[name])
}

// skipsFile reports whether changes of a file don't count: it is hidden, or an editor's
// temporary file.
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
		base == "4913": // Vim tests with it whether it may write
		return true
	}
	return false
}
