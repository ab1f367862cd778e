package signin_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/clocktest"
	"github.com/orielapps/oriel/internal/tool/signin"
)

// signedInAt is a session at a provider, whose user has just signed in.
func signedInAt(t *testing.T, p *provider) (*signin.Session, *clocktest.Clock) {
	t.Helper()
	endpoint, challenge := server(t, p.url)
	clock := clocktest.New()
	s := signin.New(signin.Options{Endpoint: endpoint, Timeout: longest, Now: clock.Now})
	t.Cleanup(s.Close)
	s.Challenged("POST", http.StatusUnauthorized, challenge)
	signsIn(t, s, signin.Client{})
	return s, clock
}

// numbered answers with another token each time; what is given is in the answer, too.
func numbered(more map[string]any) func(http.ResponseWriter, url.Values) bool {
	var mu sync.Mutex
	given := 0
	return func(w http.ResponseWriter, _ url.Values) bool {
		mu.Lock()
		defer mu.Unlock()
		given++
		answer := map[string]any{"access_token": fmt.Sprintf("access-token-%04d", given), "token_type": "Bearer"}
		maps.Copy(answer, more)
		answerJSON(w, http.StatusOK, answer)
		return true
	}
}

// Requests that are refused at the same time make one refresh: the issuer revokes everything if a
// refresh token comes twice.
func TestRefreshesAreOne(t *testing.T) {
	t.Parallel()
	s, endpoint, start := startedAtIssuer(t)
	signIn(t, start, "allow", "openid", "trips.read")
	settled(t, s)
	for range 2 { // rotation goes on
		old := s.Token(t.Context())
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if !s.Refused(t.Context(), "POST "+endpoint, http.StatusUnauthorized, http.Header{}, old) {
					t.Errorf("it is not refreshed:\n%s", list(s))
				}
			})
		}
		all.Wait()
		if now := s.Token(t.Context()); now == old || now == "" || s.State().Subject != "ada" {
			t.Errorf("the token is %q, %+v", now, s.State())
		}
	}
	if got := strings.Count(list(s), "Refresh the token"); got != 1 { // the second takes the place of the first
		t.Errorf("%d refreshes:\n%s", got, list(s))
	}
	noSecrets(t, s)
}

// However many requests are refused, the token endpoint is asked once, also if one of them is
// cancelled.
func TestRefreshIsAskedForOnce(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	began, goOn := make(chan struct{}), make(chan struct{})
	p.token = func(w http.ResponseWriter, form url.Values) bool {
		if form.Get("grant_type") != "refresh_token" {
			return false
		}
		close(began) // a second time ends the test
		<-goOn
		answerJSON(w, http.StatusOK, map[string]any{"access_token": "another-token", "token_type": "Bearer", "refresh_token": "another-refresh"})
		return true
	}
	s := start(t, p)
	address, err := s.Start(t.Context(), signin.Client{})
	if err != nil {
		t.Fatal(err)
	}
	visit(t, address)
	settled(t, s)
	refuse := func(ctx context.Context) bool {
		return s.Refused(ctx, "POST", http.StatusUnauthorized, http.Header{}, "the-secret-token")
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	cancelled := make(chan bool)
	go func() { cancelled <- refuse(ctx) }()
	<-began
	for range 8 {
		all.Go(func() {
			if !refuse(t.Context()) {
				t.Errorf("it is not refreshed:\n%s", list(s))
			}
		})
	}
	cancel()
	if <-cancelled {
		t.Error("a cancelled request is repeated")
	}
	close(goOn)
	all.Wait()
	if got := p.asked.Load(); got != 2 || s.Token(t.Context()) != "another-token" {
		t.Errorf("the token endpoint was asked %d times, for the code and for refreshes:\n%s", got, list(s))
	}
}

// A refresh token that the provider refuses ends the sign-in, whatever status the refusal has. If
// the provider is down, the user has to sign in as long as it is.
func TestRefreshesThatFail(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	s, clock := signedInAt(t, p)
	refuse := func() bool {
		clock.Pass(time.Minute)
		return s.Refused(t.Context(), "POST", http.StatusUnauthorized, http.Header{}, s.Token(t.Context()))
	}
	for _, tt := range []struct {
		status  int
		code    string
		renewed bool
		want    signin.Status
		asked   int32
	}{
		{http.StatusServiceUnavailable, "temporarily_unavailable", false, signin.Needed, 1},
		{http.StatusServiceUnavailable, "temporarily_unavailable", false, signin.Needed, 1},
		{http.StatusOK, "", true, signin.SignedIn, 1},
		{http.StatusBadRequest, "invalid_grant", false, signin.Needed, 1},
		{http.StatusOK, "", false, signin.Needed, 0},
	} {
		p.token = func(w http.ResponseWriter, form url.Values) bool {
			if form.Get("grant_type") != "refresh_token" || form.Get("resource") == "" || form.Get("client_id") != "made" {
				t.Errorf("a refresh with %v", form)
			}
			answerJSON(w, tt.status, map[string]any{"error": tt.code, "access_token": "another-token", "token_type": "Bearer"})
			return true
		}
		before := p.asked.Load()
		if refuse() != tt.renewed {
			t.Errorf("%s: renewed is %t", tt.code, !tt.renewed)
		}
		if got := s.State().Status; got != tt.want || p.asked.Load()-before != tt.asked {
			t.Errorf("%q: %s, want %s, after %d requests\n%s", tt.code, got, tt.want, p.asked.Load()-before, list(s))
		}
	}
	p.token = nil
	signsIn(t, s, signin.Client{})
	p.token = func(w http.ResponseWriter, _ url.Values) bool {
		answerJSON(w, http.StatusOK, map[string]any{"error": "invalid_grant"})
		return true
	}
	if refuse() || s.Token(t.Context()) != "" || s.State().Status != signin.Needed {
		t.Errorf("refused with HTTP status 200: %s", list(s))
	}
}

// While a provider hangs, all requests wait for one and the same answer; what has failed is not
// tried again at once.
func TestHangingProviderHoldsUpOnce(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.token = numbered(map[string]any{"refresh_token": "the-secret-refresh", "expires_in": "100"})
	s, clock := signedInAt(t, p)
	clock.Pass(95 * time.Second)
	release := make(chan struct{})
	p.token = func(w http.ResponseWriter, _ url.Values) bool {
		<-release
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	before := p.asked.Load()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if got := s.Token(t.Context()); got != "access-token-0001" { // it is good for five more seconds
				t.Errorf("the token is %q", got)
			}
		})
	}
	close(release)
	all.Wait()
	for pause, want := range []int32{1, 1, 2} {
		if s.Token(t.Context()); p.asked.Load()-before != want {
			t.Errorf("after %d pauses: %d requests, want %d", pause, p.asked.Load()-before, want)
		}
		clock.Pass(4 * time.Second)
	}
}

// A token of a short life is used for three quarters of it, and not refreshed for each request.
func TestShortLives(t *testing.T) {
	t.Parallel()
	for _, life := range []any{8, "8", 8.5} {
		p := newProvider(t)
		p.token = numbered(map[string]any{"refresh_token": "the-secret-refresh", "expires_in": life})
		s, clock := signedInAt(t, p)
		for _, tt := range []struct {
			after time.Duration
			want  string
		}{{0, "access-token-0001"}, {5 * time.Second, "access-token-0001"}, {2 * time.Second, "access-token-0002"}, {time.Second, "access-token-0002"}} {
			clock.Pass(tt.after)
			if got := s.Token(t.Context()); got != tt.want {
				t.Errorf("%v, %s later: %s, want %s", life, tt.after, got, tt.want)
			}
		}
	}
	p := newProvider(t)
	p.token = numbered(map[string]any{"refresh_token": "the-secret-refresh", "expires_in": []string{"no number"}})
	if s, _ := signedInAt(t, p); !s.State().Expires.IsZero() {
		t.Errorf("the token ends at %s", s.State().Expires)
	}
}

// A refusal of a token that is no longer the user's takes away nothing.
func TestLateRefusals(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.token = numbered(nil)
	s, _ := signedInAt(t, p)
	old := s.Token(t.Context())
	signsIn(t, s, signin.Client{})
	s.Rejected("POST", http.StatusUnauthorized, http.Header{}, old)
	if !s.Refused(t.Context(), "POST", http.StatusUnauthorized, http.Header{}, old) {
		t.Error("it is not sent with the new token")
	}
	if got := s.Token(t.Context()); got == "" || got == old || s.State().Status != signin.SignedIn {
		t.Errorf("the token is %q, %+v", got, s.State())
	}
	s.Rejected("POST", http.StatusUnauthorized, http.Header{}, s.Token(t.Context()))
	if got := s.Token(t.Context()); got != "" || s.State().Status != signin.Needed {
		t.Errorf("the token is %q, %+v", got, s.State())
	}
}

// A result that says that the token is over has it refreshed, or makes the user sign in anew.
func TestResultsThatAskForASignIn(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	p.token = numbered(map[string]any{"refresh_token": "the-secret-refresh"})
	s, clock := signedInAt(t, p)
	over := signin.Challenge{Found: true, Error: "invalid_token"}
	first := s.Token(t.Context())
	s.Asked(t.Context(), "tools/call save", over, first)
	if got := s.Token(t.Context()); got == first || s.State().Status != signin.SignedIn {
		t.Errorf("the token is %q, %+v", got, s.State())
	}
	s.Asked(t.Context(), "tools/call save", signin.Challenge{Found: true, Error: "insufficient_scope", Scopes: []string{"more"}}, s.Token(t.Context()))
	if got := s.State(); !slices.Equal(got.Missing, []string{"more"}) || got.Status != signin.SignedIn || p.asked.Load() != 2 {
		t.Errorf("%+v", got)
	}
	p.token = func(w http.ResponseWriter, _ url.Values) bool {
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	s.Asked(t.Context(), "tools/call save", over, s.Token(t.Context()))
	if got := s.State(); got.Status != signin.Needed || !strings.Contains(list(s), "The tool asks for a sign-in | tools/call save") {
		t.Errorf("%+v", got)
	}
	p.token = nil
	clock.Pass(time.Minute)
	s.Asked(t.Context(), "tools/call save", over, s.Token(t.Context()))
	if got := s.State(); got.Status != signin.SignedIn {
		t.Errorf("%+v", got)
	}
}
