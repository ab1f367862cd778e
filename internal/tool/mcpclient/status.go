package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/orielapps/oriel/ui"
)

const (
	// maxRefusal is the most that is read of what an answer says beside its
	// status, in bytes.
	maxRefusal = 4 << 10
	// refusalTime is how long that may take.
	refusalTime = time.Second
)

// statusError is the refusal of one message by the status, or the kind, of the
// answer to it. It comes out of the round tripper, so that the SDK, which ends
// its connection at most statuses, takes it for the failure of that message.
type statusError struct {
	// shown is the error for a person.
	shown *ui.Error
	// status is that of the answer.
	status int
}

func (e *statusError) Error() string { return e.shown.Error() }

func (e *statusError) Unwrap() error { return e.shown }

// callKey is the context's key of the number of a message that wants an answer.
type callKey struct{}

func withCall(ctx context.Context, id jsonrpc.ID) context.Context {
	number, _ := id.Raw().(int64)
	return context.WithValue(ctx, callKey{}, number)
}

// refused returns the error of an answer that takes no message, whose body it
// then closes. It returns nil where the SDK makes the better of it: a message,
// an error of the server that names the request, the loss of a session.
func (t *roundTripper) refused(request *http.Request, response *http.Response) error {
	status := response.StatusCode
	_, isCall := request.Context().Value(callKey{}).(int64)
	switch {
	case request.Method != http.MethodPost:
		return nil
	case status == http.StatusNotFound && request.Header.Get(sessionHeader) != "":
		return nil
	case status >= http.StatusMultipleChoices && status < http.StatusBadRequest && response.Header.Get("Location") != "":
		return nil // [Server.follow] decides about it
	case status < http.StatusOK || status >= http.StatusMultipleChoices:
	case isCall && !isJSON(response) && !isEventStream(response):
		_ = response.Body.Close() // nothing more is wanted of it
		return t.server.refusedKind(response)
	default:
		return nil
	}
	body := refusal(response)
	if message, err := jsonrpc.DecodeMessage(body); err == nil && isCall {
		if answer, ok := message.(*jsonrpc.Response); ok && answer.Error != nil && answer.ID.IsValid() {
			_ = response.Body.Close() // it has been read
			response.Body = io.NopCloser(bytes.NewReader(body))
			// The SDK reads no error beside the statuses that it takes for passing
			// ones, such as 500.
			response.StatusCode = http.StatusBadRequest
			return nil
		}
	}
	_ = response.Body.Close() // it has been read as far as it is wanted
	return t.server.refusedStatus(response, body)
}

// refusal reads the beginning of what an answer says beside its status.
func refusal(response *http.Response) []byte {
	if response.ContentLength > maxRefusal {
		return nil
	}
	// Closing the body ends a read that waits.
	late := time.AfterFunc(refusalTime, func() { _ = response.Body.Close() })
	defer late.Stop()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxRefusal+1))
	if err != nil || len(body) > maxRefusal {
		return nil // half of it is no JSON, and a page is not quoted
	}
	return body
}

// refusedStatus is the error of an answer that refuses a message by its status.
func (s Server) refusedStatus(response *http.Response, body []byte) error {
	status := response.StatusCode
	message := fmt.Sprintf("The server %s answers HTTP status %s at %s.", s.ID, statusText(status), s.address())
	if text := clean(s.mask().Text(said(response, body))); text != "" {
		message += fmt.Sprintf(" It says: %q.", text)
	}
	fix := "See whether the address is that of its MCP endpoint, and what its log says."
	switch {
	case status == http.StatusTooManyRequests:
		fix = "Wait a little, then try again."
	case status >= http.StatusInternalServerError:
		fix = "See the server's own log, and try again."
	}
	return &statusError{&ui.Error{Code: "server_status", Message: message, Fix: fix}, status}
}

// refusedKind is the error of an answer that is neither JSON nor a stream of
// events.
func (s Server) refusedKind(response *http.Response) error {
	kind := clean(s.mask().Text(mediaType(response)))
	what := fmt.Sprintf("answers with %s, which is no MCP", kind)
	if kind == "" {
		what = fmt.Sprintf("answers a request with HTTP status %s and no content type, which is no MCP", statusText(response.StatusCode))
	}
	return &statusError{&ui.Error{
		Code:    "server_answer_malformed",
		Message: fmt.Sprintf("The server %s %s, at %s.", s.ID, what, s.address()),
		Fix:     "See whether the address is that of its MCP endpoint.",
	}, response.StatusCode}
}

// refusedRedirect is the error of a redirect that is not followed.
func (s Server) refusedRedirect(status int, to *url.URL, why string) error {
	shown := clean(s.mask().Text((&url.URL{Scheme: to.Scheme, Host: to.Host, Path: to.Path}).String()))
	return &statusError{&ui.Error{
		Code:    "server_redirects",
		Message: fmt.Sprintf("The server %s redirects to %s, %s.", s.ID, why, shown),
		Fix:     fmt.Sprintf("If you trust that address, use it in place of %s.", s.address()),
	}, status}
}

// said is what an answer says in words: the message of an error in JSON, or a
// plain text.
func said(response *http.Response, body []byte) string {
	var object struct {
		Error       json.RawMessage `json:"error"`
		Description string          `json:"error_description"`
		Message     string          `json:"message"`
	}
	if json.Unmarshal(body, &object) != nil {
		if mediaType(response) == "text/plain" {
			return string(body)
		}
		return ""
	}
	var inner struct {
		Message string `json:"message"`
	}
	var text string
	switch {
	case json.Unmarshal(object.Error, &inner) == nil && inner.Message != "":
		return inner.Message
	case object.Description != "":
		return object.Description
	case object.Message != "":
		return object.Message
	case json.Unmarshal(object.Error, &text) == nil:
		return text
	default:
		return ""
	}
}

func statusText(status int) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
}

func mediaType(response *http.Response) string {
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

func isJSON(response *http.Response) bool { return mediaType(response) == "application/json" }

func isEventStream(response *http.Response) bool { return mediaType(response) == "text/event-stream" }
