package resolve_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/npm/npmtest"
	"github.com/orielapps/oriel/internal/tool/npm/resolve"
)

// npm runs npm in a folder, with a registry of the test and nothing of this
// machine's settings.
func npm(t *testing.T, dir, address string, arguments ...string) (string, error) {
	t.Helper()
	const enough = 45 * time.Second // for a handful of tiny packages on a busy machine
	home := t.TempDir()
	environ := append(npmtest.WithoutSettings(), "HOME="+home, "npm_config_cache="+filepath.Join(home, "cache"), "npm_config_registry="+address,
		"npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false", "npm_config_omit_lockfile_registry_resolved=true", "npm_config_fetch_retries=0")
	stdout, stderr, err := npmtest.Run(t, enough, dir, environ, arguments...)
	return stdout + stderr, err
}

// add has us add packages to a project, without installing them.
func add(ctx context.Context, t *testing.T, dir, address string, arguments ...string) (*resolve.Plan, error) {
	t.Helper()
	requests := make([]resolve.Request, len(arguments))
	for i, argument := range arguments {
		r, err := resolve.ParseRequest(argument)
		if err != nil {
			return nil, err
		}
		requests[i] = r
	}
	plan, err := resolve.Make(ctx, dir, resolve.Options{Source: client(t, address), Add: requests, Prefix: "^"})
	if err != nil {
		return nil, err
	}
	return plan, plan.Apply(func() error { return nil })
}

// locked returns the packages of a lockfile: versions by location.
func locked(t *testing.T, dir string) map[string]string {
	t.Helper()
	var lock struct {
		Packages map[string]struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"packages"`
	}
	if text := read(t, dir, "package-lock.json"); text != "" {
		if err := json.Unmarshal([]byte(text), &lock); err != nil {
			t.Fatal(err)
		}
	}
	all := make(map[string]string)
	for location, p := range lock.Packages {
		all[location] = strings.TrimSpace(p.Name + " " + p.Version)
	}
	delete(all, "")
	return all
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// project makes a folder with files.
func project(t *testing.T, files names) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	for name, content := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const empty = "{\n  \"private\": true\n}\n"

// letters are the names of random packages.
const letters = "abcdefghi"

// randomUniverse are packages that need each other at random.
func randomUniverse(random *rand.Rand) universe {
	packages := len(letters)
	chance := func(percent int) bool { return random.IntN(100) < percent }
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	name := func(i int) string { return letters[i : i+1] }
	u := universe{}
	for i := range packages {
		for _, version := range []string{"1.0.0", "1.1.0", "2.0.0", "2.1.0", "3.0.0"}[:4+random.IntN(2)] {
			list := func(percent, most int) names {
				found := names{}
				for range most {
					other := random.IntN(packages)
					if other != i && chance(percent) {
						found[name(other)] = pick("^1", "^1.0.0", "^1.1.0", "1.0.0", "^2", "^2.1.0", "*", "1 || 2", ">=1.1.0", "<2", ">=1 <3")
					}
				}
				return found
			}
			peers := list(25, 2)
			manifest := fields{"dependencies": list(40, 3), "peerDependencies": peers, "optionalDependencies": list(8, 1)}
			meta := map[string]any{}
			for peer := range peers {
				if chance(30) {
					meta[peer] = fields{"optional": true}
				}
			}
			manifest["peerDependenciesMeta"] = meta
			u.add(name(i), version, manifest)
		}
	}
	return u
}

// Whatever packages need of each other, we have npm's tree, or one that it takes
// for good. (npm runs forever with some, of which 100 is one.)
func TestSystemAsNPM(t *testing.T) {
	t.Parallel()
	from, count := 102, 2
	if os.Getenv("ORIEL_TEST_ALL") != "" {
		from, count = 100, 12
	}
	if text := os.Getenv("ORIEL_TEST_UNIVERSES"); text != "" {
		if _, err := fmt.Sscanf(text, "%d+%d", &from, &count); err != nil {
			t.Fatal(err)
		}
	}
	var same, different atomic.Int32
	t.Run("universes", func(t *testing.T) {
		t.Parallel()
		for seed := from; seed < from+count; seed++ {
			t.Run(strconv.Itoa(seed), func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(uint64(seed), 1)) //nolint:gosec // the same each time
				u := randomUniverse(random)
				ours, theirs := project(t, names{"package.json": empty}), project(t, names{"package.json": empty})
				address := u.serve(t)
				for step := range 2 {
					arguments := []string{string(letters[random.IntN(len(u))]), string(letters[random.IntN(len(u))])}[:1+random.IntN(2)]
					if !compareWithNPM(t, ours, theirs, address, arguments) {
						different.Add(1)
						return
					}
					same.Add(1)
					t.Logf("step %d: the same with %s", step, arguments)
				}
			})
		}
	})
	t.Cleanup(func() {
		if same.Load() < 2*different.Load() {
			t.Errorf("only %d trees are npm's, and %d others", same.Load(), different.Load())
		}
	})
}

// compareWithNPM adds packages to two projects, one by us and one by npm, and
// reports whether both are the same. It fails where npm does not take ours.
func compareWithNPM(t *testing.T, ours, theirs, address string, arguments []string) bool {
	t.Helper()
	plan, err := add(t.Context(), t, ours, address, arguments...)
	output, npmErr := npm(t, theirs, address, append([]string{"install", "--package-lock-only"}, arguments...)...)
	switch {
	case errors.Is(npmErr, npmtest.ErrEndless):
		t.Logf("npm does not come to an end with %s; we say: %v", arguments, err)
		return err == nil
	case err != nil:
		if npmErr == nil {
			t.Logf("we have no tree with %s: %v", arguments, err)
		}
		return npmErr != nil
	}
	difference := cmp.Diff(read(t, theirs, "package.json"), read(t, ours, "package.json")) +
		cmp.Diff(read(t, theirs, "package-lock.json"), read(t, ours, "package-lock.json"))
	if npmErr == nil && difference == "" {
		return true
	}
	check, ciErr := npm(t, ours, address, "ci", "--ignore-scripts")
	list, lsErr := npm(t, ours, address, "ls", "--all")
	if ciErr != nil || lsErr != nil && len(plan.Warnings) == 0 {
		t.Errorf("add %s; npm says %v %s; npm -, we +:\n%s\nWarnings: %q\nnpm ci: %v %s\nnpm ls: %v %s",
			arguments, npmErr, output, cmp.Diff(locked(t, theirs), locked(t, ours)), plan.Warnings, ciErr, check, lsErr, list)
	}
	t.Logf("add %s: npm -, we +:\n%s", arguments, cmp.Diff(locked(t, theirs), locked(t, ours)))
	return false
}
