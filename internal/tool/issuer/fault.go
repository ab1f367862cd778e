package issuer

import (
	"net/http"
)

// fault is an error of OAuth 2: a code that clients know, and what is wrong. It never repeats
// what a client has sent but for names that were checked.
type fault struct {
	status int
	Code   string `json:"error"`
	Text   string `json:"error_description,omitempty"`
}

func (f *fault) Error() string { return f.Code + ": " + f.Text }

func newFault(code, text string) *fault { return &fault{http.StatusBadRequest, code, text} }

// The codes of RFC 6749, 7591, 8707 and OpenID Connect.
const (
	invalidRequest  = "invalid_request"
	invalidClient   = "invalid_client"
	invalidGrant    = "invalid_grant"
	invalidScope    = "invalid_scope"
	invalidTarget   = "invalid_target"
	invalidRedirect = "invalid_redirect_uri"
	invalidMetadata = "invalid_client_metadata"
	invalidToken    = "invalid_token"
)

// write writes the fault for a program.
func (f *fault) write(w http.ResponseWriter, r *http.Request) { writeJSON(w, r, f.status, f) }
