package architecture_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// library says which packages of the root module each of them may import. That the
// library never imports the tool, and the tool never the tests, is held by the
// modules: none of them requires a module above it.
var library = map[string][]string{
	"ui":                           {},
	"state":                        {},
	"state/statetest":              {"state"},
	"view":                         {},
	"internal/jsonwalk":            {},
	"internal/schema":              {"internal/jsonwalk"},
	"internal/schema/typescript":   {"internal/schema", "internal/jsonwalk"},
	"hosts":                        {"ui", "internal/jsonwalk"},
	"internal/webpage":             {"view"},
	"adapter":                      {"ui", "hosts", "view", "internal/webpage"},
	"internal/serve/precompressed": {},
	"internal/serve/replicas":      {"ui", "hosts"},
	"internal/serve":               {"ui", "hosts", "internal/jsonwalk", "internal/serve/precompressed", "internal/serve/replicas"},
	".":                            {"ui", "hosts", "adapter", "state", "view", "internal/schema", "internal/schema/typescript", "internal/serve", "internal/serve/precompressed"},
	"orieltest":                    {".", "ui", "hosts"},

	// For tests only.
	"internal/attachtest":  {".", "ui", "hosts", "orieltest"},
	"internal/programtest": {},
}

// public is what an example may import, as its readers may, beside its own packages.
var public = []string{".", "ui", "hosts", "state", "orieltest"}

// requirements says which modules of ours each module may require.
var requirements = map[string][]string{
	".":             {},
	"auth":          {"."},
	"gosdk":         {"."},
	"mcpgo":         {"."},
	"state/sqlite":  {"."},
	"internal/tool": {"."},
	"cmd/oriel":     {".", "internal/tool"},
	"tools":         {".", "internal/tool"},
	"test":          {".", "auth", "gosdk", "mcpgo", "state/sqlite", "internal/tool", "cmd/oriel", "tools"},
}

func TestLibraryImportsDownwards(t *testing.T) {
	t.Parallel()
	packages := imports(t, "./...")
	for path, imported := range packages {
		allowed, known := library[path]
		if parts := strings.Split(path, "/"); parts[0] == "examples" {
			own := "examples/" + parts[1] + "/"
			allowed, known = slices.Clone(public), true
			for other := range packages {
				if strings.HasPrefix(other+"/", own) {
					allowed = append(allowed, other)
				}
			}
		}
		if !known {
			t.Errorf("nothing says what %s may import. Say where it belongs in docs/architecture.md, and here.", path)
		}
		for _, other := range imported {
			if !slices.Contains(allowed, other) {
				t.Errorf("%s imports %s, but may import of ours only %q. Move the code to where both may reach it, or pass it in as a value.", path, other, allowed)
			}
		}
	}
}

// The tool looks at servers from outside, as it does at those of others: what an app
// means is nothing to it. Only the verb that shows the demo, and tests, have an app.
func TestToolKnowsNoApp(t *testing.T) {
	t.Parallel()
	for path, imported := range imports(t, "./internal/tool/...") {
		if strings.HasSuffix(path, "test") {
			continue
		}
		for _, other := range imported {
			if other == "." || other == "internal/serve" {
				t.Errorf("%s imports %s", path, other)
			}
		}
	}
}

// imports returns the packages that fit a pattern, and what of ours they import, by
// their paths from the root.
func imports(t *testing.T, pattern string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		// Without cgo, other systems' packages are listed as they are built there.
		output := run(t, root(t), []string{"GOOS=" + system, "CGO_ENABLED=0"}, "go", "list", "-json=ImportPath,Imports", pattern)
		for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
			var listed struct {
				ImportPath string   `json:"ImportPath"`
				Imports    []string `json:"Imports"`
			}
			err := decoder.Decode(&listed)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			path, _ := ofOurs(listed.ImportPath)
			for _, imported := range listed.Imports {
				if other, ours := ofOurs(imported); ours && !slices.Contains(found[path], other) {
					found[path] = append(found[path], other)
				}
			}
			if _, seen := found[path]; !seen {
				found[path] = nil
			}
		}
	}
	if len(found) < 5 {
		t.Fatalf("go list found only %q", slices.Sorted(maps.Keys(found)))
	}
	return found
}

// ofOurs returns a path from the root, and whether it is one of ours.
func ofOurs(path string) (string, bool) {
	if path == modulePath {
		return ".", true
	}
	return strings.CutPrefix(path, modulePath+"/")
}

func TestModulesRequireDownwards(t *testing.T) {
	t.Parallel()
	const mostOfTheLibrary = 6
	found := map[string]bool{}
	for name, text := range tree(t, root(t)) {
		if filepath.Base(name) != "go.mod" || strings.Contains(name, "testdata/") {
			continue
		}
		module, err := modfile.Parse(name, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.ToSlash(filepath.Dir(name))
		found[folder] = true
		if path, _ := ofOurs(module.Module.Mod.Path); path != folder {
			t.Errorf("%s is the module %s", name, module.Module.Mod.Path)
		}
		if len(module.Replace) > 0 {
			t.Errorf("%s has a replace, which does not count for those who install it", name)
		}
		direct := 0
		for _, required := range module.Require {
			if !required.Indirect {
				direct++
			}
			if path, ours := ofOurs(required.Mod.Path); ours && !slices.Contains(requirements[folder], path) {
				t.Errorf("%s requires %s, which is above it", name, path)
			}
		}
		if folder == "." && direct > mostOfTheLibrary {
			t.Errorf("%s requires %d modules, at most %d go into every app", name, direct, mostOfTheLibrary)
		}
	}
	for folder := range requirements {
		if !found[folder] {
			t.Errorf("there is no module %s", folder)
		}
	}
	workspace, err := os.ReadFile(filepath.Join(root(t), "go.work"))
	if err != nil {
		t.Fatal(err)
	}
	work, err := modfile.ParseWork("go.work", workspace, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(work.Use) != len(found) {
		t.Errorf("go.work uses %d modules of %d", len(work.Use), len(found))
	}
}
