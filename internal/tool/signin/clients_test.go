package signin_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"

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
	is(t, "a document that the provider doesn't read", failure(t, s, signin.Client{ID: "https://id.example/client.json"}), signin.TheProvider, "no metadata documents")
	p.metadata = func(m map[string]any) { m["client_id_metadata_document_supported"] = true }
	if _, err := s.Start(t.Context(), signin.Client{ID: "https://id.example/client.json"}); err != nil {
		t.Errorf("%v\n%s", err, list(s))
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
