package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/ui"
)

// SignIn checks the access tokens of an app in front of another MCP server. It refuses
// requests of more than maxBytes; zero means 4 MiB.
func SignIn(app App, maxBytes int64, next http.Handler) http.Handler {
	limit := cmp.Or(maxBytes, DefaultMaxBodyBytes)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions {
			next.ServeHTTP(w, r) // browsers send it without a token
			return
		}
		ctx, refused := app.Authenticate(r)
		if refused != nil {
			writeRefusal(w, nil, refused)
			return
		}
		if r.Method != http.MethodPost {
			ctx, end := whileSignedIn(ctx, app)
			defer end()
			next.ServeHTTP(w, r.WithContext(ctx))
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
		if err != nil {
			status := http.StatusBadRequest
			if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
				status = http.StatusRequestEntityTooLarge
			}
			w.WriteHeader(status)
			return
		}
		messages := messagesOf(body)
		if id, refused := admitAll(ctx, app, messages); refused != nil && !readsChallengesInResults(r) {
			writeRefusal(w, id, refused)
			return
		}
		if slices.ContainsFunc(messages, func(m message) bool { return m.method == methodListen }) {
			var end context.CancelFunc
			ctx, end = whileSignedIn(ctx, app)
			defer end()
		}
		r = r.WithContext(ctx)
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// messagesOf returns the messages in a body. What is not a message is left to the server.
func messagesOf(body []byte) []message {
	one, batch, failure := parse(body)
	switch {
	case failure != nil:
		return nil
	case batch == nil:
		return []message{one}
	}
	return batch
}

// admitAll returns the error of the first message for which the user needs a better sign-in,
// and the id of that message.
func admitAll(ctx context.Context, app App, messages []message) (id []byte, refused *ui.Error) {
	for _, m := range messages {
		for _, name := range named(m) {
			if e, ok := errors.AsType[*ui.Error](app.Admit(ctx, name.method, name.value)); ok {
				return m.requestID(), e
			}
		}
	}
	return nil, nil
}

type namedMethod struct{ method, value string }

// named returns the tools, prompts and resources that a message names.
func named(m message) []namedMethod {
	member := map[string]string{
		"tools/call": "name", "prompts/get": "name", "resources/read": "uri", "resources/subscribe": "uri", "resources/unsubscribe": "uri",
	}[m.method]
	var names []namedMethod
	for name, value := range jsonwalk.Members(m.params) {
		if member != "" && string(name) == member {
			text, _ := jsonwalk.Text(value)
			names = append(names, namedMethod{m.method, text})
		}
		if m.method == methodListen && string(name) == "notifications" && jsonwalk.IsObject(value) {
			names = append(names, subscribed(value)...)
		}
	}
	return names
}

// subscribed returns the resources that subscriptions/listen names.
func subscribed(notifications []byte) (names []namedMethod) {
	for name, value := range jsonwalk.Members(notifications) {
		if string(name) != "resourceSubscriptions" || len(value) == 0 || value[0] != '[' {
			continue
		}
		for item := range jsonwalk.Items(value) {
			uri, _ := jsonwalk.Text(item)
			names = append(names, namedMethod{"resources/subscribe", uri})
		}
	}
	return names
}

// readsChallengesInResults reports whether a client is ChatGPT's, which shows its sign-in for a
// challenge in a result (OpenAI Apps SDK, "Triggering authentication UI").
func readsChallengesInResults(r *http.Request) bool {
	return strings.HasPrefix(r.UserAgent(), "openai-mcp")
}

// writeRefusal answers a request that needs a better sign-in, or whose token can't be checked.
func writeRefusal(w http.ResponseWriter, id []byte, e *ui.Error) {
	failure := public(codeInvalidRequest, e)
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	status := http.StatusServiceUnavailable
	if e.Challenge == nil {
		header.Set("Retry-After", "5")
	} else {
		header.Set("Www-Authenticate", e.Challenge.Header(failure.Message))
		header.Set("Access-Control-Expose-Headers", "Www-Authenticate")
		status = challengeStatus(e.Challenge)
	}
	w.WriteHeader(status)
	_, _ = w.Write(failureJSON(id, failure)) // it fails if the client is gone
}
