package viewpackage_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

// The examples of docs/testing-views.md for Vitest run in a project that has the package from npm, with the
// page's own configuration: each of the four hosts gets a new copy of the view and of the runtime.
func TestVitestRecipe(t *testing.T) {
	t.Parallel()
	root, dir := checkout(t), consumer(t)
	programtest.Track(t, filepath.Join(root, "view"))
	page, err := os.ReadFile(filepath.Join(root, "docs", "testing-views.md"))
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?ms)^```ts\n// (\\S+)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1)
	if len(examples) < 3 {
		t.Fatalf("the page has %d examples; has its form changed?", len(examples))
	}
	for _, example := range examples {
		if err := os.WriteFile(filepath.Join(dir, example[1]), []byte(example[2]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"vitest", "jsdom"} {
		if err := os.Symlink(filepath.Join(root, "node_modules", name), filepath.Join(dir, "node_modules", name)); err != nil {
			t.Fatal(err)
		}
	}
	// The examples need milliseconds, but other tests share the machine.
	said, ok := runNode(t, dir, "vitest/vitest.mjs", "run", "all.test.ts", "--reporter=tap-flat", "--testTimeout=60000")
	passed := strings.Count("\n"+said, "\nok ")
	if !ok || passed != 4 {
		t.Errorf("%d of 4 hosts pass:\n%s", passed, said)
	}
}
