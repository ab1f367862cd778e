package auth_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
)

// In front of another server, the app refuses what it would refuse itself, and what it lets through
// is as it was.
func TestSignIn(t *testing.T) {
	t.Parallel()
	another := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = fmt.Fprintf(w, "%s %s %s", r.Method, oriel.RequestFrom(r.Context()).User.ID, body)
	})
	const batch = `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"write"}}]`
	const subscribe = `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["trips://public","trips://all"]}}}`
	message := func(method, params string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"` + method + `","params":` + params + `}`
	}
	for _, test := range []struct {
		name, method, token, body string
		closed, mixed             int
	}{
		{"nobody's list", http.MethodPost, "", message("tools/list", `{}`), 401, 200},
		{"Ada's list", http.MethodPost, good(""), message("tools/list", `{}`), 200, 200},
		{"a bad token's list", http.MethodPost, "x", message("tools/list", `{}`), 401, 401},
		{"nobody's call", http.MethodPost, "", message("tools/call", `{"name":"write"}`), 401, 401},
		{"nobody's call of a name that is there twice", http.MethodPost, "", message("tools/call", `{"name":"anyone","name":"write"}`), 401, 401},
		{"nobody's call in escapes", http.MethodPost, "", message("tools/call", `{"n\u0061me":"wr\u0069te"}`), 401, 401},
		{"a call without its scope", http.MethodPost, good("trips.read"), message("tools/call", `{"name":"write"}`), 403, 403},
		{"a read without its scope", http.MethodPost, good(""), message("resources/read", `{"uri":"trips://trip/7"}`), 403, 403},
		{"a subscription without its scope", http.MethodPost, good(""), message("resources/subscribe", `{"uri":"trips://all"}`), 403, 403},
		{"subscriptions without their scope", http.MethodPost, good(""), subscribe, 403, 403},
		{"a prompt without its scope", http.MethodPost, good(""), message("prompts/get", `{"name":"plan"}`), 403, 403},
		{"a batch without its scope", http.MethodPost, good(""), batch, 403, 403},
		{"nobody's batch", http.MethodPost, "", batch, 401, 401},
		{"a batch with its scopes", http.MethodPost, good("trips.read trips.write offline_access"), batch, 200, 200},
		{"nobody's stream", http.MethodGet, "", "", 401, 200},
		{"Ada's stream", http.MethodGet, good(""), "", 200, 200},
		{"nobody's end", http.MethodDelete, "", "", 401, 200},
		{"a preflight", http.MethodOptions, "", "", 200, 200},
	} {
		for mixed, want := range map[bool]int{false: test.closed, true: test.mixed} {
			c := &client{t: t, handler: trips(fixed(), mixed).SignIn(another), token: test.token}
			r := c.post(t.Context(), test.body)
			r.Method = test.method
			w := c.do(r)
			if w.Code != want || (want == 200) == (w.Header().Get("WWW-Authenticate") != "") {
				t.Errorf("%s, mixed %t: %d %v, want %d; %s", test.name, mixed, w.Code, w.Header(), want, w.Body)
			}
			if want != 200 {
				continue
			}
			user := map[bool]string{true: "ada"}[test.token != ""]
			if got := test.method + " " + user + " " + test.body; w.Body.String() != got {
				t.Errorf("%s: the server gets %q, want %q", test.name, w.Body, got)
			}
		}
	}
	for _, mixed := range []bool{false, true} {
		app := trips(made(func() (oriel.TokenVerifier, error) { return unable{}, nil }), mixed)
		c := &client{t: t, handler: app.SignIn(another), token: "x"}
		if w := c.do(c.post(t.Context(), message("tools/list", `{}`))); w.Code != 503 || w.Header().Get("WWW-Authenticate") != "" {
			t.Errorf("a token that can't be checked: %d %v", w.Code, w.Header())
		}
	}
	c := &client{t: t, handler: trips(fixed(), false).SignIn(another), token: good("")}
	if w := c.do(c.post(t.Context(), strings.Repeat(" ", 4<<20+1))); w.Code != 413 {
		t.Errorf("a large body: %d", w.Code)
	}
}

// unable can check no token.
type unable struct{}

func (unable) VerifyToken(context.Context, string, string) (oriel.User, error) {
	return oriel.User{}, context.DeadlineExceeded
}
func (unable) Issuers() []string { return nil }
func (unable) Audience() string  { return "" }

// Streams of another server end with the sign-in, too.
func TestSignInEndsStreams(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler := trips(fixed(), false).SignIn(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
		for method, body := range map[string]string{
			http.MethodGet: "", http.MethodPost: `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{}}}`,
		} {
			r := httptest.NewRequestWithContext(t.Context(), method, endpoint, strings.NewReader(body))
			r.Header.Set("Authorization", "Bearer "+token(nil, claims(map[string]any{"exp": time.Now().Unix() + 60})))
			began := time.Now()
			handler.ServeHTTP(httptest.NewRecorder(), r)
			if took := time.Since(began); took != time.Minute+30*time.Second {
				t.Errorf("the stream of a %s ends after %s", method, took)
			}
		}
	})
}
