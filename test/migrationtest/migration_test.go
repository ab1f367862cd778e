// Package migrationtest_test compiles the code of docs/migrating: what people have,
// against the packages that it uses, and what they get, as they would, with the
// command line and Go.
package migrationtest_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

const modulePath = "github.com/orielapps/oriel"

// pages are those that there have to be.
var pages = []string{"chatgpt-only", "ext-apps", "mcp-ui", "skybridge", "window-openai"}

func TestPages(t *testing.T) {
	t.Parallel()
	checkout, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	programtest.Track(t, checkout)
	found, err := filepath.Glob(filepath.Join(checkout, "docs", "migrating", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range found {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".md"))
	}
	if !slices.Equal(names, pages) {
		t.Fatalf("there are %q, want %q", names, pages)
	}
	oriel := programtest.Build(t, checkout, "./cmd/oriel")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := read(t, filepath.Join(checkout, "docs", "migrating", name+".md"))
			if len(g.in(before, "server.ts")) != 1 || len(g.in(before, "*.ts*")) < 2 {
				t.Error("the page does not show both sides as they were")
			}
			if len(g.in(after, "main.go")) != 1 || len(g.in(after, "views/*/index.ts*")) != 1 {
				t.Error("the page does not show both sides as they are")
			}
			dir := write(t, checkout, g)
			run(t, dir, checkoutTypeScript(checkout, before)...)
			if len(g.changes) > 0 {
				run(t, dir, checkoutTypeScript(checkout, between)...)
			}

			project := filepath.Join(dir, after)
			run(t, project, oriel, "types")
			run(t, project, oriel, "generate")
			run(t, project, "go", "vet", "./...")
			run(t, project, "go", "test", "./...")
			run(t, dir, checkoutTypeScript(checkout, after)...)
		})
	}
}

// checkoutTypeScript is the type checker for one of the folders.
func checkoutTypeScript(checkout, folder string) []string {
	installed := filepath.Join(checkout, "node_modules")
	return []string{
		filepath.Join(installed, "node", "bin", "node"), filepath.Join(installed, "typescript", "bin", "tsc"),
		"--project", filepath.Join(folder, "tsconfig.json"),
	}
}

// write puts the code into a folder, with what a project has besides: a module, the
// packages, and what the type checker is told.
func write(t *testing.T, checkout string, g guide) string {
	t.Helper()
	dir := t.TempDir()
	files := maps.Clone(g.files)
	for _, folder := range []string{before, between, after} {
		files[folder+"/tsconfig.json"] = tsconfig(t, checkout, folder)
	}
	files[after+"/go.mod"] = goMod(t, checkout)
	files[after+"/go.sum"] = text(t, filepath.Join(checkout, "go.sum"))
	for name, code := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	installed, err := filepath.EvalSymlinks(filepath.Join(checkout, "node_modules"))
	if err != nil {
		t.Fatalf("the packages are not installed: %v", err)
	}
	for _, folder := range []string{before, between} {
		if err := os.Symlink(installed, filepath.Join(dir, folder, "node_modules")); err != nil {
			t.Fatal(err)
		}
	}
	// A view is bundled from what is installed in its project, not from what links lead to.
	if g.files[after+"/package.json"] != "" {
		for _, name := range []string{"react", "react-dom", "scheduler"} {
			if err := os.CopyFS(filepath.Join(dir, after, "node_modules", name), os.DirFS(filepath.Join(installed, name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// tsconfig is strict. Servers and views are checked together, so there is a DOM and
// there is Node.
func tsconfig(t *testing.T, checkout, folder string) string {
	t.Helper()
	installed := filepath.Join(checkout, "node_modules")
	sources := filepath.Join(checkout, "view", "src")
	paths := map[string][]string{
		// The server's half of ext-apps 2 has a package of its own beside it; that of 1 is here.
		"@modelcontextprotocol/ext-apps/server": {filepath.Join(installed, "ext-apps-1", "dist", "src", "server", "index.d.ts")},
	}
	if folder != before {
		paths = map[string][]string{"@oriel/view": {filepath.Join(sources, "index.ts")}}
		for _, entry := range []string{"react", "chatgpt", "mcp"} {
			paths["@oriel/view/"+entry] = []string{filepath.Join(sources, entry, "index.ts")}
		}
		paths["*"] = []string{filepath.Join(installed, "@types", "*"), filepath.Join(installed, "*")}
	}
	text, err := json.Marshal(map[string]any{
		"compilerOptions": map[string]any{
			"target": "ES2022", "module": "ESNext", "moduleResolution": "bundler",
			"lib": []string{"ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"}, "types": []string{filepath.Join(installed, "@types", "node")},
			"jsx": "react-jsx", "strict": true, "noUncheckedIndexedAccess": true, "noUnusedLocals": true,
			"noEmit": true, "moduleDetection": "force", "allowImportingTsExtensions": true, "verbatimModuleSyntax": true, "isolatedModules": true,
			"skipLibCheck": true, "paths": paths,
		},
		"include": []string{"**/*"},
		"exclude": []string{"node_modules", "**/node_modules"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// goMod is the module of somebody who uses the checkout, and the versions that it uses.
func goMod(t *testing.T, checkout string) string {
	t.Helper()
	own := text(t, filepath.Join(checkout, "go.mod"))
	theirs := strings.Replace(own, "module "+modulePath+"\n", "module example.com/weather\n", 1)
	if theirs == own {
		t.Fatal("go.mod does not begin as expected")
	}
	return theirs + "\nrequire " + modulePath + " v0.0.0\n\nreplace " + modulePath + " => " + filepath.ToSlash(checkout) + "\n"
}

// run has a program do something, and fails the test with what it says.
func run(t *testing.T, dir string, command ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", strings.Join(command, " "), err, said)
	}
}

func text(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
