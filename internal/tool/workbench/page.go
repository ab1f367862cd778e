package workbench

import (
	"embed"
	"net/http"
	"path"
	"strings"
)

//go:embed web/index.html
var indexHTML []byte

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

// pageFile returns nil for a path that isn't of the page.
func pageFile(name string) (file []byte, kind string) {
	if name == "/" || name == "/index.html" {
		return indexHTML, "text/html; charset=utf-8"
	}
	file, err := pageAssets.ReadFile("dist" + name)
	if err != nil {
		return nil, ""
	}
	return file, pageTypes[path.Ext(name)]
}
