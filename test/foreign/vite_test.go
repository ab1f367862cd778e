package foreign_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/devloop/foreign"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// project is a view as somebody has it who uses Vite already: a module that says
// hello to its host without our runtime, a style sheet and images.
var project = map[string]string{
	"package.json": `{"private": true, "type": "module"}`,
	"index.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>v</title></head>
		<body><p id="text">empty</p><img id="in-page" src="/dot.svg" alt=""><img id="imported" alt=""><script type="module" src="/src/main.ts"></script>
		<script type="module">import { inline } from "/src/inline.ts"; inline("#text")</script></body></html>`,
	"public/dot.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><rect width="7" height="7"/></svg>`,
	"src/square.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`,
	"src/inline.ts":  `export const inline = (at: string) => { document.querySelector(at)!.setAttribute("data-inline", "ran") }`,
	"src/words.ts":   `export const words: string = "first"`,
	"src/style.css":  `#text { background: url(./square.svg?plain); color: rgb(1, 2, 3) }`,
	"src/main.ts": `import "./style.css"
import square from "./square.svg?no-inline"
import { words } from "./words.ts"
const show = (text: string) => { document.querySelector("#text")!.textContent = text }
show(words);
(document.querySelector("#imported") as HTMLImageElement).src = square
import.meta.hot?.accept("./words.ts", (changed) => changed && show(changed.words))
addEventListener("message", ({ data }) => {
  if (data.id === 1 && data.result) parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized" }, "*")
})
parent.postMessage({ jsonrpc: "2.0", id: 1, method: "ui/initialize",
  params: { protocolVersion: "2026-01-26", appInfo: { name: "v", version: "1" }, appCapabilities: {} } }, "*")
`,
}

// startVite serves the project with the Vite of this repository's packages.
func startVite(t *testing.T) (dir, address string) {
	t.Helper()
	modules, err := filepath.Abs("../../node_modules")
	if err != nil {
		t.Fatal(err)
	}
	node, vite := filepath.Join(modules, "node", "bin", "node"), filepath.Join(modules, "vite", "bin", "vite.js")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	for _, needed := range []string{node, vite} {
		if _, err := os.Stat(needed); err != nil {
			t.Fatalf("a package is not installed; run \"make test\", which does it, or \"npm ci\": %v", err)
		}
	}
	dir = t.TempDir()
	for name, content := range project {
		programtest.Write(t, dir, name, content)
	}
	// It takes the next port that is free.
	return dir, programtest.Start(t, dir, node, vite, "--clearScreen", "false").URL
}

// show opens the view in a workbench, as one host shows it, and returns its frame
// when the view is ready.
func show(t *testing.T, app *oriel.App, profile string) *browsertest.Frame {
	t.Helper()
	server := httptest.NewServer(app.Handler())
	t.Cleanup(server.Close)
	address := workbenchtest.Start(t, mcpclient.Server{ID: "app", Endpoint: server.URL})
	page := browsertest.Start(t).Open(t, address+"&tool=show&profiles="+profile+"&run=1")
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("console: %v\nviolations: %v", page.Messages(), page.Violations())
		}
	})
	if err := page.Main().WaitFor(t.Context(), `document.querySelector('[data-testid="view"]')?.dataset.status === "ready"`); err != nil {
		t.Fatal(err)
	}
	return page.Frame(`iframe[data-testid="view"]`).Frame("iframe")
}

func appWith(html string, csp *ui.CSP) *oriel.App {
	app := oriel.NewWith("foreign", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	oriel.AddTool(app, oriel.Tool{Name: "show", View: oriel.AddViewWith(app, "v", ui.HTML(html), ui.Metadata{CSP: csp}), ReadOnly: true},
		func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil })
	return app
}

func TestVite(t *testing.T) { //nolint:tparallel // one host after the other: both edit the same project
	t.Parallel()
	dir, address := startVite(t)
	server, err := foreign.Listen(t.Context(), "v", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if failed := server.Close(); failed != nil {
			t.Error(failed)
		}
	})
	html, csp, err := server.Document(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(html, strings.TrimSuffix(address, "/")) {
		t.Errorf("the document names the development server itself:\n%s", html)
	}
	// Claude allows no <base>, ChatGPT does.
	for _, profile := range []string{"claude", "chatgpt"} { //nolint:paralleltest // likewise
		t.Run(profile, func(t *testing.T) {
			view := show(t, appWith(html, &csp), profile)
			for what, holds := range map[string]string{
				"the module":                   `document.querySelector("#text").textContent !== "empty"`,
				"the module inside the page":   `document.querySelector("#text").dataset.inline !== undefined`,
				"the page's image":             `document.querySelector("#in-page").naturalWidth === 7`,
				"the image that is imported":   `document.querySelector("#imported").naturalWidth === 9`,
				"the style sheet":              `getComputedStyle(document.querySelector("#text")).color === "rgb(1, 2, 3)"`,
				"the style sheet's background": `getComputedStyle(document.querySelector("#text")).backgroundImage.includes("` + server.Origin() + `") || getComputedStyle(document.querySelector("#text")).backgroundImage.includes("data:")`,
			} {
				if err := view.WaitFor(t.Context(), holds); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
			if _, err := browsertest.Eval[bool](t.Context(), view, `document.body.dataset.kept = "yes", true`); err != nil {
				t.Fatal(err)
			}
			programtest.Write(t, dir, "src/words.ts", `export const words: string = "second `+profile+`"`)
			if err := view.WaitForText(t.Context(), "#text", "second "+profile); err != nil {
				t.Errorf("an edit does not arrive: %v", err)
			}
			if err := view.WaitFor(t.Context(), `document.body.dataset.kept === "yes"`); err != nil {
				t.Errorf("the edit has reloaded the page: %v", err)
			}
			// Nothing accepts this one, so Vite reloads the page.
			programtest.Write(t, dir, "src/inline.ts", strings.Replace(project["src/inline.ts"], `"ran"`, `"reloaded `+profile+`"`, 1))
			if err := view.WaitFor(t.Context(), `document.querySelector("#text").dataset.inline === "reloaded `+profile+`" && !document.body.dataset.kept`); err != nil {
				t.Errorf("a reload does not arrive: %v", err)
			}
		})
	}
}
