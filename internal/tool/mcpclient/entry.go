package mcpclient

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/orielapps/oriel/ui"
)

// challengeParts are of a WWW-Authenticate header. Every start of the program would
// take a twentieth longer for them.
var challengeParts = sync.OnceValue(func() (parts struct{ scheme, metadata, fault *regexp.Regexp }) {
	parts.scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._~+-]{0,40}`)
	parts.metadata = regexp.MustCompile(`resource_metadata="?(https?://[^\s",]{1,300})`)
	parts.fault = regexp.MustCompile(`(?:^|[\s,])error="?([A-Za-z0-9_.-]{1,60})`)
	return parts
})

// refusedEntry is the error of an answer with status 401 or 403, whose body it
// closes.
func (s Server) refusedEntry(response *http.Response) error {
	const longest = 1 << 10
	hide := s.hide()
	var facts []string
	// Servers repeat it per scheme; the first is the one they prefer.
	challenge := hide(response.Header.Get("WWW-Authenticate"))
	parts := challengeParts()
	if scheme := parts.scheme.FindString(challenge); scheme != "" {
		facts = append(facts, "It wants "+scheme+" credentials")
		if found := parts.metadata.FindStringSubmatch(challenge); found != nil {
			facts = append(facts, "says more at "+clean(found[1]))
		}
		if found := parts.fault.FindStringSubmatch(challenge); found != nil {
			facts = append(facts, "calls the error "+found[1])
		}
	}
	var body []byte
	if response.ContentLength > 0 && response.ContentLength <= longest && strings.HasPrefix(response.Header.Get("Content-Type"), "text/plain") {
		body, _ = io.ReadAll(response.Body) // what can't be read isn't quoted
	}
	_ = response.Body.Close() // nothing more is wanted of it
	message := fmt.Sprintf("The server %s refuses entry with HTTP status %d %s.", s.ID, response.StatusCode, http.StatusText(response.StatusCode))
	if len(facts) > 0 {
		message += " " + strings.Join(facts, ", ") + "."
	}
	if text := clean(hide(string(body))); text != "" {
		message += fmt.Sprintf(" It says: %q.", text)
	}
	fix := `Give credentials: --header on the command line, or "headers" in the config file.`
	switch {
	case s.hasCredentials():
		fix = "See whether the credentials that were given are right, have not expired and may do this."
	case s.Auth != nil:
		fix = `Sign in, under "Sign-in" of the server. Or give credentials: --header on the command line, or "headers" in the config file.`
	}
	return &statusError{&ui.Error{Code: "auth_required", Message: message, Fix: fix}, response.StatusCode}
}

// refusedSize is the error of an answer with status 413, whose body it closes.
func (s Server) refusedSize(request *http.Request, response *http.Response) error {
	_ = response.Body.Close() // nothing more is wanted of it
	size := "This message"
	if request.ContentLength > 0 {
		size = fmt.Sprintf("A message of %d bytes", request.ContentLength)
	}
	return &statusError{&ui.Error{
		Code:    "request_too_large",
		Message: fmt.Sprintf("%s is too large for the server %s, which answers HTTP status 413.", size, s.ID),
		Fix:     "Send less, or raise the server's limit.",
	}, response.StatusCode}
}

func (s Server) hasCredentials() bool {
	for name := range s.Header {
		if strings.EqualFold(name, "Authorization") {
			return true
		}
	}
	return false
}
