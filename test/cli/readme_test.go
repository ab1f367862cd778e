package cli_test

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
)

// inlineCommand matches a command within README's text.
var inlineCommand = regexp.MustCompile("`((?:oriel|go|make) [^`]+)`")

// commandsOf returns the commands of a page, in blocks and in its text, without comments, each once.
func commandsOf(t *testing.T, page string) []string {
	t.Helper()
	var commands []string
	for _, b := range blocksOf(t, page) {
		if b.language == "sh" {
			for line := range strings.Lines(b.text) {
				command, _, _ := strings.Cut(line, " #")
				commands = append(commands, strings.TrimSpace(command))
			}
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range inlineCommand.FindAllStringSubmatch(string(text), -1) {
		commands = append(commands, match[1])
	}
	slices.Sort(commands)
	return slices.Compact(commands)
}

// readmeElsewhere are the commands of README that another file runs, which contains this text.
var readmeElsewhere = map[string]struct{ file, text string }{
	// fresh.sh runs these two blocks word for word, in a clone with empty caches.
	"go install ./cmd/oriel":                                 {"scripts/fresh.sh", "readme_block 1"},
	`export PATH="$PATH:$(go env GOPATH)/bin"`:               {"scripts/fresh.sh", "readme_block 1"},
	"oriel new ../hello":                                     {"scripts/fresh.sh", "readme_block 1"},
	"cd ../hello":                                            {"scripts/fresh.sh", "readme_block 1"},
	"go install github.com/orielapps/oriel/cmd/oriel@latest": {"scripts/fresh.sh", "readme_block 2"},

	"oriel dev --tunnel":      {"cmd/oriel/devtunnel_test.go", `"--json", "--tunnel"`},
	"go run ./cmd/oriel demo": {"test/cli/demo_test.go", `"demo", "--no-open"`},
	"make test":               {"Makefile", "scripts/test.sh quick"},
	"make test-system":        {"Makefile", "scripts/test.sh system"},
	"make test-all":           {"Makefile", "scripts/test.sh all"},
}

// Each command of README does what a reader expects. It is run here, in an app that README's commands make, or by
// the file that readmeElsewhere names. A command that is in neither fails the test, as does one that README lacks.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	programtest.Track(t, root)
	r := newcomer{program: oriel(t), environ: onlyGo(t), dir: t.TempDir()}
	r.app = filepath.Join(r.dir, "hello")
	here := r.readme(t)
	for _, step := range here {
		if !t.Run(step.command, step.run) {
			break // the next ones need what this one makes
		}
	}
	known := map[string]bool{}
	for _, step := range here {
		known[step.command] = true
	}
	for command, at := range readmeElsewhere {
		known[command] = true
		wantText(t, filepath.Join(root, at.file), at.text)
	}
	commands := commandsOf(t, filepath.Join(root, "README.md"))
	if len(commands) == 0 {
		t.Fatal("README has no commands; has its form changed?")
	}
	for _, command := range commands {
		if !known[command] {
			t.Errorf("README has the command %q, which no test runs", command)
		}
		delete(known, command)
	}
	for command := range known {
		t.Errorf("README has no command %q any more", command)
	}
}

// newcomer is somebody who runs README's commands, with nothing but Go.
type newcomer struct {
	program  string // oriel
	environ  []string
	dir, app string
}

type readmeStep struct {
	command string
	run     func(t *testing.T)
}

// readme are the commands of README in an order in which each has what it needs.
//
//nolint:thelper // the functions are subtests
func (r newcomer) readme(t *testing.T) []readmeStep {
	t.Helper()
	plain := r
	plain.app = filepath.Join(r.dir, "plain")
	plain.environ = append(slices.Clone(r.environ), "npm_config_registry="+registryOfCheckout(t), "ORIEL_CACHE="+t.TempDir())
	binary := filepath.Join(r.app, "hello")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	views := filepath.Join(r.app, "views")
	return []readmeStep{
		{"oriel new hello", func(t *testing.T) { mustRun(t, r.dir, r.environ, r.program, "new", "hello") }},
		{"oriel dev", func(t *testing.T) { r.workbench(t, r.environ, "Hello", "dev", "--workbench-port", "0") }},
		{"oriel new tool NAME", func(t *testing.T) {
			mustRun(t, r.app, r.environ, r.program, "new", "tool", "spare_part")
			wantText(t, filepath.Join(r.app, "main.go"), "addSparePart(app)")
		}},
		{"oriel new view NAME", func(t *testing.T) {
			mustRun(t, r.app, r.environ, r.program, "new", "view", "card")
			wantText(t, filepath.Join(views, "oriel.go"), "Card = ui.Built")
		}},
		{"oriel generate", func(t *testing.T) {
			document := filepath.Join(views, "dist", "card.html")
			if err := os.Remove(document); err != nil {
				t.Fatal(err)
			}
			mustRun(t, r.app, r.environ, r.program, "generate")
			wantText(t, document, "<!doctype html>")
		}},
		{"go test", func(t *testing.T) { mustRun(t, r.app, r.environ, "go", "test", "./...") }},
		{"go install", func(t *testing.T) {
			bin := t.TempDir()
			mustRun(t, r.app, append(slices.Clone(r.environ), "GOBIN="+bin), "go", "install")
			wantText(t, filepath.Join(bin, filepath.Base(binary)), "spare_part")
		}},
		{"go build", func(t *testing.T) {
			mustRun(t, r.app, r.environ, "go", "build")
			wantText(t, binary, "spare_part")
			wantText(t, filepath.Join(r.app, ".gitignore"), "\n/hello\n/hello.exe\n")
		}},
		{"go run .", func(t *testing.T) { r.workbench(t, r.environ, "Hello", "inspect", "--", "go", "run", ".", "-stdio") }},
		{"oriel inspect http://127.0.0.1:8080/mcp", func(t *testing.T) {
			// "go run" would not pass the interrupt on with which the test ends it.
			served := programtest.StartWith(t, r.app, r.environ, binary, "-http", "127.0.0.1:0")
			r.workbench(t, r.environ, "Hello", "inspect", served.URL)
		}},
		{"go run ./cmd/oriel inspect -- node server.js", func(t *testing.T) {
			programtest.Write(t, r.app, "server.js", nodeServer)
			r.workbench(t, os.Environ(), "node", "inspect", "--", "node", "server.js")
		}},
		{"oriel hosts", func(t *testing.T) {
			if said := mustRun(t, r.dir, r.environ, r.program, "hosts"); !strings.Contains(said, "\nchatgpt  ") {
				t.Error(said)
			}
		}},
		{"oriel hosts cursor", func(t *testing.T) {
			if said := mustRun(t, r.dir, r.environ, r.program, "hosts", "cursor"); !strings.HasPrefix(said, "Cursor (cursor)\n") {
				t.Error(said)
			}
		}},
		{"oriel add react react-dom", plain.addReact},
		{"oriel add tailwindcss", plain.addTailwind},
	}
}

// addReact adds React to an app without packages: the lockfile of another would name what the registry doesn't have.
func (r newcomer) addReact(t *testing.T) {
	t.Helper()
	mustRun(t, r.dir, r.environ, r.program, "new", filepath.Base(r.app), "--ui", "html")
	mustRun(t, r.app, r.environ, r.program, "add", "react", "react-dom")
	mustRun(t, r.app, r.environ, r.program, "new", "view", "chart", "--ui", "react")
	wantText(t, filepath.Join(r.app, "views", "dist", "chart.html"), "react")
}

// addTailwind adds Tailwind to the view that addReact has made.
func (r newcomer) addTailwind(t *testing.T) {
	t.Helper()
	mustRun(t, r.app, r.environ, r.program, "add", "tailwindcss")
	programtest.Write(t, r.app, "views/chart/style.css", `@import "tailwindcss";`)
	programtest.Write(t, r.app, "views/chart/index.tsx", "import \"./style.css\";\nexport default () => <p className=\"rotate-45\" />;\n")
	mustRun(t, r.app, r.environ, r.program, "generate")
	wantText(t, filepath.Join(r.app, "views", "dist", "chart.html"), ".rotate-45{")
}

// workbench runs a command of oriel that shows an app, until the workbench is connected to the app.
func (r newcomer) workbench(t *testing.T, environ []string, title, command string, args ...string) {
	t.Helper()
	args = append([]string{command, "--no-open", "--port", "0"}, args...)
	running := programtest.StartWith(t, r.app, environ, r.program, args...)
	address, err := url.Parse(running.URL)
	if err != nil {
		t.Fatal(err)
	}
	token := address.Query().Get("token")
	address.Path, address.RawQuery = "/api/session", ""
	const enough = 5 * time.Minute // it may compile the app
	connected := regexp.MustCompile(`"title":"` + title + `","version":"[^"]*","status":"ready"`)
	var session string
	for deadline := time.Now().Add(enough); !connected.MatchString(session); time.Sleep(pause) {
		if time.Now().After(deadline) {
			t.Fatalf("the workbench is not connected to %s: %.800s", title, session)
		}
		session = get(t, address.String(), token)
	}
}

const pause = 50 * time.Millisecond

func get(t *testing.T, address, token string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// wantText is an error if a file doesn't contain a text.
func wantText(t *testing.T, file, text string) {
	t.Helper()
	if content, err := os.ReadFile(file); err != nil || !strings.Contains(string(content), text) {
		t.Errorf("%s has no %q: %v", filepath.Base(file), text, err)
	}
}

// nodeServer is an MCP server without any library.
const nodeServer = `const results = {
	initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "node", version: "1" } },
	"tools/list": { tools: [{ name: "from_node", inputSchema: { type: "object" } }] },
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
	const { id, method } = JSON.parse(line);
	if (id === undefined) return;
	const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: "Method not found" } };
	console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
});
`
