package mcpclient

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/orielapps/oriel/internal/tool/addresses"
	"github.com/orielapps/oriel/internal/tool/secrets"
)

// Authorizer gives the access tokens of a user who signs in. It is called from several
// goroutines.
type Authorizer interface {
	// Token returns the token for a request; empty sends none.
	Token(ctx context.Context) string
	// Refused takes an answer with status 401 or 403 to a request with a token, or with none, and
	// reports whether there is another token now, so that the request is worth sending once more.
	Refused(ctx context.Context, request string, status int, header http.Header, token string) bool
	// Rejected takes such an answer to a request that was sent once more, with a token.
	Rejected(request string, status int, header http.Header, token string)
	// Mask takes the tokens, and what else is secret of the sign-in, out of texts.
	Mask() *secrets.Mask
}

// mask takes out of texts what nobody should get to see: what is known from the start, and the
// tokens of now.
type mask struct {
	settings *secrets.Mask
	auth     Authorizer
}

func (m mask) tokens() *secrets.Mask {
	if m.auth == nil {
		return nil
	}
	return m.auth.Mask()
}

// Text returns a text without secrets.
func (m mask) Text(text string) string { return m.tokens().Text(m.settings.Text(text)) }

// JSON returns a value without secrets.
func (m mask) JSON(raw json.RawMessage) json.RawMessage { return m.tokens().JSON(m.settings.JSON(raw)) }

// sendWithToken sends a request with the user's token, and once more where that has been refreshed.
// In clear, no token leaves this machine.
func (t *endpointTransport) sendWithToken(request *http.Request) (*http.Response, error) {
	auth := t.server.Auth
	if auth == nil || t.server.hasCredentials() || !t.server.isOwn(request) {
		return t.inner.RoundTrip(request) //nolint:wrapcheck // the caller does
	}
	token := auth.Token(request.Context())
	inClear := request.URL.Scheme != "https" && !addresses.IsThisMachine(request.URL.Hostname())
	if inClear {
		token = ""
	}
	response, err := t.inner.RoundTrip(withToken(request, token))
	if err != nil || response.StatusCode != http.StatusUnauthorized && response.StatusCode != http.StatusForbidden {
		return response, err //nolint:wrapcheck // the caller does
	}
	what := request.Method + " " + t.server.address()
	if !auth.Refused(request.Context(), what, response.StatusCode, response.Header, token) || inClear {
		return response, nil
	}
	again := request
	if request.Body != nil && request.Body != http.NoBody {
		if request.GetBody == nil {
			return response, nil // it can't be sent again
		}
		body, failed := request.GetBody()
		if failed != nil {
			return response, nil //nolint:nilerr // the refusal stands
		}
		again = request.Clone(request.Context())
		again.Body = body
	}
	_, _ = io.CopyN(io.Discard, response.Body, maxRefusal) // so that the connection can be used again
	_ = response.Body.Close()                              // nothing more is wanted of it
	token = auth.Token(request.Context())
	response, err = t.inner.RoundTrip(withToken(again, token))
	if err == nil && (response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden) {
		auth.Rejected(what, response.StatusCode, response.Header, token)
	}
	return response, err //nolint:wrapcheck // the caller does
}

func withToken(request *http.Request, token string) *http.Request {
	if token == "" {
		return request
	}
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+token)
	return request
}
