package workbench_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// serving is an app on an address of its own that serves the files of its views.
type serving struct {
	workbench string
	// files counts the requests for files.
	files atomic.Int64
}

// serveFiles serves an app with one view, which the tool "show" shows.
func serveFiles(t *testing.T, content ui.Content, options oriel.Options) *serving {
	t.Helper()
	s := &serving{}
	var routes http.Handler
	var ready sync.WaitGroup
	ready.Add(1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ready.Wait()
		if strings.HasPrefix(r.URL.Path, "/oriel/") {
			s.files.Add(1)
		}
		routes.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	options.URL, options.Logger = server.URL+oriel.Endpoint, slog.New(slog.DiscardHandler)
	app := oriel.NewWith("files", "1.0.0", options)
	oriel.AddTool(app, oriel.Tool{Name: "show", View: oriel.AddView(app, "v", content), ReadOnly: true},
		func(context.Context, nothing) (oriel.Result[nothing], error) {
			return oriel.Result[nothing]{Text: "shown"}, nil
		})
	routes = app.Routes()
	ready.Done()
	s.workbench = workbenchtest.Start(t, mcpclient.Server{ID: "app", Endpoint: options.URL})
	return s
}

// wantView opens the view in a host, and waits for what it shows. Nothing may be
// blocked, and nothing go wrong in it.
func (s *serving) wantView(t *testing.T, browser *browsertest.Browser, profile string, holds ...string) {
	t.Helper()
	page, status, reason := open(t, browser, s.workbench, "show", profile)
	if status != "ready" {
		t.Fatalf("the view is %s: %s", status, reason)
	}
	view := page.Frame(`iframe[data-testid="view"]`).Frame("iframe")
	for _, expression := range holds {
		if err := view.WaitFor(t.Context(), expression); err != nil {
			t.Errorf("%s: %v", profile, err)
		}
	}
	for _, violation := range page.Violations() {
		t.Errorf("%s: %v", profile, violation)
	}
	for _, message := range page.Messages() {
		if strings.Contains(message.String(), "error") {
			t.Errorf("%s: %v", profile, message)
		}
	}
}

// ordered has scripts and styles of all kinds; each adds to a list when it runs.
func ordered() ui.HTML {
	filler := "/*" + strings.Repeat("x", 9000) + "*/"
	return ui.HTML(`<!doctype html><html lang="en"><head><title>v</title><style>` + filler + `p{color:rgb(1,2,3)}</style><style>p{color:rgb(4,5,6)}</style>
		<script src="@oriel/view"></script>
		<script>` + filler + `var order=["head "+document.querySelectorAll("p").length]</script><script>order.push("small")</script>
		<script type="module">` + filler + `order.push("module "+document.querySelectorAll("p").length)</script></head>
		<body><p>a</p><script>` + filler + `order.push("body "+document.querySelectorAll("p").length+" "+getComputedStyle(document.querySelector("p")).color)</script><p>b</p>
		<script>order.push("end "+typeof oriel);onerror=m=>{order.push(m)}</script><script>` + filler + `addEventListener("load",()=>{throw Error("told in full")})</script></body></html>`)
}

func TestSplitViewInChromium(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	const want = `order.join() === "head 0,small,body 1 rgb(4, 5, 6),end object,module 2,Uncaught Error: told in full"`
	for profile, split := range map[string]bool{"chatgpt": true, "claude": false} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			s := serveFiles(t, ordered(), oriel.Options{SplitViews: true})
			page, status, reason := open(t, browser, s.workbench, "show", profile)
			if status != "ready" {
				t.Fatalf("the view is %s: %s", status, reason)
			}
			view := page.Frame(`iframe[data-testid="view"]`).Frame("iframe")
			if err := view.WaitFor(t.Context(), want); err != nil {
				order, _ := browsertest.Eval[string](t.Context(), view, `order.join()`)
				t.Errorf("%v\nthe order is %s", err, order)
			}
			if len(page.Violations()) > 0 {
				t.Error(page.Violations())
			}
			files, err := browsertest.Eval[int](t.Context(), view, `document.querySelectorAll("script[src], link[rel=stylesheet]").length`)
			if err != nil {
				t.Fatal(err)
			}
			if split != (files == 6) || split != (s.files.Load() == 6) {
				t.Errorf("the document names %d files, and %d were asked for", files, s.files.Load())
			}
		})
	}
}

// buildWithVite builds a page with the Vite of this repository's packages.
func buildWithVite(t *testing.T, base string, files map[string]string) string {
	t.Helper()
	modules, err := filepath.Abs("../../node_modules")
	if err != nil {
		t.Fatal(err)
	}
	node, vite := filepath.Join(modules, "node", "bin", "node"), filepath.Join(modules, "vite", "bin", "vite.js")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	if _, err := os.Stat(vite); err != nil {
		t.Fatalf("Vite is not installed; run \"make test\", which does it, or \"npm ci\": %v", err)
	}
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), node, vite, "build", "--base", base, "--logLevel", "error")
	build.Dir = dir
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return filepath.Join(dir, "dist")
}

// page is one that says hello to its host without our runtime. Its large image stays a
// file of its own.
func page(main string) map[string]string {
	return map[string]string{
		"package.json": `{"private": true, "type": "module"}`,
		"index.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>v</title><link rel="icon" href="/icon.svg"></head>
			<body><p id="text">empty</p><img id="public" src="/icon.svg" alt=""><script type="module" src="/src/main.ts"></script></body></html>`,
		"public/icon.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"><rect width="7" height="7"/></svg>`,
		"src/large.svg":   `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!-- ` + strings.Repeat("x", 5000) + ` --></svg>`,
		"src/style.css":   `p{color:rgb(1,2,3);background:url(./large.svg)}`,
		"src/late.css":    `p{font-weight:700}`,
		"src/late.ts":     `import "./late.css"; export const words: string = "late"`,
		"src/hello.ts": `export const show = (text: string) => { document.querySelector("#text")!.textContent = text }
			addEventListener("message", ({ data }) => {
				if (data.id === 1 && data.result) parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized" }, "*") })
			parent.postMessage({ jsonrpc: "2.0", id: 1, method: "ui/initialize",
				params: { protocolVersion: "2026-01-26", appInfo: { name: "v", version: "1" }, appCapabilities: {} } }, "*")`,
		"src/main.ts": `import "./style.css"; import { show } from "./hello.ts"; import large from "./large.svg"
			document.body.append(Object.assign(new Image(), { id: "large", src: large })); ` + main,
	}
}

const (
	looksRight = `document.querySelector("#public").naturalWidth === 7 && document.querySelector("#large").naturalWidth === 9 &&
		getComputedStyle(document.querySelector("p")).color === "rgb(1, 2, 3)"`
	saysNow  = `document.querySelector("#text").textContent === "now"`
	saysLate = `document.querySelector("#text").textContent === "late" && getComputedStyle(document.querySelector("p")).fontWeight === "700"`
)

// One script goes into the document, unless files are wanted.
func TestFolderOfViteInChromium(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, base := range []string{"/", "./"} {
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			dist := buildWithVite(t, base, page(`show("now")`))
			s := serveFiles(t, ui.Folder{FS: os.DirFS(dist)}, oriel.Options{SplitViews: true})
			s.wantView(t, browser, "chatgpt", saysNow, looksRight)
			if s.files.Load() < 4 {
				t.Errorf("%d files were asked for", s.files.Load())
			}
			before := s.files.Load()
			s.wantView(t, browser, "claude", saysNow, looksRight)
			if s.files.Load() != before {
				t.Error("a document that should have all inside asks for files")
			}
		})
	}
}

// Scripts that load others, with their style sheets, are files.
func TestChunksOfViteInChromium(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, base := range []string{"/", "./"} {
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			dist := buildWithVite(t, base, page(`import("./late.ts").then(({ words }) => show(words))`))
			s := serveFiles(t, ui.Folder{FS: os.DirFS(dist)}, oriel.Options{})
			s.wantView(t, browser, "chatgpt", saysLate, looksRight)
			s.wantView(t, browser, "cursor", saysLate, looksRight)
			s.wantView(t, browser, "claude", `document.body.textContent.includes("This view can't be shown here.")`)
		})
	}
}

// What the code does that webpack puts around scripts: it adds elements for the others,
// with the root of the site before their names. Deferred scripts see the whole document.
func TestScriptsOfWebpackInChromium(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	files := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html":        `<!doctype html><html lang="en"><head><title>v</title><script defer src="/static/main.js"></script></head><body><p id="text">empty</p></body></html>`,
		"static/main.js":    `(()=>{var r={};r.p="/";self.webpackChunkapp=[];var s=document.createElement("script");s.src=r.p+"static/"+"late.js";document.body.append(s)})()`,
		"static/late.js":    page("")["src/hello.ts"] + ";show(document.querySelectorAll('p').length + ' now')",
		"static/unused.txt": "",
	} {
		content = strings.NewReplacer("export const show = (text: string)", "const show = (text)", `"#text")!`, `"#text")`).Replace(content)
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	s := serveFiles(t, ui.Folder{FS: files}, oriel.Options{})
	s.wantView(t, browser, "chatgpt", `document.querySelector("#text").textContent === "1 now"`)
	s.wantView(t, browser, "claude", `document.body.textContent.includes("static/main.js loads other scripts")`)
}
