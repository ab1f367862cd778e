package architecture_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Known vulnerabilities fail "make lint", and so does a checker that does not work. Without
// its database it passes, and says that nothing was checked.
func TestVulnerabilityCheck(t *testing.T) {
	t.Parallel()
	const unchecked = "were NOT checked"
	for name, test := range map[string]struct {
		checker string
		passes  bool
		says    string
	}{
		"nothing found":   {"echo No vulnerabilities found.", true, "No vulnerabilities found."},
		"something found": {"echo Vulnerability 1; echo fetching vulnerabilities; exit 3", false, "Vulnerability 1"},
		"no database":     {"echo 'govulncheck: fetching vulnerabilities: no such host' >&2; exit 1", true, unchecked},
		"other failures":  {"echo 'govulncheck: loading packages' >&2; exit 1", false, "loading packages"},
	} {
		file := filepath.Join(t.TempDir(), "govulncheck")
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"+test.checker+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "../../scripts/vulncheck.sh", file, "./...").CombinedOutput()
		if (err == nil) != test.passes || !strings.Contains(string(out), test.says) || strings.Contains(string(out), unchecked) != (test.says == unchecked) {
			t.Errorf("%s: %v, %s", name, err, out)
		}
	}
}
