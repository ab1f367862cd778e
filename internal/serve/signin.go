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
// requests of more than maxBytes; zero means 4 MiB. isOwn reports whether a tool is one of the
// app's.
func SignIn(app App, maxBytes int64, isOwn func(tool string) bool, next http.Handler) http.Handler {
	return &signIn{app, cmp.Or(maxBytes, DefaultMaxBodyBytes), isOwn, next}
}

type signIn struct {
	app      App
	maxBytes int64
	isOwn    func(tool string) bool
	next     http.Handler
}

func (s *signIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodOptions {
		s.next.ServeHTTP(w, r) // browsers send it without a token
		return
	}
	authenticated, refused := s.app.Authenticate(r)
	switch {
	case refused != nil:
		writeRefusal(w, nil, refused)
	case r.Method == http.MethodPost:
		s.post(w, authenticated)
	default:
		s.serveWhileSignedIn(w, authenticated)
	}
}

// post passes the messages of an authenticated request on if its user may send all of them.
func (s *signIn) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.maxBytes))
	if err != nil {
		status := http.StatusBadRequest
		if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
			status = http.StatusRequestEntityTooLarge
		}
		w.WriteHeader(status)
		return
	}
	messages, failure := messagesOf(body)
	if failure != nil {
		writeJSON(w, http.StatusBadRequest, failureJSON(nil, failure))
		return
	}
	if id, refused := admitAll(r.Context(), s.app, messages); refused != nil && !readsChallengesInResults(r, messages, s.isOwn) {
		writeRefusal(w, id, refused)
		return
	}
	r = r.WithContext(r.Context()) // a copy: its caller keeps the body
	r.Body = io.NopCloser(bytes.NewReader(body))
	if slices.ContainsFunc(messages, func(m message) bool { return m.method == methodListen }) {
		s.serveWhileSignedIn(w, r)
		return
	}
	s.next.ServeHTTP(w, r)
}

// serveWhileSignedIn passes an authenticated request on until the sign-in of its user ends.
func (s *signIn) serveWhileSignedIn(w http.ResponseWriter, r *http.Request) {
	ctx, end := whileSignedIn(r.Context(), s.app)
	defer end()
	s.next.ServeHTTP(w, r.WithContext(ctx))
}

// messagesOf returns the messages in a body. What another server might read in another way is
// refused: many ignore the case of members.
func messagesOf(body []byte) ([]message, *rpcError) {
	one, batch, failure := parse(body)
	if failure != nil {
		return nil, failure
	}
	if batch == nil {
		if name := oddlyCased(body, "method", "params", "id"); name != "" {
			return nil, notMessage("It has the member " + quoted(name) + ".")
		}
		batch = []message{one}
	} else {
		for item := range jsonwalk.Items(body) {
			if name := oddlyCased(item, "method", "params", "id"); name != "" {
				return nil, notMessage("It has the member " + quoted(name) + ".")
			}
		}
	}
	for _, m := range batch {
		if name := oddlyCased(m.params, "name", "uri", "ref", "notifications"); name != "" {
			return nil, notMessage("Its params have the member " + quoted(name) + ".")
		}
	}
	return batch, nil
}

// oddlyCased returns a member that differs only in case from one of the names; empty if there is
// none.
func oddlyCased(object []byte, names ...string) string {
	for member := range jsonwalk.Members(object) {
		for _, name := range names {
			if string(member) != name && strings.EqualFold(string(member), name) {
				return string(member)
			}
		}
	}
	return ""
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

// open are the methods for which nobody has to sign in if something is open.
var open = []string{
	"initialize", "ping", "server/discover", "logging/setLevel", "resources/unsubscribe",
	"tools/list", "resources/list", "resources/templates/list", "prompts/list",
}

// named returns what has to be admitted for a message: tools, prompts and resources that it
// names, or its method.
func named(m message) []namedMethod {
	if m.isAnswer() || !m.isRequest() || slices.Contains(open, m.method) {
		return nil
	}
	wanted := map[string]string{
		"tools/call": "name", "prompts/get": "name", "resources/read": "uri", "resources/subscribe": "uri",
		"completion/complete": "ref", methodListen: "notifications",
	}[m.method]
	var names []namedMethod
	for name, value := range jsonwalk.Members(m.params) {
		if string(name) != wanted {
			continue
		}
		switch wanted {
		case "notifications":
			names = append(names, subscribed(value)...)
		case "ref":
			names = append(names, referred(value)...)
		default:
			text, _ := jsonwalk.Text(value)
			names = append(names, namedMethod{m.method, text})
		}
	}
	if len(names) == 0 && m.method != methodListen {
		return []namedMethod{{m.method, ""}}
	}
	return names
}

// subscribed returns the resources that subscriptions/listen names.
func subscribed(notifications []byte) (names []namedMethod) {
	for name, value := range jsonwalk.Members(notifications) {
		if !strings.EqualFold(string(name), "resourceSubscriptions") || len(value) == 0 || value[0] != '[' {
			continue
		}
		for item := range jsonwalk.Items(value) {
			uri, _ := jsonwalk.Text(item)
			names = append(names, namedMethod{"resources/subscribe", uri})
		}
	}
	return names
}

// referred returns the prompts and templates that a completion is for.
func referred(ref []byte) (names []namedMethod) {
	for name, value := range jsonwalk.Members(ref) {
		text, _ := jsonwalk.Text(value)
		switch {
		case strings.EqualFold(string(name), "name"):
			names = append(names, namedMethod{"prompts/get", text})
		case strings.EqualFold(string(name), "uri"):
			names = append(names, namedMethod{"resources/templates", text})
		}
	}
	return names
}

// readsChallengesInResults reports whether a call is one of ChatGPT's, which shows its sign-in
// for a challenge in a result (OpenAI Apps SDK, "Triggering authentication UI"). The app makes
// that result, so it has to be a tool of the app.
func readsChallengesInResults(r *http.Request, messages []message, isOwn func(tool string) bool) bool {
	if !strings.HasPrefix(r.UserAgent(), "openai-mcp") || len(messages) != 1 || messages[0].method != "tools/call" {
		return false
	}
	tools := named(messages[0])
	return len(tools) == 1 && isOwn(tools[0].value)
}

// writeRefusal answers a request that needs a better sign-in, or whose token can't be checked.
func writeRefusal(w http.ResponseWriter, id []byte, e *ui.Error) {
	failure := public(codeInvalidRequest, e)
	status := http.StatusServiceUnavailable
	if e.Challenge == nil {
		w.Header().Set("Retry-After", "5")
	} else {
		w.Header().Set("WWW-Authenticate", e.Challenge.Header(failure.Message))
		w.Header().Set("Access-Control-Expose-Headers", "Www-Authenticate")
		status = challengeStatus(e.Challenge)
	}
	writeJSON(w, status, failureJSON(id, failure))
}

func writeJSON(w http.ResponseWriter, status int, message []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(message) // it fails if the client is gone
}
