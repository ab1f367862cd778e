package providers_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/oauth2"

	"github.com/orielapps/oriel/test/browsertest"
)

// user is somebody with a browser, who signs in at a provider's pages.
type user struct {
	t *testing.T
	// signIn does on a provider's page what the provider asks for: to identify oneself, and
	// to consent. It is called each time a client needs a token, and says when it has done its part.
	signIn   func(ctx context.Context, page *browsertest.Frame, turn int) error
	page     *browsertest.Page
	redirect string
	came     chan *http.Request // back from the provider
	asked    atomic.Int32
}

// newUser returns a user whose browser is open, and to whom the client of this machine listens.
func newUser(t *testing.T, signIn func(ctx context.Context, page *browsertest.Frame, turn int) error) *user {
	t.Helper()
	u := &user{t: t, signIn: signIn, came: make(chan *http.Request, 1)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/callback" {
			http.NotFound(w, r)
			return
		}
		_, _ = fmt.Fprint(w, "<title>You can close this page</title>")
		u.came <- r
	}))
	t.Cleanup(server.Close)
	u.redirect = server.URL + "/callback"
	page, err := browsertest.Start(t).NewPage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(page.Close)
	u.page = page
	return u
}

// fetch takes the user to the provider, and returns what comes back to the client.
func (u *user) fetch(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	turn := int(u.asked.Add(1))
	if err := u.page.Navigate(ctx, args.URL); err != nil {
		return nil, err
	}
	failed := make(chan error, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { failed <- u.signIn(ctx, u.page.Main(), turn) }()
	for {
		select {
		case r := <-u.came:
			q := r.URL.Query()
			if q.Has("error") {
				return nil, fmt.Errorf("the provider says %q", q)
			}
			return &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}, nil
		case err := <-failed:
			if err != nil {
				u.t.Logf("the user can not sign in: %v; %s", err, u.seen(ctx))
				return nil, err
			}
		case <-ctx.Done():
			u.t.Logf("the user does not come back; %s", u.seen(ctx))
			return nil, ctx.Err()
		}
	}
}

// seen says what the user sees.
func (u *user) seen(ctx context.Context) string {
	ctx = context.WithoutCancel(ctx)
	text, _ := browsertest.Eval[string](ctx, u.page.Main(), "document.body.innerText")
	return fmt.Sprintf("the page of %s says:\n%s\n%v", u.page.URLs(ctx), text, u.page.Messages())
}

// wanted are the scopes that a client asks for: at first no more than it needs, and later what
// the app asks for.
func (u *user) wanted(named []string) []string {
	if u.asked.Load() == 1 {
		return named
	}
	return []string{"trips.read"}
}

// logIn fills in a form that wants a name and a password.
func logIn(ctx context.Context, page *browsertest.Frame, name, user, password string) error {
	if err := page.Fill(ctx, name, user); err != nil {
		return err
	}
	if err := page.Fill(ctx, "[type=password]", password); err != nil {
		return err
	}
	return page.Click(ctx, "[type=submit]")
}

// connect returns a session of go-sdk's client.
func connect(ctx context.Context, t *testing.T, endpoint, version string, handler auth.OAuthHandler) (*mcp.ClientSession, error) {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, nil).
		Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, OAuthHandler: handler}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = session.Close() })
	return session, nil
}

// call returns the text of a tool's result.
func call(ctx context.Context, session *mcp.ClientSession, tool string) (string, error) {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool})
	if err != nil {
		return "", err
	}
	if len(result.Content) != 1 {
		return "", fmt.Errorf("%d parts", len(result.Content))
	}
	text, isText := result.Content[0].(*mcp.TextContent)
	if !isText {
		return "", fmt.Errorf("a %T", result.Content[0])
	}
	return text.Text, nil
}

// errRefused is what a client returns that does not sign in.
var errRefused = errors.New("refused")

// givenToken is a client that sends the token that it was given, asks for no other, and keeps the
// status and challenge of refusals.
type givenToken struct {
	token     *oauth2.Token
	status    atomic.Int32
	challenge atomic.Value
}

func (h *givenToken) TokenSource(context.Context) (oauth2.TokenSource, error) {
	return oauth2.StaticTokenSource(h.token), nil
}

func (h *givenToken) Authorize(_ context.Context, _ *http.Request, response *http.Response) error {
	h.status.Store(int32(response.StatusCode)) //nolint:gosec // a status has three digits
	h.challenge.Store(response.Header.Get("WWW-Authenticate"))
	return errRefused
}

// wantRefused checks that a token gets a status, and a challenge that has a text.
func wantRefused(ctx context.Context, t *testing.T, endpoint, version, tool string, token *oauth2.Token, status int, challenge string) {
	t.Helper()
	h := &givenToken{token: token}
	session, err := connect(ctx, t, endpoint, version, h)
	var text string
	if err == nil {
		text, err = call(ctx, session, tool)
	}
	said, _ := h.challenge.Load().(string)
	if err == nil || int(h.status.Load()) != status || !strings.Contains(said, challenge) {
		t.Errorf("%s answers %q, %v with status %d and %q; want status %d and %q", tool, text, err, h.status.Load(), said, status, challenge)
	}
}
