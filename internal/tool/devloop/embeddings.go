package devloop

import (
	"go/build"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// embeddings has the go:embed patterns of packages. Each package is read once.
type embeddings struct {
	root     string
	patterns map[string][]string // by folder
}

func newEmbeddings(root string) *embeddings {
	return &embeddings{root: root, patterns: map[string][]string{}}
}

// has reports whether a Go package embeds a file below root.
func (e *embeddings) has(name string) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		inside := name
		if dir != "." {
			inside = strings.TrimPrefix(name, dir+"/")
		}
		if slices.ContainsFunc(e.of(dir), func(pattern string) bool { return embeds(strings.TrimPrefix(pattern, "all:"), inside) }) {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// of returns the patterns of the package in a folder.
func (e *embeddings) of(dir string) []string {
	patterns, known := e.patterns[dir]
	if !known {
		// A package with errors in other files still has patterns.
		if found, _ := build.ImportDir(filepath.Join(e.root, filepath.FromSlash(dir)), 0); found != nil {
			patterns = found.EmbedPatterns
		}
		e.patterns[dir] = patterns
	}
	return patterns
}

// embeds reports whether a pattern of go:embed matches a file or a folder that contains it.
func embeds(pattern, name string) bool {
	for at := name; at != "."; at = path.Dir(at) {
		if fits, err := path.Match(pattern, at); err == nil && fits {
			return true
		}
	}
	return pattern == "."
}
