package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// suite runs the conformance suite and returns what it has said.
func suite(t *testing.T, root string, args ...string) (string, error) {
	t.Helper()
	said, err := suiteCommand(t, root, args...).CombinedOutput()
	return strings.TrimSpace(colour.ReplaceAllString(string(said), "")), err
}

// suiteCommand is the conformance suite, which has not been started.
func suiteCommand(t *testing.T, root string, args ...string) *exec.Cmd {
	t.Helper()
	node := filepath.Join(root, "node_modules", "node", "bin", "node")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	script := filepath.Join(suiteFolder(root), "dist", "index.js")
	for _, file := range []string{node, script} {
		if _, err := os.Stat(file); err != nil {
			t.Fatalf("the conformance suite is not installed; run \"make test\", which does it, or \"npm ci\": %v", err)
		}
	}
	cmd := exec.CommandContext(t.Context(), node, append([]string{script}, args...)...)
	cmd.Dir = t.TempDir()
	return cmd
}

func suiteFolder(root string) string {
	return filepath.Join(root, "node_modules", "@modelcontextprotocol", "conformance")
}
