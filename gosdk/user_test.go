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
	client := attachtest.ClientOf(t, "claude")
	for name, ask := range map[string]attachtest.Line{
		"stateless": client.ModernHTTP(t, withToken(stateless(server))), "stateful": client.LegacyHTTP(t, withToken(jsonStateful(server))),
	} {
		attachtest.Contains(t, name, string(ask(whoamiCall)), []string{"user=ada read,write"}, "")
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
	for name, ask := range library.Lines(t, server, "claude") {
		attachtest.Contains(t, name, string(ask(whoamiCall)), []string{"user=eve"}, "")
	}
}
