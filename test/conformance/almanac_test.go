// Package conformance runs the official MCP conformance suite against our apps, as
// they are built and started by a person, and over replicas. The suite comes from
// npm and runs on the Node of the lockfile; "make test" installs both.
package conformance_test

import (
	"regexp"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

// scenarios are those that every server has to pass. The others of the suite call
// tools, prompts and resources that a server has only for the suite; see
// [TestSmokeBothLifecycles].
var scenarios = []string{
	"server-initialize",
	"ping",
	"tools-list",
	"resources-list",
	"dns-rebinding-protection",
}

var passed = regexp.MustCompile(`(?m)^Passed: [1-9]\d*/\d+, 0 failed, 0 warnings$`)

func TestAlmanac(t *testing.T) {
	t.Parallel()
	root := checkout(t)
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
	said, err := suite(t, checkout(t), "server", "--url", "http://127.0.0.1:1/mcp", "--scenario", "ping")
	if err == nil || passed.MatchString(said) {
		t.Errorf("the suite is content with a server that isn't there:\n%s", said)
	}
}
