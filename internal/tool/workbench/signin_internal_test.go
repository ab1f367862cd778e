package workbench

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/signin"
)

// signInServer is a server that has asked for a sign-in, at a provider that lets everybody in.
// endpoint answers its MCP requests; nil answers nothing.
func signInServer(t *testing.T, endpoint http.Handler) *server {
	t.Helper()
	var base string
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := func(v any) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(v)
		}
		switch r.URL.Path {
		case "/meta":
			answer(map[string]any{"resource": base + "/mcp", "authorization_servers": []string{base}})
		case "/.well-known/oauth-authorization-server":
			answer(map[string]any{
				"issuer": base, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token", "code_challenge_methods_supported": []string{"S256"},
			})
		case "/authorize":
			q := r.URL.Query()
			http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"code": {"the-code"}, "state": {q.Get("state")}}.Encode(), http.StatusSeeOther) //nolint:gosec // it is what such endpoints do
		case "/mcp":
			if endpoint != nil {
				endpoint.ServeHTTP(w, r)
			}
		case "/token":
			answer(map[string]any{"access_token": "the-access-token", "token_type": "Bearer"})
		}
	}))
	t.Cleanup(provider.Close)
	base = provider.URL
	s := newServer(mcpclient.Server{ID: "one", Endpoint: base + "/mcp"}, newHub(newRedactor("the-token-of-the-workbench")), Options{Timeout: time.Minute})
	t.Cleanup(s.close)
	s.signIn.Challenged("POST", http.StatusUnauthorized, signin.ParseChallenge([]string{`Bearer resource_metadata="` + base + `/meta"`}))
	return s
}

// signsIn is a user who signs in, and waits until the server has connected anew.
func signsIn(t *testing.T, s *server) {
	t.Helper()
	address, err := s.signIn.Start(t.Context(), signin.Client{ID: "me"})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	for end := time.Now().Add(time.Minute); s.signInSummary().Status != signin.SignedIn; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("nobody is signed in: %+v", s.signIn.State())
		}
	}
	s.signIn.Cancel() // returns once nothing is left of the sign-in
	s.leaving.Wait()
}

// Who begins to grant more, and does not, keeps all connections; who does, gets new ones.
func TestOnlySignInsConnectAnew(t *testing.T) {
	t.Parallel()
	s := signInServer(t, nil)
	signsIn(t, s)
	isReady := func() bool {
		now, _, _, _ := s.state()
		return now == ready
	}
	connected := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.set(ready, "", "")
	}
	connected()
	if _, err := s.signIn.Start(t.Context(), signin.Client{ID: "me"}); err != nil {
		t.Fatal(err)
	}
	s.signIn.Cancel()
	if s.leaving.Wait(); !isReady() {
		t.Error("a sign-in that was ended ends the connections")
	}
	if signsIn(t, s); isReady() {
		t.Error("after a sign-in, the connections are those of before")
	}
}

// The last event has the last state, also when changes come at the same time.
func TestLastChangeOfASignInIsShownLast(t *testing.T) {
	t.Parallel()
	for range 100 {
		s := signInServer(t, nil)
		if _, err := s.signIn.Start(t.Context(), signin.Client{ID: "me"}); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		all.Go(s.signIn.Cancel)
		for _, scope := range []string{"a", "b", "c", "d"} {
			all.Go(func() {
				s.signIn.Challenged("POST", http.StatusUnauthorized, signin.Challenge{Found: true, Scopes: []string{scope}})
			})
		}
		all.Wait()
		_, lines := s.events.join()
		if last := string(lines[len(lines)-1]); !strings.Contains(last, `"status":"needed"`) {
			t.Fatalf("it is %s, and the page was told last: %s", s.signInSummary().Status, last)
		}
	}
}

// A result that says that the token is over is a sign-in that has ended, if nothing else helps.
func TestResultEndsSignIn(t *testing.T) {
	t.Parallel()
	s := signInServer(t, nil)
	signsIn(t, s)
	note := func(code, sent string) {
		s.noteChallenge(t.Context(), "save", json.RawMessage(`{"_meta":{"mcp/www_authenticate":["Bearer error=\"`+code+`\", scope=\"more\""]}}`), sent)
	}
	note("insufficient_scope", s.token(t.Context()))
	note("invalid_token", "a token of before")
	if got := s.signInSummary(); got.Status != signin.SignedIn || strings.Join(got.Missing, " ") != "more" {
		t.Errorf("before: %+v", got)
	}
	note("invalid_token", s.token(t.Context()))
	if got := s.signInSummary(); got.Status != signin.Needed || s.token(t.Context()) != "" {
		t.Errorf("after: %+v", got)
	}
}

// The sessions of a user end before the tokens are forgotten, with which they end.
func TestSignOutEndsSessionsWithTheirToken(t *testing.T) {
	t.Parallel()
	clock := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
	sessions := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return clock }, nil)
	ended := make(chan string, 1)
	s := signInServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			ended <- r.Header.Get("Authorization")
		}
		sessions.ServeHTTP(w, r)
	}))
	profile, ok := hosts.Get("claude")
	if !ok {
		t.Fatal("no profile")
	}
	as := *profile
	as.Protocols.Value = []string{"2025-11-25"}
	signsIn(t, s)
	one, err := s.connect(t.Context(), &as)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := one.listTools(t.Context()); err != nil && !hasNoSuch(err) {
		t.Fatal(err)
	}
	w := &Workbench{servers: []*server{s}}
	if _, err := w.signOut(nil, signInRequest{Server: "one"}); err != nil {
		t.Fatal(err)
	}
	var got string
	select {
	case got = <-ended:
	default:
		t.Fatal("the session has not ended")
	}
	if got != "Bearer the-access-token" || s.token(t.Context()) != "" {
		t.Errorf("the session ended with %q", got)
	}
}
