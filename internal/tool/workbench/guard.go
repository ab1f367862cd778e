package workbench

import (
	"crypto/sha256"
	"crypto/subtle"
	"mime"
	"net/http"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// pagePolicy lets the page run its own script, talk to its own server and frame
// the sandbox.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
	"img-src 'self' data:; frame-src http://*.localhost:* http://127.0.0.1:*; frame-ancestors 'none'; " +
	"base-uri 'none'; form-action 'none'"

func secure(h http.Header) {
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Cache-Control", "no-store")
}

// fromElsewhere reports whether another page made the request. Browsers say so
// in either header; a request with neither is not from a browser and has only
// its token to show.
func (w *Workbench) fromElsewhere(r *http.Request) bool {
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && origins[0] != w.origin {
		return true
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin":
		return false
	default:
		return true
	}
}

// fromLink reports whether a person opened the page, from wherever. That is
// harmless: without the token in its address the page does nothing.
func fromLink(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" &&
		(r.Method == http.MethodGet || r.Method == http.MethodHead)
}

// hasToken compares hashes, in constant time and whatever the length.
func (w *Workbench) hasToken(r *http.Request) bool {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return false
	}
	scheme, token, found := strings.Cut(values[0], " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return false
	}
	hash := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(hash[:], w.tokenHash[:]) == 1
}

// admit answers a request to the API that must not go on, and reports whether
// one may.
func (w *Workbench) admit(response http.ResponseWriter, r *http.Request) bool {
	switch {
	case w.fromElsewhere(r):
		w.fail(response, r, &ui.Error{
			Code:    "foreign_origin",
			Message: "The request comes from another page than the workbench's.",
			Fix:     "Use the page at " + w.origin + ".",
		})
	case !w.hasToken(r):
		w.fail(response, r, &ui.Error{
			Code:    "token_required",
			Message: "The request does not carry this workbench's token.",
			Fix:     "Open the URL that oriel printed, or send its token as \"Authorization: Bearer TOKEN\".",
		})
	case r.Method == http.MethodPost && !isJSON(r):
		w.fail(response, r, &ui.Error{
			Code:    "json_required",
			Message: "The request's body is not declared as JSON.",
			Fix:     "Send Content-Type: application/json.",
		})
	default:
		return true
	}
	return false
}

func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}
