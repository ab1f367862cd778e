package devloop

import (
	"path"
	"strings"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

// isProgramSource reports whether a file may be part of the compiled program. Sources of views
// are not: the server gets the views from the feed.
func isProgramSource(c watch.Change, views string) bool {
	if views != "" && strings.HasPrefix(c.Path, views+"/") {
		// The folder may also have Go code of the project.
		return path.Ext(c.Path) == ".go" && c.Path != path.Join(views, "oriel.go") && !isGoTest(c.Path)
	}
	if strings.Contains("/"+c.Path, "/testdata/") || isGoTest(c.Path) {
		return false
	}
	switch path.Ext(c.Path) {
	case ".go", ".s", ".c", ".h", ".syso":
		return true
	}
	switch path.Base(c.Path) {
	case "go.mod", "go.sum", "go.work", "go.work.sum":
		return true
	}
	return false
}

func isGoTest(name string) bool { return strings.HasSuffix(name, "_test.go") }

// sources are the extensions of source files in other languages. Files with other
// extensions may be written by the server itself, such as a database.
var sources = map[string]bool{
	".js": true, ".mjs": true, ".cjs": true, ".jsx": true, ".ts": true, ".mts": true, ".cts": true, ".tsx": true,
	".py": true, ".rb": true, ".php": true, ".java": true, ".kt": true, ".kts": true, ".scala": true, ".clj": true,
	".rs": true, ".go": true, ".cs": true, ".fs": true, ".vb": true, ".swift": true, ".dart": true, ".lua": true,
	".ex": true, ".exs": true, ".erl": true, ".hs": true, ".ml": true, ".c": true, ".cc": true, ".cpp": true, ".h": true, ".hpp": true,
	".zig": true, ".nim": true, ".pl": true, ".r": true, ".jl": true, ".sh": true,
	".toml": true, ".yaml": true, ".yml": true, ".graphql": true, ".proto": true, ".sql": true,
}

// manifests are sources with other extensions.
var manifests = map[string]bool{
	"package.json": true, "tsconfig.json": true, "deno.json": true, "composer.json": true, "go.mod": true, "Gemfile": true,
}

// isCommandSource reports whether a file may be a source of the server that a
// command runs ("oriel dev -- COMMAND").
func isCommandSource(c watch.Change, views string) bool {
	if views != "" && strings.HasPrefix(c.Path, views+"/") {
		return false
	}
	return sources[path.Ext(c.Path)] || manifests[path.Base(c.Path)]
}
