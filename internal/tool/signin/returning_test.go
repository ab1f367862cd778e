package signin_test

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/signin"
)

// freePort is one that was free a moment ago.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// A page that knows the address of the return can't end a sign-in, and the user gets to know of it.
func TestStrangersEndNoSignIn(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s := start(t, p)
	redirect := "http://127.0.0.1:" + freePort(t) + "/callback"
	address, err := s.Start(t.Context(), signin.Client{ID: "me", Redirect: redirect})
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(address, redirect) {
		t.Errorf("the user starts at %s, which can be guessed", address)
	}
	for range 3 {
		for _, query := range []string{"", "?code=x", "?error=access_denied&state=", "?code=x&state=somebody-else's"} {
			response, page := send(t, browser(t), http.MethodGet, redirect+query, nil)
			if response.StatusCode != http.StatusBadRequest || !strings.Contains(page, "belongs to no sign-in here") {
				t.Errorf("%q: %s %s", query, response.Status, page)
			}
		}
	}
	if state := s.State(); state.Status != signin.Started || state.Steps[len(state.Steps)-1].Verdict != signin.Waiting || p.asked.Load() != 0 {
		t.Fatalf("%s\n%s", state.Status, list(s))
	}
	if status, page := visit(t, address); status != http.StatusOK {
		t.Errorf("%d %s", status, page)
	}
	if got := list(s); settled(t, s).Status != signin.SignedIn || !strings.Contains(got, "the provider does not return the state unchanged") {
		t.Error(got)
	}
}

// An address that was registered is sent to the letter; a random one is not its successor.
func TestRedirectAddresses(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s := start(t, p)
	for _, form := range []string{"http://127.0.0.1:%/", "http://127.0.0.1:%/a%2db/", "http://localhost:%/callback"} {
		port := freePort(t)
		before, after, _ := strings.Cut(form, ":%")
		redirect := before + ":" + port + after
		visits(t, s, signin.Client{ID: "me", Redirect: redirect})
		if got := p.last.Load().Get("redirect_uri"); got != redirect {
			t.Errorf("registered %q, sent %q\n%s", redirect, got, list(s))
		}
		visits(t, s, signin.Client{ID: "me", Redirect: before + after})
		if got, err := url.Parse(p.last.Load().Get("redirect_uri")); err != nil || got.Port() == "" || strings.Replace(got.String(), ":"+got.Port(), "", 1) != before+after {
			t.Errorf("registered %q, sent %q\n%s", before+after, got, list(s))
		}
		for _, next := range []signin.Client{{ID: "another"}, {}} {
			visits(t, s, next)
			if got := p.last.Load().Get("redirect_uri"); strings.HasSuffix(got, after) {
				t.Errorf("%+v after %q has %q", next, redirect, got)
			}
		}
	}
	for _, address := range []string{
		"http://127.0.0.1:8971", "https://127.0.0.1/x", "http://127.0.0.2/x", "http://localhost.example/x", "http://ada@localhost/x", "http://127.0.0.1/x?", "http://127.0.0.1/x#", "/x",
	} {
		is(t, address, failure(t, s, signin.Client{ID: "me", Redirect: address}), signin.TheUser, "The redirect address can't be used")
	}
	// What is shown of one is no address in another spelling.
	if visits(t, s, signin.Client{}); strings.Contains(list(s), "%E2") {
		t.Error(list(s))
	}
}
