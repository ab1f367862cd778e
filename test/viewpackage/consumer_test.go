// Package viewpackage_test uses the npm package of the view runtime as a project of
// somebody else does.
package viewpackage_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// consumer makes a project as somebody with npm has one: what "npm pack" makes of the
// runtime is installed, beside the packages of the lockfile. It returns the folder.
func consumer(t *testing.T) string {
	t.Helper()
	root := checkout(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "consumer"))); err != nil {
		t.Fatal(err)
	}
	types, err := os.ReadFile(filepath.Join(root, "examples", "almanac", "views", "oriel.ts"))
	if err != nil {
		t.Fatal(err)
	}
	if err = os.WriteFile(filepath.Join(dir, "src", "oriel.ts"), types, 0o600); err != nil {
		t.Fatal(err)
	}
	packed := t.TempDir()
	npm(t, packed, "pack", filepath.Join(root, "view"))
	archives, err := filepath.Glob(filepath.Join(packed, "*.tgz"))
	if err != nil || len(archives) != 1 {
		t.Fatalf("npm pack makes %v: %v", archives, err)
	}
	npm(t, dir, "install", "--offline", "--ignore-scripts", archives[0])
	for _, name := range []string{"react", "react-dom", "preact", "scheduler", "csstype", "vite", "@types"} {
		if err := os.Symlink(filepath.Join(root, "node_modules", name), filepath.Join(dir, "node_modules", name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func npm(t *testing.T, dir string, arguments ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "npm", append(arguments, "--no-audit", "--no-fund", "--loglevel=error")...)
	command.Dir = dir
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm %s: %v\n%s", arguments[0], err, said)
	}
}

// runNode runs a program of the lockfile and returns what it says, and whether it went well.
func runNode(t *testing.T, dir, program string, arguments ...string) (said string, ok bool) {
	t.Helper()
	root := checkout(t)
	command := exec.CommandContext(t.Context(), filepath.Join(root, "node_modules", "node", "bin", "node"),
		append([]string{filepath.Join(root, "node_modules", filepath.FromSlash(program))}, arguments...)...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	return string(out), err == nil
}

// The package holds all that its exports lead to, and nothing else.
func TestSmokePackage(t *testing.T) {
	t.Parallel()
	installed := filepath.Join(consumer(t), "node_modules", "@oriel", "view")
	files := map[string]string{}
	err := filepath.WalkDir(installed, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		short, _ := filepath.Rel(installed, file)
		files[filepath.ToSlash(short)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	exports, _, _ := strings.Cut(files["package.json"], `"files":`)
	exported := regexp.MustCompile(`"\./(dist/[^"]+)"`).FindAllStringSubmatch(exports, -1)
	if len(exported) < 10 {
		t.Errorf("package.json exports %q", exported)
	}
	for _, match := range exported {
		if files[match[1]] == "" {
			t.Errorf("%s is exported, and not there", match[1])
		}
	}
	allowed := []string{"react", "react-dom", "react-dom/client", "preact", "preact/hooks"}
	from := regexp.MustCompile(`(?m)^(?:(?:import|export|\}).* from|import) "([^"]+)";?$`)
	size := 0
	for name, text := range files {
		size += len(text)
		if !slices.Contains([]string{"package.json", "assets.d.ts", "LICENSE", "README.md"}, name) &&
			(!strings.HasPrefix(name, "dist/esm/") || !strings.HasSuffix(name, ".js")) &&
			(!strings.HasPrefix(name, "dist/types/") || !strings.HasSuffix(name, ".d.ts")) {
			t.Errorf("%s is in the package", name)
		}
		for _, match := range from.FindAllStringSubmatch(text, -1) {
			target := match[1]
			if !strings.HasPrefix(target, ".") {
				if !slices.Contains(allowed, target) {
					t.Errorf("%s imports %s", name, target)
				}
				continue
			}
			target = path.Join(path.Dir(name), target)
			if strings.HasSuffix(name, ".d.ts") {
				target = strings.TrimSuffix(target, ".js") + ".d.ts"
			}
			if files[target] == "" {
				t.Errorf("%s imports %s, which is not there", name, target)
			}
		}
	}
	t.Logf("%d files, %d bytes", len(files), size)
	const largest = 600_000
	if size > largest {
		t.Errorf("the package has %d bytes", size)
	}
}

// What is right compiles and what is wrong does not, as the package is installed,
// under both ways in which TypeScript looks packages up.
func TestTypesOfTools(t *testing.T) {
	t.Parallel()
	dir := consumer(t)
	for _, resolution := range [][]string{nil, {"--module", "node16", "--moduleResolution", "node16"}, {"--module", "nodenext", "--moduleResolution", "nodenext"}} {
		arguments := append([]string{"-p", "."}, resolution...)
		if said, ok := runNode(t, dir, "typescript/bin/tsc", arguments...); !ok {
			t.Errorf("%v:\n%s", resolution, said)
		}
	}
	// Each expectation stands for one mistake: without them, just those are told.
	file := filepath.Join(dir, "src", "types.tsx")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const expectation = "// @ts-expect-error"
	n := strings.Count(string(text), "\n"+expectation) + strings.Count(string(text), "  "+expectation)
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), expectation, "//")), 0o600); err != nil {
		t.Fatal(err)
	}
	said, ok := runNode(t, dir, "typescript/bin/tsc", "-p", ".", "--pretty", "false")
	if ok || n < 25 {
		t.Errorf("%d mistakes compile:\n%s", n, said)
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), expectation) && !strings.Contains(said, fmt.Sprintf("src/types.tsx(%d,", i+2)) {
			t.Errorf("line %d compiles: %s", i+2, lines[i+1])
		}
	}
	// And an expectation that nothing meets is told.
	unmet := "export {};\n" + expectation + "\nexport const fine: string = \"\";\n"
	if err := os.WriteFile(file, []byte(unmet), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, ok := runNode(t, dir, "typescript/bin/tsc", "-p", "."); ok || !strings.Contains(said, "TS2578") {
		t.Errorf("an expectation that nothing meets compiles: %s", said)
	}
}

// host is the page of a host, as far as the view needs it; it counts the handshakes.
const host = `<!doctype html><iframe src="/index.html"></iframe><p>0</p><script>
const frame = document.querySelector("iframe"), count = document.querySelector("p");
onmessage = ({ data: { id, method, params }, source }) => {
  const send = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const structuredContent = { place: params?.arguments?.place ?? "Lisbon" };
  if (method === "ui/initialize") {
    count.textContent = Number(count.textContent) + 1;
    send({ id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "h", version: "1" }, hostCapabilities: { serverTools: {} }, hostContext: {} } });
  } else if (method === "ui/notifications/initialized") {
    send({ method: "ui/notifications/tool-input", params: { arguments: { place: "Lisbon" } } });
    send({ method: "ui/notifications/tool-result", params: { content: [], structuredContent } });
  } else if (method === "tools/call") send({ id, result: { content: [], structuredContent } });
};
</script>`

// Vite builds the project, and the page has one connection for all entries of the
// package that it uses.
func TestViteProject(t *testing.T) {
	t.Parallel()
	dir := consumer(t)
	if said, ok := runNode(t, dir, "vite/bin/vite.js", "build", "--logLevel", "warn"); !ok {
		t.Fatal(said)
	}
	scripts, err := filepath.Glob(filepath.Join(dir, "dist", "assets", "*.js"))
	if err != nil || len(scripts) != 1 {
		t.Fatalf("Vite builds %v: %v", scripts, err)
	}
	script, err := os.ReadFile(scripts[0])
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(script), "ui/initialize"); n != 1 {
		t.Errorf("the core is in the page %d times", n)
	}
	for _, unused := range []string{"ui/open-link", "resources/subscribe", "sampling/createMessage", "oriel_files"} {
		if strings.Contains(string(script), unused) {
			t.Errorf("a page that does not use it carries %s", unused)
		}
	}
	files := http.FileServerFS(os.DirFS(filepath.Join(dir, "dist")))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/host" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(host))
			return
		}
		if r.URL.Path == "/index.html" {
			r.URL.Path = "/" // which the file server would redirect to
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	page := browsertest.Start(t).Open(t, server.URL+"/host")
	view := page.Frame("iframe")
	for selector, want := range map[string]string{"p": "core Lisbon", "button": "hook Lisbon"} {
		if err := view.WaitForText(t.Context(), selector, want); err != nil {
			t.Fatal(err)
		}
	}
	if err := view.Click(t.Context(), "button"); err != nil {
		t.Fatal(err)
	}
	if err := view.WaitFor(t.Context(), `document.body.textContent.includes("called Porto")`); err != nil {
		t.Error(err)
	}
	if n, err := page.Main().Text(t.Context(), "p"); err != nil || n != "1" {
		t.Errorf("the page shakes hands %s times: %v", n, err)
	}
}
