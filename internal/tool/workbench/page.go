package workbench

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed web/index.html
var indexSource string

// pageAssets are the page's scripts and its style sheet.
//
//go:embed dist
var pageAssets embed.FS

var pageTypes = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

// servePage answers for the workbench's own host.
func (w *Workbench) servePage(response http.ResponseWriter, r *http.Request) {
	secure(response.Header())
	if strings.HasPrefix(r.URL.Path, "/api/") {
		if w.admit(response, r) {
			w.api.ServeHTTP(response, r)
		}
		return
	}
	file, kind := pageFile(r.URL.Path)
	switch {
	case file == nil:
		http.NotFound(response, r)
	case w.fromElsewhere(r) && r.Header.Get("Sec-Fetch-Site") != "none" && !fromLink(r):
		http.Error(response, "forbidden", http.StatusForbidden)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		response.Header().Set("Allow", "GET, HEAD")
		http.Error(response, "method not allowed", http.StatusMethodNotAllowed)
	case r.URL.Path == "/" && r.Method == http.MethodGet && r.URL.Query().Has("open"):
		w.openPage(response, r)
	default:
		response.Header().Set("Content-Type", kind)
		// A browser that has gone is the only reason to fail.
		_, _ = response.Write(file) //nolint:gosec // it is one of the embedded files
	}
}

// pageVersion names what the page consists of. Its files are below a path with that name,
// so that a tab whose program was replaced by another one gets none of the other's modules.
var pageVersion = sync.OnceValue(func() string {
	const length = 16
	hash := sha256.New()
	_ = fs.WalkDir(pageAssets, "dist", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := pageAssets.ReadFile(name)
		_, _ = hash.Write([]byte(name + "\n"))
		_, _ = hash.Write(file)
		return err //nolint:wrapcheck // embedded files can be read
	})
	return hex.EncodeToString(hash.Sum(nil))[:length]
})

// indexHTML is the page, whose addresses of files have the version.
var indexHTML = sync.OnceValue(func() []byte {
	below := "v/" + pageVersion() + "/"
	return []byte(strings.NewReplacer(`href="main.css"`, `href="`+below+`main.css"`,
		`href="chunk.js"`, `href="`+below+`chunk.js"`, `src="main.js"`, `src="`+below+`main.js"`).Replace(indexSource))
})

// pageFile returns nil for a path that isn't of the page.
func pageFile(name string) (file []byte, kind string) {
	if name == "/" || name == "/index.html" {
		return indexHTML(), "text/html; charset=utf-8"
	}
	name, ok := strings.CutPrefix(name, "/v/"+pageVersion()+"/")
	if !ok {
		return nil, ""
	}
	file, err := pageAssets.ReadFile("dist/" + name)
	if err != nil {
		return nil, ""
	}
	return file, pageTypes[path.Ext(name)]
}
