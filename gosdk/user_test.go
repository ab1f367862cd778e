package gosdk_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
)

func whoami(t *testing.T) *oriel.App {
	t.Helper()
	app := oriel.New("who", "1")
	oriel.AddTool(app, oriel.Tool{Name: "whoami"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		u := oriel.RequestFrom(ctx).User
		return oriel.Result[struct{}]{Text: "user=" + u.ID + " " + strings.Join(u.Scopes, ",")}, nil
	})
	return app
}

const whoamiCall = `"tools/call","params":{"name":"whoami","arguments":{}}`

// signedIn is what middleware in front of go-sdk's handler does, with whoever it is now.
func signedIn(user *string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: *user})))
	})
}

// What middleware puts into the context of an HTTP request reaches handlers through
// go-sdk's stateless handler; its stateful one keeps what the first request of a
// session had. The documentation says so.
func TestUserInTheRequestsContext(t *testing.T) {
	t.Parallel()
	server := gosdk.New(whoami(t))
	pick := func(*http.Request) *mcp.Server { return server }
	info, capabilities := introduction(t, "claude")
	user := "ada"
	stateless := modernHTTP(t, signedIn(&user, mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})), info, capabilities)
	stateful := legacyHTTP(t, signedIn(&user, mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{JSONResponse: true})), info, capabilities)
	contains(t, "stateless", string(stateless(whoamiCall)), []string{"user=ada"}, "")
	contains(t, "stateful", string(stateful(whoamiCall)), []string{"user=ada"}, "")
	user = "bob"
	contains(t, "stateless", string(stateless(whoamiCall)), []string{"user=bob"}, "")
	contains(t, "stateful", string(stateful(whoamiCall)), []string{"user=ada"}, "")
}

// The token that go-sdk has verified is each request's own, in either handler.
func TestUserOfAToken(t *testing.T) {
	t.Parallel()
	verify := auth.RequireBearerToken(func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{UserID: token, Scopes: []string{"read", "write"}, Expiration: time.Now().Add(time.Hour)}, nil
	}, nil)
	withToken := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Set("Authorization", "Bearer ada")
			verify(next).ServeHTTP(w, r)
		})
	}
	server := existing()
	if err := gosdk.Attach(server, whoami(t)); err != nil {
		t.Fatal(err)
	}
	pick := func(*http.Request) *mcp.Server { return server }
	info, capabilities := introduction(t, "claude")
	for name, ask := range map[string]line{
		"stateless": modernHTTP(t, withToken(mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})), info, capabilities),
		"stateful":  legacyHTTP(t, withToken(mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{JSONResponse: true})), info, capabilities),
	} {
		contains(t, name, string(ask(whoamiCall)), []string{"user=ada read,write"}, "")
	}
}

// Receiving middleware may say who it is, and wins.
func TestUserOfMiddleware(t *testing.T) {
	t.Parallel()
	server := gosdk.New(whoami(t))
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			return next(oriel.WithUser(ctx, oriel.User{ID: "eve"}), method, req)
		}
	})
	for name, ask := range lines(t, server, "claude") {
		contains(t, name, string(ask(whoamiCall)), []string{"user=eve"}, "")
	}
}

// Through go-sdk's stateless handler, clients of the older lifecycle are nobody in
// particular: they get the metadata of all hosts.
func TestOlderClientsOfTheStatelessHandler(t *testing.T) {
	t.Parallel()
	server := gosdk.New(attachtest.Sample(t))
	info, capabilities := introduction(t, "claude")
	ask := legacyHTTP(t, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), info, capabilities)
	contains(t, "forecast", string(listed(t, ask, "tools/list", "tools", "name")["forecast"]), []string{`"resourceUri"`, `"openai/outputTemplate"`, `"securitySchemes":[{`}, "")
}
