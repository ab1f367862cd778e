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

// maxDocument is the most that a page may hold. What is served in development is
// small; the scripts are elsewhere.
const maxDocument = 5 * mebibyte

const mebibyte = 1 << 20

// Document returns the view's document as the development server has it now, and what
// it has to be allowed to reach beside what the view declares. Scripts and styles are
// not in it, so it changes only when the page itself does.
//
// Errors are an [*ui.Error]: "dev_server_unreachable", "dev_server_failed" for an
// answer that is no page, and "dev_server_page_too_large".
func (s *Server) Document(ctx context.Context) (html string, csp ui.CSP, err error) {
	page, at, err := s.page(ctx)
	if err != nil {
		return "", ui.CSP{}, err
	}
	if html, err = s.document(page, at); err != nil {
		return "", ui.CSP{}, err
	}
	origin := s.Origin()
	return html, ui.CSP{
		ConnectDomains:  []string{origin, "ws://" + s.origin.Host},
		ResourceDomains: []string{origin},
		BaseURIDomains:  []string{origin},
	}, nil
}

// page asks for the page, and says at which address it was found.
func (s *Server) page(ctx context.Context) (text string, at *url.URL, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.dev.String(), http.NoBody)
	if err != nil {
		return "", nil, fmt.Errorf("asking for the view %s: %w", s.view, err)
	}
	request.Header.Set("Accept", "text/html,*/*;q=0.5")
	request.Header.Set("Sec-Fetch-Dest", "document")
	request.Header.Set("Sec-Fetch-Mode", "navigate")
	answer, err := s.client.Do(request)
	if err != nil {
		return "", nil, s.down()
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	kind, _, malformed := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if answer.StatusCode != http.StatusOK || malformed != nil || kind != "text/html" {
		return "", nil, &ui.Error{
			Code: "dev_server_failed",
			Message: fmt.Sprintf("The development server of the view %s answers %s for %s, of the type %.60q, and not with a page.",
				s.view, answer.Status, s.dev.Redacted(), kind),
			Fix: "Open that address in a browser: it has to show the view. If the page is at another, give that one.",
		}
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxDocument+1))
	switch {
	case err != nil:
		return "", nil, s.down()
	case len(body) > maxDocument:
		return "", nil, &ui.Error{
			Code:    "dev_server_page_too_large",
			Message: fmt.Sprintf("The page of the view %s at %s has more than %d MiB.", s.view, s.dev.Redacted(), maxDocument/mebibyte),
			Fix:     "Give the address of the development server; what is built already needs none.",
		}
	}
	return string(body), answer.Request.URL, nil
}

// document names all that a page loads by this server's origin.
func (s *Server) document(page string, at *url.URL) (string, error) {
	page, base := webpage.TakeBase(page)
	if base != "" {
		if to, err := at.Parse(base); err == nil {
			at = to
		}
	}
	page, imports := webpage.TakeImportMap(page, at)
	for name, address := range imports {
		imports[name] = s.moved(at, address)
	}
	// Scripts inside the page name modules by paths, which browsers resolve by the
	// address of the document, the host's: "/" stands for its root here.
	if _, taken := imports["/"]; !taken {
		imports["/"] = s.origin.String()
	}
	importMap, err := webpage.ImportMap(imports)
	if err != nil {
		return "", err
	}
	page = webpage.Rewrite(page, func(reference string) string { return s.moved(at, reference) })
	// Hosts that don't allow a base leave the element out; what scripts ask for by
	// relative addresses is then not found, and all else is.
	head := `<base href="` + s.moved(at, ".") + `">` + importMap
	return view.InsertFirst(page, head), nil
}

// moved returns an address as the view finds it: one of the development server, under
// this one's origin.
func (s *Server) moved(at *url.URL, reference string) string {
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

func (s *Server) down() *ui.Error {
	return &ui.Error{
		Code:    "dev_server_unreachable",
		Message: fmt.Sprintf("The development server of the view %s doesn't answer at %s.", s.view, s.dev.Redacted()),
		Fix:     `Start it, for example with "npm run dev", or correct the address.`,
	}
}
