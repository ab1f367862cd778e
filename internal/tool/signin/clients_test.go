package signin_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/signin"
)

// A client that was registered by hand uses its address and its secret, in the way that the
// provider has.
func TestClientsRegisteredByHand(t *testing.T) {
	t.Parallel()
	for method, where := range map[string]string{"client_secret_basic": "header", "client_secret_post": "form"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t)
			p.metadata = func(m map[string]any) {
				delete(m, "registration_endpoint")
				m["token_endpoint_auth_methods_supported"] = []string{method}
			}
			forms := make(chan url.Values, 1)
			p.token = func(_ http.ResponseWriter, form url.Values) bool {
				forms <- form
				return false
			}
			s := start(t, p)
			address, err := s.Start(t.Context(), signin.Client{ID: "by hand", Secret: "a very secret", Redirect: "http://127.0.0.1/callback", Scopes: []string{"one"}})
			if err != nil {
				t.Fatalf("%v\n%s", err, list(s))
			}
			visit(t, address)
			state := settled(t, s)
			asked := *p.last.Load()
			if !strings.HasSuffix(asked.Get("redirect_uri"), "/callback") || asked.Get("client_id") != "by hand" || asked.Get("scope") != "one" ||
				state.Registered != "registered by hand" {
				t.Errorf("asked with %v, %+v", asked, state)
			}
			form := <-forms
			if inForm := form.Get("client_secret") == "a very secret"; inForm != (where == "form") {
				t.Errorf("the form has %v", form)
			}
			noSecrets(t, s)
		})
	}
	p := newProvider(t)
	s := start(t, p)
	is(t, "a foreign redirect", failure(t, s, signin.Client{ID: "x", Redirect: "http://evil.example/callback"}), signin.TheUser, "can't be used")
	document := signin.Client{ID: "https://id.example/client.json"}
	is(t, "a document without a redirect address", failure(t, s, document), signin.TheUser, "none is given here")
	document.Redirect = "http://127.0.0.1/callback"
	is(t, "a document that the provider doesn't read", failure(t, s, document), signin.TheProvider, "no metadata documents")
	p.metadata = func(m map[string]any) { m["client_id_metadata_document_supported"] = true }
	if _, err := s.Start(t.Context(), document); err != nil {
		t.Errorf("%v\n%s", err, list(s))
	}
}

// A secret that a user gives goes to one provider, whatever the server names later.
func TestSecretsGoToOneProvider(t *testing.T) {
	t.Parallel()
	honest, evil := newProvider(t), newProvider(t)
	var named atomic.Value
	named.Store(honest.url)
	var base string
	base = serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"resource": base + "/mcp", "authorization_servers": []any{named.Load()}})
	}))
	s := newSession(t, base+"/mcp")
	s.Challenged("POST", http.StatusUnauthorized, signin.ParseChallenge([]string{`Bearer resource_metadata="` + base + `/meta"`}))
	mine := signin.Client{ID: "me", Secret: "the-client-secret"}
	signsIn(t, s, mine)
	signsIn(t, s, signin.Client{}) // as the same client
	if got := honest.last.Load().Get("client_id"); got != "me" || honest.asked.Load() != 2 {
		t.Errorf("the second sign-in is that of %q", got)
	}
	named.Store(evil.url)
	for _, signedOut := range []bool{false, true} {
		if signedOut {
			s.SignOut()
		}
		is(t, "another provider", failure(t, s, mine), signin.TheUser, "The client is that of "+honest.url)
		if got := s.Mask().Text("the-client-secret"); strings.Contains(got, "client") {
			t.Errorf("the secret is shown: %s", got)
		}
	}
	signsIn(t, s, signin.Client{}) // registers there
	if got := evil.last.Load().Get("client_id"); got != "made" {
		t.Errorf("another provider knows %q", got)
	}
	named.Store(honest.url)
	signsIn(t, s, mine)
}

// A client that the provider may not know any more is registered anew.
func TestForgottenClients(t *testing.T) {
	t.Parallel()
	unknown := func(w http.ResponseWriter, code string) bool {
		answerJSON(w, http.StatusUnauthorized, map[string]any{"error": code})
		return true
	}
	for name, fails := range map[string]func(*testing.T, *provider, *signin.Session){
		"signed out": func(_ *testing.T, _ *provider, s *signin.Session) { s.SignOut() },
		"the user does not come back": func(t *testing.T, _ *provider, s *signin.Session) {
			t.Helper()
			if _, err := s.Start(t.Context(), signin.Client{}); err != nil {
				t.Fatal(err)
			}
			s.Cancel()
		},
		"refused in the answer": func(t *testing.T, p *provider, s *signin.Session) {
			t.Helper()
			p.back = func(q url.Values) {
				q.Del("code")
				q.Set("error", "unauthorized_client")
			}
			visits(t, s, signin.Client{})
			p.back = nil
		},
		"refused for the code": func(t *testing.T, p *provider, s *signin.Session) {
			t.Helper()
			p.token = func(w http.ResponseWriter, _ url.Values) bool { return unknown(w, "invalid_client") }
			visits(t, s, signin.Client{})
			p.token = nil
		},
		"refused for a refresh": func(t *testing.T, p *provider, s *signin.Session) {
			t.Helper()
			p.token = func(w http.ResponseWriter, _ url.Values) bool { return unknown(w, "unauthorized_client") }
			s.Refused(t.Context(), "POST", http.StatusUnauthorized, http.Header{}, "the-secret-token")
			p.token = nil
		},
		"the secret has ended": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t)
			s := start(t, p)
			if fails == nil {
				p.registered = func(answer map[string]any) {
					answer["client_secret"], answer["client_secret_expires_at"] = "a-short-secret", time.Now().Add(-time.Second).Unix()
					delete(answer, "token_endpoint_auth_method")
				}
				fails = func(*testing.T, *provider, *signin.Session) {}
			}
			signsIn(t, s, signin.Client{})
			fails(t, p, s)
			signsIn(t, s, signin.Client{})
			if got := list(s); !strings.Contains(got, "Register a client") {
				t.Error(got)
			}
			p.registered = nil
			signsIn(t, s, signin.Client{})
			signsIn(t, s, signin.Client{})
			if got := list(s); !strings.Contains(got, "registered before") {
				t.Errorf("it registers each time:\n%s", got)
			}
		})
	}
}

// A header that can't be read takes nothing from the others.
func TestChallenges(t *testing.T) {
	t.Parallel()
	good := `Bearer error="insufficient_scope", error_description="more, please", scope="a b a", resource_metadata="https://x/m"`
	for name, values := range map[string][]string{
		"alone": {good}, "after a broken one": {`Bearer "`, `Negotiate abc==`, good}, "after a huge one": {strings.Repeat("x", 1<<20), good}, "after another scheme": {`Basic realm="x", ` + good},
	} {
		got := signin.ParseChallenge(values)
		if !got.Found || !got.IsStepUp() || strings.Join(got.Scopes, " ") != "a b" || got.Metadata != "https://x/m" || got.Description != "more, please" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := signin.ParseChallenge([]string{"Basic", ""}); got.Found {
		t.Errorf("%+v", got)
	}
}

// Who a token is for is read for people; nothing depends on it.
func TestSubjects(t *testing.T) {
	t.Parallel()
	for claims, want := range map[string]string{`{"sub":"ada"}`: "ada", `{"sub":"a\u0000\u202eb"}`: "a b", `{"sub":7}`: "", `no`: "", `{}`: ""} {
		p := newProvider(t)
		p.token = func(w http.ResponseWriter, _ url.Values) bool {
			answerJSON(w, http.StatusOK, map[string]any{"access_token": "e30." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + ".x", "token_type": "bearer"})
			return true
		}
		s := start(t, p)
		address, err := s.Start(t.Context(), signin.Client{})
		if err != nil {
			t.Fatal(err)
		}
		visit(t, address)
		if got := settled(t, s); got.Status != signin.SignedIn || got.Subject != want {
			t.Errorf("%s: %+v", claims, got)
		}
	}
}
