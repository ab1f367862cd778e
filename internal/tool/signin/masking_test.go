package signin_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/orielapps/oriel/internal/tool/signin"
)

// However many tokens come, what may be sent again stays masked, and so does what was replaced last.
func TestSecretsInUseStayMasked(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.metadata = func(m map[string]any) { m["token_endpoint_auth_methods_supported"] = []string{"client_secret_post"} }
	p.token = numbered(map[string]any{"refresh_token": "the-lasting-refresh"})
	s := start(t, p)
	signsIn(t, s, signin.Client{ID: "me", Secret: "the-client-secret"})
	last := ""
	for range 80 {
		last = s.Token(t.Context())
		s.Refused(t.Context(), "POST", http.StatusUnauthorized, http.Header{}, last)
	}
	for _, one := range []string{"the-client-secret", "the-lasting-refresh", s.Token(t.Context()), last} {
		if got := s.Mask().Text(one); got == one {
			t.Errorf("in clear: %s", one)
		}
	}
	if got := len(s.Secrets()); got > 64 {
		t.Errorf("%d secrets are remembered", got)
	}
	for range 30 { // each has a state and a verifier
		if _, err := s.Start(t.Context(), signin.Client{}); err != nil {
			t.Fatal(err)
		}
	}
	if now := s.Token(t.Context()); s.Mask().Text(now) == now {
		t.Errorf("in clear after sign-ins that nobody ended: %s", now)
	}
}

// A server that repeats the token finds it nowhere: not in a step, among the scopes, or in the
// request to the provider.
func TestEchoedTokens(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.token = numbered(nil)
	s := start(t, p)
	signsIn(t, s, signin.Client{})
	token := s.Token(t.Context())
	header := http.Header{"Www-Authenticate": {
		fmt.Sprintf(`Bearer error="insufficient_scope", scope="a.b scope-%s", error_description="The token %s lacks a.b"`, token, token),
	}}
	s.Refused(t.Context(), "POST", http.StatusForbidden, header, token)
	for range 2 {
		state := s.State()
		if got := fmt.Sprintf("%+v", state); strings.Contains(got, token) || strings.Join(state.Missing, " ") != "a.b" || !strings.Contains(got, "lacks a.b") {
			t.Errorf("%+v", state)
		}
		if _, err := s.Start(t.Context(), signin.Client{Scopes: []string{"a.b"}}); err != nil {
			t.Fatal(err)
		}
	}
	p.token = numbered(map[string]any{"scope": "trips.read scope-" + token})
	if got := fmt.Sprintf("%+v", visits(t, s, signin.Client{})); strings.Contains(got, token) {
		t.Error(got)
	}
	if got := p.last.Load().Get("scope"); got != "trips.read a.b" {
		t.Errorf("asked for %s", got)
	}
	s.SignOut()
	if got := list(s); strings.Contains(got, token) {
		t.Error(got)
	}
}

// A server that corrects its challenge is listened to, also if the correction does not show.
func TestCorrectedChallenges(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	endpoint, right := server(t, p.url)
	wrong := right
	wrong.Metadata = "http://127.0.0.1:1/wrong"
	var changes atomic.Int32
	s := signin.New(signin.Options{Endpoint: endpoint, Timeout: longest, Changed: func() { changes.Add(1) }})
	t.Cleanup(s.Close)
	for range 3 {
		s.Challenged("POST", http.StatusUnauthorized, wrong)
	}
	s.Challenged("POST", http.StatusUnauthorized, right)
	if changes.Load() != 1 || len(s.State().Steps) != 1 {
		t.Errorf("%d changes\n%s", changes.Load(), list(s))
	}
	if address, err := s.Start(t.Context(), signin.Client{}); err != nil {
		t.Errorf("%q %v\n%s", address, err, list(s))
	}
}
