package signin_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
	"github.com/orielapps/oriel/internal/tool/signin"
)

// A user signs in at the test issuer, grants more later, and every step is recorded without a
// secret.
func TestSignInAndStepUp(t *testing.T) {
	t.Parallel()
	provider := issuertest.Start(t, issuer.Options{})
	endpoint, challenge := server(t, provider.URL())
	s := newSession(t, endpoint)
	if got := s.State().Status; got != signin.NotNeeded {
		t.Errorf("before: %s", got)
	}
	s.Challenged("POST "+endpoint, http.StatusUnauthorized, challenge)
	if got := s.State().Status; got != signin.Needed {
		t.Errorf("after the challenge: %s", got)
	}
	start, err := s.Start(t.Context(), signin.Client{})
	if err != nil {
		t.Fatalf("%v\n%s", err, list(s))
	}
	if !strings.HasPrefix(start, "http://127.0.0.1:") || strings.Contains(start, "?") {
		t.Errorf("the user starts at %s", start)
	}
	status, page := signIn(t, start, "allow", "trips.read")
	if status != http.StatusOK || !strings.Contains(page, "You are signed in") {
		t.Fatalf("%d %s\n%s", status, page, list(s))
	}
	state := settled(t, s)
	first := s.Token(t.Context())
	if state.Status != signin.SignedIn || state.Subject != "ada" || !slices.Equal(state.Scopes, []string{"trips.read"}) || state.Expires.Before(time.Now()) ||
		first == "" || state.Registered != "registered dynamically" || state.Issuer != provider.URL() {
		t.Errorf("signed in: %+v, %q", state, first)
	}
	for _, want := range []string{
		"The server asks for a sign-in | POST " + endpoint + " | 401 | ok",
		"where its challenge says | GET " + strings.TrimSuffix(endpoint, "/mcp") + "/.well-known/oauth-protected-resource/mcp | 200 | ok",
		"as OAuth 2.0 | GET " + provider.URL() + "/.well-known/oauth-authorization-server | 200 | ok",
		"Register a client | POST " + provider.URL() + "/register | 201 | ok",
		"Send the user to the provider | GET " + provider.URL() + "/authorize?",
		"Take the user back | GET http://127.0.0.1:", "code=…", "state=…", "iss=" + provider.URL(),
		"Exchange the code for a token | POST " + provider.URL() + "/token (", "code_verifier=…", "resource=" + endpoint,
	} {
		if got := list(s); !strings.Contains(got, want) {
			t.Errorf("the steps lack %q:\n%s", want, got)
		}
	}
	for _, step := range state.Steps {
		if step.Verdict != signin.Passed || step.Wants == "" || step.Section == "" || step.At.IsZero() {
			t.Errorf("a step: %+v", step)
		}
	}

	header := http.Header{"Www-Authenticate": {`Bearer error="insufficient_scope", scope="trips.write", resource_metadata="` + challenge.Metadata + `"`}}
	if s.Refused(t.Context(), "POST "+endpoint, http.StatusForbidden, header, first) {
		t.Error("a request that needs more scopes is repeated")
	}
	if got := s.State(); !slices.Equal(got.Missing, []string{"trips.write"}) || got.Status != signin.SignedIn {
		t.Errorf("before more is granted: %+v", got)
	}
	if start, err = s.Start(t.Context(), signin.Client{}); err != nil {
		t.Fatal(err)
	}
	if status, page = signIn(t, start, "allow", "trips.read", "trips.write"); status != http.StatusOK {
		t.Fatal(page)
	}
	state = settled(t, s)
	if !strings.Contains(list(s), "scope=trips.read trips.write offline_access") || len(state.Missing) != 0 ||
		!slices.Equal(state.Scopes, []string{"trips.read", "trips.write"}) || s.Token(t.Context()) == first {
		t.Errorf("more scopes: %+v\n%s", state, list(s))
	}
	if !strings.Contains(list(s), "registered before") {
		t.Errorf("the client registers twice:\n%s", list(s))
	}
	noSecrets(t, s)
	s.SignOut()
	if state = s.State(); state.Status != signin.Needed || s.Token(t.Context()) != "" || state.Subject != "" {
		t.Errorf("after signing out: %+v", state)
	}
}

// The user may refuse. Then nobody is signed in, and it is the user who has to do something.
func TestUserDenies(t *testing.T) {
	t.Parallel()
	s, _, start := startedAtIssuer(t)
	status, page := signIn(t, start, "deny")
	if status != http.StatusBadRequest || !strings.Contains(page, "The sign-in has failed") {
		t.Errorf("the page: %d %s", status, page)
	}
	state := settled(t, s)
	is(t, "the refusal", state.Steps[len(state.Steps)-1], signin.TheUser, "access_denied")
	if state.Status != signin.Needed || s.Token(t.Context()) != "" {
		t.Errorf("%+v", state)
	}
}
