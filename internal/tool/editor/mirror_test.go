package editor_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/internal/tool/editor"
)

// A mirror has the runtime's package, and what the project has besides; the project itself is
// the mirror where it has the package.
func TestMirror(t *testing.T) {
	t.Parallel()
	const older = "# Written by oriel generate, for editors: 0000\n"
	for name, files := range map[string]map[string]string{
		"without packages": {"app/views/day/index.ts": "1", "app/main.go": "2"},
		"with others":      {"app/views/node_modules/react/a.js": "3", "app/views/node_modules/@oriel/other/b.js": "4", "node_modules/c.js": "5"},
		"with an older one": {
			"app/views/node_modules/@oriel/view/.gitignore": older, "app/views/node_modules/@oriel/view/package.json": "{}",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			views := project(t, files)
			root := filepath.Join(views, "..", "..")
			before := count(t, root)
			mirror, err := editor.Mirror(root, "app/views", filepath.Join(t.TempDir(), "mirror"))
			if err != nil || mirror == root {
				t.Fatalf("the mirror is %q: %v", mirror, err)
			}
			if count(t, root) != before {
				t.Error("the project has changed")
			}
			for file, text := range files {
				if name == "with an older one" {
					continue
				}
				if got, failed := os.ReadFile(filepath.Join(mirror, filepath.FromSlash(file))); failed != nil || string(got) != text {
					t.Errorf("%s is %q: %v", file, got, failed)
				}
			}
			manifest, err := os.ReadFile(filepath.Join(mirror, "app", "views", "node_modules", "@oriel", "view", "package.json"))
			if err != nil || len(manifest) < 100 {
				t.Errorf("the package is %q: %v", manifest, err)
			}
			again, err := editor.Mirror(mirror, "app/views", filepath.Join(t.TempDir(), "mirror"))
			if err != nil || again != mirror {
				t.Errorf("the mirror of one with the package is %q: %v", again, err)
			}
		})
	}
}
