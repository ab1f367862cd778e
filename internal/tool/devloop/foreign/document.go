package foreign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/orielapps/oriel/internal/webpage"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// maxDocument is the largest page in bytes. Pages in development are small, because their scripts are in other
// files.
const maxDocument = 5 * mebibyte

const mebibyte = 1 << 20

// Document requests the view's document from the development server. csp has the origins that it needs in
// addition to those that the view declares. Scripts and styles are not in the document, so it only
// changes when the page itself does.
//
// Errors are an [*ui.Error]: "dev_server_unreachable", "dev_server_failed" for a response that is not a
// page, and "dev_server_page_too_large".
func (s *Server) Document(ctx context.Context) (html string, csp ui.CSP, err error) {
	page, at, err := s.fetchPage(ctx)
	if err != nil {
		return "", ui.CSP{}, err
	}
	if html, err = s.rewriteDocument(page, at); err != nil {
		return "", ui.CSP{}, err
	}
	origin := s.Origin()
	return html, ui.CSP{
		ConnectDomains:  []string{origin, "ws://" + s.origin.Host},
		ResourceDomains: []string{origin},
		BaseURIDomains:  []string{origin},
	}, nil
}

// fetchPage requests the page, and returns the address at which it was found after redirects.
func (s *Server) fetchPage(ctx context.Context) (text string, at *url.URL, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.dev.String(), http.NoBody)
	if err != nil {
		return "", nil, fmt.Errorf("asking for the view %s: %w", s.view, err)
	}
	request.Header.Set("Accept", "text/html,*/*;q=0.5")
	request.Header.Set("Sec-Fetch-Dest", "document")
	request.Header.Set("Sec-Fetch-Mode", "navigate")
	answer, err := s.client.Do(request)
	if err != nil {
		return "", nil, s.unreachableError()
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	kind, _, malformed := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if answer.StatusCode != http.StatusOK || malformed != nil || kind != "text/html" {
		return "", nil, &ui.Error{
			Code: "dev_server_failed",
			Message: fmt.Sprintf("The development server of the view %s answers %s for %s, with the type %.60q, and not with a page.",
				s.view, answer.Status, s.dev.Redacted(), kind),
			Fix: "Open that address in a browser: it has to show the view. If the page has another address, use that one.",
		}
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxDocument+1))
	switch {
	case err != nil:
		return "", nil, s.unreachableError()
	case len(body) > maxDocument:
		return "", nil, &ui.Error{
			Code:    "dev_server_page_too_large",
			Message: fmt.Sprintf("The page of the view %s at %s has more than %d MiB.", s.view, s.dev.Redacted(), maxDocument/mebibyte),
			Fix:     "Give the address of a development server. A page of this size is probably a finished build, which needs none.",
		}
	}
	return string(body), answer.Request.URL, nil
}

// rewriteDocument changes all addresses that a page loads to this server's origin.
func (s *Server) rewriteDocument(page string, at *url.URL) (string, error) {
	page, base := webpage.TakeBase(page)
	if base != "" {
		if to, err := at.Parse(base); err == nil {
			at = to
		}
	}
	page, imports := webpage.TakeImportMap(page, at)
	for name, address := range imports {
		imports[name] = s.throughProxy(at, address)
	}
	// Inline scripts import modules by absolute paths. Browsers would resolve them on the host's origin, so the
	// import map sends "/" to this one.
	if _, taken := imports["/"]; !taken {
		imports["/"] = s.origin.String()
	}
	importMap, err := webpage.ImportMap(imports)
	if err != nil {
		return "", err
	}
	page = webpage.Rewrite(page, func(reference string) string { return s.throughProxy(at, reference) })
	// Some hosts don't allow the base element. There, only what scripts load by relative addresses is not
	// found.
	head := `<base href="` + s.throughProxy(at, ".") + `">` + importMap
	return view.InsertFirst(page, head), nil
}

// throughProxy returns the absolute form of an address. Addresses on the development server get this server's
// origin.
func (s *Server) throughProxy(at *url.URL, reference string) string {
	u, err := at.Parse(reference)
	if err != nil {
		return reference
	}
	if !strings.EqualFold(u.Host, s.dev.Host) || u.Scheme != s.dev.Scheme {
		return u.String()
	}
	u.Scheme, u.Host = s.origin.Scheme, s.origin.Host
	return u.String()
}

func (s *Server) unreachableError() *ui.Error {
	return &ui.Error{
		Code:    "dev_server_unreachable",
		Message: fmt.Sprintf("The development server of the view %s doesn't answer at %s.", s.view, s.dev.Redacted()),
		Fix:     `Start it, for example with "npm run dev", or correct the address.`,
	}
}
