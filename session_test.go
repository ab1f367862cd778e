package oriel_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
)

// A session may be used by others than who began it: of what was said at its
// beginning, only the language counts for later requests.
func TestHintsOfASession(t *testing.T) {
	t.Parallel()
	var seen *oriel.Request
	app, _, _ := cities(t, func(r *oriel.Request) { seen = r })
	handler := app.Handler()
	send := func(session, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		return answer
	}
	begun := send("", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},
		"clientInfo":{"name":"openai-mcp","version":"1"},"_meta":`+meta+`}}`)
	session := begun.Header().Get("Mcp-Session-Id")
	send(session, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	call := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"city","arguments":{"city":"Rome"}`
	send(session, call+`}}`)
	if seen == nil || seen.Locale != "de-CH" {
		t.Fatalf("the request is %+v, the answers %s", seen, begun.Body)
	}
	if seen.Subject != "" || seen.Session != "" || seen.Location != nil || seen.TimeZone != nil || seen.UserAgent != "" || len(seen.Meta.Values()) != 1 {
		t.Errorf("it has what another one said: %+v", seen)
	}
	send(session, call+`,"_meta":{"openai/locale":"fr","openai/subject":"v1/own"}}}`)
	if seen.Locale != "fr" || seen.Subject != "v1/own" {
		t.Errorf("its own hints: %+v", seen)
	}
}

// Whatever a middleware makes of a result, the host gets an answer.
func TestUnsendableResponsesAreAnswered(t *testing.T) {
	t.Parallel()
	for name, spoil := range spoilers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app, _, log := cities(t, nil)
			app.Use(func(next oriel.RequestHandler) oriel.RequestHandler {
				return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
					response, err := next(ctx, r)
					spoil(response)
					return response, err
				}
			})
			answer := post(t, app, `{"name":"city","arguments":{"city":"Rome"}`)
			if !strings.Contains(answer, `"isError":true`) || !strings.Contains(answer, "err-") || !strings.Contains(log.String(), "request failed") {
				t.Errorf("the answer is %.500s, the log %.500s", answer, log)
			}
		})
	}
}
