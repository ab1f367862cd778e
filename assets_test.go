package oriel_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/zstd"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

const (
	publicURL = "https://weather.example.com/app/mcp"
	filesURL  = "https://weather.example.com/app/oriel/"
)

// longView has a script and a style sheet that are worth files, and short ones.
var longView = ui.HTML(`<!doctype html><html lang="en"><head><title>v</title><style>` + strings.Repeat("p{color:red}\n", 1000) + `</style><script>var first=1</script></head>` +
	`<body><p>x</p><script>` + strings.Repeat("first+=1;\n", 1000) + `</script></body></html>`)

// showing is an app with a tool that shows a view.
func showing(content ui.Content, options oriel.Options) *oriel.App {
	return showingWith(content, options, ui.Metadata{})
}

func showingWith(content ui.Content, options oriel.Options, metadata ui.Metadata) *oriel.App {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	app := oriel.NewWith("weather", "1.0.0", options)
	oriel.AddTool(app, oriel.Tool{Name: "show", View: oriel.AddViewWith(app, "v", content, metadata)}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "shown"}, nil
	})
	return app
}

var fileAddress = regexp.MustCompile(regexp.QuoteMeta(filesURL) + `[^"' )\\]+`)

// load asks an app for a file, where the app's endpoint is at publicURL, behind a proxy
// that takes nothing off the path.
func load(t *testing.T, app *oriel.App, address string, header http.Header) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if header != nil {
		r.Header = header
	}
	w := httptest.NewRecorder()
	app.AssetsHandler().ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	var from io.Reader = r.Body
	switch r.Header.Get("Content-Encoding") {
	case "gzip":
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		from = unpacked
	case "zstd":
		unpacked, err := zstd.NewReader(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		defer unpacked.Close()
		from = unpacked
	}
	data, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSplitViews(t *testing.T) {
	t.Parallel()
	options := oriel.Options{URL: publicURL, SplitViews: true}
	for name, test := range map[string]struct {
		profile string
		options oriel.Options
		files   int
	}{
		"ChatGPT":           {"chatgpt", options, 2},
		"Claude":            {"claude", options, 0},
		"Goose":             {"goose", options, 0},
		"unknown":           {"generic", options, 0},
		"MCP-UI":            {"mcp-ui", options, 0},
		"not asked for":     {"chatgpt", oriel.Options{URL: publicURL}, 0},
		"no address":        {"chatgpt", oriel.Options{SplitViews: true}, 0},
		"address unfit":     {"chatgpt", oriel.Options{URL: "http://weather.internal/mcp", SplitViews: true}, 0},
		"address, IPv6":     {"chatgpt", oriel.Options{URL: "https://[::1]/mcp", SplitViews: true}, 0},
		"policy of its own": {"chatgpt", options, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var metadata ui.Metadata
			if name == "policy of its own" {
				metadata.CSP = &ui.CSP{ResourceDomains: []string{"https://fonts.example.com"}, ConnectDomains: []string{"https://api.example.com"}}
			}
			app := showingWith(longView, test.options, metadata)
			d := orieltest.Connect(t, app, test.profile).View("show")
			found := fileAddress.FindAllString(d.Text, -1)
			if len(found) != test.files {
				t.Fatalf("%d files, want %d: %.300s", len(found), test.files, d.Text)
			}
			meta, err := json.Marshal(d.Meta)
			if err != nil {
				t.Fatal(err)
			}
			if test.files == 0 {
				if !strings.Contains(d.Text, "first+=1;\nfirst+=1") || strings.Contains(string(meta), "weather.example.com") {
					t.Errorf("the document has not all in it: %s", meta)
				}
				return
			}
			for _, want := range []string{`"resourceDomains":[`, `"resource_domains":[`, `"https://weather.example.com"]`} {
				if !strings.Contains(string(meta), want) {
					t.Errorf("%s is missing in %s", want, meta)
				}
			}
			if metadata.CSP != nil && (len(metadata.CSP.ResourceDomains) != 1 || !strings.Contains(string(meta), "https://fonts.example.com") || !strings.Contains(string(meta), "https://api.example.com")) {
				t.Errorf("the view's own policy: %s", meta)
			}
			if !strings.Contains(d.Text, "<script>var first=1</script>") || strings.Index(d.Text, ".css") > strings.Index(d.Text, ".js") {
				t.Errorf("the order is another: %.600s", d.Text)
			}
			// Another replica, which has made no document yet, has the files.
			other := showingWith(longView, test.options, metadata)
			for _, address := range found {
				answer := load(t, other, address, nil)
				if text := body(t, answer); answer.StatusCode != http.StatusOK || !strings.Contains(string(longView), text) || len(text) < 8<<10 {
					t.Errorf("%s: %s %.100s", address, answer.Status, text)
				}
			}
		})
	}
}

// The folder of the endpoint may have the name that files are below.
func TestAssetsBelowTheirOwnName(t *testing.T) {
	t.Parallel()
	app := showing(longView, oriel.Options{URL: "https://weather.example.com/oriel/oriel/mcp", SplitViews: true})
	text := orieltest.Connect(t, app, "chatgpt").View("show").Text
	address := regexp.MustCompile(`https://weather\.example\.com/oriel/oriel/oriel/assets/[^"]+`).FindString(text)
	if address == "" {
		t.Fatalf("%.600s", text)
	}
	for _, taken := range []string{"", "/oriel", "/oriel/oriel"} {
		if answer := load(t, app, strings.Replace(address, taken+"/oriel/", "/oriel/", 1), nil); answer.StatusCode != http.StatusOK {
			t.Errorf("behind a proxy that takes off %q: %s", taken, answer.Status)
		}
	}
	if answer := load(t, app, "https://weather.example.com/"+strings.Repeat("oriel/", 1000), nil); answer.StatusCode != http.StatusNotFound {
		t.Errorf("%s", answer.Status)
	}
}

// What is in a file is all that an app answers with, compressed once, kept for ever.
func TestAssetsOverHTTP(t *testing.T) {
	t.Parallel()
	app := showing(longView, oriel.Options{URL: publicURL, SplitViews: true})
	d := orieltest.Connect(t, app, "chatgpt").View("show")
	script := fileAddress.FindAllString(d.Text, -1)[1]
	plain := body(t, load(t, app, script, nil))
	tags := map[string]bool{}
	for accepted, encoding := range map[string]string{"": "", "gzip": "gzip", "gzip, zstd": "zstd", "br": "", "gzip;q=0": ""} {
		answer := load(t, app, script, http.Header{"Accept-Encoding": {accepted}, "Origin": {"null"}})
		for name, want := range map[string]string{
			"Content-Encoding": encoding, "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable",
			"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%q: %s is %q, want %q", accepted, name, got, want)
			}
		}
		if body(t, answer) != plain {
			t.Errorf("%q: the text is another", accepted)
		}
		tags[answer.Header.Get("ETag")] = true
		again := load(t, app, script, http.Header{"Accept-Encoding": {accepted}, "If-None-Match": {`"x", W/` + answer.Header.Get("ETag")}})
		if again.StatusCode != http.StatusNotModified || body(t, again) != "" {
			t.Errorf("%q: what is known gets %s", accepted, again.Status)
		}
	}
	if len(tags) != 3 {
		t.Errorf("three encodings have the tags %v", tags)
	}
	teapot := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	app.Mount("/{tenant}/hooks", teapot)
	app.Mount("/{tenant}/views/{id}", teapot)
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	routes := app.Routes()
	for _, test := range []struct {
		method, path string
		status       int
		cache        string
	}{
		{http.MethodHead, strings.TrimPrefix(script, "https://weather.example.com/app"), http.StatusOK, "public, max-age=31536000, immutable"},
		{http.MethodGet, "/oriel/assets/", http.StatusNotFound, ""},
		{http.MethodGet, "/oriel/assets/0123456789abcdef0123456789abcdef.js", http.StatusNotFound, "no-store"},
		{http.MethodGet, "/oriel/assets/%2e%2e/%2e%2e/etc/passwd", http.StatusNotFound, ""},
		{http.MethodGet, "/oriel/views/v/" + strings.Repeat("0", 32) + "/index.html", http.StatusNotFound, "no-store"},
		{http.MethodGet, "/oriel/", http.StatusNotFound, ""},
		{http.MethodGet, "/oriel/hooks", http.StatusTeapot, ""}, // of an app with tenants
		{http.MethodPost, strings.TrimPrefix(script, "https://weather.example.com/app"), http.StatusMethodNotAllowed, ""},
	} {
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), test.method, test.path, nil))
		if w.Code != test.status || w.Header().Get("Cache-Control") != test.cache || test.method == http.MethodHead && (w.Body.Len() > 0 || w.Header().Get("Content-Length") == "") {
			t.Errorf("%s %s: %d %v", test.method, test.path, w.Code, w.Header())
		}
	}
}

// Many browsers ask at the same time, and views come while the app serves.
func TestAssetsAtTheSameTime(t *testing.T) {
	t.Parallel()
	app := showing(longView, oriel.Options{URL: publicURL, SplitViews: true})
	host := orieltest.Connect(t, app, "chatgpt")
	address := fileAddress.FindString(host.View("show").Text)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if i%5 == 0 {
				oriel.AddView(app, "more-"+strings.Repeat("x", i+1), longView)
			}
			if answer := load(t, app, address, http.Header{"Accept-Encoding": {"zstd"}}); answer.StatusCode != http.StatusOK {
				t.Errorf("%s", answer.Status)
			}
		})
	}
	all.Wait()
}

// built is what a bundler leaves behind for a page with one script.
func built() fstest.MapFS {
	files := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html": `<!doctype html><html lang="en"><head><link rel="icon" href="/favicon.ico"><script type="module" crossorigin src="/assets/main.js"></script>` +
			`<link rel="stylesheet" crossorigin href="/assets/main.css"></head><body><img src="./dot.png" alt=""></body></html>`,
		"assets/main.js": `document.title="</script>";new Image().src="/dot.png"`, "assets/main.css": `p{background:url(/dot.png)}`,
		"assets/beside.css": `p{background:url(../dot.png)}`, "dot.png": "PNG", ".env": "SECRET=1", ".git/config": "x", "data.json": `{}`,
	} {
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return files
}

// withChunks is one whose script loads another.
func withChunks() fstest.MapFS {
	files := built()
	files["assets/main.js"] = &fstest.MapFile{Data: []byte(`import("./chunk.js");fetch("/data.json")`)}
	files["assets/chunk.js"] = &fstest.MapFile{Data: []byte(`export default 1`)}
	return files
}

func TestFolder(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files   fstest.MapFS
		profile string
		options oriel.Options
		want    string // "inline", "files" or "nothing"
	}{
		"Claude":                 {built(), "claude", oriel.Options{URL: publicURL}, "inline"},
		"ChatGPT":                {built(), "chatgpt", oriel.Options{URL: publicURL}, "inline"},
		"ChatGPT, split":         {built(), "chatgpt", oriel.Options{URL: publicURL, SplitViews: true}, "files"},
		"Claude, split":          {built(), "claude", oriel.Options{URL: publicURL, SplitViews: true}, "inline"},
		"no address, split":      {built(), "chatgpt", oriel.Options{SplitViews: true}, "inline"},
		"MCP-UI":                 {built(), "mcp-ui", oriel.Options{}, "inline"},
		"chunks, ChatGPT":        {withChunks(), "chatgpt", oriel.Options{URL: publicURL}, "files"},
		"chunks, unknown host":   {withChunks(), "generic", oriel.Options{URL: publicURL}, "files"},
		"chunks, Claude":         {withChunks(), "claude", oriel.Options{URL: publicURL}, "nothing"},
		"chunks, no address":     {withChunks(), "chatgpt", oriel.Options{}, "nothing"},
		"chunks, MCP-UI":         {withChunks(), "mcp-ui", oriel.Options{URL: publicURL}, "files"},
		"chunks, MCP-UI, no URL": {withChunks(), "mcp-ui", oriel.Options{}, "nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			test.options.Logger = slog.New(slog.NewTextHandler(&log, nil))
			app := showing(ui.Folder{FS: test.files}, test.options)
			if err := app.Err(); err != nil {
				t.Fatal(err)
			}
			host := orieltest.Connect(t, app, test.profile)
			var d ui.Document
			if host.Profile().Adapter.Value == "mcp-ui" {
				host.Resources() // results are made too often to tell of it
				d = host.Call("show", nil).View()
			} else {
				d = host.View("show")
			}
			found := fileAddress.FindAllString(d.Text, -1)
			warned := strings.Contains(log.String(), "level=WARN")
			switch test.want {
			case "inline":
				if len(found) > 0 || warned || !strings.Contains(d.Text, `document.title="\x3C/script>"`) || !strings.Contains(d.Text, `<img src="data:image/png;base64,UE5H"`) {
					t.Errorf("%v %s\n%s", found, d.Text, log.String())
				}
			case "files":
				if len(found) != 3 && len(found) != 4 || warned || !strings.Contains(d.Text, `type="module"`) {
					t.Errorf("%v %s\n%s", found, d.Text, log.String())
				}
				for _, address := range found {
					if answer := load(t, app, address, nil); answer.StatusCode != http.StatusOK && !strings.HasSuffix(address, "favicon.ico") {
						t.Errorf("%s: %s", address, answer.Status)
					}
				}
			default:
				if len(found) > 0 || !warned || !strings.Contains(log.String(), "Vite") || !strings.Contains(d.Text, "main.js loads other modules") {
					t.Errorf("%v %s\n%s", found, d.Text, log.String())
				}
			}
		})
	}
}

// The files of a folder have whole addresses where they named each other by paths from
// the root of a site.
func TestFolderFiles(t *testing.T) {
	t.Parallel()
	app := showing(ui.Folder{FS: withChunks()}, oriel.Options{URL: publicURL})
	d := orieltest.Connect(t, app, "chatgpt").View("show")
	at := strings.TrimSuffix(fileAddress.FindString(d.Text), "assets/main.js")
	if !regexp.MustCompile(`^` + filesURL + `views/v/[0-9a-f]{32}/$`).MatchString(at) {
		t.Fatalf("the folder is at %q in %s", at, d.Text)
	}
	for name, want := range map[string]string{
		"assets/main.js":    `200 text/javascript; charset=utf-8 import("./chunk.js");fetch("` + at + `data.json")`,
		"assets/main.css":   `200 text/css; charset=utf-8 p{background:url("` + at + `dot.png")}`,
		"assets/beside.css": `200 text/css; charset=utf-8 p{background:url(../dot.png)}`,
		"assets/chunk.js":   `200 text/javascript; charset=utf-8 export default 1`,
		"dot.png":           `200 image/png PNG`,
		"data.json":         `200 application/json; charset=utf-8 {}`,
		".env":              `404`, ".git/config": `404`, "": `404`, "assets": `404`, "assets/": `404`, "../index.html": `404`, "assets/../dot.png": `404`, "//dot.png": `404`,
	} {
		answer := load(t, app, at+name, nil)
		got := strings.TrimSpace(answer.Status[:3] + " " + answer.Header.Get("Content-Type") + " " + body(t, answer))
		if got != want && (want != "404" || !strings.HasPrefix(got, "404")) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if other := load(t, app, filesURL+"views/v/"+strings.Repeat("0", 32)+"/dot.png", nil); other.StatusCode != http.StatusNotFound {
		t.Errorf("another build's file: %s", other.Status)
	}
}

// A view's URI changes with each of its files, and with nothing else.
func TestFolderURI(t *testing.T) {
	t.Parallel()
	uri := func(files fstest.MapFS, options oriel.Options) string {
		return oriel.AddView(showing(ui.Folder{FS: files}, options), "w", ui.Folder{FS: files}).URI()
	}
	base := uri(built(), oriel.Options{})
	if again := uri(built(), oriel.Options{URL: publicURL, SplitViews: true}); again != base {
		t.Errorf("%s and %s", base, again)
	}
	for _, name := range []string{"index.html", "assets/main.js", "dot.png", "new.txt"} {
		files := built()
		files[name] = &fstest.MapFile{Data: []byte("<p>other</p>")}
		if uri(files, oriel.Options{}) == base {
			t.Errorf("another %s has the same URI", name)
		}
	}
	files := built()
	files[".env"] = &fstest.MapFile{Data: []byte("other")}
	if uri(files, oriel.Options{}) != base {
		t.Error("a hidden file changes the URI")
	}
}
