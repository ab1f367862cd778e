package architecture_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// namedTest is a test in docs/security.md: its folder and its name.
var namedTest = regexp.MustCompile("`(\\.[\\w/-]*) ((?:Test|Fuzz)\\w+)`")

// Each attack in docs/security.md has a test, and each test is there.
func TestAttacksHaveTests(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(root(t), "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := tree(t, root(t))
	_, tried, _ := strings.Cut(string(page), "\n## What was tried\n")
	tried, _, _ = strings.Cut(tried, "\n## ")
	attacks := 0
	for line := range strings.Lines(tried) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| attack |") {
			continue
		}
		attacks++
		tests := namedTest.FindAllStringSubmatch(line, -1)
		if len(tests) == 0 {
			t.Errorf("docs/security.md names no test in %s", line)
		}
		for _, test := range tests {
			if !hasTest(files, path.Clean(test[1]), test[2]) {
				t.Errorf("docs/security.md names %s of %s, which is not there", test[2], test[1])
			}
		}
	}
	if attacks < 30 {
		t.Errorf("docs/security.md has only %d attacks; has its form changed?", attacks)
	}
}

// hasTest reports whether a folder has a test.
func hasTest(files map[string][]byte, folder, name string) bool {
	for file, text := range files {
		if path.Dir(file) == folder && strings.HasSuffix(file, "_test.go") && strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
