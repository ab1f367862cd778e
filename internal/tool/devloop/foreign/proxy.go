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

// ServeHTTP hands a request on to the development server, if it names this one by
// its whole name: that is what keeps pages elsewhere from reading the sources of the
// project, and it is not told to anybody but the view.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.EqualFold(r.Host, s.origin.Host) {
		http.Error(w, "This is not the name of this server.", http.StatusForbidden)
		return
	}
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		header := w.Header()
		open(header)
		header.Set("Access-Control-Allow-Methods", "*")
		if wanted := r.Header.Get("Access-Control-Request-Headers"); wanted != "" {
			header.Set("Access-Control-Allow-Headers", wanted)
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.proxy.ServeHTTP(w, r)
}

// open lets pages of all origins have an answer: a view's origin is not known before
// a host shows it.
func open(header http.Header) {
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Del("Access-Control-Allow-Credentials")
}

// rewrite asks the development server as a page of its own would.
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

// modify makes an answer one that a view can load.
func (s *Server) modify(r *http.Response) error {
	open(r.Header)
	r.Header.Del("Set-Cookie")
	if location := r.Header.Get("Location"); location != "" {
		r.Header.Set("Location", s.moved(r.Request.URL, location))
	}
	if r.StatusCode == http.StatusOK && r.Request.Method == http.MethodGet && r.Header.Get("Content-Encoding") == "" && isScript(r.Header.Get("Content-Type")) {
		return s.modifyScript(r)
	}
	return nil
}

func isScript(contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType) // none where it can't be read
	return kind == "text/javascript" || kind == "application/javascript" || kind == "application/x-javascript"
}

// modifyScript changes the few scripts that hand out addresses to pages, which would
// look for them on their own origin.
func (s *Server) modifyScript(r *http.Response) error {
	const most = 4 << 20 // such scripts are short; large ones are libraries
	start, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil {
		return err //nolint:wrapcheck // unreachable says what it was
	}
	if len(start) > most {
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(start), r.Body), r.Body}
		return nil
	}
	script := addressed(string(start), r.Request.URL.Path, s.Origin())
	_ = r.Body.Close() // it was read to its end
	r.Body = io.NopCloser(strings.NewReader(script))
	r.ContentLength = int64(len(script))
	r.Header.Set("Content-Length", strconv.Itoa(len(script)))
	r.Header.Del("ETag") // it was that of another text
	r.Header.Set("Cache-Control", "no-cache")
	return nil
}

// unreachable answers for a development server that doesn't.
func (s *Server) unreachable(w http.ResponseWriter, r *http.Request, _ error) {
	if r.Context().Err() != nil {
		return // nobody waits any more
	}
	header := w.Header()
	open(header)
	header.Set("Cache-Control", "no-store")
	http.Error(w, s.down().Error(), http.StatusBadGateway)
}

// quiet drops what net/http would log of broken connections: pages are reloaded all
// the time.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) } //nolint:forbidigo // what http.Server takes
