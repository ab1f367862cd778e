// Package conformance runs the official MCP conformance suite against the
// almanac, as it is built and started by a person. The suite comes from npm and
// runs on the Node of the lockfile; "make test" installs both.
package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

// scenarios are those that every server has to pass. The others of the suite
// call tools, prompts and resources that a server has only for the suite.
var scenarios = []string{
	"server-initialize",
	"ping",
	"tools-list",
	"resources-list",
	"dns-rebinding-protection",
}

var (
	passed = regexp.MustCompile(`(?m)^Passed: [1-9]\d*/\d+, 0 failed, 0 warnings$`)
	colour = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

func TestServerConformance(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	almanac := programtest.Start(t, root, programtest.Build(t, root, "./examples/almanac"), "-http", "127.0.0.1:0")
	for _, scenario := range scenarios {
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			said, err := suite(t, root, "server", "--url", almanac.URL, "--scenario", scenario)
			if err != nil || !passed.MatchString(said) {
				t.Errorf("%v\n%s", err, said)
			}
		})
	}
}

// A suite that can't reach its server fails, so that a pass means something.
func TestSuiteFails(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	said, err := suite(t, root, "server", "--url", "http://127.0.0.1:1/mcp", "--scenario", "ping")
	if err == nil || passed.MatchString(said) {
		t.Errorf("the suite is content with a server that isn't there:\n%s", said)
	}
}

// suite runs the conformance suite and returns what it has said.
func suite(t *testing.T, root string, args ...string) (string, error) {
	t.Helper()
	node := filepath.Join(root, "node_modules", "node", "bin", "node")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	script := filepath.Join(root, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
	for _, file := range []string{node, script} {
		if _, err := os.Stat(file); err != nil {
			t.Fatalf("the conformance suite is not installed; run \"make test\", which does it, or \"npm ci\": %v", err)
		}
	}
	cmd := exec.CommandContext(t.Context(), node, append([]string{script}, args...)...)
	cmd.Dir = t.TempDir()
	said, err := cmd.CombinedOutput()
	return strings.TrimSpace(colour.ReplaceAllString(string(said), "")), err
}
