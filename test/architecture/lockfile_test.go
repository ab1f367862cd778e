package architecture_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever installs from the lockfile uses the registry that npm is configured
// with; integrity, not an address, says what is installed.
func TestLockfileNamesNoRegistry(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(root(t), "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct {
			Resolved  string `json:"resolved"`
			Link      bool   `json:"link"`
			Integrity string `json:"integrity"`
			InBundle  bool   `json:"inBundle"`
			Dev       bool   `json:"dev"`
		} `json:"packages"`
	}
	if err := json.Unmarshal(raw, &lock); err != nil {
		t.Fatal(err)
	}
	if len(lock.Packages) < 2 {
		t.Fatalf("the lockfile has %d packages; has its format changed?", len(lock.Packages))
	}
	for path, p := range lock.Packages {
		if ours := path == "" || !strings.Contains(path, "node_modules/"); ours {
			continue
		}
		if p.Link { // to a folder of ours
			if !filepath.IsLocal(p.Resolved) || lock.Packages[p.Resolved].Link {
				t.Errorf("%s links to %s, which is no folder of the lockfile.", path, p.Resolved)
			}
			continue
		}
		if p.Resolved != "" {
			t.Errorf("%s is bound to %s. Remove node_modules and package-lock.json "+
				"and run \"npm install\" here, where .npmrc leaves addresses out.", path, p.Resolved)
		}
		if p.Integrity == "" && !p.InBundle { // it is in the package around it, which has one
			t.Errorf("%s has no integrity, so anything could be installed for it.", path)
		}
		if !p.Dev {
			t.Errorf("%s is not a development dependency, but nothing from npm is part of a release.", path)
		}
	}
}
