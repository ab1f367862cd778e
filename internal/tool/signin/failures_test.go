package signin_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/signin"
)

// start is a session at a scripted provider, whose server has asked for a sign-in.
func start(t *testing.T, p *provider) *signin.Session {
	t.Helper()
	endpoint, challenge := server(t, p.url)
	s := newSession(t, endpoint)
	s.Challenged("POST "+endpoint, http.StatusUnauthorized, challenge)
	return s
}

// The step says what is wrong with the metadata of a server.
func TestServersMetadata(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	for name, tt := range map[string]struct {
		answer  func(w http.ResponseWriter, base string)
		problem string
	}{
		"another resource": {func(w http.ResponseWriter, _ string) {
			answerJSON(w, http.StatusOK, map[string]any{"resource": "https://other.example/mcp", "authorization_servers": []string{p.url}})
		}, "that of another resource, https://other.example/mcp"},
		"another path": {func(w http.ResponseWriter, base string) {
			answerJSON(w, http.StatusOK, map[string]any{"resource": base + "/other", "authorization_servers": []string{p.url}})
		}, "that of another resource"},
		"no resource": {func(w http.ResponseWriter, _ string) { answerJSON(w, http.StatusOK, map[string]any{}) }, "names no resource"},
		"a user name": {func(w http.ResponseWriter, base string) {
			named := strings.Replace(base, "http://", "http://other.example@", 1) + "/mcp"
			answerJSON(w, http.StatusOK, map[string]any{"resource": named, "authorization_servers": []string{p.url}})
		}, "The resource of the metadata has a user name"},
		"a fragment": {func(w http.ResponseWriter, base string) {
			answerJSON(w, http.StatusOK, map[string]any{"resource": base + "/mcp#x", "authorization_servers": []string{p.url}})
		}, "The resource of the metadata has a fragment"},
		"no provider": {func(w http.ResponseWriter, base string) {
			answerJSON(w, http.StatusOK, map[string]any{"resource": base + "/mcp"})
		}, "names no authorization server"},
		"a script": {func(w http.ResponseWriter, base string) {
			answerJSON(w, http.StatusOK, map[string]any{"resource": base + "/mcp", "authorization_servers": []string{"javascript:alert(1)"}})
		}, "is no address"},
		"not encrypted": {func(w http.ResponseWriter, base string) {
			answerJSON(w, http.StatusOK, map[string]any{"resource": base + "/mcp", "authorization_servers": []string{"http://id.example.com"}})
		}, "only this machine may use http"},
		"no JSON": {func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"resource":`))
		}, "can't be read as JSON"},
		"an error": {func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusBadGateway) }, "HTTP status 502"},
		"huge": {func(w http.ResponseWriter, _ string) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`"` + strings.Repeat("x", 1<<20) + `"`))
		}, "more than 64 KiB"},
		"elsewhere": {func(w http.ResponseWriter, _ string) {
			w.Header().Set("Location", p.url+"/secret-place")
			w.WriteHeader(http.StatusFound)
		}, "redirects to another origin"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var base string
			base = serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { tt.answer(w, base) }))
			s := newSession(t, base+"/mcp")
			s.Challenged("POST", http.StatusUnauthorized, signin.ParseChallenge([]string{`Bearer resource_metadata="` + base + `/meta"`}))
			is(t, name, failure(t, s, signin.Client{}), signin.TheServer, tt.problem)
		})
	}
}

// Without a challenge, the metadata is where the specification says: for the path, then at the
// root.
func TestUsualPlaces(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	var base string
	var mu sync.Mutex
	var asked []string
	base = serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		if r.URL.Path != "/.well-known/oauth-protected-resource" {
			http.NotFound(w, r)
			return
		}
		answerJSON(w, http.StatusOK, map[string]any{"resource": base, "authorization_servers": []string{p.url}})
	}))
	s := newSession(t, base+"/a/mcp")
	address, err := s.Start(t.Context(), signin.Client{})
	if err != nil {
		t.Fatal(err)
	}
	if status, page := visit(t, address); status != http.StatusOK {
		t.Errorf("%d %s", status, page)
	}
	mu.Lock()
	defer mu.Unlock()
	if got, want := strings.Join(asked, " "), "/.well-known/oauth-protected-resource/a/mcp /.well-known/oauth-protected-resource"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	if got := list(s); !strings.Contains(got, "for its path | GET "+base+"/.well-known/oauth-protected-resource/a/mcp | 404 | absent") {
		t.Error(got)
	}
	if got := p.last.Load().Get("resource"); got != base {
		t.Errorf("the resource is %q", got)
	}
}

// A provider with a path has its metadata at three places.
func TestProviderWithAPath(t *testing.T) {
	t.Parallel()
	var issuer string
	var asked []string
	var mu sync.Mutex
	base := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		if r.URL.Path != "/realms/x/.well-known/openid-configuration" {
			http.NotFound(w, r)
			return
		}
		answerJSON(w, http.StatusOK, map[string]any{
			"issuer": issuer, "authorization_endpoint": issuer + "/a", "token_endpoint": issuer + "/t", "code_challenge_methods_supported": []string{"S256"},
		})
	}))
	issuer = base + "/realms/x"
	endpoint, challenge := server(t, issuer)
	s := newSession(t, endpoint)
	s.Challenged("POST", http.StatusUnauthorized, challenge)
	is(t, "no registration", failure(t, s, signin.Client{}), signin.TheUser, "no dynamic registration")
	mu.Lock()
	defer mu.Unlock()
	want := "/.well-known/oauth-authorization-server/realms/x /.well-known/openid-configuration/realms/x /realms/x/.well-known/openid-configuration"
	if got := strings.Join(asked, " "); got != want {
		t.Errorf("asked %s", got)
	}
}

// A provider whose metadata is wrong gets nobody to sign in.
func TestProvidersMetadata(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change  func(map[string]any)
		by      signin.Party
		problem string
	}{
		"another issuer":  {func(m map[string]any) { m["issuer"] = "https://evil.example" }, signin.TheServer, `calls itself "https://evil.example"`},
		"a slash":         {func(m map[string]any) { m["issuer"] = m["issuer"].(string) + "/" }, signin.TheServer, "calls itself"}, //nolint:forcetypeassert,errcheck // it is one
		"no PKCE":         {func(m map[string]any) { delete(m, "code_challenge_methods_supported") }, signin.TheProvider, "PKCE with S256"},
		"plain PKCE":      {func(m map[string]any) { m["code_challenge_methods_supported"] = []string{"plain"} }, signin.TheProvider, "PKCE with S256"},
		"no endpoint":     {func(m map[string]any) { delete(m, "token_endpoint") }, signin.TheProvider, "token_endpoint is no address"},
		"a script":        {func(m map[string]any) { m["authorization_endpoint"] = "javascript:alert(1)" }, signin.TheProvider, "authorization_endpoint is no address"},
		"no registration": {func(m map[string]any) { delete(m, "registration_endpoint") }, signin.TheUser, "no dynamic registration"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t)
			p.metadata = tt.change
			is(t, name, failure(t, start(t, p), signin.Client{}), tt.by, tt.problem)
		})
	}
}

// An answer from another provider is not taken: no code is exchanged.
func TestForeignReturns(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		back    func(url.Values)
		by      signin.Party
		problem string
	}{
		"a secret":       {func(q url.Values) { q.Set("iss", q.Get("state")) }, signin.TheProvider, `iss is "[redacted]"`},
		"another issuer": {func(q url.Values) { q.Set("iss", "https://evil.example") }, signin.TheProvider, `iss is "https://evil.example"`},
		"a slash":        {func(q url.Values) { q.Set("iss", q.Get("iss")+"/") }, signin.TheProvider, "iss is"},
		"no issuer":      {func(q url.Values) { q.Del("iss") }, signin.TheProvider, "iss is missing"},
		"two codes":      {func(q url.Values) { q.Add("code", "another") }, signin.TheProvider, "more than once"},
		"no code":        {func(q url.Values) { q.Del("code") }, signin.TheProvider, "neither a code nor an error"},
		"an error": {func(q url.Values) {
			q.Del("code")
			q.Set("error", "invalid_scope")
			q.Set("error_description", "No such <b>scope</b>.")
		}, signin.TheServer, "invalid_scope: “No such <b>scope</b>”"},
		"an error of somebody else": {func(q url.Values) {
			q.Set("iss", "https://evil.example")
			q.Set("error", "access_denied")
		}, signin.TheProvider, "iss is"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t)
			p.back = tt.back
			s := start(t, p)
			address, err := s.Start(t.Context(), signin.Client{})
			if err != nil {
				t.Fatal(err)
			}
			status, page := visit(t, address)
			state := settled(t, s)
			is(t, name, state.Steps[len(state.Steps)-1], tt.by, tt.problem)
			if status != http.StatusBadRequest || strings.Contains(page, "<b>scope") || s.Mask().Text(page) != page || state.Status != signin.Needed {
				t.Errorf("%d %s", status, page)
			}
			if got := p.asked.Load(); got != 0 {
				t.Errorf("the token endpoint was asked %d times", got)
			}
			noSecrets(t, s)
		})
	}
}

// A page that guesses, or comes later, gets nothing.
func TestReturnsOnce(t *testing.T) {
	t.Parallel()
	s := start(t, newProvider(t))
	address, err := s.Start(t.Context(), signin.Client{})
	if err != nil {
		t.Fatal(err)
	}
	client := browser(t)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if response, _ := send(t, client, http.MethodGet, "http://"+at.Host+"/?code=x&state=y", nil); response.StatusCode != http.StatusNotFound {
		t.Errorf("another path: %s", response.Status)
	}
	if response, _ := send(t, client, http.MethodPost, address, url.Values{}); response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("another method: %s", response.Status)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = "evil.example:" + at.Port()
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("another host: %s", response.Status)
	}
	if status, page := visit(t, address); status != http.StatusOK {
		t.Errorf("%d %s", status, page)
	}
	if settled(t, s).Status != signin.SignedIn || s.Token(t.Context()) != "the-secret-token" {
		t.Error(list(s))
	}
}

// What a token endpoint answers wrongly is no sign-in, and is said.
func TestTokenEndpoint(t *testing.T) {
	t.Parallel()
	answering := func(status int, value map[string]any) func(http.ResponseWriter, url.Values) bool {
		return func(w http.ResponseWriter, _ url.Values) bool {
			answerJSON(w, status, value)
			return true
		}
	}
	for name, tt := range map[string]struct {
		token   func(http.ResponseWriter, url.Values) bool
		by      signin.Party
		problem string
	}{
		"refused": {
			answering(http.StatusBadRequest, map[string]any{"error": "invalid_grant", "error_description": "the-secret-code is over"}),
			signin.TheProvider, "invalid_grant: “[redacted] is over”",
		},
		"refused as GitHub does": {
			answering(http.StatusOK, map[string]any{"error": "bad_verification_code", "error_description": "The code passed is incorrect or expired."}),
			signin.TheProvider, "bad_verification_code: “The code passed is incorrect or expired”",
		},
		"unknown client": {answering(http.StatusUnauthorized, map[string]any{"error": "invalid_client"}), signin.TheUser, "HTTP status 401, invalid_client"},
		"no token":       {answering(http.StatusOK, map[string]any{"token_type": "Bearer"}), signin.TheProvider, "no access_token"},
		"a broken token": {answering(http.StatusOK, map[string]any{"access_token": "abcdef\r\nb", "token_type": "Bearer"}), signin.TheProvider, "no access_token"},
		"another type":   {answering(http.StatusOK, map[string]any{"access_token": "abcdef-1", "token_type": "DPoP"}), signin.TheProvider, `of the type "DPoP"`},
		"huge": {func(w http.ResponseWriter, _ url.Values) bool {
			_, _ = w.Write([]byte(strings.Repeat("x", 1<<20)))
			return true
		}, signin.TheProvider, "more than 64 KiB"},
		"elsewhere": {func(w http.ResponseWriter, _ url.Values) bool {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(http.StatusTemporaryRedirect)
			return true
		}, signin.TheProvider, "HTTP status 307"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t)
			p.token = tt.token
			s := start(t, p)
			address, err := s.Start(t.Context(), signin.Client{})
			if err != nil {
				t.Fatal(err)
			}
			_, page := visit(t, address)
			state := settled(t, s)
			is(t, name, state.Steps[len(state.Steps)-1], tt.by, tt.problem)
			if strings.Contains(page, "the-secret") || s.Token(t.Context()) != "" || p.asked.Load() != 1 {
				t.Errorf("%d requests, %s", p.asked.Load(), page)
			}
			noSecrets(t, s)
		})
	}
}

// A provider that does not answer is given up in time, and a sign-in can be ended at any time.
func TestSlowProvider(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(release) })
	endpoint, challenge := server(t, slow.URL)
	s := signin.New(signin.Options{Endpoint: endpoint, Timeout: 300 * time.Millisecond})
	t.Cleanup(s.Close)
	s.Challenged("POST", http.StatusUnauthorized, challenge)
	// The server may be late, too, on a busy machine.
	if step := failure(t, s, signin.Client{}); !strings.Contains(step.Problem, "does not answer in time") {
		t.Errorf("%+v", step)
	}

	s = start(t, newProvider(t))
	if _, err := s.Start(t.Context(), signin.Client{}); err != nil {
		t.Fatal(err)
	}
	s.Cancel()
	state := s.State()
	is(t, "ended", state.Steps[len(state.Steps)-1], signin.TheUser, "ended")
}
