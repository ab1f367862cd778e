package resolve_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/internal/tool/npm/resolve"
	"github.com/orielapps/oriel/ui"
)

func codeOf(err error) string {
	if own, ok := errors.AsType[*ui.Error](err); ok {
		return own.Code
	}
	return ""
}

// shop has a bit of everything.
func shop() universe {
	return universe{}.
		add("plain", "1.0.0", nil).add("plain", "1.2.0", nil).add("plain", "2.0.0", nil).
		add("plain", "3.0.0-beta.1", nil).add("plain", "tags", fields{"tags": names{"next": "3.0.0-beta.1"}}).
		add("old", "1.0.0", fields{"dependencies": names{"plain": "^1"}}).
		add("new", "1.0.0", fields{"dependencies": names{"plain": "^2"}}).
		add("given-up", "1.0.0", fields{"deprecated": "Use\nplain\x1b[31m instead"}).
		add("half-given-up", "1.0.0", nil).add("half-given-up", "1.1.0", fields{"deprecated": "broken"}).
		add("framework", "1.0.0", nil).add("framework", "2.0.0", nil).
		add("widget", "1.0.0", fields{"peerDependencies": names{"framework": "^1"}}).
		add("native", "1.0.0", fields{
			"optionalDependencies": names{"native-linux": "1.0.0", "native-moon": "1.0.0"},
			"bin":                  "./cli.js", "scripts": names{"postinstall": "node x"}, "license": fields{"type": "MIT", "url": "x"}, "funding": "https://fund.example",
		}).
		add("leaves-out", "1.0.0", fields{"dependencies": names{"plain": "*"}, "optionalDependencies": names{"plain": "^7", "missing": "^1"}}).
		add("native-linux", "1.0.0", fields{"os": []string{"linux"}, "cpu": []string{"x64"}}).
		add("native-moon", "1.0.0", fields{"os": []string{"moon"}}).
		add("tagged", "1.0.0", fields{"dependencies": names{"plain": "next"}}).
		add("aliasing", "1.0.0", fields{"dependencies": names{"other": "npm:plain@^1"}}).
		add("greedy", "1.0.0", fields{"dependencies": names{"gone": "^1"}}).
		add("from-git", "1.0.0", fields{"dependencies": names{"x": "git+https://git.example/x.git"}}).
		add("strange", "1.0.0", fields{"dependencies": []string{"plain"}, "engines": "node >= 4", "bin": fields{"../../evil": "../../../etc/passwd", "ok": 5}, "license": 7, "os": "linux"}).
		add("circle", "1.0.0", fields{"dependencies": names{"circle": "^2"}}).add("circle", "2.0.0", fields{"dependencies": names{"circle": "^1"}})
}

func TestSystemTrees(t *testing.T) {
	t.Parallel()
	address := shop().serve(t)
	for _, test := range []struct {
		name      string
		arguments []string
		want      map[string]string
		saved     string
		warning   string
	}{
		{"the latest", []string{"plain"}, map[string]string{"node_modules/plain": "2.0.0"}, `"plain": "^2.0.0"`, ""},
		{"a range", []string{"plain@1"}, map[string]string{"node_modules/plain": "1.2.0"}, `"plain": "^1.2.0"`, ""},
		{"a narrower range stays", []string{"plain@~1.0"}, map[string]string{"node_modules/plain": "1.0.0"}, `"plain": "~1.0"`, ""},
		{"a version", []string{"plain@1.0.0"}, map[string]string{"node_modules/plain": "1.0.0"}, `"plain": "^1.0.0"`, ""},
		{"a tag", []string{"plain@next"}, map[string]string{"node_modules/plain": "3.0.0-beta.1"}, `"plain": "^3.0.0-beta.1"`, ""},
		{"another name", []string{"mine@npm:plain@^1"}, map[string]string{"node_modules/mine": "plain 1.2.0"}, `"mine": "npm:plain@^1.2.0"`, ""},
		{"two versions", []string{"old", "new"}, map[string]string{
			"node_modules/old": "1.0.0", "node_modules/new": "1.0.0", "node_modules/plain": "2.0.0", "node_modules/old/node_modules/plain": "1.2.0",
		}, "", ""},
		{"peers come along", []string{"widget"}, map[string]string{"node_modules/widget": "1.0.0", "node_modules/framework": "1.0.0"}, "", ""},
		{"and agree with the project", []string{"widget", "framework@1"}, map[string]string{"node_modules/widget": "1.0.0", "node_modules/framework": "1.0.0"}, "", ""},
		{"optional ones for every machine", []string{"native"}, map[string]string{
			"node_modules/native": "1.0.0", "node_modules/native-linux": "1.0.0", "node_modules/native-moon": "1.0.0",
		}, "", ""},
		{"a deprecated one with a word", []string{"given-up"}, map[string]string{"node_modules/given-up": "1.0.0"}, "", "given-up@1.0.0 is deprecated: Use plain [31m instead"},
		{"none that is deprecated where another will do", []string{"half-given-up"}, map[string]string{"node_modules/half-given-up": "1.0.0"}, "", ""},
		{"a tag within", []string{"tagged"}, map[string]string{"node_modules/tagged": "1.0.0", "node_modules/plain": "3.0.0-beta.1"}, "", ""},
		{"another name within", []string{"aliasing", "plain"}, map[string]string{
			"node_modules/aliasing": "1.0.0", "node_modules/other": "plain 1.2.0", "node_modules/plain": "2.0.0",
		}, "", ""},
		{"members of other types", []string{"strange"}, map[string]string{"node_modules/strange": "1.0.0"}, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, names{"package.json": empty})
			plan, err := add(t.Context(), t, dir, address, test.arguments...)
			if err != nil {
				t.Fatal(err)
			}
			if difference := cmp.Diff(test.want, locked(t, dir)); difference != "" {
				t.Error(difference)
			}
			if saved := read(t, dir, "package.json"); !strings.Contains(saved, test.saved) {
				t.Errorf("package.json has no %s:\n%s", test.saved, saved)
			}
			if got := strings.Join(plan.Warnings, "\n"); got != test.warning {
				t.Errorf("warnings: %q", got)
			}
			if lock := read(t, dir, "package-lock.json"); strings.Contains(lock, "127.0.0.1") {
				t.Errorf("the lockfile names this machine's registry:\n%s", lock)
			}
			if output, err := npm(t, dir, address, "ci", "--ignore-scripts"); err != nil {
				t.Errorf("npm ci: %v\n%s", err, output)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	address := shop().serve(t)
	const lock1 = `{"lockfileVersion": 1, "dependencies": {}}`
	for _, test := range []struct {
		name      string
		files     names
		arguments []string
		code      string
		says      string
	}{
		{"no such package", nil, []string{"nobody-has-this"}, "package_unknown", "nobody-has-this"},
		{"no such version", nil, []string{"plain@^9"}, "version_unknown", "latest (2.0.0), next (3.0.0-beta.1)"},
		{"no such tag", nil, []string{"plain@canary"}, "version_unknown", "canary"},
		{"a package that is not there, within", nil, []string{"greedy"}, "package_unknown", "greedy@1.0.0 needs it"},
		{"git, within", nil, []string{"from-git"}, "dependency_unsupported", "git.example"},
		{"a folder", nil, []string{"file:../x"}, "package_name_invalid", "npm install"},
		{"a repository", nil, []string{"user/repository"}, "package_name_invalid", "npm install"},
		{"git", nil, []string{"x@git+ssh://git@host/x"}, "package_range_invalid", "npm install"},
		{"nonsense", nil, []string{"React Dom"}, "package_name_invalid", "npmjs.com"},
		{"nothing", nil, []string{""}, "package_name_invalid", ""},
		{"a conflict of peers", nil, []string{"widget", "framework@2"}, "peer_conflict", "widget@1.0.0 needs the peer framework ^1, but the project has framework@2.0.0"},
		{"no end", nil, []string{"circle@1"}, "", ""},
		{"broken package.json", names{"package.json": "{\n  \"private\": true,\n}"}, []string{"plain"}, "package_json_invalid", "package.json:3:1"},
		{"package.json that is a list", names{"package.json": "[]"}, []string{"plain"}, "package_json_invalid", "it is not an object"},
		{"a section that is a list", names{"package.json": `{"dependencies": []}`}, []string{"plain"}, "package_json_invalid", "dependencies"},
		{"a broken lockfile", names{"package-lock.json": "<<<<<<< HEAD\n{}"}, []string{"plain"}, "package_json_invalid", "package-lock.json:1:1"},
		{"an old lockfile", names{"package-lock.json": lock1}, []string{"plain"}, "lockfile_version", "version 1"},
		{"a lockfile that leaves the folder", names{"package-lock.json": `{"lockfileVersion":3,"packages":{"../node_modules/x":{"version":"1.0.0"}}}`}, []string{"plain"}, "lockfile_invalid", "../node_modules/x"},
		{"a lockfile with a bad name", names{"package-lock.json": `{"lockfileVersion":3,"packages":{"node_modules/..":{"version":"1.0.0"}}}`}, []string{"plain"}, "lockfile_invalid", ""},
		{"yarn's project", names{"yarn.lock": ""}, []string{"plain"}, "other_package_manager", "yarn add"},
		{"pnpm's project", names{"pnpm-lock.yaml": ""}, []string{"plain"}, "other_package_manager", "pnpm add"},
		{"overrides", names{"package.json": `{"overrides": {"plain": "1"}}`}, []string{"old"}, "overrides_unsupported", "npm install"},
		{"workspaces that nobody has locked", names{"package.json": `{"workspaces": ["packages/*"]}`}, []string{"old"}, "workspaces_unlocked", "npm install"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := names{"package.json": empty}
			maps.Copy(files, test.files)
			dir := project(t, files)
			_, err := add(t.Context(), t, dir, address, test.arguments...)
			if test.code == "" && err == nil {
				return
			}
			if test.code != "" && codeOf(err) != test.code || err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v, want %s with %q", err, test.code, test.says)
			}
			for name, content := range files {
				if got := read(t, dir, name); got != content {
					t.Errorf("%s was changed:\n%s", name, got)
				}
			}
		})
	}
}

// Optional packages that are not to be had are left out. (npm writes the same
// lockfile, and then does not take it itself.)
func TestSystemLeftOut(t *testing.T) {
	t.Parallel()
	address := shop().serve(t)
	ours, theirs := project(t, names{"package.json": empty}), project(t, names{"package.json": empty})
	plan, err := add(t.Context(), t, ours, address, "leaves-out")
	if err != nil {
		t.Fatal(err)
	}
	if warnings := strings.Join(plan.Warnings, "\n"); !strings.Contains(warnings, `missing, an optional dependency of leaves-out@1.0.0, is left out: There is no package "missing"`) {
		t.Errorf("warnings: %s", warnings)
	}
	if output, err := npm(t, theirs, address, "install", "--package-lock-only", "leaves-out"); err != nil {
		t.Fatal(output)
	}
	if difference := cmp.Diff(read(t, theirs, "package-lock.json"), read(t, ours, "package-lock.json")); difference != "" {
		t.Errorf("npm -, we +:\n%s", difference)
	}
}

// What the lockfile has stays, new packages share it, and what nobody needs any
// more goes.
func TestSteps(t *testing.T) {
	t.Parallel()
	u := shop()
	first := universe{}
	for name, versions := range u {
		for version, manifest := range versions {
			if name != "plain" || version != "1.2.0" {
				first.add(name, version, manifest)
			}
		}
	}
	dir := project(t, nil)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := add(t.Context(), t, dir, first.serve(t), "old"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, dir, "package.json"); got != "{\n  \"private\": true,\n  \"dependencies\": {\n    \"old\": \"^1.0.0\"\n  }\n}\n" {
		t.Errorf("a new package.json: %s", got)
	}
	address := u.serve(t)
	if _, err := add(t.Context(), t, dir, address, "widget"); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"node_modules/old": "1.0.0", "node_modules/plain": "1.0.0", "node_modules/widget": "1.0.0", "node_modules/framework": "1.0.0"}
	if difference := cmp.Diff(want, locked(t, dir)); difference != "" {
		t.Errorf("plain 1.0.0 was locked: %s", difference)
	}
	// A conflict with what is there names it.
	if _, err := add(t.Context(), t, dir, address, "framework@2"); codeOf(err) != "peer_conflict" {
		t.Errorf("framework 2 beside widget: %v", err)
	}
	plan, err := resolve.Make(t.Context(), dir, resolve.Options{Source: client(t, address), Remove: []string{"old"}})
	if err != nil {
		t.Fatal(err)
	}
	if err = plan.Apply(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(map[string]string{"node_modules/widget": "1.0.0", "node_modules/framework": "1.0.0"}, locked(t, dir)); difference != "" {
		t.Error(difference)
	}
	if _, err = resolve.Make(t.Context(), dir, resolve.Options{Remove: []string{"old"}}); codeOf(err) != "package_not_listed" || !strings.Contains(err.Error(), "It lists widget.") {
		t.Errorf("removed twice: %v", err)
	}
	// To the dependencies for development, and back by hand.
	plan, err = resolve.Make(t.Context(), dir, resolve.Options{Source: client(t, address), Add: []resolve.Request{{Name: "widget"}}, Development: true})
	if err != nil || plan.Apply(func() error { return nil }) != nil {
		t.Fatal(err)
	}
	if got := read(t, dir, "package.json"); !strings.Contains(got, `"devDependencies"`) || strings.Contains(got, `"dependencies"`) {
		t.Error(got)
	}
	if lock := read(t, dir, "package-lock.json"); strings.Count(lock, `"dev": true`) != 2 {
		t.Errorf("both are for development:\n%s", lock)
	}
}

// A lockfile with workspaces keeps them, and who needs what there counts.
func TestSystemWorkspaces(t *testing.T) {
	t.Parallel()
	address := shop().serve(t)
	dir := project(t, names{
		"package.json":            `{"private": true, "workspaces": ["packages/*"]}`,
		"packages/a/package.json": `{"name": "@me/a", "version": "1.0.0", "dependencies": {"plain": "^1"}, "devDependencies": {"@me/b": "*"}}`,
		"packages/b/package.json": `{"name": "@me/b", "version": "1.0.0"}`,
	})
	if output, err := npm(t, dir, address, "install", "--package-lock-only"); err != nil {
		t.Fatal(output)
	}
	ours, theirs := dir, filepath.Join(t.TempDir(), "project")
	if err := os.CopyFS(theirs, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if _, err := add(t.Context(), t, ours, address, "new"); err != nil {
		t.Fatal(err)
	}
	if output, err := npm(t, theirs, address, "install", "--package-lock-only", "new"); err != nil {
		t.Fatal(output)
	}
	if difference := cmp.Diff(read(t, theirs, "package-lock.json"), read(t, ours, "package-lock.json")); difference != "" {
		t.Errorf("npm -, we +:\n%s", difference)
	}
	if _, err := add(t.Context(), t, filepath.Join(dir, "packages", "a"), address, "new"); codeOf(err) != "workspace_member" {
		t.Errorf("within a workspace: %v", err)
	}
}

func TestSystemLayoutStays(t *testing.T) {
	t.Parallel()
	address := shop().serve(t)
	for _, test := range []struct{ name, before, after string }{
		{
			"tabs, an order of its own and a list on a line", "{\n\t\"files\": [\"a\", \"b\"],\n\t\"dependencies\": {\n\t\t\"zebra\": \"file:zebra\"\n\t},\n\t\"name\": \"x\"\n}\n",
			"{\n\t\"files\": [\"a\", \"b\"],\n\t\"dependencies\": {\n\t\t\"plain\": \"^2.0.0\",\n\t\t\"zebra\": \"file:zebra\"\n\t},\n\t\"name\": \"x\"\n}\n",
		},
		{"CRLF and a mark of byte order", "\ufeff{\r\n    \"name\": \"x\"\r\n}\r\n", "\ufeff{\r\n    \"name\": \"x\",\r\n    \"dependencies\": {\r\n        \"plain\": \"^2.0.0\"\r\n    }\r\n}\r\n"},
		{"nothing at the end", "{\n  \"name\": \"x\"\n}", "{\n  \"name\": \"x\",\n  \"dependencies\": {\n    \"plain\": \"^2.0.0\"\n  }\n}"},
		{"all on a line", `{"name":"x"}`, "{\"name\":\"x\",\n  \"dependencies\": {\n    \"plain\": \"^2.0.0\"\n  }\n}"},
		{"empty", "{}\n", "{\n  \"dependencies\": {\n    \"plain\": \"^2.0.0\"\n  }\n}\n"},
		{"an empty section", "{\n  \"dependencies\": {}\n}\n", "{\n  \"dependencies\": {\n    \"plain\": \"^2.0.0\"\n  }\n}\n"},
		{"behind another", "{\n  \"dependencies\": {\n    \"native-moon\": \"1.0.0\"\n  }\n}\n", "{\n  \"dependencies\": {\n    \"native-moon\": \"1.0.0\",\n    \"plain\": \"^2.0.0\"\n  }\n}\n"},
		{"where it stands already", "{\n  \"devDependencies\": { \"plain\" : \"1\" }\n}\n", "{\n  \"devDependencies\": { \"plain\" : \"^1.2.0\" }\n}\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, names{"package.json": test.before, "zebra/package.json": `{"name":"zebra"}`})
			if strings.Contains(test.before, "zebra") {
				if output, err := npm(t, dir, address, "install", "--package-lock-only"); err != nil {
					t.Fatal(output)
				}
			}
			if _, err := add(t.Context(), t, dir, address, "plain"); err != nil {
				t.Fatal(err)
			}
			if got := read(t, dir, "package.json"); got != test.after {
				t.Errorf("%q\nwant\n%q", got, test.after)
			}
		})
	}
}

func TestUndone(t *testing.T) {
	t.Parallel()
	address := shop().serve(t)
	broken := errors.New("the disk is full")
	dir := project(t, names{"package.json": empty})
	plan, err := resolve.Make(t.Context(), dir, resolve.Options{Source: client(t, address), Add: []resolve.Request{{Name: "plain"}}, Prefix: "^"})
	if err != nil {
		t.Fatal(err)
	}
	if err = plan.Apply(func() error {
		if !strings.Contains(read(t, dir, "package-lock.json"), "node_modules/plain") {
			t.Error("nothing was written before installing")
		}
		return broken
	}); !errors.Is(err, broken) {
		t.Errorf("%v, want that installing failed", err)
	}
	if read(t, dir, "package.json") != empty || read(t, dir, "package-lock.json") != "" {
		t.Error("the files are not what they were")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left over: %v, %v", entries, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := plan.Apply(func() error { return nil }); codeOf(err) != "project_changed" {
		t.Errorf("somebody else has written package.json: %v", err)
	}
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		if err := os.Chmod(dir, 0o555); err != nil { //nolint:gosec // so that nothing can be written
			t.Fatal(err)
		}
		if _, err := add(t.Context(), t, dir, address, "plain"); codeOf(err) != "project_unwritable" {
			t.Errorf("a folder that is read-only: %v", err)
		}
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := project(t, names{"package.json": empty})
	if _, err := add(ctx, t, dir, shop().serve(t), "native"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
}

// Whatever a lockfile says, it is refused or understood, and what comes out is
// understood again.
func FuzzLockfile(f *testing.F) {
	f.Add(`{"lockfileVersion":3,"packages":{"":{},"node_modules/plain":{"version":"1.0.0","integrity":"sha512-x"},"node_modules/a/node_modules/b":{"link":true,"resolved":"x"}}}`)
	f.Add(`{"lockfileVersion":2,"packages":{"node_modules/plain":{"version":1},"x":{},"node_modules/x":{"resolved":"x","link":true}},"dependencies":{}}`)
	f.Add(`{"packages":{"node_modules/@a/b":[]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		dir := project(t, names{"package.json": empty, "package-lock.json": text})
		for range 2 {
			plan, err := resolve.Make(t.Context(), dir, resolve.Options{Source: nothing{}})
			if err != nil {
				if codeOf(err) == "" {
					t.Fatal(err)
				}
				return
			}
			if err := plan.Apply(func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// nothing is a registry without packages.
type nothing struct{}

func (nothing) Packument(context.Context, string) (*registry.Packument, error) {
	return nil, &ui.Error{Code: "package_unknown", Message: "There is nothing."}
}

// Where installing fails, what somebody else has written meanwhile stays.
func TestUndoLeavesWhatOthersWrote(t *testing.T) {
	t.Parallel()
	dir := project(t, names{"package.json": empty})
	r, err := resolve.ParseRequest("react")
	if err != nil {
		t.Fatal(err)
	}
	packages := universe{}.add("react", "1.0.0", nil)
	plan, err := resolve.Make(t.Context(), dir, resolve.Options{Source: client(t, packages.serve(t)), Add: []resolve.Request{r}, Prefix: "^"})
	if err != nil {
		t.Fatal(err)
	}
	const theirs = "{\n  \"private\": false\n}\n"
	err = plan.Apply(func() error {
		if failed := os.WriteFile(filepath.Join(dir, "package.json"), []byte(theirs), 0o644); failed != nil {
			t.Error(failed)
		}
		return errors.New("no network")
	})
	if err == nil || read(t, dir, "package.json") != theirs || read(t, dir, "package-lock.json") != "" {
		t.Errorf("package.json is %q, package-lock.json is %q: %v", read(t, dir, "package.json"), read(t, dir, "package-lock.json"), err)
	}
}
