package providers_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"golang.org/x/oauth2"
)

// story is how somebody comes to use the app, step by step.
type story struct {
	// app is used; tokens for other are for another resource.
	app, other *trips
	version    string
	userID     string
	// handler returns a client that has no token yet.
	handler func(t *testing.T, u *user) auth.OAuthHandler
	user    func(t *testing.T) *user
}

// tell signs a user in for one tool, then for another, and tries what the tokens are not for.
func (s *story) tell(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	ada := s.user(t)
	handler := s.handler(t, ada)
	session, err := connect(ctx, t, s.app.endpoint, s.version, handler)
	if err != nil {
		t.Fatal(err)
	}
	var first *oauth2.Token
	for i, step := range []struct{ tool, want string }{
		{"list", s.userID + " has no trips"}, {"save", "saved for " + s.userID}, {"list", s.userID + " has no trips"},
	} {
		text, failed := call(ctx, session, step.tool)
		if failed != nil || text != step.want {
			t.Fatalf("call %d, %s: %q, %v", i+1, step.tool, text, failed)
		}
		if first == nil {
			first = tokenOf(ctx, t, handler)
		}
	}
	wantRefused(ctx, t, s.app.endpoint, s.version, "save", first, http.StatusForbidden, `error="insufficient_scope"`)

	elsewhere := s.handler(t, ada)
	if _, err = connect(ctx, t, s.other.endpoint, s.version, elsewhere); err != nil {
		t.Fatal(err)
	}
	wantRefused(ctx, t, s.app.endpoint, s.version, "list", tokenOf(ctx, t, elsewhere), http.StatusUnauthorized, `error="invalid_token"`)
	if asked := ada.asked.Load(); asked != 3 {
		t.Errorf("the user was sent to the provider %d times", asked)
	}
}

func tokenOf(ctx context.Context, t *testing.T, handler auth.OAuthHandler) *oauth2.Token {
	t.Helper()
	source, err := handler.TokenSource(ctx)
	if err != nil || source == nil {
		t.Fatalf("no tokens: %v", err)
	}
	token, err := source.Token()
	if err != nil {
		t.Fatal(err)
	}
	return token
}
