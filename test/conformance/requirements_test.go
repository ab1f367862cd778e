package conformance_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// revisions are those of MCP that the suite has requirements for, with the number of
// scenarios that each scores of a server: with fewer of them, a pass means less.
var revisions = map[string]int{"2025-11-25": 30, "2026-07-28": 37}

// conforms runs all that a revision requires of a server, and says what each scored
// scenario has come to.
func conforms(t *testing.T, url, revision string) {
	t.Helper()
	root := checkout(t)
	required := requirements(t, root, revision)
	folder := t.TempDir()
	said, err := suite(t, root, "server", "--url", url, "--requirements", revision, "--output-dir", folder)
	if err != nil {
		t.Errorf("the suite has ended with %v", err)
	}
	results := resultsIn(t, folder)
	for _, scenario := range required {
		t.Run(scenario, func(t *testing.T) {
			if fault := judge(results[scenario]); fault != "" {
				t.Error(fault)
			}
		})
	}
	if t.Failed() {
		t.Logf("%d scenarios have run. The suite has said:\n%s", len(results), summary(said))
	}
}

// summary is the end of what the suite says, or all of it if it has come to no end.
func summary(said string) string {
	if at := strings.Index(said, "=== SUMMARY ==="); at >= 0 {
		return said[at:]
	}
	return said
}

var scored = regexp.MustCompile(`(?m)^server:\n((?:  - [a-z0-9-]+\n)+)`)

// requirements are the names of the scored scenarios.
func requirements(t *testing.T, root, revision string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(suiteFolder(root), "requirements", revision+".yaml"))
	if err != nil {
		t.Fatalf("the suite has no requirements of %s; run \"npm ci\": %v", revision, err)
	}
	section := scored.FindSubmatch(text)
	if section == nil {
		t.Fatalf("the requirements of %s have another form than this test knows:\n%s", revision, text)
	}
	names := strings.Fields(strings.ReplaceAll(string(section[1]), "  - ", ""))
	if len(names) != revisions[revision] {
		t.Errorf("%s scores %d scenarios, and did score %d", revision, len(names), revisions[revision])
	}
	return names
}

// A check is one thing that a scenario has looked at.
type check struct {
	ID           string          `json:"id"`
	Description  string          `json:"description"`
	Status       string          `json:"status"`
	ErrorMessage string          `json:"errorMessage"`
	Details      json.RawMessage `json:"details"`
}

// untestable is whether there was nothing to look at. The suite counts some of these
// as passed.
func (c *check) untestable() bool {
	var details struct {
		Untestable bool `json:"untestable"`
	}
	return json.Unmarshal(c.Details, &details) == nil && details.Untestable
}

var resultFolder = regexp.MustCompile(`^(?:authorization-)?server-(.+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$`)

// resultsIn reads what the suite has written, by scenario.
func resultsIn(t *testing.T, folder string) map[string][]check {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	results := map[string][]check{}
	for _, entry := range entries {
		name := resultFolder.FindStringSubmatch(entry.Name())
		if name == nil {
			t.Errorf("the suite has written %s, which this test doesn't know", entry.Name())
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name(), "checks.json"))
		if err != nil {
			t.Errorf("%s has ended without a result: %v", name[1], err)
			continue
		}
		var checks []check
		if err := json.Unmarshal(text, &checks); err != nil {
			t.Errorf("the result of %s: %v", name[1], err)
		}
		results[name[1]] = append(results[name[1]], checks...)
	}
	return results
}

// judge says why a scenario has not passed. It is stricter than the suite, which lets
// warnings pass, what was skipped, and what couldn't be tested.
func judge(checks []check) string {
	if len(checks) == 0 {
		return "has not run"
	}
	statuses := map[string]int{}
	var faults []string
	for _, c := range checks {
		statuses[c.Status]++
		if good := c.Status == "SUCCESS" || c.Status == "INFO"; !good || c.untestable() {
			faults = append(faults, fmt.Sprintf("%s %s: %s\n\t%s\n\t%.2000s", c.Status, c.ID, c.Description, c.ErrorMessage, c.Details))
		}
	}
	if len(faults) == 0 && statuses["SUCCESS"] == 0 {
		return "has tested nothing: " + strings.Join(slices.Sorted(maps.Keys(statuses)), ", ")
	}
	return strings.Join(faults, "\n")
}

func TestJudge(t *testing.T) {
	t.Parallel()
	success, info := check{Status: "SUCCESS"}, check{Status: "INFO"}
	for name, test := range map[string]struct {
		checks []check
		want   string
	}{
		"passed":        {[]check{success, info}, ""},
		"failed":        {[]check{success, {ID: "a", Status: "FAILURE", ErrorMessage: "no answer"}}, "no answer"},
		"warned":        {[]check{success, {ID: "b", Status: "WARNING"}}, "WARNING b"},
		"skipped":       {[]check{success, {ID: "c", Status: "SKIPPED"}}, "SKIPPED c"},
		"not testable":  {[]check{success, {ID: "d", Status: "SUCCESS", Details: json.RawMessage(`{"untestable":true}`)}}, "SUCCESS d"},
		"unknown":       {[]check{{ID: "e", Status: "PERHAPS"}}, "PERHAPS e"},
		"nothing":       {[]check{info}, "tested nothing"},
		"not run":       {nil, "not run"},
		"other details": {[]check{{ID: "f", Status: "SUCCESS", Details: json.RawMessage(`[1]`)}}, ""},
	} {
		if got := judge(test.checks); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
