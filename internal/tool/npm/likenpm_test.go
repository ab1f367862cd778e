package npm_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/npm"
	"github.com/orielapps/oriel/internal/tool/npm/npmtest"
)

// large are lockfiles that npm takes long to install.
var large = []string{"apps-sdk-ui", "charts", "legacy", "peers"}

// What lies in node_modules of real projects is what npm puts there. With
// ORIEL_TEST_ALL, also in that of large ones.
func TestSystemInstallsWhatNPMDoes(t *testing.T) {
	t.Parallel()
	projects, err := filepath.Glob(filepath.Join("testdata", "lockfiles", "*"))
	if err != nil || len(projects) < 10 {
		t.Fatalf("there are %d lockfiles, and not 10 or more: %v", len(projects), err)
	}
	all := os.Getenv("ORIEL_TEST_ALL") != ""
	for _, project := range projects {
		if !all && slices.Contains(large, filepath.Base(project)) {
			continue
		}
		t.Run(filepath.Base(project), func(t *testing.T) {
			t.Parallel()
			// Of its own: projects have packages in common.
			theirs, ours, cache := copyOf(t, project), copyOf(t, project), t.TempDir()
			runNPM(t, theirs, nil, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
			want := filesIn(t, theirs)
			if len(want) < 5 {
				t.Fatalf("npm has installed %d files", len(want))
			}
			first := install(t, ours, npm.Options{Cache: cache})
			if first.Packages == 0 || first.Fetched == 0 || first.Bytes == 0 || first.Unchanged {
				t.Errorf("the first install says %+v", first)
			}
			if diff := cmp.Diff(want, filesIn(t, ours)); diff != "" {
				t.Fatalf("installed is something else (-npm +oriel):\n%s", diff)
			}
			// What npm has installed is taken as it is.
			if summary := install(t, theirs, npm.Options{Cache: cache}); !summary.Unchanged {
				t.Error("what npm has installed is installed again")
			}
			// And what we have, npm need not repeat: it finds nothing to change.
			if changed := runNPM(t, ours, nil, "ls", "--all", "--json"); strings.Contains(changed, `"problems"`) {
				t.Errorf("npm ls has found problems:\n%s", changed)
			}
			if again := install(t, ours, npm.Options{Cache: cache}); !again.Unchanged || again.Packages != first.Packages || again.Linked != first.Linked {
				t.Errorf("the second install says %+v, after %+v", again, first)
			}
			if err := os.RemoveAll(filepath.Join(ours, "node_modules")); err != nil {
				t.Fatal(err)
			}
			if warm := install(t, ours, npm.Options{Cache: cache, Offline: true}); warm.Fetched != 0 || warm.Packages != first.Packages {
				t.Errorf("the install without a network says %+v, after %+v", warm, first)
			}
			if diff := cmp.Diff(want, filesIn(t, ours)); diff != "" {
				t.Errorf("installed from the cache is something else (-npm +oriel):\n%s", diff)
			}
		})
	}
}

// The same for other machines, and without what is for development.
func TestSystemInstallsWhatNPMDoesElsewhere(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		project   string
		arguments []string
		options   npm.Options
	}{
		"wasm": {"tailwind", []string{"--os=linux", "--cpu=wasm32", "--libc=glibc"}, npm.Options{Platform: npm.Platform{OS: "linux", CPU: "wasm32", Libc: "glibc"}}},
		"mac":  {"legacy", []string{"--os=darwin", "--cpu=arm64"}, npm.Options{Platform: npm.Platform{OS: "darwin", CPU: "arm64"}}},
		"musl": {"optional", []string{"--os=linux", "--cpu=x64", "--libc=musl"}, npm.Options{Platform: npm.Platform{OS: "linux", CPU: "x64", Libc: "musl"}}},
		"dev":  {"workspace", []string{"--omit=dev"}, npm.Options{OmitDev: true}},
	} {
		if os.Getenv("ORIEL_TEST_ALL") == "" && (name == "wasm" || name == "mac") {
			continue // npm takes long for them
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			project := filepath.Join("testdata", "lockfiles", one.project)
			theirs, ours := copyOf(t, project), copyOf(t, project)
			runNPM(t, theirs, nil, append([]string{"ci", "--ignore-scripts", "--no-audit", "--no-fund"}, one.arguments...)...)
			one.options.Cache = t.TempDir()
			install(t, ours, one.options)
			if diff := cmp.Diff(filesIn(t, theirs), filesIn(t, ours)); diff != "" {
				t.Errorf("installed is something else (-npm +oriel):\n%s", diff)
			}
		})
	}
}

func install(t *testing.T, dir string, o npm.Options) npm.Summary {
	t.Helper()
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	summary, err := npm.Install(t.Context(), dir, o)
	if err != nil {
		t.Fatalf("installing in %s: %v", dir, err)
	}
	return summary
}

// copyOf copies a project to a folder of its own.
func copyOf(t *testing.T, project string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	if err := os.CopyFS(dir, os.DirFS(project)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// runNPM runs the real npm, with more variables for its environment.
func runNPM(t *testing.T, dir string, environ []string, arguments ...string) string {
	t.Helper()
	const enough = 3 * time.Minute
	environ = append(append(os.Environ(), "npm_config_update_notifier=false", "npm_config_loglevel=error"), environ...)
	stdout, stderr, err := npmtest.Run(t, enough, dir, environ, arguments...)
	if err != nil {
		t.Fatalf("npm %s: %v\n%s%s", strings.Join(arguments, " "), err, stderr, stdout)
	}
	return stdout
}

// filesIn describes everything in the folders of packages: by path, with the kind,
// the mode and the hash of the content; without the links to programs and the
// records of who has installed it.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		short, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		parts := strings.Split(filepath.ToSlash(short), "/")
		switch base := entry.Name(); {
		case base == ".bin" && entry.IsDir():
			return fs.SkipDir
		case !slices.Contains(parts, "node_modules"), base == ".package-lock.json", base == ".oriel-install.json":
			return nil
		}
		what, err := describe(name, entry)
		files[strings.Join(parts, "/")] = what
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func describe(name string, entry fs.DirEntry) (string, error) {
	info, err := entry.Info()
	if err != nil {
		return "", err
	}
	mode := info.Mode()
	if runtime.GOOS == "windows" {
		mode = mode.Type()
	}
	switch {
	case mode.IsDir():
		return mode.String(), nil
	case mode&fs.ModeSymlink != 0:
		var target string
		target, err = os.Readlink(name)
		return "link to " + target, err
	}
	content, err := os.ReadFile(name)
	sum := sha256.Sum256(content)
	return fmt.Sprintf("%v %d %s", mode, len(content), hex.EncodeToString(sum[:])), err
}
