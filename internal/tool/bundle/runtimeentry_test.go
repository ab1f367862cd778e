package bundle_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// TestRuntimeEntries checks that a view can import what the npm package offers,
// but for what is for tests, from the sources that this module carries.
func TestRuntimeEntries(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "view", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Exports map[string]any `json:"exports"`
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Exports) < 2 {
		t.Fatalf("the package offers %d entries", len(manifest.Exports))
	}
	dir := write(t, map[string]string{"go.mod": "module m\n", "package-lock.json": "{}", "views/v/index.ts": ""})
	installed(t, dir, "react", "react-dom", "scheduler", "preact")
	project := &bundle.Project{Files: os.DirFS(dir), Views: "views"}
	entries := slices.Collect(maps.Keys(manifest.Exports))
	for _, entry := range []string{"./chatgpt", "./chatgpt/native", "./chatgpt/preact", "./mcp", "./mcp/native", "./mcp/preact"} {
		if !slices.Contains(entries, entry) {
			entries = append(entries, entry)
		}
	}
	for _, entry := range entries {
		if conditions, _ := manifest.Exports[entry].(map[string]any); entry == "./package.json" || conditions != nil && conditions["default"] == nil {
			continue // no module, or types alone
		}
		name := strings.TrimSuffix("@oriel/view/"+strings.TrimPrefix(strings.TrimPrefix(entry, "."), "/"), "/")
		source := `import * as all from "` + name + `"; console.log("all of it", all);`
		if err := os.WriteFile(filepath.Join(dir, "views", "v", "index.ts"), []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		document, err := project.Build(t.Context(), "v")
		switch {
		case strings.HasPrefix(entry, "./testing"):
			if err == nil || !strings.Contains(err.Error(), "for tests") {
				t.Errorf("%s: %v", name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case !strings.Contains(document.HTML, "all of it") || len(document.Warnings) > 0:
			t.Errorf("%s: a document of %d bytes, %v", name, len(document.HTML), document.Warnings)
		default:
			react := strings.Contains(document.HTML, "react.production.js")
			preact := strings.Contains(document.HTML, "__k")
			native := entry == "." || strings.HasSuffix(entry, "/native")
			if wants := strings.HasSuffix(entry, "/preact"); preact != wants || react != (!wants && !native) {
				t.Errorf("%s: that it brings React along is %v, and Preact %v", name, react, preact)
			}
		}
	}
}
