package sandbox

import (
	"io"
	"net/http"
	"strconv"
	"strings"
)

const (
	proxyPath    = "/proxy"
	documentPath = "/view/"
)

// Owns reports whether a Host header names an origin of the sandbox.
func (s *Sandbox) Owns(host string) bool { return s.origins.owns(host) }

// ServeHTTP answers for the hosts that [Sandbox.Owns] names: a view's host for
// that view's documents, the proxy's host for the proxy page, and nothing else.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.Owns(r.Host) {
		http.NotFound(w, r)
		return
	}
	s.serve(w, r)
}

// serve handles a request whose host was checked.
func (s *Sandbox) serve(w http.ResponseWriter, r *http.Request) {
	// Every response needs it, because the first document of an origin decides.
	w.Header().Set("Origin-Agent-Cluster", "?1")
	// A view can open any page of its origin in a window and write into it. So error
	// pages need a policy, too.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if id, found := strings.CutPrefix(r.URL.Path, reportPath); found && r.Method == http.MethodPost {
		s.serveReport(w, r, id)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	if r.URL.Path == proxyPath {
		s.serveProxy(w, r)
		return
	}
	id, found := strings.CutPrefix(r.URL.Path, documentPath)
	d, known := s.store.get(id)
	if at, gone := s.store.expiredOrigins(id); found && gone && at.document == originOf(r) {
		serveExpired(w, r)
		return
	}
	if !found || !known || d.body == nil || d.origin != originOf(r) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", d.policy+"; report-uri "+reportPath+id)
	w.Header().Set("Permissions-Policy", d.permissions)
	if d.opaque {
		// An opaque origin is its own cluster anyway, and Chromium would warn.
		w.Header().Del("Origin-Agent-Cluster")
	}
	write(w, r, d.body)
}

func (s *Sandbox) serveProxy(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("view")
	d, known := s.store.get(id)
	if at, gone := s.store.expiredOrigins(id); gone && at.proxy == originOf(r) {
		serveExpired(w, r)
		return
	}
	if !known || d.proxyOrigin != originOf(r) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", d.proxyPolicy)
	w.Header().Set("Permissions-Policy", d.proxyPermissions)
	write(w, r, s.proxy)
}

// expiredPage is shown instead of a document that is no longer stored.
const expiredPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>This view has expired</title>
<h1>This view has expired</h1>
<p>The workbench keeps a view's document for an hour after it was last loaded, and the newest ones if there are very many.
Run the tool again to get a new one.</p>
</html>
`

func serveExpired(w http.ResponseWriter, r *http.Request) {
	setHeaders(w.Header(), len(expiredPage))
	w.WriteHeader(http.StatusGone)
	if r.Method != http.MethodHead {
		_, _ = io.WriteString(w, expiredPage)
	}
}

func write(w http.ResponseWriter, r *http.Request, body []byte) {
	setHeaders(w.Header(), len(body))
	if r.Method == http.MethodHead {
		return
	}
	// This only fails if the browser has disconnected.
	_, _ = w.Write(body)
}

func setHeaders(h http.Header, length int) {
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(length))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-DNS-Prefetch-Control", "off")
}
