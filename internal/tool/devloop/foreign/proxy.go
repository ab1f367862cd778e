package foreign

import (
	"bytes"
	"io"
	"log"
	"mime"
	"net/http"
	"net/http/httputil"
	"strconv"
	"strings"
)

// ServeHTTP forwards a request to the development server, if its Host header has this server's full name. Only
// the view knows that name, so other pages can't read the project's source code.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.EqualFold(r.Host, s.origin.Host) {
		http.Error(w, "The Host header is not the name of this server.", http.StatusForbidden)
		return
	}
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		header := w.Header()
		allowAllOrigins(header)
		header.Set("Access-Control-Allow-Methods", "*")
		if wanted := r.Header.Get("Access-Control-Request-Headers"); wanted != "" {
			header.Set("Access-Control-Allow-Headers", wanted)
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.proxy.ServeHTTP(w, r)
}

// allowAllOrigins allows pages of all origins to read a response, because a view's origin is not known before a
// host shows it.
func allowAllOrigins(header http.Header) {
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Del("Access-Control-Allow-Credentials")
}

// rewrite makes a request look like one from the development server's own page.
func (s *Server) rewrite(p *httputil.ProxyRequest) {
	p.Out.URL.Scheme, p.Out.URL.Host = s.dev.Scheme, s.dev.Host
	p.Out.Host = s.dev.Host
	own := s.dev.Scheme + "://" + s.dev.Host
	if p.In.Header.Get("Origin") != "" {
		p.Out.Header.Set("Origin", own)
	}
	if p.In.Header.Get("Referer") != "" {
		p.Out.Header.Set("Referer", own+"/")
	}
	p.Out.Header.Del("Accept-Encoding")
	p.Out.Header.Del("Cookie") // cookies ignore ports: these may be another program's
	if p.In.Header.Get("Sec-Fetch-Site") != "" {
		p.Out.Header.Set("Sec-Fetch-Site", "same-origin")
	}
}

// modifyResponse changes a response so that a view can load it.
func (s *Server) modifyResponse(r *http.Response) error {
	allowAllOrigins(r.Header)
	r.Header.Del("Set-Cookie")
	if location := r.Header.Get("Location"); location != "" {
		r.Header.Set("Location", s.throughProxy(r.Request.URL, location))
	}
	if r.StatusCode == http.StatusOK && r.Request.Method == http.MethodGet && r.Header.Get("Content-Encoding") == "" && isScript(r.Header.Get("Content-Type")) {
		return s.modifyScript(r)
	}
	return nil
}

func isScript(contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType) // "" if it is invalid
	return kind == "text/javascript" || kind == "application/javascript" || kind == "application/x-javascript"
}

// modifyScript changes scripts that contain paths for pages, which pages would resolve on their own origin.
func (s *Server) modifyScript(r *http.Response) error {
	const most = 4 << 20 // such scripts are short; large ones are libraries
	start, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil {
		return err //nolint:wrapcheck // serveUnreachable replaces it
	}
	if len(start) > most {
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(start), r.Body), r.Body}
		return nil
	}
	script := withOrigin(string(start), r.Request.URL.Path, s.Origin())
	_ = r.Body.Close() // it was read to its end
	r.Body = io.NopCloser(strings.NewReader(script))
	r.ContentLength = int64(len(script))
	r.Header.Set("Content-Length", strconv.Itoa(len(script)))
	r.Header.Del("ETag") // it was for the unmodified script
	r.Header.Set("Cache-Control", "no-cache")
	return nil
}

// serveUnreachable answers requests while the development server does not.
func (s *Server) serveUnreachable(w http.ResponseWriter, r *http.Request, _ error) {
	if r.Context().Err() != nil {
		return // the client has disconnected
	}
	header := w.Header()
	allowAllOrigins(header)
	header.Set("Cache-Control", "no-store")
	http.Error(w, s.unreachableError().Error(), http.StatusBadGateway)
}

// discardLog suppresses net/http's messages about closed connections, which every reload of a page causes.
func discardLog() *log.Logger { return log.New(io.Discard, "", 0) } //nolint:forbidigo // what http.Server takes
