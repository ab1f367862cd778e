package gosdk

import (
	"context"
	"math"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
)

// userKey is the member of go-sdk's token that has the app's user.
const userKey = "github.com/orielapps/oriel/user"

// SignIn returns a handler that checks the access tokens of an app ([oriel.Options.Auth]) in
// front of the HTTP handler of a server to which the app is attached. It does what
// [oriel.App.SignIn] does, and gives the user to go-sdk, which refuses the session of another
// user. The server's own tools find them in Extra.TokenInfo of a request.
//
//	http.Handle("/mcp", gosdk.SignIn(app, mcp.NewStreamableHTTPHandler(…)))
//	http.Handle("/.well-known/oauth-protected-resource/mcp", app.ResourceMetadataHandler())
func SignIn(app *oriel.App, next http.Handler) http.Handler {
	// The app has checked when the sign-in ends, and how exact clocks have to be.
	signedIn := auth.RequireBearerToken(tokenInfo, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true, ClockSkew: math.MaxInt64})
	return app.SignIn(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user := oriel.RequestFrom(r.Context()).User
		if user.ID == "" {
			next.ServeHTTP(w, r)
			return
		}
		// A session keeps the context of its first request, so the user is not in it.
		r = r.WithContext(context.WithValue(oriel.WithUser(r.Context(), oriel.User{}), tokenKey{}, user))
		if scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " "); !strings.EqualFold(scheme, "Bearer") {
			r.Header = r.Header.Clone() // other middleware has signed the user in, in its own way
			r.Header.Set("Authorization", "Bearer -")
		}
		signedIn(next).ServeHTTP(w, r)
	}))
}

// tokenKey has the user of a request until tokenInfo has read it.
type tokenKey struct{}

// tokenInfo returns the user of a checked token to go-sdk.
func tokenInfo(ctx context.Context, _ string, _ *http.Request) (*auth.TokenInfo, error) {
	user, ok := ctx.Value(tokenKey{}).(oriel.User)
	if !ok {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: user.ID, Scopes: user.Scopes, Expiration: user.Expires, Extra: map[string]any{userKey: user}}, nil
}

// userOf returns the user whose token go-sdk has.
func userOf(extra *mcp.RequestExtra) oriel.User {
	if user, ok := extra.TokenInfo.Extra[userKey].(oriel.User); ok {
		return user
	}
	return oriel.User{ID: extra.TokenInfo.UserID, Scopes: extra.TokenInfo.Scopes, Expires: extra.TokenInfo.Expiration}
}
