package signin_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/orielapps/oriel/internal/tool/signin"
)

// waits reports whether a sign-in still waits for its user at an address.
func waits(t *testing.T, address string) bool {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := browser(t).Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusSeeOther // another listener may have the port now
}

// Signing out and closing end every sign-in, also those that begin at the same time.
func TestSignInsAtOnceAllEnd(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	endpoint, challenge := server(t, p.url)
	for name, end := range map[string]func(*signin.Session){"sign out": (*signin.Session).SignOut, "cancel": (*signin.Session).Cancel, "close": (*signin.Session).Close} {
		for range 10 {
			s := newSession(t, endpoint)
			s.Challenged("POST", http.StatusUnauthorized, challenge)
			var addresses [8]string
			var all sync.WaitGroup
			begin := make(chan struct{})
			for i := range addresses {
				all.Go(func() {
					<-begin
					addresses[i], _ = s.Start(t.Context(), signin.Client{}) // one ends the other
				})
			}
			close(begin)
			all.Wait()
			end(s)
			for _, address := range addresses {
				if address != "" && waits(t, address) {
					t.Fatalf("%s: a sign-in goes on at %s", name, address)
				}
			}
			if got := s.State().Status; got != signin.Needed {
				t.Fatalf("%s: %s", name, got)
			}
		}
	}
}

// After Close, none begins.
func TestNoSignInAfterClose(t *testing.T) {
	t.Parallel()
	s := start(t, newProvider(t))
	s.Close()
	if address, err := s.Start(t.Context(), signin.Client{}); err == nil || address != "" || s.State().Status == signin.Started {
		t.Errorf("%q, %v", address, err)
	}
}
