package devloop

import (
	"path"
	"strings"

	"github.com/orielapps/oriel/internal/tool/devloop/watch"
)

// ofProgram reports whether a change may change the compiled program: files of Go, and
// others beside them that may be embedded. What the views are made of is not among
// them, because the server is handed the views.
func ofProgram(c watch.Change, views string) bool {
	if views != "" && strings.HasPrefix(c.Path, views+"/") {
		// A project may have Go code of its own there.
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

// sources are the endings of files that servers in other languages are made of. Others
// may well be what a server writes itself, such as a database.
var sources = map[string]bool{
	".js": true, ".mjs": true, ".cjs": true, ".jsx": true, ".ts": true, ".mts": true, ".cts": true, ".tsx": true,
	".py": true, ".rb": true, ".php": true, ".java": true, ".kt": true, ".kts": true, ".scala": true, ".clj": true,
	".rs": true, ".go": true, ".cs": true, ".fs": true, ".vb": true, ".swift": true, ".dart": true, ".lua": true,
	".ex": true, ".exs": true, ".erl": true, ".hs": true, ".ml": true, ".c": true, ".cc": true, ".cpp": true, ".h": true, ".hpp": true,
	".zig": true, ".nim": true, ".pl": true, ".r": true, ".jl": true, ".sh": true,
	".toml": true, ".yaml": true, ".yml": true, ".graphql": true, ".proto": true, ".sql": true,
}

// manifests are files of other endings that count, too.
var manifests = map[string]bool{
	"package.json": true, "tsconfig.json": true, "deno.json": true, "composer.json": true, "go.mod": true, "Gemfile": true,
}

// ofCommand reports whether a change may change what a command in another language
// does.
func ofCommand(c watch.Change, views string) bool {
	if views != "" && strings.HasPrefix(c.Path, views+"/") {
		return false
	}
	return sources[path.Ext(c.Path)] || manifests[path.Base(c.Path)]
}
