package npm_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/npm"
)

// A node_modules that is not ours or npm's is left alone.
func TestForeignFolders(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		files      []string
		code, says string
	}{
		"pnpm":          {[]string{".modules.yaml", "p/index.js"}, "node_modules_foreign", "pnpm"},
		"yarn":          {[]string{".yarn-state.yml", "p/index.js"}, "node_modules_foreign", "Yarn"},
		"yarn 1":        {[]string{".yarn-integrity", "p/index.js"}, "node_modules_foreign", "Yarn"},
		"pnpm over npm": {[]string{".package-lock.json", ".modules.yaml"}, "node_modules_foreign", "pnpm"},
		"by hand":       {[]string{"mine/index.js"}, "node_modules_foreign", "neither"},
		"npm":           {[]string{".package-lock.json", "old/index.js"}, "", ""},
		"caches":        {[]string{".cache/x", ".vite/y"}, "", ""},
		"empty":         {nil, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, dir, o := single(t)
			for _, file := range one.files {
				write(t, filepath.Join(dir, "node_modules", file), "{}")
			}
			_, err := npm.Install(t.Context(), dir, o)
			if one.code == "" {
				if err != nil {
					t.Fatal(err)
				}
				wantFolders(t, dir, "p")
				return
			}
			if own := wantCode(t, err, one.code); !strings.Contains(own.Message, one.says) {
				t.Errorf("the message %q does not say %q", own.Message, one.says)
			}
			for _, file := range one.files {
				read(t, dir, "node_modules", file)
			}
			wantClean(t, dir, "node_modules")
		})
	}
}

// single is one under a name that a table may use for its rows.
func single(t *testing.T) (*fakeRegistry, string, npm.Options) {
	t.Helper()
	return one(t)
}

// The runtime's package, which "oriel generate" puts there for editors, stays.
func TestRuntimeForEditorsStays(t *testing.T) {
	t.Parallel()
	_, dir, o := one(t)
	write(t, filepath.Join(dir, "node_modules", "@oriel", "view", ".gitignore"), "*")
	write(t, filepath.Join(dir, "node_modules", "@oriel", "view", "dist", "index.js"), "runtime")
	install(t, dir, o)
	if text := read(t, dir, "node_modules/@oriel/view/dist/index.js"); text != "runtime" {
		t.Errorf("the runtime is %q", text)
	}
	read(t, dir, "node_modules/p/index.js")
}

// A link in the place of node_modules is not followed, and not removed.
func TestLinkedFolder(t *testing.T) {
	t.Parallel()
	_, dir, o := one(t)
	elsewhere := t.TempDir()
	write(t, filepath.Join(elsewhere, "mine.js"), "mine")
	if err := os.Symlink(elsewhere, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	_, err := npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "node_modules_link")
	read(t, elsewhere, "mine.js")
}

func TestWorkspaces(t *testing.T) {
	t.Parallel()
	registry, _, o := one(t)
	packed := packageOf(t, "p", "1.0.0", "text")
	packages := map[string]locked{
		"node_modules/web":              {"link": true, "resolved": "packages/web"},
		"node_modules/@s/lib":           {"link": true, "resolved": "packages/lib"},
		"packages/web":                  {"name": "web", "version": "1.0.0", "dependencies": map[string]string{"p": "1.0.0"}},
		"packages/lib":                  {"name": "@s/lib", "version": "1.0.0"},
		"packages/web/node_modules/p":   {"version": "1.0.0", "integrity": integrityOf(packed)},
		"packages/web/node_modules/lib": {"link": true, "resolved": "packages/lib"},
	}
	dir := writeProject(t, packages)
	write(t, filepath.Join(dir, "packages/web/package.json"), `{"name":"web","version":"1.0.0","dependencies":{"p":"1.0.0"}}`)
	write(t, filepath.Join(dir, "packages/lib/package.json"), `{"name":"@s/lib","version":"1.0.0"}`)
	write(t, filepath.Join(dir, "packages/lib/index.js"), "lib")
	if s := install(t, dir, o); s.Packages != 1 || s.Linked != 3 {
		t.Errorf("it says %+v", s)
	}
	for _, file := range []string{"node_modules/@s/lib/index.js", "packages/web/node_modules/p/index.js", "packages/web/node_modules/lib/index.js", "node_modules/web/node_modules/p/index.js"} {
		read(t, dir, file)
	}
	if target, err := os.Readlink(filepath.Join(dir, "node_modules/@s/lib")); err != nil || filepath.ToSlash(target) != "../../packages/lib" {
		t.Errorf("the link leads to %q: %v", target, err)
	}
	wantCurrent(t, dir, true)

	// What is not needed any more is taken away there, too.
	delete(packages, "packages/web/node_modules/p")
	delete(packages, "packages/web/node_modules/lib")
	packages["node_modules/p"] = locked{"version": "1.0.0", "integrity": integrityOf(packed)}
	write(t, filepath.Join(dir, "package-lock.json"), read(t, writeProject(t, packages), "package-lock.json"))
	install(t, dir, o)
	if _, err := os.Lstat(filepath.Join(dir, "packages/web/node_modules")); err == nil {
		t.Error("the workspace's node_modules is left")
	}
	if text := read(t, dir, "packages/lib/index.js"); text != "lib" {
		t.Errorf("the linked folder's file is %q", text)
	}
	_ = registry
}

// Links don't lead out of the project, whatever lies on the disk.
func TestLinksStayInside(t *testing.T) {
	t.Parallel()
	_, _, o := one(t)
	outside := t.TempDir()
	write(t, filepath.Join(outside, "package.json"), `{}`)
	packages := map[string]locked{"node_modules/lib": {"link": true, "resolved": "lib"}, "lib": {}}

	dir := writeProject(t, packages)
	if err := os.Symlink(outside, filepath.Join(dir, "lib")); err != nil {
		t.Fatal(err)
	}
	_, err := npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "link_outside")
	wantClean(t, dir, "lib")

	dir = writeProject(t, packages)
	if err = os.Symlink("lib", filepath.Join(dir, "lib")); err != nil {
		t.Fatal(err)
	}
	_, err = npm.Install(t.Context(), dir, o)
	if err == nil {
		t.Error("a link to itself is taken")
	}
	wantClean(t, dir, "lib")

	dir = writeProject(t, packages)
	write(t, filepath.Join(dir, "lib", "package.json"), `{}`)
	packages["lib/node_modules/p"] = locked{"version": "1.0.0", "integrity": integrityOf(packageOf(t, "p", "1.0.0", "text"))}
	write(t, filepath.Join(dir, "package-lock.json"), read(t, writeProject(t, packages), "package-lock.json"))
	if err = os.Symlink(outside, filepath.Join(dir, "lib", "node_modules")); err != nil {
		t.Fatal(err)
	}
	_, err = npm.Install(t.Context(), dir, o)
	_ = wantCode(t, err, "node_modules_link")
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
		t.Errorf("the folder outside has %v: %v", entries, err)
	}
}

// Names of folders may have anything in them.
func TestStrangeFolderNames(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Log("there, names have none of these characters")
		return
	}
	_, source, o := one(t)
	dir := filepath.Join(t.TempDir(), "[a-z]* ?ü%20\n")
	for _, file := range []string{"package.json", "package-lock.json"} {
		write(t, filepath.Join(dir, file), read(t, source, file))
	}
	if err := os.MkdirAll(filepath.Join(dir, ".oriel-install-left"), 0o755); err != nil {
		t.Fatal(err)
	}
	install(t, dir, o)
	wantClean(t, dir, "node_modules")
}
