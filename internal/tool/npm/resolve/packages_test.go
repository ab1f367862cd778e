package resolve_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/npm/npmtest"
	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/internal/tool/npm/resolve"
)

// Of packages that people use, we write what npm writes, to the byte, and npm
// installs it. It asks the registry of this machine, so only the first set is
// part of every run; with ORIEL_TEST_ALL all are.
func TestSystemRealPackages(t *testing.T) {
	t.Parallel()
	sets := []string{
		"react react-dom",
		"preact @preact/signals",
		"tailwindcss @tailwindcss/cli",
		"recharts react react-dom",
		"chart.js lodash@npm:lodash-es",
		"zustand react@18",
		"@openai/apps-sdk-ui react react-dom",
		"vite @vitejs/plugin-react typescript",
		"@mui/material @emotion/react @emotion/styled react react-dom",
		"esbuild@0.25.0",
		"webpack webpack-cli",
		"next@15 react react-dom",
		"@radix-ui/react-dialog framer-motion react react-dom",
		"react-dom@18 react@17", // these do not fit together
	}
	if os.Getenv("ORIEL_TEST_ALL") == "" {
		sets = sets[:1]
	}
	settings, err := registry.Load(t.TempDir(), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	source := registry.New(settings, registry.ClientOptions{})
	for _, set := range sets {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			ours, theirs := project(t, names{"package.json": empty}), project(t, names{"package.json": empty})
			// What a package says of Node versions counts for npm, and not for us.
			theirNPM := func(dir string, arguments ...string) (string, error) {
				const enough = 3 * time.Minute
				arguments = append(arguments, "--ignore-scripts", "--omit-lockfile-registry-resolved", "--save-exact=false", "--save-prefix=^", "--no-audit", "--no-fund")
				stdout, stderr, err := npmtest.Run(t, enough, dir, os.Environ(), arguments...)
				return stdout + stderr, err
			}
			var requests []resolve.Request
			for argument := range strings.FieldsSeq(set) {
				r, err := resolve.ParseRequest(argument)
				if err != nil {
					t.Fatal(err)
				}
				requests = append(requests, r)
			}
			output, npmErr := theirNPM(theirs, append([]string{"install", "--package-lock-only"}, strings.Fields(set)...)...)
			plan, err := resolve.Make(t.Context(), ours, resolve.Options{Source: source, Add: requests, Prefix: "^"})
			if npmErr != nil && strings.Contains(output, "npm error code ERESOLVE") {
				if codeOf(err) != "peer_conflict" {
					t.Fatalf("npm has no tree, and we say %v", err)
				}
				return
			}
			if err != nil || npmErr != nil {
				t.Fatalf("we: %v, npm: %v %s", err, npmErr, output)
			}
			if err := plan.Apply(func() error { return nil }); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"package.json", "package-lock.json"} {
				if difference := cmp.Diff(read(t, theirs, name), read(t, ours, name)); difference != "" {
					t.Errorf("%s: npm -, we +:\n%s", name, difference)
				}
			}
			if output, err := theirNPM(ours, "ci"); err != nil {
				// npm does not take lockfiles, not even its own, where the registry lacks an
				// optional package.
				if _, err := theirNPM(theirs, "ci"); err == nil || len(plan.Warnings) == 0 {
					t.Errorf("npm ci: %v\n%s", err, output)
				}
				return
			}
			if output, err := theirNPM(ours, "ls", "--all"); err != nil {
				t.Errorf("npm ls: %v\n%s", err, output)
			}
		})
	}
}
