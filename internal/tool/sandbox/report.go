package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

const (
	reportPath = "/report/"
	// maxReport is the maximum size of a report in bytes, and maxReports the maximum
	// number of reports passed on per document.
	maxReport  = 32 << 10
	maxReports = 100
)

// Violation is a violation of a view's policy that the view's first script can't see: in
// a frame inside the view, or in a document that replaced the view's own.
type Violation struct {
	// Server and Profile are those of the view.
	Server, Profile string
	// Directive is the effective one: "connect-src".
	Directive string
	// Blocked is what the policy refused, and Document where, as in the browser's report but
	// shortened: an address, or a word such as "inline" or "about".
	Blocked, Document string
}

// serveReport handles a report that a browser sends because of report-uri. Any script of
// the view can send one, too, so reports are only shown.
func (s *Sandbox) serveReport(w http.ResponseWriter, r *http.Request, id string) {
	d, known := s.store.get(id)
	if !known || d.body == nil || d.origin != originOf(r) {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxReport))
	if err != nil {
		http.Error(w, "report too large", http.StatusRequestEntityTooLarge)
		return
	}
	w.WriteHeader(http.StatusNoContent)
	var sent struct {
		Report struct {
			Document  string `json:"document-uri"`
			Effective string `json:"effective-directive"`
			Violated  string `json:"violated-directive"`
			Blocked   string `json:"blocked-uri"`
		} `json:"csp-report"`
	}
	if json.Unmarshal(body, &sent) != nil || s.violated == nil {
		return
	}
	report := sent.Report
	// The view's first script reports violations in the view's own document.
	if strings.HasSuffix(report.Document, documentPath+id) || d.reports.Add(1) > maxReports {
		return
	}
	directive := report.Effective
	if directive == "" {
		directive = report.Violated
	}
	s.violated(Violation{
		Server: d.server, Profile: d.profile,
		Directive: shorten(directive), Blocked: shorten(report.Blocked), Document: shorten(report.Document),
	})
}
